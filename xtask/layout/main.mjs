// Reduces elkjs to what the page's layouts need: `node main.mjs OPTIONS OUT`. OPTIONS is the module
// with the page's layout options.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import { parse } from "acorn";
import { minify } from "terser";

import { lighten } from "./lighten.mjs";
import { prune } from "./prune.mjs";
import { reachable } from "./reach.mjs";
import { trace } from "./trace.mjs";

/** Properties that others know: those of messages, of native tables, and of the graph's objects. */
const KNOWN = [
  ...["id", "cmd", "graph", "layoutOptions", "options", "algorithms", "data", "error"],
  ...["postMessage", "onmessage"],
  ...["boolean", "number", "string", "object", "function", "undefined"],
  "$H",
];

const [optionsPath, out] = process.argv.slice(2);
const settings = await import(pathToFileURL(optionsPath));
const require = createRequire(import.meta.url);
const source = readFileSync(require.resolve("elkjs/lib/elk-worker.js"), "utf8");
const { version, license } = require("elkjs/package.json");

const program = parse(source, { ecmaVersion: 2022 });
prune(program, await trace(source, settings));
lighten(program, settings.NAMES);
// Prints the syntax tree, with short names for the engine's own properties.
const { code } = await minify(reachable(program), {
  parse: { spidermonkey: true },
  compress: false,
  mangle: { properties: { keep_quoted: true, reserved: KNOWN } },
});
const notice = `/*! elkjs ${version}, ${license}, reduced to what Lockstep's layouts need */\n`;
writeFileSync(out, notice + code);
