// Opens the built page in Chromium, starts the page's own worker once more, has it run one measurement
// and prints the report as JSON. `cargo xtask bench` calls this with the page's address and the
// file with the request.
import { readFileSync } from "node:fs";

import { chromium } from "@playwright/test";

const [url, file] = process.argv.slice(2);
const request = readFileSync(file, "utf8");
const browser = await chromium.launch({
  executablePath: process.env.LOCKSTEP_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
const context = await browser.newContext({ serviceWorkers: "block" });
const page = await context.newPage();
await page.goto(url);
const answer = await page.evaluate(async (request) => {
  // As web/src/worker/client.rs starts it.
  const worker = new Worker(document.querySelector("[data-asset=worker]").href, { type: "module" });
  const program = await fetch(document.querySelector("link[as=fetch][rel=preload]").href);
  const module = await WebAssembly.compile(await program.arrayBuffer());
  return new Promise((resolve) => {
    worker.onerror = (event) => resolve({ error: event.message });
    worker.onmessage = ({ data }) => {
      // Its first word, in bytes, is that it is ready; a measurement is asked for and told in text.
      if (typeof data === "string") resolve(JSON.parse(data));
      else worker.postMessage(request);
    };
    worker.postMessage([document.querySelector("script[data-asset=bindings]").src, module]);
  });
}, request);
const version = browser.version();
await browser.close();
if (answer.error) {
  console.error(`error: ${answer.error}`);
  process.exit(1);
}
answer.report.build += `, the page's worker in Chromium ${version}`;
console.log(JSON.stringify(answer.report, null, 2));
