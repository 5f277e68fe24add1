// Diagrams of other tools: pasted, they are offered to be brought in, and what was left out is told.
import AxeBuilder from "@axe-core/playwright";

import { expect, test } from "./fixtures.js";
import { User } from "./user.js";

const WHOLE = "@startuml\nactor Alice\nAlice -> Bob : hello\nnote right: a note\nBob --> Alice : hi\n@enduml\n";
const PARTLY = "sequenceDiagram\n  A->>B: ask\n  loop often\n    B->>A: answer\n  end\n";

test("a PlantUML sequence diagram comes in whole, can be played, and goes back", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(WHOLE);
  await expect(user.notices).toContainText("diagram of another tool");
  await user.notices.getByRole("button", { name: "Bring it in" }).click();
  await expect(user.notices).toContainText("The PlantUML sequence diagram came in whole.");
  await expect(page.locator(".checks-summary")).toContainText("as expected", { timeout: 20_000 });
  await expect(user.message(2)).toBeVisible();
  await user.notices.getByRole("button", { name: "Bring it back" }).click();
  await expect(user.editor).toContainText("@startuml");
  // It is offered again, and not once it is gone.
  await expect(user.notices).toContainText("diagram of another tool");
  await user.writes("machine A {\n  [*] --> a\n}\n");
  await expect(user.notices).not.toContainText("diagram of another tool");
});

for (const [colorScheme, width] of [["light", 1440], ["dark", 360]]) {
  test(`what was left out stands in a dialog, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    const user = new User(page);
    await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), PARTLY);
    await page.goto("./");
    await user.notices.getByRole("button", { name: "Bring it in" }).click();
    const dialog = page.getByRole("dialog", { name: /Mermaid sequence diagram/ });
    await expect(dialog).toContainText("line 3");
    await expect(dialog).toContainText("What is repeated comes in once.");
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
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
