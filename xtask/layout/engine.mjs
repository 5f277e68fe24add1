// Runs a build of elkjs in node, as if it were the page's worker.
import vm from "node:vm";

/**
 * Starts elkjs from its source; the result answers a request { id, graph, direction } with the
 * placed graph, or throws what the engine reports.
 */
export function start(source, filename, { ALGORITHM, withOptions }) {
  let answer;
  // What the engine finds in the page's bundle: a worker's `self`, a module, and nothing else that it
  // looks for. The reduction knows only what ran, so nothing may differ here.
  const self = { postMessage: (message) => (answer = message), __proto__: globalThis };
  const module = { exports: {} };
  const around = { self, module, exports: module.exports, global: undefined, window: undefined };
  // A function, not a script: the engine's thousands of names are then locals, which are fast.
  vm.compileFunction(source, Object.keys(around), { filename })(...Object.values(around));
  const ask = (data) => {
    self.onmessage({ data });
    if (answer.error) throw answer.error;
    return answer.data;
  };
  ask({ id: 0, cmd: "register", algorithms: [ALGORITHM] });
  return ({ id, graph, direction }) => {
    const asked = withOptions(structuredClone(graph), direction);
    return ask({ id, cmd: "layout", graph: asked });
  };
}
