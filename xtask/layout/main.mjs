// Reduces elkjs to what the page's layouts need: `node main.mjs OPTIONS OUT`. OPTIONS is the module
// with the page's layout options.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import { reduce } from "./reduce.mjs";
import { trace } from "./trace.mjs";

const [optionsPath, out] = process.argv.slice(2);
const settings = await import(pathToFileURL(optionsPath));
const require = createRequire(import.meta.url);
const source = readFileSync(require.resolve("elkjs/lib/elk-worker.js"), "utf8");
const { version, license } = require("elkjs/package.json");

const ran = await trace(source, settings, 1, 600);
const notice = `/*! elkjs ${version}, ${license}, reduced to the functions that Lockstep's layouts need */\n`;
writeFileSync(out, notice + reduce(source, ran));
