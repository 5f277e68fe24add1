// What is taken along of statecharts: exports, and runs by hand that are kept in the text.
import { readFileSync } from "node:fs";

import { expect, test } from "./fixtures.js";
import { User, example } from "./user.js";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const SCENARIOS = example("statecharts/railroad-scenarios.lks");
const MICROWAVE = example("statecharts/microwave.lks");
const MASTER = example("statecharts/master-slave.lks");
const GATE = `statechart Gate {
  queue 2
  var count : 0..3 = 0
  [*] --> Closed
  Closed --> Open : coin / count := count + 1
  Open --> Closed : push
}
statechart Visitor {
  [*] --> Outside
  Outside --> Inside : / gate.coin(); gate.push()
}
system {
  gate : Gate
  visitor : Visitor
}
check deadlock
`;

async function opens(page, text) {
  const user = new User(page);
  await user.opens();
  await user.writes(text);
  await expect(page.locator(".object-card svg.machine").first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator(".checks-summary")).not.toContainText("…", { timeout: 30_000 });
  return user;
}

const dialog = (page) => page.getByRole("dialog", { name: /^Export/ });

async function saves(page, user, format) {
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name: `Save as ${format}`, exact: true }).click(),
  ]);
  const name = download.suggestedFilename();
  await expect(user.notices).toContainText(`Saved ${name}.`);
  const bytes = readFileSync(await download.path());
  return { name, bytes, text: bytes.toString("utf8") };
}

/** A picture in a page that has nothing else. */
async function shows(context, text, type) {
  const shown = await context.newPage();
  await shown.route("**/*", (route) =>
    route.request().url().endsWith("/saved") ? route.fulfill({ body: text, contentType: type }) : route.abort(),
  );
  await shown.goto("http://127.0.0.1:1/saved");
  return shown;
}

test("a run of objects is exported in every format", async ({ page, context }) => {
  const user = await opens(page, MICROWAVE);
  await page.locator(".check-select").first().click();
  const json = JSON.parse((await saves(page, user, "JSON")).text);
  expect(json.trace.length).toBeGreaterThan(3);
  expect(json.trace.some((it) => it.events.length)).toBe(true);
  const mermaid = (await saves(page, user, "Mermaid")).text;
  expect(mermaid).toMatch(/^sequenceDiagram\n {2}title .*\n {2}participant p0 as environment\n {2}participant p1 as \S+ : Microwave\n/);
  expect(mermaid).toMatch(/p0->>p1: /);
  expect(mermaid).toContain("Note over p1: ");
  const plantuml = (await saves(page, user, "PlantUML")).text;
  expect(plantuml).toMatch(/^@startuml\n[^]*p0 -> p1 : [^]*@enduml\n$/);
  const events = await saves(page, user, "SVG of the events");
  const picture = await shows(context, events.text, "image/svg+xml");
  await expect(picture.locator("text", { hasText: "environment" })).toHaveCount(1);
  await expect(picture.locator(".p rect").first()).toBeVisible();
  const html = await saves(page, user, "Web page");
  const played = await shows(context, html.text, "text/html");
  await played.locator("#end").click();
  await expect(played.locator("#count")).toHaveText(await page.locator(".player-count").textContent().then((it) => new RegExp(`of ${/of (\d+)/.exec(it)[1]}$`)));
  expect((await saves(page, user, "PNG of the events")).bytes.subarray(1, 4).toString()).toBe("PNG");
  expect((await saves(page, user, "Animated SVG")).text).toContain("@keyframes");
});

test("a scenario over objects is exported with the message that fails, and the objects as they are drawn", async ({ page, context }) => {
  const user = await opens(page, SCENARIOS);
  await page.locator(".check-select").last().click();
  await expect(page.locator(".scenario-pane")).toBeVisible();
  const svg = await saves(page, user, "SVG");
  const picture = await shows(context, svg.text, "image/svg+xml");
  await expect(picture.locator("g.f, g.r").first()).toBeVisible();
  const mermaid = (await saves(page, user, "Mermaid")).text;
  expect(mermaid).toContain("-x");
  const objects = await saves(page, user, "SVG of the objects");
  expect(objects.name).toBe("objects.svg");
  const cards = await shows(context, objects.text, "image/svg+xml");
  for (const name of ["ctl", "gate", "t1"]) await expect(cards.locator("text", { hasText: name }).first()).toBeVisible();
});

test("without a run the objects can still be taken along", async ({ page }) => {
  const user = await opens(page, MASTER);
  await page.getByRole("button", { name: "Export" }).click();
  await expect(dialog(page).getByRole("heading", { name: "The objects" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Done" }).click();
  expect((await saves(page, user, "PNG of the objects")).bytes.subarray(1, 4).toString()).toBe("PNG");
});

const pane = (page) => page.getByRole("region", { name: "By hand" });

/** Takes the first choice that says this; the list is another one after each step. */
async function takes(page, what, step) {
  await pane(page).locator(".by-hand-choice", { hasText: what }).first().click();
  await expect(page.locator(".player-count")).toHaveText(`step ${step} of ${step}`);
}

/** By hand up to where both have begun. */
async function begins(page) {
  const user = await opens(page, GATE);
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  await takes(page, "begins", 1);
  await takes(page, "begins", 2);
  return user;
}

test("by hand a click on a transition that can fire fires it, on others shows the text", async ({ page }) => {
  const user = await begins(page);
  const card = (name) => page.getByRole("article", { name, exact: true });
  const can = card("visitor").locator(".arrow[data-can]");
  await expect(can).toHaveCount(1);
  await can.click();
  await expect(page.locator(".player-count")).toHaveText("step 3 of 3");
  await expect(card("visitor").locator(".state.current")).toContainText("Inside");
  // One that cannot fire shows its place, as always.
  await card("gate").locator(".arrow:not([data-can])").last().click();
  await expect(page.locator(".player-count")).toHaveText("step 3 of 3");
  await expect(user.editor).toBeVisible();
});

test("a run by hand is kept as a scenario, which it plays, and as a question", async ({ page }) => {
  const user = await begins(page);
  await pane(page).getByRole("button", { name: "Keep as scenario" }).click();
  await expect(pane(page)).toContainText("none has been sent yet");
  await takes(page, "push", 3);
  await pane(page).getByRole("button", { name: "Keep as scenario" }).click();
  await expect(user.editor).toContainText('scenario "by hand" {');
  await expect(user.editor).toContainText("visitor -> gate : push");
  await expect(page.locator(".check-row, .checks li", { hasText: /^by hand|by hand/ }).first()).toContainText("2 of 2 messages", { timeout: 20_000 });
  // By hand the scenario is followed.
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  await pane(page).getByRole("button", { name: "Start over" }).click();
  await expect(page.locator(".player-count")).toHaveText("no steps");
  await expect(page.locator(".scenario-pane")).toBeVisible();
  await expect(user.message(1)).toHaveAccessibleName(/: not reached$/);
  await takes(page, "begins", 1);
  await takes(page, "begins", 2);
  await takes(page, "push", 3);
  await expect(user.message(2)).toHaveAccessibleName(/push: (?!not reached)/);
  await pane(page).getByRole("button", { name: "Keep as question" }).click();
  await expect(user.editor).toContainText("check reach gate.Closed and gate.count == 0 and visitor.Inside within 3");
  await expect(user.check("reach gate.Closed")).toContainText("reachable", { timeout: 20_000 });
});

const LISTENS = `signal pay(amount : 0..2, note : integer)
statechart Till {
  var taken : integer = 0
  [*] --> Open
  Open --> Open : pay(amount, note) / taken := taken + amount + note
  Open --> Shut : shut
  Open --> Shut : close
}
system {
  till : Till
  environment sends shut to till
}
check reach till.Shut
`;

test("by hand what the environment of the text does not send is sent, told apart, and kept", async ({ page }) => {
  const user = await opens(page, LISTENS);
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  await pane(page).getByRole("button", { name: "Start over" }).click();
  await takes(page, "begins", 1);
  await takes(page, "completion", 2);
  const others = pane(page).locator(".by-hand-sends");
  await expect(others.getByLabel("amount")).toBeHidden();
  await others.locator("summary").click();
  await expect(others.getByRole("listitem")).toHaveCount(2);
  await others.getByLabel("amount").selectOption("2");
  await others.getByLabel("note").fill("40");
  await others.getByRole("button", { name: "Send pay to till" }).click();
  await expect(page.locator(".player-count")).toHaveText("step 3 of 3");
  await expect(page.locator(".player-sentence")).toContainText("Sent by hand, not by the environment of the text: environment -> till: pay(2, 40)");
  // The list stays unfolded, and what is no number is refused with its reason.
  await others.getByLabel("note").fill("much");
  await others.getByRole("button", { name: "Send pay to till" }).click();
  await expect(pane(page)).toContainText("is not possible");
  await takes(page, "takes pay", 4);
  await expect(page.locator(".object-card")).toContainText("taken 42");
  await pane(page).getByRole("button", { name: "Keep as scenario" }).click();
  await expect(user.editor).toContainText("-> till : pay(2, 40)");
});

test("another run of statecharts is one in which some object takes something else", async ({ page }) => {
  const user = await opens(page, LISTENS.replace("sends shut to", "sends shut, close to"));
  await page.locator(".check-select").first().click();
  await user.checks.getByRole("button", { name: "Another run" }).click();
  const bar = page.getByRole("group", { name: "Runs" });
  await expect(bar).toContainText(/Run 2\. Another run, in which some object takes something else, after \d+ steps; none is shorter\. It was replayed\./, { timeout: 20_000 });
  await bar.getByRole("button", { name: "Another run" }).click();
  await expect(bar).toContainText("Run 2 of 2. There is no other run in which some object takes something else", { timeout: 20_000 });
});

const PAID = `statechart Gate {
  queue 1
  [*] --> Closed
  Closed --> Open : coin
  Open --> Closed : push
}
system {
  gate : Gate
  environment sends coin, push to gate
}
scenario paid {
  environment -> gate : coin
  environment -> gate : push
}
check paid
`;

test("a run that is picked among all runs plays the scenario of the check", async ({ page }) => {
  const user = await opens(page, PAID);
  await expect(user.check("paid")).toContainText("2 of 2 messages", { timeout: 20_000 });
  await user.leavesTheEditor();
  await page.keyboard.press("End");
  await expect(user.message(2)).not.toHaveAccessibleName(/not reached/);
  // In the run to where the gate is open one message has been sent, in that to where it has begun none.
  for (const [place, reached] of [["Open", 1], ["Closed", 0]]) {
    await page.getByRole("button", { name: "All runs", exact: true }).click();
    const tracked = page.getByLabel("Track").first();
    await tracked.fill("gate");
    await tracked.press("Enter");
    const box = page.locator(".runs-box", { hasText: `gate = ${place}` }).first();
    await expect(box).toBeVisible({ timeout: 20_000 });
    await box.click();
    await expect(page.locator(".runs-said")).toContainText("The run that leads there is in the player");
    await page.getByRole("button", { name: "Events", exact: true }).click();
    await page.getByRole("button", { name: "Last step" }).click({ force: true });
    for (const number of [1, 2]) {
      const is = expect(user.message(number));
      await (number <= reached ? is.not : is).toHaveAccessibleName(/not reached/);
    }
  }
});

test("by hand the second press of a double click does nothing where the list has changed meanwhile", async ({ page }) => {
  const user = await opens(page, PAID);
  await user.leavesTheEditor();
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  await pane(page).getByRole("button", { name: "Start over" }).click();
  await takes(page, "begins", 1);
  await takes(page, "completion", 2);
  // A list that is new is pressed as soon as it is there: as the second press of a double click, then as one of its own.
  const pressedAtOnce = async (detail) => {
    const choice = pane(page).locator(".by-hand-choice").first();
    const { x, y } = await choice.evaluate((it) => {
      const { left, top, width, height } = it.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    return page.evaluate(
      ([x, y, detail]) =>
        new Promise((resolve) => {
          const list = document.querySelector(".by-hand-list");
          const press = (detail) => {
            const under = document.elementFromPoint(x, y).closest(".by-hand-choice") ?? list.querySelector(".by-hand-choice");
            under.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
          };
          // A button may be the same with other words.
          const before = list.textContent;
          new MutationObserver((_, observer) => {
            if (list.textContent === before || !list.querySelector(".by-hand-choice")) return;
            observer.disconnect();
            press(detail);
            // What it leads to shows in the steps, at the latest in those after the next press.
            resolve();
          }).observe(list, { subtree: true, childList: true, characterData: true });
          press(1);
        }),
      [x, y, detail],
    );
  };
  await pressedAtOnce(2);
  await expect(page.locator(".player-count")).toHaveText("step 3 of 3");
  await pressedAtOnce(1);
  await expect(page.locator(".player-count")).toHaveText("step 5 of 5");
});
