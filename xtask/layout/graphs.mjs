// Random machines, as the page would send them to the layout engine: the examples that its
// reduction is traced with, and tested with under other seeds.

/** A stream of small numbers: the same seed gives the same stream for ever. */
function stream(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * bound);
  };
}

/**
 * Requests of seed 1 that run something of the engine which the first 600 do not, as a search among
 * some thousand found.
 */
export const RARE = [1080, 1168, 6064, 6904, 8056];

/** The first `count` requests of a seed, half of them of machines that were drawn before. */
export function requests(seed, count) {
  const one = (_, index) => ({ ...(index % 2 ? reminded : request)(seed, (index >> 1) + 1), id: index + 1 });
  return Array.from({ length: count }, one);
}

/** A request { id, graph, direction } with 1 to 12 states, every eighth with up to 64. */
export function request(seed, id) {
  const random = stream(Math.imul(seed * 1_000_003 + id, 0x9e3779b1));
  const states = 1 + random(id % 8 === 0 ? 64 : 12);
  const children = Array.from({ length: states }, (_, index) => ({
    id: `n${index}`,
    width: 24 + random(120),
    height: 20 + random(24),
  }));
  // Loops, transitions side by side, states without any, transitions without a label.
  const edges = Array.from({ length: random(states > 12 ? states * 2 : states * 3) }, (_, index) => ({
    id: `e${index}`,
    sources: [`n${random(states)}`],
    targets: [`n${random(states)}`],
    labels: random(4) ? [{ text: "label", width: 8 + random(140), height: 13 }] : [],
  }));
  if (id % 3 === 0) addMarks(children, edges, random);
  return { id, graph: { id: "machine", children, edges }, direction: id % 2 ? "DOWN" : "RIGHT" };
}

/** Adds what the page draws beside states: an initial dot and final marks. */
function addMarks(children, edges, random) {
  const arrow = (source, target) => ({ id: `${source}${target}`, sources: [source], targets: [target], labels: [] });
  const states = children.map((state) => state.id);
  children.unshift({ id: "initial", width: 10, height: 10 });
  edges.unshift(arrow("initial", states[0]));
  for (let index = 0; index < states.length; index += 1 + random(6)) {
    children.push({ id: `f${index}`, width: 16, height: 16 });
    edges.push(arrow(states[index], `f${index}`));
  }
}

/** A request of a machine that was drawn before, most of it: with places, and edges that ran straight. */
export function reminded(seed, id) {
  const asked = request(seed, id);
  const random = stream(Math.imul(seed + id, 0x85ebca6b));
  for (const node of asked.graph.children) if (random(5)) node.before = [random(400), random(400)];
  for (const edge of asked.graph.edges) edge.straight = random(3) === 0;
  return asked;
}
