// Which places of elkjs our layouts run: the engine's own coverage under random machines.
import inspector from "node:inspector";

import { start } from "./engine.mjs";
import { RARE, request, requests } from "./graphs.mjs";

/**
 * Lays out machines; the result tells of a stretch of `source` whether anything in it ran, and how
 * often the function that starts at a place did.
 */
export async function trace(source, settings) {
  const filename = "layout-engine.js";
  const session = new inspector.Session();
  session.connect();
  const post = (method, parameters) =>
    new Promise((resolve, reject) =>
      session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result))),
    );
  await post("Profiler.enable");
  await post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const layout = start(source, filename, settings);
  for (const it of requests(1, 1200)) layout(it);
  for (const id of RARE) layout(request(1, id));
  // The way back from an error has to run too.
  try {
    layout({ id: 0, graph: { id: "broken", edges: [{ id: "e", sources: ["n"], targets: ["n"] }] } });
  } catch {
    // That is what was asked for.
  }
  const { result } = await post("Profiler.takePreciseCoverage");
  session.disconnect();

  // Ranges nest, and the innermost counts: outer ones are written first.
  const { functions } = result.find((script) => script.url === filename);
  const ranges = functions.flatMap((it) => it.ranges);
  ranges.sort((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset);
  const ran = new Uint8Array(source.length);
  for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  const before = new Uint32Array(source.length + 1);
  ran.forEach((one, at) => (before[at + 1] = before[at] + one));
  const times = new Map(functions.map(({ ranges: [whole] }) => [whole.startOffset, whole.count]));
  return { ran: (start, end) => before[end] > before[start], times: (start) => times.get(start) ?? 0 };
}
