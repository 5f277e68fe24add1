// Opens a page in Chromium, runs one measurement in a worker of it and prints the report as JSON.
// `cargo xtask bench` calls this with the page's address and the request.
import { chromium } from "@playwright/test";

const [url, request] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.LOCKSTEP_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
const page = await browser.newPage();
await page.goto(url);
const answer = await page.evaluate(
  (request) =>
    new Promise((resolve) => {
      const worker = new Worker("worker.js", { type: "module" });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => resolve({ error: event.message });
      worker.postMessage(request);
    }),
  JSON.parse(request),
);
const version = browser.version();
await browser.close();
if (answer.error) {
  console.error(`error: ${answer.error}`);
  process.exit(1);
}
answer.report.build += `, Chromium ${version}`;
console.log(JSON.stringify(answer.report, null, 2));
