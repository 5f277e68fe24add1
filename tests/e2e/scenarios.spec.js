// Scenarios over the objects of statecharts: drawn beside the chart of events, played along with the run, the failing message red.

import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, example, settled } from "./user.js";

const SCENARIOS = example("statecharts/railroad-scenarios.lks");
const SELF = `statechart Clerk {
  [*] --> Idle
  Idle --> Busy : go / self.work()
  Busy --> Idle : work / boss.done()
}
statechart Boss {
  [*] --> Waits
  Waits --> Waits : done
}
system {
  clerk : Clerk
  boss : Boss
  environment sends go to clerk
}
scenario works {
  environment -> clerk : go
  clerk -> clerk : work
  clerk -> boss  : done
}
scenario twice {
  environment -> clerk : go
  clerk -> clerk : work
  clerk -> boss  : done
  clerk -> boss  : done
}
check works
check twice expect consistent
`;

/** The page with a text, once it is answered. */
async function opens(page, text, summary) {
  const user = new User(page);
  await user.opens();
  await user.writes(text);
  await expect(page.locator(".checks-summary")).toHaveText(summary, { timeout: 30_000 });
  return { user, pane: page.getByRole("group", { name: "Scenario" }) };
}

test("a scenario over objects is drawn and played along with its run", async ({ page }) => {
  const { user, pane } = await opens(page, SCENARIOS, settled(3));
  await expect(pane.locator(".messages .message")).toHaveCount(4);
  await expect(pane.locator(".heads .head")).toHaveText(["t1t1", "ctlctl", "gategate"]);
  await expect(pane.locator(".message.next .label")).toHaveText("approach");
  await user.leavesTheEditor();
  await page.keyboard.press("End");
  await expect(pane.locator(".message.current .label")).toHaveText("raise");
  await expect(pane.locator(".message.done")).toHaveCount(3);
  // A click on a message goes to the step that sends it, and so does a key.
  await user.message(1).click();
  await expect(pane.locator(".message.current .label")).toHaveText("approach");
  await expect(page.locator(".events-now")).toHaveCount(1);
  await user.message(1).press("ArrowDown");
  await expect(user.message(2)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(pane.locator(".message.current .label")).toHaveText("lower");
  // Of other views it is no part.
  await page.getByRole("button", { name: "Values" }).click();
  await expect(pane).toHaveCount(0);
  await page.getByRole("button", { name: "Events" }).click();
  await expect(pane.locator(".message.current .label")).toHaveText("lower");
});

test("of a scenario that must not be possible the message that stops is marked, with the reason", async ({ page }) => {
  const { user, pane } = await opens(page, SCENARIOS, settled(3));
  await page.locator(".check-select").nth(2).click();
  await expect(pane.locator(".message.stops.wanted .label")).toHaveText("raise");
  await expect(pane.locator(".note")).toContainText("ctl");
  await user.leavesTheEditor();
  await page.keyboard.press("End");
  await expect(pane.locator(".message.current, .message.done")).toHaveCount(4);
  // By hand it is played along, so nothing stops there, and afterwards the answer is there again.
  await page.getByRole("button", { name: "By hand" }).click();
  await expect(pane.locator(".message.stops")).toHaveCount(0);
  await expect(pane).toHaveCount(1);
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(pane.locator(".message.stops")).toHaveCount(1);
});

test("a message to oneself is a loop, and the first that fails is red", async ({ page }) => {
  const { user, pane } = await opens(page, SELF, "2 of 2 answered, 1 not as expected");
  await expect(pane.locator(".message")).toHaveCount(3);
  const loop = await user.message(2).locator(".shaft").boundingBox();
  expect(loop.height).toBeGreaterThan(8);
  expect(loop.width).toBeGreaterThan(15);
  await page.locator(".check-select").nth(1).click();
  await expect(pane.locator(".message.stops:not(.wanted) .number")).toHaveText("4");
  const note = await pane.locator(".note").boundingBox();
  const message = await user.message(4).boundingBox();
  expect(note.y).toBeGreaterThan(message.y);
});

for (const [name, size] of [
  ["a wide screen", { width: 1440, height: 900 }],
  ["a small screen", { width: 1280, height: 720 }],
  ["a phone", { width: 390, height: 844 }],
]) {
  test.describe(`on ${name}`, () => {
    test("the scenario stands within its pane and nothing is unreadable to anybody", async ({ page }) => {
      const { pane } = await opens(page, SCENARIOS, settled(3));
      await page.setViewportSize(size);
      if (size.width < 600) {
        await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Run" }).click();
      }
      await expect(pane.locator(".message")).toHaveCount(4);
      const [whole, sheet] = [await pane.boundingBox(), await pane.locator(".sequence-sheet").boundingBox()];
      expect(sheet.width).toBeLessThanOrEqual(whole.width + 1);
      expect(whole.height).toBeGreaterThan(80);
      await pleasesAxe(page, { inside: [".scenario-pane"] });
    });
  });
}
