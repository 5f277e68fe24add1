// Diagrams of other tools: pasted, they are offered to be brought in, and what was left out is told.

import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, allSettled, example } from "./user.js";

const WHOLE = "@startuml\nactor Alice\nAlice -> Bob : hello\nnote right: a note\nBob --> Alice : hi\n@enduml\n";
const PARTLY = "sequenceDiagram\n  A->>B: ask\n  loop often\n    B->>A: answer\n  end\n";

test("a PlantUML sequence diagram comes in whole, can be played, and goes back", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(WHOLE);
  await expect(user.notices).toContainText("diagram of another tool");
  await user.notices.getByRole("button", { name: "Bring it in" }).click();
  await expect(user.notices).toContainText("The PlantUML sequence diagram is imported exactly.");
  await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 20_000 });
  await expect(user.message(2)).toBeVisible();
  await user.notices.getByRole("button", { name: "Bring it back" }).click();
  await expect(user.editor).toContainText("@startuml");
  // It is offered again, and not once it is gone.
  await expect(user.notices).toContainText("diagram of another tool");
  await user.writes("machine A {\n  [*] --> a\n}\n");
  await expect(user.notices).not.toContainText("diagram of another tool");
});

for (const width of [1440, 360]) {
  test(`what was left out stands in a dialog, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    const user = new User(page);
    await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), PARTLY);
    await page.goto("./");
    await user.notices.getByRole("button", { name: "Bring it in" }).click();
    const dialog = page.getByRole("dialog", { name: /Mermaid sequence diagram/ });
    await expect(dialog).toContainText("line 3");
    await expect(dialog).toContainText("Imported with losses.");
    await expect(dialog).toContainText("What is repeated comes in once. (lossy)");
    await pleasesAxe(page);
    await dialog.getByRole("button", { name: "Take it back" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.locator(".cm-content")).toContainText("sequenceDiagram");
  });
}

test("a diagram that cannot be read says why", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes('<scxml version="1.0"><state id="a">\n');
  await user.notices.getByRole("button", { name: "Bring it in" }).click();
  await expect(user.notices).toContainText("It cannot be read: this is no XML");
});

test("a diagram is known behind its front matter, and a state diagram comes in", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes("---\ntitle: A door\n---\nstateDiagram-v2\n  [*] --> Shut\n  Shut --> Open : open\n  Open --> Shut : close\n");
  await user.notices.getByRole("button", { name: "Bring it in" }).click();
  await expect(page.locator(".cm-content")).toContainText("Shut --> Open : open");
});

test("a sequence diagram below statecharts becomes a scenario of their objects", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(example("templates/statechart.lks"));
  await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 30_000 });
  await user.editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("\nsequenceDiagram\n  actor Visitor\n  Visitor->>door: push\n  door->>Lamp: on\n  door->>lamp: shout\n");
  const line = (text) =>
    page.evaluate((text) => {
      const { doc } = document.querySelector(".cm-content").cmTile.view.state;
      return doc.lineAt(doc.toString().indexOf(text)).number;
    }, text);
  const [push, shout] = [await line("Visitor->>door: push"), await line("door->>lamp: shout")];
  await user.notices.getByRole("button", { name: "Bring it in" }).click();
  const dialog = page.getByRole("dialog", { name: /Mermaid sequence diagram/ });
  await expect(dialog).toContainText("in a scenario of their objects");
  await expect(dialog).toContainText("No statechart here has an event of this name.");
  // Lines are those of the text in which the diagram stood.
  await expect(dialog.getByRole("listitem")).toHaveText([new RegExp(`^line ${push}Visitor`), new RegExp(`^line ${shout}shout`)]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(user.editor).toContainText('scenario "as drawn" {');
  await expect(user.editor).toContainText("environment -> door : push");
  await expect(user.editor).not.toContainText("sequenceDiagram");
  // It is asked about at once, besides what was asked before.
  await expect(page.locator(".check-select")).toHaveCount(3);
  await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 30_000 });
  // It is what is shown: selected in the text, in sight, and its check in the list.
  await expect(page.locator('.check-select[aria-current="true"], .check-select[aria-expanded="true"]').last()).toContainText("as drawn");
  const selected = await page.evaluate(() => {
    const { state } = document.querySelector(".cm-content").cmTile.view;
    return state.sliceDoc(state.selection.main.from, state.selection.main.to);
  });
  expect(selected).toContain("as drawn");
  await expect(page.locator(".cm-line", { hasText: 'scenario "as drawn"' })).toBeInViewport();
  await expect(page.getByRole("group", { name: "Scenario" })).toBeVisible();
});

test("after a diagram has come in in the place of the text, its beginning is in sight", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  const states = Array.from({ length: 80 }, (_, at) => `  S${at} --> S${at + 1} : go${at}`).join("\n");
  await user.writes(`stateDiagram-v2\n  [*] --> S0\n${states}\n`);
  await user.editor.click();
  await page.keyboard.press("Control+End");
  const scrolled = () => page.locator(".cm-scroller").evaluate((it) => it.scrollTop);
  expect(await scrolled()).toBeGreaterThan(200);
  await user.notices.getByRole("button", { name: "Bring it in" }).click();
  await expect(user.editor).not.toContainText("stateDiagram");
  await expect.poll(scrolled).toBeLessThan(20);
  await expect(page.locator(".cm-line").first()).toBeInViewport();
});
