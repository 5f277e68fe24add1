// Keeps of elkjs what is reachable from the program's start.
//
// elk-worker.js is the output of GWT, in a regular shape: functions and variables with names that
// are unique in the file; `defineClass(id, super, casts, Constructor…)`, followed by the class's
// members as `_.name = …`. A class is kept when a constructor of it is named in what is kept or a
// kept class extends it, a member when its class is kept and its name is mentioned anywhere in what
// is kept.
import { parse } from "acorn";

import { LEFT_OUT } from "./prune.mjs";

/** Names that the language itself may ask for. */
const NATIVE = ["toString", "valueOf", "constructor", "then"];
/** What names of classes are for, nobody asks a layout; so those that are not mentioned all get one. */
const CLASSES = `for (var id in prototypesByTypeId_0) {
  var own = prototypesByTypeId_0[id];
  Array.isArray(own) || own.___clazz?.typeId == id || createForClass("", "_", +id);
}`;

const VERSION = { ecmaVersion: 2022 };
const THROW = `function ${LEFT_OUT}() { throw new Error("this part of the layout engine was left out"); }`;

/** A program with what is reachable of it. */
export function reachable(program) {
  const file = new File(program);
  file.keepReachable();
  return file.program();
}

/** A top-level statement, declarator or member, and what it mentions. */
class Item {
  names = new Set();
  properties = new Set();
  kept = false;

  constructor(kind, node) {
    this.kind = kind;
    this.node = node;
  }
}

class File {
  items = [];
  named = new Map();
  classes = new Map();
  byConstructor = new Map();
  enums = new Map();

  constructor(program) {
    this.constants = numbers(program);
    let owner = null;
    for (const node of program.body) owner = this.add(node, owner);
    for (const item of this.items) {
      const code = item.kind === "member" ? item.node.expression.right : item.node;
      item.leftOut = Boolean(code.leftOut);
      if (item.kind === "class") code.expression.arguments.slice(0, 3).forEach((it) => mentions(it, item));
      else mentions(item.kind === "variable" ? code.init : code, item);
    }
  }

  number = (node) => (node.type === "Literal" ? node.value : this.constants.get(node.name));

  /** Files a statement; returns the class that members after it belong to. */
  add(node, owner) {
    const call = node.type === "ExpressionStatement" ? node.expression : null;
    if (node.type === "EmptyStatement") return owner;
    if (node.type === "FunctionDeclaration") {
      this.file(new Item("function", node), node.id.name);
    } else if (node.type === "VariableDeclaration") {
      node.declarations.forEach((declarator) => this.declare(declarator));
    } else if (call?.type === "CallExpression" && call.callee.name === "defineClass") {
      return this.define(node);
    } else if (call?.type === "AssignmentExpression" && call.left.object?.name === "_") {
      const member = new Item("member", node);
      member.name = call.left.property.name;
      member.owner = owner;
      owner.members.push(member);
      this.file(member);
    } else {
      this.file(new Item("root", node));
    }
    return owner;
  }

  file(item, name) {
    this.items.push(item);
    if (name) this.named.set(name, item);
  }

  declare(declarator) {
    const item = new Item("variable", declarator);
    const { init } = declarator;
    // `var …_classLit = createForEnum(package, name, id, …)` gives an enumeration its members.
    if (init?.callee?.name === "createForEnum") this.enums.set(this.number(init.arguments[2]), item);
    this.file(item, declarator.id.name);
  }

  define(node) {
    const [id, parent, , ...constructors] = node.expression.arguments;
    const item = new Item("class", node);
    item.id = this.number(id);
    item.parent = this.number(parent);
    item.members = [];
    item.constructors = constructors.map((constructor) => constructor.name);
    item.constructors.forEach((name) => this.byConstructor.set(name, item));
    this.classes.set(item.id, item);
    this.file(item);
    return item;
  }

  keepReachable() {
    const mentioned = new Set(NATIVE);
    const unmentioned = new Map();
    const open = [];
    const keep = (item) => {
      if (!item || item.kept) return;
      item.kept = true;
      open.push(item);
    };
    const mention = (name) => {
      if (mentioned.has(name)) return;
      mentioned.add(name);
      unmentioned.get(name)?.forEach(keep);
    };
    this.items.filter((item) => item.kind === "root").forEach(keep);
    while (open.length > 0) {
      const item = open.pop();
      for (const name of item.names) {
        keep(this.named.get(name));
        keep(this.byConstructor.get(name));
      }
      item.properties.forEach(mention);
      if (item.kind !== "class") continue;
      keep(this.named.get("defineClass"));
      keep(this.classes.get(item.parent));
      keep(this.enums.get(item.id));
      for (const member of item.members) {
        if (mentioned.has(member.name)) keep(member);
        else unmentioned.set(member.name, [...(unmentioned.get(member.name) ?? []), member]);
      }
    }
  }

  /** Whether a class inherits a member of this name that does something. */
  inherits({ parent }, name) {
    const above = this.classes.get(parent);
    if (!above) return NATIVE.includes(name);
    const member = above.members.findLast((it) => it.name === name && it.kept);
    return member ? !member.leftOut || this.inherits(above, name) : this.inherits(above, name);
  }

  program() {
    const body = [...parse(THROW, VERSION).body];
    const start = this.items.findLast((item) => item.kind === "root");
    for (const item of this.items.filter((item) => item.kept)) {
      if (item === start) body.push(...parse(CLASSES, VERSION).body);
      const { kind, node } = item;
      if (kind === "member" && item.leftOut) {
        // Where nothing is inherited, the call fails by itself.
        if (!this.inherits(item.owner, item.name)) continue;
        node.expression.right = { type: "Identifier", name: LEFT_OUT };
      }
      if (kind === "class") {
        const list = node.expression.arguments;
        node.expression.arguments = list.filter((it, at) => at < 3 || this.named.get(it.name).kept);
      }
      body.push(kind === "variable" ? { type: "VariableDeclaration", kind: "var", declarations: [node] } : node);
    }
    return { type: "Program", body, sourceType: "script" };
  }
}

/** GWT gives names to numbers that it uses often, some of them ids of classes. */
function numbers(program) {
  const declaration = program.body.find((node) => node.declarations?.[0].id.name === "$intern_0");
  return new Map(declaration.declarations.map(({ id, init }) => [id.name, init.value]));
}

/** Collects the names and properties that code mentions. */
function mentions(node, item) {
  if (Array.isArray(node)) return node.forEach((it) => mentions(it, item));
  if (!node || typeof node.type !== "string") return;
  if (node.type === "Identifier") return item.names.add(node.name);
  if (node.type === "Literal" && typeof node.value === "string") item.properties.add(node.value);
  const named = { MemberExpression: "property", Property: "key" }[node.type];
  if (named && !node.computed) item.properties.add(node[named].name ?? String(node[named].value));
  for (const [key, value] of Object.entries(node)) {
    if (value && typeof value === "object" && (key !== named || node.computed)) mentions(value, item);
  }
}
