// Which functions of elkjs our layouts run: the engine's own coverage under random machines.
import inspector from "node:inspector";

import { start } from "./engine.mjs";
import { requests } from "./graphs.mjs";

/** The positions in `source` at which functions start that ran in `count` layouts or before them. */
export async function trace(source, settings, seed, count) {
  const filename = "layout-engine.js";
  const session = new inspector.Session();
  session.connect();
  const post = (method, parameters) =>
    new Promise((resolve, reject) =>
      session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result))),
    );
  await post("Profiler.enable");
  await post("Profiler.startPreciseCoverage", { callCount: false, detailed: false });
  const layout = start(source, filename, settings);
  for (const request of requests(seed, count)) layout(request);
  const { result } = await post("Profiler.takePreciseCoverage");
  session.disconnect();
  const { functions } = result.find((script) => script.url === filename);
  const ran = functions.map(({ ranges: [whole] }) => whole).filter((range) => range.count > 0);
  return new Set(ran.map((range) => range.startOffset));
}
