// Searches for machines that need something of elkjs that the reduction has left out:
// `node rare.mjs OPTIONS ENGINE SEED FROM TO`, with the page's options and a reduced engine (in
// target/layout-engine). Prints those which the two draw differently; what it finds in seed 1 belongs
// to RARE in graphs.mjs, and nothing may be found in seeds that the reduction has not seen.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import { start } from "./engine.mjs";
import { reminded, request } from "./graphs.mjs";

const [optionsPath, enginePath, ...numbers] = process.argv.slice(2);
const [seed, from, to] = numbers.map(Number);
const settings = await import(pathToFileURL(optionsPath));
const load = (path) => start(readFileSync(path, "utf8"), path, settings);
const whole = load(createRequire(import.meta.url).resolve("elkjs/lib/elk-worker.js"));
const reduced = load(enginePath);

/** A drawing as text, without the numbers that the engine gives to objects; or what went wrong. */
function drawn(layout, asked) {
  try {
    return JSON.stringify(layout(asked), (name, value) => (name === "$H" ? undefined : value));
  } catch (error) {
    return `failed: ${error?.message ?? error}`;
  }
}

for (let id = from; id <= to; id += 1) {
  for (const kind of [request, reminded]) {
    const [one, other] = [whole, reduced].map((layout) => drawn(layout, kind(seed, id)));
    if (one !== other) console.log(kind.name, id, one.startsWith("failed") ? `whole ${one}` : other.slice(0, 80));
  }
}
console.log(`compared ${2 * (to - from + 1)} machines of seed ${seed}`);
