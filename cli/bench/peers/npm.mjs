// Solvers from npm on the formulas that `lockstep bench table2 --class medium --dimacs DIR` wrote, beside
// Lockstep's own solver in WebAssembly on the same instances, with the paper's procedure (the longest
// prefix first). In Node, whose engine is Chromium's. Handing the clauses over and solving count.
//
//   npm install --prefix PEERS cadical-wasm logic-solver z3-solver
//   cargo xtask bench coffee                       (builds the module for the browser)
//   node cli/bench/peers/npm.mjs DIR PEERS/node_modules target/bench-page COUNT
//
// z3-solver is given a minute for each formula. Where it gives up, the instance counts with the time
// until then, so its figure says "at least".
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [dir, modules, ours, wanted] = process.argv.slice(2);
const count = Number(wanted ?? 20);
const require = createRequire(resolve(modules, "here.js"));

const { Cadical } = await import(resolve(modules, "cadical-wasm/dist/index.js"));
const MiniSat = require("logic-solver/minisat_wrapper.js");
const { init: initZ3 } = require("z3-solver");
const { Context } = await initZ3();
const z3 = new Context("main");

function read(name) {
  const text = readFileSync(resolve(dir, name), "utf8").replace(/^c.*\n/gm, "");
  const [head, ...lines] = text.trim().split("\n");
  const clauses = lines.map((line) => line.split(" ").slice(0, -1).map(Number));
  return { text, clauses, variables: Number(head.split(" ")[2]) };
}

const solvers = {
  "cadical-wasm": async ({ clauses }) => {
    const solver = await Cadical.create();
    for (const clause of clauses) solver.addClause(clause);
    const answer = solver.solve() === "satisfiable";
    solver.dispose();
    return answer;
  },
  "logic-solver": async ({ clauses, variables }) => {
    const solver = new (MiniSat.default ?? MiniSat)();
    solver.ensureVar(variables);
    return clauses.every((clause) => solver.addClause(clause)) && solver.solve();
  },
  "z3-solver": async ({ text }) => {
    const solver = new z3.Solver();
    solver.set("timeout", 60_000);
    solver.fromString(text);
    const answer = await solver.check();
    return answer === "unknown" ? undefined : answer === "sat";
  },
};

const byInstance = new Map();
for (const name of readdirSync(dir).filter((name) => name.endsWith(".cnf"))) {
  const [, number, prefix] = name.replace(".cnf", "").split("-");
  const list = byInstance.get(Number(number)) ?? [];
  byInstance.set(Number(number), [...list, { name, prefix: Number(prefix) }]);
}
const numbers = [...byInstance.keys()].sort((a, b) => a - b).slice(0, count);

const { default: init, measure } = await import(resolve(ours, "bench-page.js"));
await init({ module_or_path: readFileSync(resolve(ours, "bench-page_bg.wasm")) });
measure("table2", "medium", 3, 7, "", true, true); // warm
const report = JSON.parse(measure("table2", "medium", Math.max(...numbers) + 1, 7, "", true, true));
const printed = report.rows.filter((row) => row.method === "printed").flatMap((row) => row.each ?? []);
const own = new Map(printed.map((sample) => [sample.number, sample]));

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const mine = numbers.map((number) => own.get(number).total_ms - own.get(number).encode_ms);
console.log(`lockstep (batsat): median ${median(mine).toFixed(1)} ms over ${numbers.length} instances`);
for (const [name, solve] of Object.entries(solvers)) {
  const ratios = [];
  let least = "";
  for (const [at, number] of numbers.entries()) {
    let spent = 0;
    let longest = 0;
    for (const file of byInstance.get(number).sort((a, b) => b.prefix - a.prefix)) {
      const formula = read(file.name);
      const started = performance.now();
      const satisfiable = await solve(formula);
      spent += performance.now() - started;
      if (satisfiable === undefined) {
        least = "at least ";
        longest = own.get(number).value;
        break;
      }
      if (satisfiable) {
        longest = file.prefix;
        break;
      }
    }
    if (longest !== own.get(number).value) throw new Error(`${name} disagrees on ${number}`);
    ratios.push(spent / mine[at]);
  }
  console.log(`${name}: ${least}${median(ratios).toFixed(1)} times as long, median`);
}
process.exit(0);
