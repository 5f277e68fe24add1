// What a user of the page does, in the user's words. Elements are found by role and name.
import { readFileSync } from "node:fs";
import { expect } from "./fixtures.js";

export { philosophers } from "./models.js";

/** An example as it stands in static/examples: of machines by its name, else by its path. */
export function example(name) {
  const file = name.includes("/") ? name : `machines/${name}.lks`;
  const url = new URL(`../../static/examples/${file}`, import.meta.url);
  return readFileSync(url, "utf8");
}

/** The repair of the paper's Section 3: an error sends the PhD back to work, nobody is told of the repair. */
export function repaired(text) {
  return text
    .replace(/waiting( +)--> desperate : error/, "waiting$1--> working : error")
    .replace(/\n.*desperate --> working.*/, "")
    .replace("done / repaired", "done");
}

/** Waits until the browser has what it fetches in advance: it would say on the console that it does not come. */
export async function hasEverything(page) {
  await page.waitForFunction(() => {
    const fetched = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
    return [...document.querySelectorAll("link[data-later]")].every(({ href }) => fetched.has(href));
  });
}

/** What the counter says once so many checks are answered, none of them contrary to its `expect`. */
export const settled = (checks) => new RegExp(`^${checks} of ${checks} (as expected|answered)$`);

/** The same of any number of checks. */
export const allSettled = /^(\d+) of \1 (as expected|answered)$/;

/** The text in the editor, in full. */
export const textOf = (page) =>
  page.evaluate(() => document.querySelector(".cm-content")?.cmTile?.view?.state.doc.toString() ?? null);

/** The page's own table of keys, as its list shows it: what is pressed, in order, and what that does. */
export async function keyTable(page) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("?");
  const rows = page.locator("dialog#keys[open] dt[data-press]");
  // On a phone the list is there without being seen.
  await rows.first().waitFor({ state: "attached" });
  const table = await rows.evaluateAll((all) =>
    all.map((it) => ({ press: it.dataset.press.split(" "), what: it.nextElementSibling.textContent })));
  await page.keyboard.press("Escape");
  return table;
}

/** Presses something in the head of the page; on a phone it is behind a button. */
export async function reaches(page, name) {
  const more = page.getByRole("button", { name: "More", exact: true });
  if (await more.isVisible()) await more.click();
  await page.getByRole("button", { name, exact: true }).click();
}

/** Shows a view of the model or of its run; on a phone the first are chosen in the head of the page. */
export async function looksAt(page, view) {
  const modes = page.getByRole("combobox", { name: "View of the model" });
  if ((await modes.isVisible()) && /^(Drawing|States|All runs)$/.test(view)) return modes.selectOption(view);
  await page.locator(".frame-views button", { hasText: view }).locator("visible=true").first().click();
}

/** Waits for so many drawings of the page: what one thing leads to on the page is there by then. */
export async function drawings(page, count) {
  await page.evaluate(async (count) => {
    for (let drawn = 0; drawn < count; drawn += 1) await new Promise(requestAnimationFrame);
  }, count);
}

/** Waits until something stays where it is, and scrolled as it is, for several drawings. */
export async function standsStill(locator) {
  await locator.evaluate(async (element) => {
    const place = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height, element.scrollLeft, element.scrollTop].join();
    };
    let before = "";
    for (let same = 0; same < 12; ) {
      await new Promise(requestAnimationFrame);
      const now = place();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });
}

export class User {
  constructor(page) {
    this.page = page;
    this.editor = page.getByRole("textbox", { name: "Model text" });
    this.checks = page.getByRole("region", { name: "Checks" });
    // The panes with drawings and run, and the bar that plays it.
    this.stage = page.locator(".stage, .bar");
    this.notices = page.getByRole("region", { name: "Notices" });
  }

  async opens(address = "./") {
    await this.page.goto(address);
    await expect(this.editor).toBeVisible();
  }

  /** The row of a check in the list. */
  check(title) {
    return this.checks.getByRole("button", { name: new RegExp(`^${title}\\b`) });
  }

  /** A message of the sequence diagram, by its number in the scenario. */
  message(number) {
    return this.stage.getByRole("button", { name: new RegExp(`^message ${number},`) });
  }

  /** Replaces the whole text, as pasting over a selection does. */
  async writes(text) {
    await this.editor.focus();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.editor.evaluate((editor, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Leaves the editor by its documented keys, so that keys go to the page. */
  async leavesTheEditor() {
    await this.page.keyboard.press("Escape");
    await this.page.keyboard.press("Tab");
    await expect(this.editor).not.toBeFocused();
    // The divider below the text has Home, End and the arrows to itself.
    if (await this.page.locator("[role=separator]:focus").count()) await this.page.keyboard.press("Tab");
  }

  /** Presses Share and takes the link from the clipboard. */
  async sharesALink() {
    await this.page.getByRole("button", { name: "Share" }).click();
    await expect(this.notices).toContainText("Link copied");
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}
