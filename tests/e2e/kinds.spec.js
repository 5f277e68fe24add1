// Kinds of model without drawings of their own: class models, and the Petri nets that only the page under test has.

import { readFileSync } from "node:fs";

import { LABELS, pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { opens } from "./systems.js";
import { example } from "./user.js";

const LIGHT = example("classes/pedestrian-light.lks").replace(/check deadlock frame open.*\n/, "");
const ACCOUNT = example("classes/bank-account.lks");
const NET = `net Fork {
  place free = 1
  place hungry = 2
  place eating
  transition take { hungry, free -> eating }
  transition put { eating -> free }
}
check reach eating = 2 expect unreachable
check reach hungry = 0, eating within 3 expect reachable
check deadlock expect deadlock
`;

const checksOf = (text) => text.match(/^check /gm).length;
const node = (page, name) => page.locator(".generic-graph .node", { hasText: name });

test("a class model is read, drawn and answered, and its steps change the objects", async ({ page }) => {
  const user = await opens(page, LIGHT, checksOf(LIGHT));
  await expect(page.locator(".generic-figure h2")).toHaveText(["Classes", "Objects"]);
  await expect(node(page, "tl : TrafficLight")).toContainText("request = false");
  await page.locator(".check-select", { hasText: "deadlock" }).first().click();
  await user.leavesTheEditor();
  await expect(page.locator(".player-count")).toHaveText("step 0 of 3");
  await page.keyboard.press("j");
  await expect(node(page, "tl : TrafficLight")).toContainText("carLight = true → false");
  await page.keyboard.press("j");
  await expect(node(page, "tl : TrafficLight")).toContainText("request = false → true");
  await expect(page.locator(".generic-graph .moved", { hasText: "request = false → true" })).toHaveCount(1);
  await expect(node(page, "tl : TrafficLight")).toHaveAccessibleName(/request = false → true/);
  // Which call this is: of which object, and which operation of its class.
  await expect(page.locator(".generic-figure h2").last()).toHaveText("Objects after call 2");
  await expect(page.locator(".node.object.fired .name")).toHaveText("b1 : Button");
  await expect(page.locator(".line-ground.seen")).toHaveCount(3);
  // The contract of the call that has just been made.
  const contract = page.locator(".generic-call");
  await expect(contract).toContainText("requesting()");
  await expect(contract.locator("li", { hasText: "not light.pedLight" })).toContainText("true before");
  await contract.getByRole("button", { name: "not light.pedLight" }).click();
  await expect(page.locator(".cm-line", { hasText: "not light.pedLight" })).toBeVisible();
  await page.getByRole("button", { name: "Steps", exact: true }).click();
  await expect(page.locator(".steps tr[aria-current]")).toContainText("requesting()");
});

test("links are told as properties of objects over time, step by step, in states and in sentences", async ({ page }) => {
  const text = example("classes/library.lks");
  const user = await opens(page, text, checksOf(text));
  await page.locator(".check-select").first().click();
  await user.leavesTheEditor();
  await page.keyboard.press("j");
  await expect(page.locator(".player-sentence")).toHaveText("In ann.borrow(b1), b1.borrower becomes ann.");
  await page.getByRole("button", { name: "Values", exact: true }).click();
  const names = page.locator(".time-name");
  await expect(names).toHaveText([/b1\.borrower/, /b2\.borrower/, /b3\.borrower/, /ann\.blocked/, /bob\.blocked/]);
  await expect(page.locator(".time-name.moved")).toContainText(["b1.borrower"]);
  await page.getByRole("button", { name: "Steps", exact: true }).click();
  const now = page.locator(".steps tr[aria-current]");
  await expect(now.locator("td.moved")).toHaveText("ann");
  await expect(page.locator(".steps th[scope=col]")).toContainText(["b1.borrower"]);
  await page.getByRole("button", { name: "States", exact: true }).click();
  await expect(page.getByText("b1.borrower = ann").first()).toBeVisible();
});

test("class models are stepped by hand, and all their runs and states are drawn", async ({ page }) => {
  await opens(page, ACCOUNT, checksOf(ACCOUNT));
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  const byHand = page.getByRole("region", { name: "By hand" });
  const choices = byHand.locator(".by-hand-list button");
  await expect(choices.first()).toBeVisible();
  await choices.first().click();
  await expect(byHand.getByRole("status").first()).toContainText("After step 1");
  await expect(byHand.getByRole("group", { name: "How fine a step is" })).toHaveCount(0);
  await byHand.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("button", { name: "States", exact: true }).click();
  await expect(page.getByRole("button", { name: /^state|^step/i }).first()).toBeVisible();
  await page.getByRole("button", { name: "All runs", exact: true }).click();
  await expect(page.locator(".runs-controls")).toBeVisible();
});

test("by hand a class model lists what cannot be called, with the clause that forbids it", async ({ page }) => {
  await opens(page, LIGHT, checksOf(LIGHT));
  // A scenario has calls that it goes on with; a question about all states has none.
  await page.locator(".check-select", { hasText: "deadlock" }).first().click();
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  const byHand = page.getByRole("region", { name: "By hand" });
  const refused = byHand.getByRole("list", { name: "Not possible" }).getByRole("listitem");
  await expect(refused).toHaveText([/^tl\.switchPedLight\(\)\s*needs request$/]);
  // The three calls of the paper, after which nothing is possible.
  for (const call of ["b1.requesting()", "tl.switchCarLight()", "tl.switchPedLight()"]) {
    await byHand.getByRole("button", { name: call }).click();
    await expect(byHand.getByRole("status").first()).not.toContainText("Looking");
    await expect(page.locator(".generic-call figcaption")).toContainText(call);
  }
  await expect(byHand).toContainText("Deadlock");
  await expect(refused).toHaveCount(4);
  await expect(refused.filter({ hasText: "switchCarLight" })).toContainText("would break oneAlwaysRed");
  // What the call at hand has changed, and what was true before it.
  const contract = page.locator(".generic-call");
  await expect(contract.locator("li", { hasText: /^pre\s*request/ })).toContainText("true before");
  await expect(contract).toContainText("tl.request: true → false");
  // A reason is reached by keys, and leads to its clause.
  const reason = refused.getByRole("button", { name: "would break oneAlwaysRed" });
  await reason.focus();
  await reason.press("Enter");
  await expect(page.locator(".cm-line", { hasText: "inv oneAlwaysRed" })).toBeInViewport();
});

test("outcomes that a postcondition leaves open are choices that say what differs", async ({ page }) => {
  const open = "class C {\n  n, m : 0..2\n  op()\n    post: n > n@pre or m = 0\n}\nsystem { c : C { n = 1, m = 1 } }\ncheck deadlock expect none\ncheck consistent expect consistent\n";
  await opens(page, open, 2);
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  const choices = page.getByRole("region", { name: "By hand" }).locator(".by-hand-choice");
  await expect(choices.first()).toContainText("c.op()");
  const told = await choices.allTextContents();
  expect(told.length).toBeGreaterThan(2);
  expect(new Set(told).size).toBe(told.length);
  await choices.filter({ hasText: "c.n = 2, c.m = 1" }).click();
  await expect(page.locator(".generic-call li", { hasText: "c.n, c.m" })).toContainText("left open: other values are possible");
});

test("at the end of a run that is stuck stands what forbids each call, and a class diagram says how many there may be", async ({ page }) => {
  const user = await opens(page, LIGHT, checksOf(LIGHT));
  await page.locator(".check-select", { hasText: "deadlock" }).first().click();
  await user.leavesTheEditor();
  const next = page.getByRole("region", { name: "Next call" });
  await page.keyboard.press("Home");
  await expect(next).toHaveCount(0);
  await page.keyboard.press("End");
  await expect(next.getByRole("listitem")).toHaveCount(4);
  await expect(next).toContainText("none is possible");
  await expect(next.getByRole("listitem").filter({ hasText: "switchCarLight" })).toContainText("would break oneAlwaysRed");
  await expect(page.locator(".calls-end-words")).toHaveText("Deadlock: no call is possible.");
  await next.getByRole("button", { name: "would break oneAlwaysRed" }).click();
  await expect(page.locator(".cm-line", { hasText: "inv oneAlwaysRed" })).toBeInViewport();
  // The ends of the association stand at its classes.
  const edge = page.locator(".generic-graph").first().locator(".edge").first();
  await expect(edge.locator("text")).toHaveText(["HasButton", "1", "light", "1..2", "buttons"]);
  await expect(edge).toHaveAccessibleName("HasButton TrafficLight as light, 1 to Button as buttons, 1..2");
  await expect(node(page, "TrafficLight").first()).toContainText("inv oneAlwaysRed");
  await expect(node(page, "Button").first()).toContainText("counter : 0..9 = 0");
  // A question whose run is not stuck says nothing of the kind.
  await page.locator(".check-select", { hasText: "reach" }).first().click();
  await expect(next).toHaveCount(0);
  await expect(page.locator(".calls-end-words")).toHaveCount(0);
});

test("where an invariant is not preserved the call that would violate it is drawn below the run, with its contract", async ({ page }) => {
  const user = await opens(page, LIGHT, checksOf(LIGHT));
  await page.locator(".check-select", { hasText: "preserves" }).first().click();
  await user.leavesTheEditor();
  const drawn = page.getByRole("img", { name: "Next, switchPedLight() would break oneAlwaysRed" });
  await expect(drawn).toContainText("tl.pedLight = true");
  const next = page.getByRole("region", { name: "Next call" });
  await page.keyboard.press("Home");
  await expect(next).toHaveCount(0);
  await page.keyboard.press("End");
  await expect(next).toContainText("would break oneAlwaysRed");
  await expect(next.getByRole("listitem").filter({ hasText: "not (pedLight and carLight)" })).toContainText("false after the call");
  await expect(drawn).toBeInViewport({ ratio: 0.95 });
  // In a low pane, too, it is scrolled to.
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await expect(drawn.locator("text").last()).toBeInViewport({ ratio: 0.95 });
  await page.setViewportSize({ width: 1440, height: 900 });
  // It is no step: the run ends before it, and a click on it goes nowhere.
  const count = page.locator(".player-count");
  const ended = await count.textContent();
  await drawn.locator("text").first().click();
  await expect(count).toHaveText(ended);
  await page.locator(".check-select", { hasText: "reach" }).first().click();
  await expect(next).toHaveCount(0);
  await expect(drawn).toHaveCount(0);
});

test("in a small window too every reason of a stuck run is seen, and what each call has changed", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const user = await opens(page, LIGHT, checksOf(LIGHT));
  await page.locator(".check-select", { hasText: "deadlock" }).first().click();
  await user.leavesTheEditor();
  await page.keyboard.press("End");
  const next = page.getByRole("region", { name: "Next call" }).getByRole("listitem");
  await expect(next).toHaveCount(4);
  for (const reason of await next.all()) await expect(reason).toBeInViewport({ ratio: 0.95 });
  // The last pixel of each line of what changed lies in the pane.
  const pane = await page.locator(".calls-pane").boundingBox();
  const changes = page.locator(".calls-change");
  await expect(changes).not.toHaveCount(0);
  for (const change of await changes.all()) {
    const box = await change.boundingBox();
    expect(box.x + box.width, await change.textContent()).toBeLessThanOrEqual(pane.x + pane.width);
  }
});

test("by hand one goes on from a state that an answer shows, and hears that no run gets to it", async ({ page }) => {
  const text = example("classes/pedestrian-light.lks");
  await opens(page, text, checksOf(text));
  await page.locator(".check-select", { hasText: "independent" }).first().click();
  const shown = await node(page, "tl : TrafficLight").textContent();
  expect(shown).toContain("pedLight = true");
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  const byHand = page.getByRole("region", { name: "By hand" });
  const begins = byHand.locator(".by-hand-begins");
  await expect(begins).toHaveText("The run begins in a state that breaks oneAlwaysRed: no run of the system gets there.");
  await expect(byHand.getByRole("status").first()).toContainText("At the start");
  await expect(node(page, "tl : TrafficLight")).toHaveText(shown);
  // What is done there goes on from it.
  await byHand.locator(".by-hand-choice").first().click();
  await expect(byHand.getByRole("status").first()).toContainText("After step 1");
  await expect(begins).toBeVisible();
  await byHand.getByRole("button", { name: "Start over" }).click();
  await expect(node(page, "tl : TrafficLight")).toHaveText(shown);
  // It is this answer's: another check is stepped from the start of the system.
  await byHand.getByRole("button", { name: "Leave" }).click();
  await page.locator(".check-select", { hasText: "always" }).first().click();
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  await expect(byHand.locator(".by-hand-choice").first()).toBeVisible();
  await expect(begins).toHaveCount(0);
});

test("the calls of a run are a sequence diagram in step with it", async ({ page }) => {
  const user = await opens(page, LIGHT, checksOf(LIGHT));
  await page.locator(".check-select", { hasText: "deadlock" }).first().click();
  const diagram = page.getByRole("group", { name: "Sequence diagram of the calls" });
  await expect(diagram.locator(".calls-name")).toHaveText(["tl : TrafficLight", "b1 : Button", "b2 : Button"]);
  await expect(diagram.getByRole("button")).toHaveCount(3);
  await user.leavesTheEditor();
  await page.keyboard.press("j");
  const bar = () => diagram.locator(".calls-now rect").boundingBox();
  const first = () => diagram.getByRole("button", { name: /^Step 1:/ }).boundingBox();
  // Both at once: the line between canvas and run may still be on its way.
  await expect.poll(async () => Math.abs((await bar()).y - (await first()).y)).toBeLessThan(2);
  await diagram.getByRole("button", { name: /^Step 3: switchPedLight\(\)/ }).click();
  await expect(page.locator(".player-count")).toHaveText("step 3 of 3");
  await page.keyboard.press("v");
  await expect(page.getByRole("button", { name: "Values", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Values", exact: true }).click();
  await expect(page.locator(".along-pane")).toBeVisible();
});

test("the calls fill their pane, with what each has changed, and where the run has a column the contract is below them", async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await opens(page, LIGHT, checksOf(LIGHT));
  await page.locator(".check-select", { hasText: "deadlock" }).first().click();
  await page.getByRole("button", { name: "Last step" }).click();
  const row = page.locator(".calls-row.now");
  await expect(row).toHaveCount(1);
  await expect(row.locator(".calls-change")).toHaveText(["tl.pedLight = true", "tl.request = false"]);
  const [calls, contract] = await Promise.all([page.locator(".calls").boundingBox(), page.locator(".generic-call").boundingBox()]);
  expect(contract.y).toBeGreaterThan(calls.y + 100);
  // No label lies on a lifeline.
  const crossed = await page.locator(".calls").evaluate((svg) => {
    const lines = [...svg.querySelectorAll(".calls-lifeline")].map((it) => it.getBoundingClientRect().x);
    const texts = [...svg.querySelectorAll(".calls-label, .calls-change")].map((it) => it.getBoundingClientRect());
    return texts.filter((it) => lines.some((x) => it.left < x && x < it.right)).length;
  });
  expect(crossed).toBe(0);
});

test("the run of a class model is exported as a sequence diagram, its values and its diagrams as pictures", async ({ page }) => {
  await opens(page, ACCOUNT, checksOf(ACCOUNT));
  await page.locator(".check-select", { hasText: "a.withdraw(1)" }).click();
  await expect(page.locator(".generic-graph")).toHaveCount(2);
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.locator("dialog.export");
  await expect(dialog.getByRole("heading", { level: 3 })).toHaveText(["The run", "The sequence diagram", "The values over time", "Classes and objects"]);
  const saved = async (name) => {
    if (!(await dialog.isVisible())) await page.getByRole("button", { name: "Export" }).click();
    const save = dialog.getByRole("button", { name: `Save as ${name}`, exact: true });
    const [file] = await Promise.all([page.waitForEvent("download"), save.click()]);
    return readFileSync(await file.path(), "utf8");
  };
  expect(await saved("Mermaid")).toContain("caller->>p0: withdraw#40;1#41;");
  expect(await saved("PlantUML")).toContain("[o-> p0 : withdraw");
  expect(await saved("SVG")).toContain(">withdraw(1)</text>");
  expect(await saved("SVG of the values")).toContain("a.balance");
  const drawings = (text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement.querySelectorAll(":scope > svg").length;
  expect(await page.evaluate(drawings, await saved("SVG of the diagrams"))).toBe(2);
  await saved("PNG of the diagrams");
});

test("Petri nets come by the same ways: read, drawn, answered, by hand", async ({ page }) => {
  const user = await opens(page, NET, 3);
  await expect(node(page, "free")).toHaveCount(1);
  await page.locator(".check-select", { hasText: "hungry" }).click();
  await user.leavesTheEditor();
  await expect(page.locator(".player-count")).toHaveText("step 0 of 3");
  await expect(node(page, "hungry")).toContainText("2");
  await page.keyboard.press("j");
  await expect(node(page, "hungry")).toContainText("1");
  await expect(page.locator(".generic-graph .node.fired")).toContainText("take");
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  const byHand = page.getByRole("region", { name: "By hand" });
  await expect(byHand.locator(".by-hand-list button").first()).toContainText(/take|put/);
});

for (const [what, size] of Object.entries({ wide: [1440, 900], phone: [360, 740] })) {
  test(`axe finds nothing in what is drawn of a class model, ${what}`, async ({ page }) => {
    await opens(page, ACCOUNT, checksOf(ACCOUNT));
    await page.setViewportSize({ width: size[0], height: size[1] });
    await expect(page.locator(".generic-graph").first()).toBeAttached();
    // A box is called by what stands in its lines, with commas between them.
    await pleasesAxe(page, { without: [LABELS] });
  });
}
