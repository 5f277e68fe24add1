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

/** `count` requests { id, graph, direction } with 1 to 12 states, every sixteenth with up to 40. */
export function* requests(seed, count) {
  const random = stream(seed);
  for (let id = 1; id <= count; id++) {
    const states = 1 + random(id % 16 === 0 ? 40 : 12);
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
    yield { id, graph: { id: "machine", children, edges }, direction: id % 2 ? "DOWN" : "RIGHT" };
  }
}
