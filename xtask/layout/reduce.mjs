// Takes out of elkjs what our layouts never reach.
//
// elk-worker.js is the output of GWT, in a regular shape: functions and variables with names that
// are unique in the file; `defineClass(id, super, casts, Constructor…)`, followed by the class's
// members as `_.name = …`. Two steps:
//
// 1. A function that never ran (trace.mjs) is left out: its place is taken by a throw. Where a
//    layout should ever come to one, the engine answers with that error, as it does with any
//    other, and the page shows its list instead of a picture.
// 2. What is no longer reachable from the program's start goes. This step is sound by itself: a
//    class is kept when a constructor of it is named in what is kept or a kept class extends it,
//    a member when its class is kept and its name is mentioned anywhere in what is kept.
import { parse } from "acorn";

const NATIVE = ["toString", "valueOf", "constructor", "then"];

/** The reduced source; `ran` holds the start of every function that ran. */
export function reduce(source, ran) {
  const file = new File(source, ran);
  file.keepReachable();
  return file.print();
}

/** A top-level statement, declarator or member, and what it mentions. */
class Item {
  names = new Set();
  properties = new Set();
  edits = [];
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
  literals = new Map();

  constructor(source, ran) {
    this.source = source;
    const program = parse(source, { ecmaVersion: 2022 });
    this.constants = numbers(program);
    let owner = null;
    for (const node of program.body) owner = this.add(node, owner);
    for (const item of this.items) {
      const code = item.kind === "member" ? item.node.expression.right : item.node;
      const isFunction = code.type.startsWith("Function");
      if (isFunction && !ran.has(code.start)) item.leftOut = true;
      else if (item.kind === "member") mentions(code, item);
      else if (item.kind === "class") code.expression.arguments.slice(0, 3).forEach((it) => mentions(it, item));
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
    // `var …_classLit = createForClass(package, name, id)` gives a class its name at run time.
    if (/^createFor(Class|Enum)$/.test(init?.callee?.name ?? "") && init.arguments[2]) {
      const id = this.number(init.arguments[2]);
      this.literals.set(id, [...(this.literals.get(id) ?? []), item]);
    }
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
      item.constructors.forEach((name) => keep(this.named.get(name)));
      this.literals.get(item.id)?.forEach(keep);
      for (const member of item.members) {
        if (mentioned.has(member.name)) keep(member);
        else unmentioned.set(member.name, [...(unmentioned.get(member.name) ?? []), member]);
      }
    }
  }

  print() {
    const lines = ['function leftOut() { throw new Error("this part of the layout engine was left out"); }'];
    for (const item of this.items.filter((item) => item.kept)) {
      if (item.leftOut && item.kind === "member") lines.push(`_.${item.name} = leftOut;`);
      else if (item.leftOut) lines.push(`function ${item.node.id.name}() { leftOut(); }`);
      else lines.push((item.kind === "variable" ? "var " : "") + this.text(item));
    }
    return lines.join("\n");
  }

  /** The item's source without descriptions of options, which nothing reads. */
  text({ node, edits }) {
    let text = "";
    let at = node.start;
    for (const { start, end } of edits.toSorted((one, other) => one.start - other.start)) {
      text += `${this.source.slice(at, start)}""`;
      at = end;
    }
    return `${text}${this.source.slice(at, node.end)};`;
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
  if (node.type === "CallExpression" && /^\$description(_\d+)?$/.test(node.callee.name ?? "")) {
    item.edits.push(...node.arguments.slice(1).filter((it) => it.type === "Literal"));
  }
  const named = { MemberExpression: "property", Property: "key" }[node.type];
  if (named && !node.computed) item.properties.add(node[named].name ?? String(node[named].value));
  for (const [key, value] of Object.entries(node)) {
    if (value && typeof value === "object" && (key !== named || node.computed)) mentions(value, item);
  }
}
