// Takes out of elkjs what never ran (trace.mjs): whole functions; and, of functions that ran so often
// that the examples can be believed, branches and what follows a statement that always left its
// block. A throw takes the place: where a layout should ever come to it, the engine answers with that
// error, as it does with any other, and the page shows its list instead of a picture.

/** The function that throws. */
export const LEFT_OUT = "leftOut";

/** A function that ran fewer times keeps all its branches. */
const OFTEN = 600;

/**
 * Prunes a syntax tree in place; `ran(start, end)` tells whether anything of a stretch of the source
 * ran, `times(start)` how often a function did. Functions that never ran are marked with `leftOut`.
 */
export function prune(tree, { ran, times }) {
  const dead = (node) => Boolean(node) && !ran(node.start, node.end);
  const pruneFunction = (node) => {
    node.leftOut = dead(node);
    if (node.leftOut) node.body = block([throws()]);
    return times(node.start) >= OFTEN;
  };
  const pruneBody = (node) => {
    if (dead(node.body)) node.body = throws();
  };
  const rules = {
    FunctionDeclaration: pruneFunction,
    FunctionExpression: pruneFunction,
    ForStatement: pruneBody,
    ForInStatement: pruneBody,
    WhileStatement: pruneBody,
    IfStatement(node) {
      if (dead(node.consequent)) node.consequent = throws();
      if (dead(node.alternate)) node.alternate = throws();
    },
    ConditionalExpression(node) {
      if (dead(node.consequent)) node.consequent = call();
      if (dead(node.alternate)) node.alternate = call();
    },
    LogicalExpression(node) {
      if (dead(node.right)) node.right = call();
    },
    BlockStatement(node) {
      node.body = untilDead(node.body).map(untried);
    },
    SwitchStatement(node) {
      node.cases = someCases(node.cases);
    },
  };

  /** Statements up to the first that never ran. */
  function untilDead(statements) {
    const from = statements.findIndex((it) => dead(it) && it.type !== "FunctionDeclaration");
    const isEnd = from >= 0 && statements.slice(from).every(dead);
    return isEnd ? [...statements.slice(0, from), throws()] : statements;
  }

  /** What is tried, where nothing was ever caught: an exception may as well go on. */
  const untried = (node) =>
    node.type === "TryStatement" && !node.finalizer && dead(node.handler.body) ? node.block : node;

  /**
   * The cases of a switch, all that never ran as one. It comes first: what ran falls through into
   * what ran, if at all.
   */
  function someCases(cases) {
    const kept = [];
    const left = [];
    let labels = [];
    for (const it of cases) {
      labels.push(it);
      if (it.consequent.length === 0 && it !== cases.at(-1)) continue;
      const never = it.consequent.length > 0 && it.consequent.every(dead);
      it.consequent = never ? [] : untilDead(it.consequent);
      (never ? left : kept).push(...labels);
      labels = [];
    }
    if (left.length === 0) return kept;
    const other = left.find((it) => it.test === null);
    const one = other ? [other] : left;
    one.at(-1).consequent = [throws()];
    return [...one, ...kept];
  }

  each(tree, (node) => rules[node.type]?.(node));
}

/** Visits the nodes of a syntax tree, outer ones first; what is inside not where `visit` says false. */
export function each(node, visit) {
  if (visit(node) === false) return;
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) value.forEach((it) => it?.type && each(it, visit));
    else if (value?.type) each(value, visit);
  }
}

const block = (body) => ({ type: "BlockStatement", body });
const throws = () => ({ type: "ExpressionStatement", expression: call() });
const call = () => ({
  type: "CallExpression",
  callee: { type: "Identifier", name: LEFT_OUT },
  arguments: [],
  optional: false,
});
