// The layout engine in a worker of its own, as its authors publish it; a module worker, so that the
// page needs no `blob:` in its Content-Security-Policy. The page (web/src/stage/layout) sends
// { id, graph, direction }; the answer is { id, data }, with the graph's coordinates, or has no data.
/*! elkjs, https://github.com/kieler/elkjs, EPL-2.0 or GPL-3.0-or-later */
import "elkjs/lib/elk-worker.min.js";
import { ALGORITHM, withOptions } from "./layout/options.js";

// elkjs has installed itself as this worker's message handler.
const engine = self.onmessage;
engine({ data: { id: 0, cmd: "register", algorithms: [ALGORITHM] } });

self.onmessage = ({ data: { id, graph, direction } }) =>
  engine({ data: { id, cmd: "layout", graph: withOptions(graph, direction) } });
