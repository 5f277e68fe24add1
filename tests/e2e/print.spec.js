// Paper: the text, every check, and every message and lifeline of the selected one stand on it,
// whatever the window and the paper, and nothing is cut off.
import { pagesOf } from "./pdf.js";
import { expect, test } from "./fixtures.js";
import { User, allSettled, example, settled } from "./user.js";

const SHEETS = { upright: {}, landscape: { landscape: true } };

/** As the browser prints when nobody changes anything in its dialog. */
async function paper(page, options) {
  return pagesOf(await page.pdf({ format: "A4", ...options }));
}

/** Without blanks: letters are put on paper one by one. */
const plain = (text) => text.replace(/\s+/g, "");
const all = (pages) => plain(pages.map(({ text }) => text).join(""));

/** The text is there line by line, and every check with its answer. */
async function holdsTextAndAnswers(page, printed, text) {
  for (const line of text.split("\n")) expect(printed).toContain(plain(line));
  const titles = await page.locator(".check-title").allTextContents();
  const answers = await page.locator(".check-short").allTextContents();
  expect(titles.length).toBeGreaterThan(0);
  for (const words of [...titles, ...answers]) expect(printed).toContain(plain(words));
}

/** The heads of the lifelines on a sheet, from left to right, where all of them stand in one row. */
function headsOf({ words }, lifelines) {
  const begins = (name) => ({ text }) => new RegExp(`^${name}(:|$)`).test(plain(text));
  const rows = words.filter(begins(lifelines[0])).map((first) =>
    lifelines.map((name) => words.find((it) => begins(name)(it) && Math.abs(it.y - first.y) < 0.5)));
  // Cards have them too, further up.
  return rows.filter((row) => row.every(Boolean)).sort(([a], [b]) => a.y - b.y)[0];
}

/** Many lifelines and many messages: more than one sheet, and wider than one. */
function ring(lifelines, rounds) {
  const names = Array.from({ length: lifelines }, (_, at) => `participant${at}`);
  const machines = names.map((name, at) => {
    const [took, gave] = [`token${at}`, `token${(at + 1) % lifelines}`];
    return at
      ? `machine M${at} {\n  [*] --> idle\n  idle --> busy : ${took}\n  busy --> idle : / ${gave}\n}`
      : `machine M0 {\n  [*] --> busy\n  busy --> idle : / ${gave}\n  idle --> busy : ${took}\n}`;
  });
  const messages = Array.from({ length: lifelines * rounds }, (_, at) => {
    const [from, to] = [at % lifelines, (at + 1) % lifelines];
    return `  ${names[from]} -> ${names[to]} : token${to}`;
  });
  const declared = names.map((name, at) => `  ${name} : M${at}`);
  return `${machines.join("\n")}\nscenario "round and round" {\n${declared.join("\n")}\n${messages.join("\n")}\n}\n`;
}

const models = {
  "coffee for two": { text: example("coffee-for-two"), lifelines: ["alice", "bob", "cm", "m"], messages: 6 },
  "twelve lifelines": {
    text: ring(12, 4),
    lifelines: Array.from({ length: 12 }, (_, at) => `participant${at}`),
    messages: 48,
  },
};

for (const [name, { text, lifelines, messages }] of Object.entries(models)) {
  for (const [sheet, options] of Object.entries(SHEETS)) {
    for (const [width, height] of [[390, 844], [1280, 720], [1920, 1080]]) {
      test(`${name} on ${sheet} paper from a window of ${width} pixels`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        const user = new User(page);
        await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), text);
        await page.goto("./");
        await expect(user.message(1)).toBeAttached();
        await expect(page.locator(".check-short", { hasText: /^(waiting|checking)/ })).toHaveCount(0);
        await expect(user.stage.locator("svg.machine")).toHaveCount(lifelines.length);
        const before = await user.stage.locator(".sequence-scroll").evaluate((it) => it.scrollTop);

        const pages = await paper(page, options);
        const printed = all(pages);
        expect(pages.flatMap(({ cut }) => cut)).toEqual([]);

        await holdsTextAndAnswers(page, printed, text);
        // Every message of the scenario: its symbol beside its number, below the heads of all lifelines.
        const [scenario] = text.split(/^scenario /m)[1].split("}");
        const written = [...scenario.matchAll(/->\s*\w+\s*:\s*(\w+)/g)].map(([, symbol]) => symbol);
        expect(written).toHaveLength(messages);
        const seen = new Map();
        for (const sheet of pages) {
          const heads = headsOf(sheet, lifelines);
          if (!heads) continue;
          for (const number of sheet.words.filter(({ text, y }) => /^\d+$/.test(text) && y < heads[0].y)) {
            const beside = sheet.words.filter((it) => it.x > number.x && Math.abs(it.y - number.y) < 0.5);
            if (beside.length === 1) seen.set(Number(number.text), plain(beside[0].text));
          }
          // And every lifeline is a line below its head.
          for (const { x, y, end, size } of heads) {
            const below = sheet.lines.filter((line) => line.x > x && line.x < end + size && line.top < y);
            expect(below).not.toEqual([]);
          }
        }
        written.forEach((symbol, at) => expect(seen.get(at + 1), `message ${at + 1}`).toBe(symbol));

        // The page of the screen is as it was.
        await expect(page.locator(".paper")).toHaveCount(0);
        expect(await user.stage.locator(".sequence-scroll").evaluate((it) => it.scrollTop)).toBe(before);
      });
    }
  }
}

for (const [sheet, options] of Object.entries(SHEETS)) {
  for (const width of [390, 1280]) {
    test(`a transition system on ${sheet} paper from a window of ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      const text = example("systems/traffic-light.xsts");
      await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), text);
      await page.goto("./");
      await expect(page.locator(".checks-summary")).toHaveText(settled(6), { timeout: 20_000 });
      await page.locator(".check-select").nth(2).dispatchEvent("click");
      await expect(page.locator(".player-count")).toHaveText("step 0 of 4");

      const pages = await paper(page, options);
      const printed = all(pages);
      expect(pages.flatMap(({ cut }) => cut)).toEqual([]);
      for (const line of text.split("\n")) expect(printed).toContain(plain(line));
      // The end of the run, the variables, the control flow, and every step with what it changes.
      expect(printed).toContain(plain("Step 4 of 4."));
      for (const words of ["emergencybooleanfalse", "havoc emergency", "start", "What is executed", "ticks = 3", "light = Green"]) {
        expect(printed).toContain(plain(words));
      }
      // Steps stand over the waves and before their rows.
      for (const step of ["0", "0.1", "0.2", "1", "1.1", "2", "2.1", "3", "3.1", "4"]) {
        const written = pages.flatMap(({ words }) => words).filter(({ text }) => plain(text) === step);
        expect(written.length, `step ${step}`).toBeGreaterThanOrEqual(2);
      }
      await expect(page.locator(".paper")).toHaveCount(0);
    });
  }
}

for (const [sheet, options] of Object.entries(SHEETS)) {
  for (const width of [390, 1280]) {
    test(`statecharts on ${sheet} paper from a window of ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      const text = example("statecharts/pump.lks");
      await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), text);
      await page.goto("./");
      await expect(page.locator(".checks-summary")).toHaveText(settled(3), { timeout: 20_000 });
      await page.locator(".check-select").first().dispatchEvent("click");
      await expect(page.locator(".player-count")).toContainText("step 0 of");

      const pages = await paper(page, options);
      const printed = all(pages);
      expect(pages.flatMap(({ cut }) => cut)).toEqual([]);
      await holdsTextAndAnswers(page, printed, text);
      // Each state and region of the drawing, beside its line of the text; the end of the run; every step of it.
      for (const name of ["Valve", "Pump", "Shut", "Turned", "Open", "Off", "Ready", "Running"]) {
        const drawn = printed.split(name).length - plain(text).split(name).length;
        expect(drawn, name).toBeGreaterThan(0);
      }
      // A step counts by its dispatch; what it does after that has a number behind the point.
      expect(printed).toContain(plain("Step 7.1 of 7."));
      for (const done of ["7.1plantReady --> Running : [flows]", "5.2plantOff --> Ready : start"]) {
        expect(printed).toContain(plain(done));
      }
      await expect(page.locator(".paper")).toHaveCount(0);
    });
  }
}

for (const [sheet, options] of Object.entries(SHEETS)) {
  for (const width of [390, 1280]) {
    test(`a class model on ${sheet} paper from a window of ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      // A run of more calls than one figure holds: both buttons are pressed until they cannot count any further.
      const text = example("classes/pedestrian-light.lks") + "\ncheck reach b1.counter = 9 and b2.counter = 9\n";
      await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), text);
      await page.goto("./");
      await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 30_000 });
      await page.locator(".check-select").last().dispatchEvent("click");
      await expect(page.locator(".player-count")).toContainText(/step 0 of \d\d/);
      const steps = Number((await page.locator(".player-count").textContent()).match(/of (\d+)/)[1]);
      expect(steps).toBeGreaterThan(10);

      const pages = await paper(page, options);
      const printed = all(pages);
      expect(pages.flatMap(({ cut }) => cut)).toEqual([]);
      await holdsTextAndAnswers(page, printed, text);
      for (const words of [`Step ${steps} of ${steps}.`, "inv oneAlwaysRed", "Calls, continued"]) {
        expect(printed).toContain(plain(words));
      }
      // Each call with its number beside it, in a figure that has the heads of all objects on the same sheet.
      const heads = ["tl : TrafficLight", "b1 : Button", "b2 : Button"];
      const seen = new Set();
      for (const { text: words, words: each } of pages) {
        if (!plain(words).includes("Calls")) continue;
        for (const head of heads) expect(plain(words)).toContain(plain(head));
        for (const call of each.filter(({ text }) => /^(requesting|switchCarLight|switchPedLight)\(\)$/.test(plain(text)))) {
          const beside = each.filter((it) => /^\d+$/.test(plain(it.text)) && Math.abs(it.y - call.y) < 10 && it.x < call.x);
          for (const { text } of beside) seen.add(Number(plain(text)));
        }
      }
      for (let step = 1; step <= steps; step += 1) expect(seen, `call ${step}`).toContain(step);
      await expect(page.locator(".paper")).toHaveCount(0);
    });
  }
}
