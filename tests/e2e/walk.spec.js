// A random walk over the page: whatever is pressed in whatever order, nothing breaks, the page goes on
// answering, and no text is lost: neither by what takes its place nor by a lesson. After a click on a drawing no key of the page's own table changes the text.
//
// A walk is as its seed says. LOCKSTEP_WALK_SEED and LOCKSTEP_WALK_COUNT choose others; a failure tells
// the seed and what was done last.
import { expect, test } from "./fixtures.js";
import { LESSONS } from "./lessons.js";
import { example, keyTable, textOf } from "./user.js";

const SEED = Number(process.env.LOCKSTEP_WALK_SEED ?? 1);
const COUNT = Number(process.env.LOCKSTEP_WALK_COUNT ?? 2000);

const EXAMPLES = [
  "coffee-for-two", "coffee-broken", "mail-broken", "philosophers-broken",
  "systems/traffic-light.xsts", "systems/peterson.xsts", "systems/behavior-003-b.xsts",
  "statecharts/railroad-crossing.lks", "statecharts/do-race.lks",
].map(example);
const CHARTS = [
  "railroad-crossing", "railroad-crossing-safe", "do-race", "alternating-bit", "lift", "login", "master-slave", "microwave",
  "phone-menu", "traffic-light",
].map((name) => example(`statecharts/${name}.lks`));
const CLASSES = ["bank-account", "pedestrian-light-repaired"].map((name) => example(`classes/${name}.lks`));
/** Keys beside those of the page's table. */
const MORE_KEYS = ["Tab", "Shift+Tab", "Control+z", "Control+y", "F8"];
const TYPED = ["x", "deadlock", "check deadlock within 4\n", "\n", "a --> b : / c\n", "// note\n", "\b", "reach ", "7"];

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** In the page: what there is to press, each kind told by its look and name without numbers. */
function pressable() {
  const all = "button, [role=button], [role=menuitem], [role=option], summary, select, input, [role=separator], .verdict-mark, dialog a[href='#'], a[href^='#lesson']";
  const dialogs = document.querySelectorAll("dialog[open]");
  const root = dialogs[dialogs.length - 1] ?? document;
  globalThis.walkPlaces = [...root.querySelectorAll(all)].flatMap((element) => {
    const box = element.getBoundingClientRect();
    const shown = box.width > 0 && box.height > 0 && element.checkVisibility({ visibilityProperty: true });
    if (!shown || element.disabled || element.closest("#broken")) return [];
    const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
    const kind = `${element.tagName}.${element.getAttribute("class") ?? ""} ${name.replace(/\d+/g, "#").slice(0, 24)}`;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    const inSight = hit !== null && (element.contains(hit) || hit.contains(element));
    return [{ element, kind, x, y, inSight }];
  });
  return globalThis.walkPlaces.map(({ kind, x, y, inSight }) => ({ kind, x, y, inSight }));
}

/** In the page: elements of drawings that can be clicked where they are, unless a dialog is open. */
function drawn() {
  if (document.querySelector("dialog[open]")) return [];
  return [...document.querySelectorAll("svg [role=button]")].flatMap((element) => {
    const box = (element.querySelector("rect, circle, text") ?? element).getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = box.width > 0 ? document.elementFromPoint(x, y) : null;
    return hit !== null && element.contains(hit) ? [{ x, y }] : [];
  });
}

/** In the page: the text, and whether a lesson has its place. */
const textNow = (page) =>
  page.evaluate(() => ({
    text: document.querySelector(".cm-content")?.cmTile?.view?.state.doc.toString() ?? null,
    inLesson: document.querySelector(".pane[data-learn]") !== null,
  }));

/** Undo or redo, wherever the focus is. */
const history = (page, key) =>
  page.evaluate((key) => {
    const content = document.querySelector(".cm-content");
    content.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: true, bubbles: true, cancelable: true }));
  }, key);

const [WIDE, PHONE] = [{ width: 1440, height: 900 }, { width: 390, height: 844 }];
const TABLET = { width: 820, height: 1180 };
/** A tablet that is turned, and a browser beside another window on it. */
const TURNS = [TABLET, { width: 1180, height: 820 }, { width: 1024, height: 768 }, { width: 590, height: 820 }];
const MIXED = [...EXAMPLES.slice(0, 2), ...CHARTS.slice(0, 5), ...CLASSES];
for (const [where, viewport, texts] of [
  ["wide", WIDE, EXAMPLES], ["on a phone", PHONE, EXAMPLES],
  ["statecharts, wide", WIDE, CHARTS], ["statecharts, on a phone", PHONE, CHARTS],
  ["class models, wide", WIDE, CLASSES],
  ["on a tablet that is turned", TABLET, MIXED],
]) {
  test.describe(where, () => {
    // What the page does by itself; the walk chooses among the settings, too.
    test.use({ chosen: {}, viewport, permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true });

    test("a random walk breaks nothing and loses no text", async ({ page, complaints }) => {
      test.setTimeout(600_000);
      const next = random(SEED + viewport.width + [EXAMPLES, CHARTS, CLASSES, MIXED].indexOf(texts));
      const pick = (list) => list[Math.floor(next() * list.length)];
      const pressed = new Map();
      const done = [];
      const trouble = [];
      page.on("pageerror", (error) => trouble.push(`threw ${error}`));
      page.on("dialog", (dialog) => dialog.accept());
      const context = () => `seed ${SEED}, after ${done.length} actions:\n${done.slice(-30).join("\n")}`;
      const opens = async () => {
        await page.goto("./");
        await page.locator(".cm-content").waitFor({ state: "attached" });
      };

      /** A link within the page is followed a moment after it was pressed: only then is the text of its place there. */
      const follows = async (at) => {
        const href = await page.evaluate((at) => {
          const link = globalThis.walkPlaces?.[at]?.element.closest("a");
          return link?.isConnected ? link.getAttribute("href") : null;
        }, at);
        if (!href?.startsWith("#")) return;
        await page.waitForFunction((href) => location.hash === href, href, { timeout: 2_000 }).catch(() => {});
        await page.evaluate(() => new Promise((then) => requestAnimationFrame(() => setTimeout(then))));
      };

      /** Presses one of the kinds that were pressed least. */
      const press = async () => {
        const places = await page.evaluate(pressable);
        if (!places.length) return "nothing to press";
        const rank = (place) => pressed.get(place.kind) ?? 0;
        const weights = places.map((place) => 1 / (1 + rank(place)) ** 2);
        let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
        let at = weights.findIndex((weight) => (left -= weight) < 0);
        if (at < 0) at = places.length - 1;
        const place = places[at];
        pressed.set(place.kind, rank(place) + 1);
        if (place.inSight) await page.mouse.click(place.x, place.y);
        else {
          await page.evaluate((at) => {
            const { element } = globalThis.walkPlaces[at];
            if (element.isConnected) element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
          }, at);
        }
        await follows(at);
        return `press ${place.kind}${place.inSight ? "" : " (out of sight)"}`;
      };
      const type = async () => {
        const words = pick(TYPED);
        if (words === "\b") await page.keyboard.press("Backspace");
        else await page.keyboard.type(words);
        return `type ${JSON.stringify(words)}`;
      };
      const key = async () => {
        const key = pick(keys);
        await page.keyboard.press(key);
        return `key ${key}`;
      };
      /** A click on a drawing, then a key of the table: neither changes the text. */
      const clickAndKey = async () => {
        const places = await page.evaluate(drawn);
        if (!places.length) return "nothing drawn";
        const { x, y } = pick(places);
        // What a notice offers may be another text.
        const { press, what } = pick(table.filter(({ press }) => press[0] !== "u"));
        const before = await textOf(page);
        await page.mouse.click(x, y);
        for (const key of press) await page.keyboard.press(key);
        const done = `click at ${Math.round(x)}, ${Math.round(y)}, then ${press.join(" ")} (${what})`;
        expect(await textOf(page), `${done} changed the text; ${context()}`).toBe(before);
        return done;
      };
      /** Another model, as pasting over everything would. */
      const paste = async () => {
        const text = pick(texts);
        await page.evaluate((text) => {
          const view = document.querySelector(".cm-content").cmTile.view;
          view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
        }, text);
        return `paste ${text.slice(0, 40).replaceAll("\n", " ")}`;
      };

      const turn = async () => {
        const size = pick(TURNS);
        await page.setViewportSize(size);
        return `turn to ${size.width} × ${size.height}`;
      };

      /** A place among the lessons, as a link to it leads there. */
      const learn = async () => {
        const place = pick(["lessons", "", ...LESSONS.flatMap((_, at) => [1, 2, 3].map((slide) => `lesson=${at + 1}/${slide}`))]);
        await page.evaluate((place) => (location.hash = place), place);
        // The text of a slide is fetched: what comes later is no key's doing.
        let last;
        await expect.poll(async () => {
          const before = last;
          last = await textOf(page);
          return last === before;
        }, { intervals: [500] }).toBe(true);
        return `go to #${place}`;
      };

      /** A click that has changed the text is taken back by undo. */
      const loses = async (before, after, action) => {
        if (before === null || after === before || !action.startsWith("press")) return;
        for (let undo = 0; undo < 4 && (await textOf(page)) !== before; undo += 1) await history(page, "z");
        expect(await textOf(page), `a text was lost; ${context()}`).toBe(before);
        for (let redo = 0; redo < 4 && (await textOf(page)) !== after; redo += 1) await history(page, "y");
      };
      const reload = async () => {
        const { text: before, inLesson } = await textNow(page);
        await opens();
        // A lesson begins anew; the own text is looked at when it is left.
        if (inLesson) return "reload in a lesson";
        const after = await textOf(page);
        expect(after, `a reload has lost the text; ${context()}`).toBe(before);
        return "reload";
      };
      /** The page answers a key; a palette that is on its way keeps the first one for itself. */
      const answers = async () => {
        await expect(async () => {
          await page.evaluate(() => {
            for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
            document.activeElement?.blur();
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true, cancelable: true }));
          });
          await expect(page.locator("dialog#keys[open]"), `the page is dead; ${context()}`).toHaveCount(1, { timeout: 5_000 });
        }).toPass({ timeout: 15_000 });
        await page.evaluate(() => document.querySelector("dialog#keys").close());
        await expect(page.locator("#broken"), context()).toBeHidden();
      };

      await opens();
      const table = await keyTable(page);
      const keys = [...new Set([...table.flatMap(({ press }) => press), ...MORE_KEYS])];
      if (texts !== EXAMPLES) done.push(await paste());
      let own = await textOf(page);
      for (let action = 0; action < COUNT / 2; action += 1) {
        const { text: before, inLesson } = await textNow(page);
        if (!inLesson) own = before;
        const chance = next();
        let what;
        if (chance < 0.004) what = await reload();
        else if (chance < 0.02) what = await paste();
        else if (chance < 0.035) what = await learn();
        else if (chance < 0.07) what = await type();
        else if (chance < 0.09 && viewport === TABLET) what = await turn();
        else if (chance < 0.15) what = await clickAndKey();
        else if (chance < 0.38) what = await key();
        else what = await press();
        done.push(what);
        const now = await textNow(page);
        if (!now.inLesson) await loses(own, now.text, inLesson ? `press: left a lesson by ${what}` : what);
        if (action % 25 === 24) await answers();
        expect([...trouble, ...complaints], context()).toEqual([]);
      }
      await answers();
    });
  });
}
