// Takes out of elkjs what runs, but for nothing that a layout needs: what GWT's own switches for small
// output take out (`-XdisableCastChecking`, `jre.checks.checkLevel=MINIMAL`), the options that the
// page does not set, and the description of the models' classes.
//
// These are the only rules that change what the engine does. Each is about a function by its name; a
// name that a new elkjs no longer has stops the build.
import { each } from "./prune.mjs";

/** They give back their argument or throw. */
const CASTS = [
  ...["castTo", "castToArray", "castToBoolean", "castToDouble", "castToString"],
  ...["checkNotNull", "checkCriticalNotNull", "throwClassCastExceptionUnlessNull"],
];
/** They throw where something is wrong, and do nothing else. */
const CHECK = /^checkCritical/;
/** They write down what EMF's models are made of, for tools that read it. */
const DESCRIPTIONS = [
  ...["$initializePackageContents_0", "$createExtendedMetaDataAnnotations"],
  ...["$createEcoreAnnotations"],
];
/** They tell the engine of an option, of its support by an algorithm, of a kind of algorithms. */
const OPTION = "$register_1";
const ABOUT_OPTIONS = ["$addOptionSupport", "$addDependency", "$register_0"];

/** Changes a syntax tree in place; `options` are the names of those that the page sets. */
export function lighten(program, options) {
  const functions = new Map();
  for (const node of program.body) {
    if (node.type === "FunctionDeclaration") functions.set(node.id.name, node);
  }
  const named = [...CASTS, ...DESCRIPTIONS, OPTION, ...ABOUT_OPTIONS];
  const missing = named.filter((name) => !functions.has(name));
  if (missing.length > 0) throw new Error(`elkjs has no function ${missing.join(", ")} any more`);

  for (const [name, node] of functions) {
    const isCheck = CHECK.test(name) && !CASTS.includes(name);
    if (isCheck || DESCRIPTIONS.includes(name)) node.body.body = [];
  }
  const ids = new Set(options.map((name) => `org.eclipse.${name}`));
  each(program, (node) => {
    if (/^Function/.test(node.type) && node.params[0]?.name === "registry") {
      node.body.body = node.body.body.filter(({ expression }) => isNeeded(expression, ids));
    }
    for (const [key, value] of Object.entries(node)) {
      if (Array.isArray(value)) node[key] = value.map((it) => (it?.type ? unchecked(it) : it));
      else if (value?.type) node[key] = unchecked(value);
    }
  });
}

/** Whether a statement of a registration is needed for these options. */
function isNeeded(expression, ids) {
  const name = expression?.callee?.name;
  if (ABOUT_OPTIONS.includes(name)) return false;
  if (name !== OPTION) return true;
  let needed = false;
  each(expression, (node) => {
    needed ||= node.type === "Literal" && ids.has(node.value);
  });
  return needed;
}

function unchecked(node) {
  let it = node;
  while (it.type === "CallExpression" && CASTS.includes(it.callee.name)) [it] = it.arguments;
  return it;
}
