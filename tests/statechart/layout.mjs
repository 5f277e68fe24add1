// Lays out graphs as the page does, without a browser: reads a list of [graph, direction] from its input and writes
// the list of what elkjs makes of them.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { withOptions } from "../../web/js/layout/options.js";

const ELK = createRequire(import.meta.url)("elkjs");
const elk = new ELK();
const placed = [];
for (const [graph, direction] of JSON.parse(readFileSync(0, "utf8"))) {
  placed.push(await elk.layout(withOptions(graph, direction)).catch((error) => ({ error: String(error) })));
}
process.stdout.write(JSON.stringify(placed));
