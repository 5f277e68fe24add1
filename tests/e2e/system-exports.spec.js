// What can be taken along of a transition system: its run, and the pictures that the page shows.
import { readFileSync } from "node:fs";

import { expect, test } from "./fixtures.js";
import { opens } from "./systems.js";
import { example } from "./user.js";

const LIGHT = example("systems/traffic-light.xsts");
const LATE = example("splitting/t3.xsts");

const dialog = (page) => page.getByRole("dialog", { name: /^Export/ });

/** What a line of the dialog saves. */
async function saves(page, line) {
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), dialog(page).getByRole("button", { name: `Save as ${line}`, exact: true }).click()]);
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

test("a check without a run offers the pictures that are shown, and each is one by itself", async ({ page }) => {
  await opens(page, LIGHT, 6);
  await page.getByRole("button", { name: "Export" }).click();
  await expect(dialog(page)).toContainText("There is no run to take along: choose another check, or make a run by hand.");
  await expect(dialog(page).getByRole("heading", { level: 3 })).toHaveText(["The control flow"]);
  await page.getByRole("button", { name: "Done" }).click();
  for (const [view, line, file, text] of [
    [null, "SVG of the control flow", "control-flow.svg", "emergency"],
    ["All runs", "SVG of all runs", "all-runs.svg", "light = Red"],
    ["States", "SVG of the states", "states.svg", ">1<"],
  ]) {
    if (view) {
      await page.getByRole("button", { name: view, exact: true }).click();
      await expect(page.locator(".runs-box, .space-scroll svg g").first()).toBeVisible();
    }
    const { name, content } = await saves(page, line);
    expect(name).toBe(file);
    const svg = content.toString();
    expect(svg.includes(text), `${file} shows ${text}`).toBe(true);
    expect(/class=|var\(/.test(svg)).toBe(false);
    // It is drawn without the page.
    const alone = await page.context().newPage();
    await alone.setContent(svg);
    const box = await alone.locator("svg").first().boundingBox();
    expect(box.width).toBeGreaterThan(150);
    expect(box.height).toBeGreaterThan(100);
    await alone.close();
    if (view === "All runs") {
      const graph = await saves(page, "GraphViz");
      expect(graph.name).toBe("all-runs.gv");
      expect(graph.content.toString()).toMatch(/^digraph runs \{\n[^]*light = Red[^]* -> [^]*\}\n$/);
    }
  }
  const { name, content } = await saves(page, "PNG of the states");
  expect([name, content.subarray(1, 4).toString()]).toEqual(["states.png", "PNG"]);
});

test("a run by hand is no answer of the check beside it, and tells why it is stuck", async ({ page }) => {
  await opens(page, LATE, 4);
  await page.locator(".check-select").nth(3).click();
  await page.getByRole("button", { name: "By hand" }).click();
  await page.getByRole("button", { name: "Choice", exact: true }).click();
  await page.getByRole("button", { name: "As printed" }).click();
  for (const step of [/an empty fragment/, /y := 1/]) {
    await page.locator(".by-hand-choice").filter({ hasText: step }).click();
  }
  await expect(page.locator(".by-hand-end")).toBeVisible();
  const json = await saves(page, "JSON");
  expect(json.name).toBe("by-hand.json");
  const run = JSON.parse(json.content.toString());
  expect([run.check, run.trace.length]).toEqual(["by hand", 5]);
  expect([run.answer, run.by_hand]).toEqual([null, { steps: 4, grain: "choice", rules: "printed", inside: true, named: [] }]);
  expect(run.sentence).toContain("The corrected one does not offer step 1.1");
  const web = await saves(page, "Web page");
  const alone = await page.context().newPage();
  await alone.setContent(web.content.toString());
  await expect(alone.getByRole("heading", { level: 1 })).toHaveText("by hand");
  await expect(alone.locator("main")).toContainText("The printed splitting is stuck here");
});
