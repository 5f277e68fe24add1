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

/** Frames while a run of a hundred messages on twelve lifelines is stepped. */
async function stepping() {
  const page = await fresh(1);
  await write(page, ring(12, 100), "100 of 100 messages");
  const frames = await stepped(page);
  await page.context().close();
  return frames;
}

/** A transition system of twelve variables whose shortest run to its goal has a hundred steps. */
function counters() {
  const names = Array.from({ length: 11 }, (_, at) => `v${at}`);
  const variables = names.map((name, at) => `var ${name} : 0..${at + 2} = 0\n`).join("");
  const turns = names.map((name, at) => `  if (${name} < ${at + 2}) { ${name} := ${name} + 1; } else { ${name} := 0; }\n`);
  return `var t : 0..60 = 0\n${variables}trans {\n  assume t < 60;\n  t := t + 1;\n${turns.join("")}}\ninit {}\nenv {}\ncheck reach t == 50\n`;
}

/** The same of a transition system, over time and as a table of steps. */
async function steppingSystems() {
  const page = await fresh(1);
  await write(page, counters(), "after 50 firings");
  const report = {};
  for (const view of ["Time", "Steps"]) {
    await page.getByRole("button", { name: view, exact: true }).click();
    await page.waitForTimeout(500);
    report[view.toLowerCase()] = await stepped(page);
  }
  await page.context().close();
  return report;
}

/** Frames while a hundred steps of the run that is shown are taken, one a frame, and taken back. */
async function stepped(page) {
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
  return { frame_ms: spread(frames.gaps), script_ms: spread(frames.work), ends_at: frames.said };
}

/** Statecharts of 300 lines: objects with nested states, regions, guards and time, of which none is checked. */
function charts() {
  const block = (at) => `  state S${at} {
    entry / n := 0
    [*] --> In${at}
    state In${at} {
      [*] --> A${at}
      A${at} --> B${at} : go [n < 3] / n := n + 1
      B${at} --> A${at} : stop
      B${at} --> C${at} : after(1, 3)
      C${at} --> [*] : go
    }
    --
    [*] --> X${at}
    X${at} --> Y${at} : tick / trace("tick ${at}")
    Y${at} --> X${at} : tick [n > 0]
  }
  S${at} --> S${(at + 1) % 5} : next
`;
  const chart = (name) => `statechart ${name} {
  var n : 0..3 = 0
  [*] --> S0
${Array.from({ length: 5 }, (_, at) => block(at)).join("")}}
`;
  const names = ["P", "Q", "R", "T"];
  return `${names.map(chart).join("")}system {
${names.map((it) => `  ${it.toLowerCase()} : ${it}\n`).join("")}  environment sends go, stop, tick, next to p
}
check reach p.S1 within 9
`;
}

/** What blocks the main thread while somebody types in them: a new transition, a word that is no name yet, and back. */
async function typing() {
  const page = await fresh(1);
  const text = charts();
  await write(page, text, "The goal is reached after");
  const editor = page.getByRole("textbox", { name: "Model text" });
  await editor.click();
  await page.evaluate(() => {
    const view = document.querySelector(".cm-content").cmTile.view;
    const at = view.state.doc.toString().indexOf("  S1 --> S2") - 1;
    view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
  });
  await page.waitForTimeout(2000);
  await page.evaluate(() => (window.account.tasks.length = 0));
  for (const key of "\nS1 --> S3 : stop [n > 1] / n := 0; trace(\"x\")") {
    await page.keyboard.type(key);
    await page.waitForTimeout(120);
  }
  await page.waitForTimeout(1500);
  for (let back = 0; back < 12; back++) {
    await page.keyboard.press("Backspace");
    await page.waitForTimeout(120);
  }
  await page.waitForTimeout(2500);
  const tasks = await page.evaluate(() => window.account.tasks);
  await page.context().close();
  return {
    lines: text.split("\n").length - 1,
    longest_task_ms: rounded(Math.max(0, ...tasks)),
    tasks_over_50_ms: tasks.length,
  };
}

/** What blocks the main thread while the worker searches for some seconds. */
async function solving() {
  const page = await fresh(1);
  // Without a limit of its own it would give up before five seconds are over.
  await page.evaluate(() => localStorage.setItem("lockstep.limit", "60"));
  await page.reload();
  await write(page, philosophers(18, "check deadlock"), "deadlock");
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
  stepping_a_transition_system: await steppingSystems(),
  typing_in_statecharts_of_300_lines: await typing(),
  five_seconds_of_solving: await solving(),
};
await browser.close();
console.log(JSON.stringify(report, null, 2));
