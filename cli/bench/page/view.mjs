// Measures the built page itself in Chromium and prints the report as JSON: how soon the first verdict
// stands on the screen, what blocks the main thread, whether anything moves while it loads, and how
// smoothly a long run is stepped. `cargo xtask bench page` calls this with the page's address and how
// often to start it.
import { chromium } from "@playwright/test";

import { philosophers } from "../../../tests/e2e/models.js";

const [url, starts] = [process.argv[2], Number(process.argv[3])];
const browser = await chromium.launch({
  executablePath: process.env.LOCKSTEP_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});

/** A ring of machines that hand a token on, and a scenario in which it goes round. */
function ring(lifelines, messages) {
  const next = (at) => (at + 1) % lifelines;
  const machines = Array.from({ length: lifelines }, (_, at) =>
    at === 0
      ? `machine P0 {\n  [*] --> has\n  has --> idle : / t1\n  idle --> has : t0\n}\n`
      : `machine P${at} {\n  [*] --> idle\n  idle --> has : t${at}\n  has --> idle : / t${next(at)}\n}\n`,
  );
  const names = Array.from({ length: lifelines }, (_, at) => `  p${at} : P${at}\n`);
  const passes = Array.from({ length: messages }, (_, at) => {
    const [from, to] = [at % lifelines, next(at % lifelines)];
    return `  p${from} -> p${to} : t${to}\n`;
  });
  return `${machines.join("")}scenario "round" {\n${names.join("")}\n${passes.join("")}}\ncheck "round" within 4 expect consistent\n`;
}

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const at = (numbers, share) => sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];
const rounded = (number) => Math.round(number * 10) / 10;
const spread = (numbers) => ({
  median: rounded(at(numbers, 0.5)),
  p95: rounded(at(numbers, 0.95)),
  worst: rounded(Math.max(...numbers)),
  count: numbers.length,
});

/** A page in a context of its own, so with an empty cache, that keeps account of itself. */
async function fresh(slower) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  if (slower > 1) {
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  }
  await page.addInitScript(() => {
    window.account = { tasks: [], shift: 0, verdict: undefined };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.account.tasks.push(entry.duration);
    }).observe({ type: "longtask", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.account.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    const look = () => {
      if (document.querySelector(".checks")?.textContent.includes("4 of 6 messages")) {
        window.account.verdict = performance.now();
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(url);
  return page;
}

/** First verdicts in milliseconds from navigation, with what blocked and what moved. */
async function opening(slower) {
  const [verdicts, tasks, shifts] = [[], [], []];
  for (let start = 0; start < starts; start++) {
    const page = await fresh(slower);
    await page.waitForFunction(() => window.account.verdict !== undefined);
    // What comes after the verdict (editor, layout) is part of opening, too.
    await page.waitForTimeout(1500);
    const account = await page.evaluate(() => window.account);
    verdicts.push(account.verdict);
    tasks.push(Math.max(0, ...account.tasks));
    shifts.push(account.shift);
    await page.context().close();
  }
  return {
    first_verdict_ms: spread(verdicts),
    longest_task_ms: spread(tasks),
    layout_shift: Math.max(...shifts),
  };
}

/** Writes a text in the editor and waits for its first answer. */
async function write(page, text, answered) {
  const editor = page.getByRole("textbox", { name: "Model text" });
  await page.waitForTimeout(1500);
  await editor.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
  await page.getByText(answered).first().waitFor();
  await page.waitForTimeout(1500);
}

/** Frames while a run of a hundred messages on twelve lifelines is stepped, one step a frame. */
async function stepping() {
  const page = await fresh(1);
  await write(page, ring(12, 100), "100 of 100 messages");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Home");
  const frames = await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const step = (key) =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const [gaps, work] = [[], []];
    for (const key of ["ArrowRight", "ArrowLeft"]) {
      let before = await frame();
      for (let step_ = 0; step_ < 100; step_++) {
        const start = performance.now();
        step(key);
        await Promise.resolve();
        work.push(performance.now() - start);
        const now = await frame();
        gaps.push(now - before);
        before = now;
      }
    }
    const said = document.querySelector(".player-count")?.textContent;
    return { gaps, work, said };
  });
  await page.context().close();
  return { frame_ms: spread(frames.gaps), script_ms: spread(frames.work), ends_at: frames.said };
}

/** What blocks the main thread while the worker searches for some seconds. */
async function solving() {
  const page = await fresh(1);
  await write(page, philosophers(14, "check deadlock"), "deadlock");
  await page.evaluate(() => (window.account.tasks.length = 0));
  await page.waitForTimeout(5000);
  const tasks = await page.evaluate(() => window.account.tasks);
  const solves = await page.getByRole("button", { name: /^Stop/ }).isVisible();
  await page.context().close();
  return {
    solves_all_the_time: solves,
    longest_task_ms: rounded(Math.max(0, ...tasks)),
    tasks_over_50_ms: tasks.length,
  };
}

const report = {
  build: `Chromium ${browser.version()}`,
  opening: await opening(1),
  opening_with_the_cpu_slowed_4_times: await opening(4),
  stepping_12_lifelines_100_messages: await stepping(),
  five_seconds_of_solving: await solving(),
};
await browser.close();
console.log(JSON.stringify(report, null, 2));
