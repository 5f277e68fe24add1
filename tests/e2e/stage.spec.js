// The stage: one step drives machine cards, lifelines and player together.
import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, allSettled, example } from "./user.js";

const stage = (page) => page.locator(".stage");
const card = (page, name) => stage(page).locator("article.card").filter({ hasText: name });
const scrubber = (page) => page.getByRole("slider", { name: "Step of the run" });

/** Opens the page with the coffee room and waits for pictures and answer. */
async function open(page) {
  await page.goto("/");
  await expect(stage(page).locator("svg.machine")).toHaveCount(4);
  await expect(stage(page).locator("g.message.stops")).toHaveCount(1);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Home");
}

/** What the stage shows: the place of every card, and the state of every message. */
const shown = (page) =>
  stage(page).evaluate((stage) => ({
    cards: [...stage.querySelectorAll(".card")].map((card) => card.getAttribute("aria-label")),
    messages: [...stage.querySelectorAll("g.message [role=button]")].map((row) => row.getAttribute("aria-label")),
    pills: [...stage.querySelectorAll(".pill.now text")].map((pill) => pill.textContent),
  }));

test("keys change cards and lifelines together, and back again", async ({ page }) => {
  await open(page);
  const start = await shown(page);
  expect(start.cards[0]).toBe("alice, PhD, in working");
  expect(start.messages[0]).toContain("next");

  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("j");
  await expect(scrubber(page)).toHaveValue("2");
  const second = await shown(page);
  expect(second.messages[0]).toContain("happens now");
  expect(second.cards[0]).toBe("alice, PhD, in waiting");
  expect(second.pills).toContain("waiting");

  await page.keyboard.press("k");
  await page.keyboard.press("ArrowLeft");
  await expect(scrubber(page)).toHaveValue("0");
  expect(await shown(page)).toEqual(start);
});

test("the failing message is marked with its reason, and who waits says so", async ({ page }) => {
  await open(page);
  await page.keyboard.press("End");
  const fifth = stage(page).locator("g.message.stops").getByRole("button");
  await expect(fifth).toHaveAttribute("aria-label", "message 5, bob to cm, wantCoffee: cannot happen");
  await expect(stage(page).locator(".note")).toContainText("repaired");
  await expect(stage(page).locator(".note")).toBeInViewport();
  await expect(card(page, "cm")).toContainText("waiting to send repaired");
  await expect(card(page, "cm").locator(".arrow.stuck .token")).toHaveCount(1);
});

test("the bar says with the last step of a check's run what came of the check, of no other run and at no other step", async ({ page }) => {
  await open(page);
  const verdict = page.locator(".player-verdict");
  await expect(verdict).toHaveCount(0);
  await page.keyboard.press("End");
  await expect(verdict).toHaveText("Message 5, wantCoffee, cannot happen.");
  await expect(verdict).toHaveAttribute("data-bad", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(verdict).toHaveCount(0);
  await page.keyboard.press("h");
  await page.locator(".by-hand-list [data-number]").first().click();
  await expect(page.locator(".by-hand")).toContainText("After step 1");
  await expect(verdict).toHaveCount(0);
});

test("an answer without a run leads to the states that can be reached", async ({ page }) => {
  await open(page);
  await page.locator(".check-select", { hasText: "deadlock" }).click();
  await page.getByRole("button", { name: "Show the states" }).click();
  await expect(stage(page).getByRole("group", { name: "Global states" })).toBeVisible();
});

test("keys that are typed into the text do not step", async ({ page }) => {
  await open(page);
  await page.locator(".cm-content").click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await expect(scrubber(page)).toHaveValue("0");
});

test("scrubber and buttons move the same step, and say it", async ({ page }) => {
  await open(page);
  await scrubber(page).fill("5");
  await expect(page.locator(".player-count")).toHaveText("step 5 of 10");
  const spoken = await page.locator(".player-sentence").textContent();
  await expect(page.locator(".spoken")).toHaveText(spoken);
  expect(await scrubber(page).getAttribute("aria-valuetext")).toBe(`step 5 of 10: ${spoken}`);
  await page.getByRole("button", { name: "Back one step" }).click();
  await expect(scrubber(page)).toHaveValue("4");
  await page.getByRole("button", { name: "Last step" }).click();
  await expect(scrubber(page)).toHaveValue("10");
});

test("Space plays to the end and stops there", async ({ page }) => {
  await open(page);
  await page.getByLabel("Speed").selectOption("4×");
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(scrubber(page)).toHaveValue("10");
  await expect(page.locator(".player").getByRole("button", { name: "Play" })).toBeVisible();
});

test("nothing moves between steps but what the run moves", async ({ page }) => {
  await open(page);
  const boxes = () =>
    stage(page).evaluate((stage) =>
      [...stage.querySelectorAll(".card, .sequence, .player, .player button, .heads, .messages")].map(
        (element) => {
          const { width, height } = element.getBoundingClientRect();
          return [element.classList[0], width, height];
        },
      ),
    );
  const before = await boxes();
  for (let step = 0; step < 10; step += 1) {
    await page.keyboard.press("ArrowRight");
    expect(await boxes()).toEqual(before);
  }
});

test("labels overlap neither states nor each other, and fit what they were given", async ({ page }) => {
  await open(page);
  await page.evaluate(() => document.fonts.ready);
  const collisions = await stage(page).evaluate((stage) => {
    const found = [];
    for (const machine of stage.querySelectorAll("svg.machine")) {
      const rects = [...machine.querySelectorAll("text.label, .state .box")].map((element) => ({
        text: element.textContent,
        label: element.matches(".label"),
        rect: element.getBoundingClientRect(),
      }));
      rects.forEach((one, index) => {
        for (const other of rects.slice(index + 1)) {
          const apart =
            one.rect.right <= other.rect.left + 1 ||
            other.rect.right <= one.rect.left + 1 ||
            one.rect.bottom <= other.rect.top + 1 ||
            other.rect.bottom <= one.rect.top + 1;
          if (!apart && (one.label || other.label)) found.push([one.text, other.text]);
        }
      });
    }
    // The estimate of core/src/diagram/text.rs against the real font.
    const kinds = { ".state": ".box", ".heads .head": "rect", ".pill": "rect", "g.message": ".label-ground" };
    for (const [kind, room] of Object.entries(kinds)) {
      for (const group of stage.querySelectorAll(kind)) {
        const text = group.querySelector("text:not(.number)");
        const given = group.querySelector(room).getBoundingClientRect().width;
        if (text.getBoundingClientRect().width > given) found.push([text.textContent, "is too wide"]);
      }
    }
    return found;
  });
  expect(collisions).toEqual([]);
});

test("a click on a transition shows its line in the text", async ({ page }) => {
  await open(page);
  await card(page, "cm").getByRole("button", { name: "maintenance to idle" }).locator("text").click();
  await expect(page.locator(".cm-activeLine")).toContainText("maintenance --> idle");
});

test("the elements of a card are one tab stop, walked with up and down", async ({ page }) => {
  await open(page);
  const machine = card(page, "alice").locator("svg.machine");
  await expect(machine.locator("[tabindex='0']")).toHaveCount(1);
  await machine.locator("[tabindex='0']").focus();
  await page.keyboard.press("ArrowDown");
  await expect(machine.locator("[data-i='1']")).toBeFocused();
  await expect(machine.locator("[tabindex='0']")).toHaveCount(1);
});

test("reduced motion switches transitions off", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  const duration = (selector) =>
    stage(page)
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).transitionDuration);
  expect(await duration(".cursor")).toBe("0s");
  expect(await duration(".state .box")).toBe("0s");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await duration(".cursor")).not.toBe("0s");
});

test("a machine that the layout engine cannot draw is told as a list", async ({ page, complaints }) => {
  await page.route(/layout[^/]*\.js$/, (route) => route.abort());
  await page.goto("/");
  await expect(stage(page).locator(".card-plain")).toHaveCount(4);
  await expect(card(page, "cm").getByRole("button", { name: /maintenance to idle/ })).toBeVisible();
  // The browser reports the file that this test has taken away; nothing else may be wrong.
  const other = complaints.filter((complaint) => !/ERR_FAILED|layout/.test(complaint));
  expect(other).toEqual([]);
  complaints.length = 0;
});

for (const [device, viewport] of [
  ["wide", { width: 1440, height: 900 }],
  ["phone", { width: 390, height: 844 }],
]) {
  test(`axe finds nothing on the stage, ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    const play = page.getByRole("button", { name: "Play", exact: true }).last();
    if (device === "phone") await page.locator(".pane-choice", { hasText: "Run" }).click();
    await expect(play).toBeVisible();
    await expect(stage(page).locator("svg.machine")).toHaveCount(4);
    await expect(stage(page).locator("g.message.stops")).toHaveCount(1);
    for (const key of ["Home", "ArrowRight", "ArrowRight", "End"]) {
      await page.evaluate(() => document.activeElement?.blur());
      await page.keyboard.press(key);
      await pleasesAxe(page, { inside: [".stage"] });
    }
  });
}

test("a check that is selected by key is brought into sight in the list", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const user = new User(page);
  await user.opens();
  await user.writes(example("classes/pedestrian-light.lks"));
  await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 30_000 });
  await user.leavesTheEditor();
  const list = page.locator(".checks-scroll");
  const inSight = (number) => async () => {
    const [row, room] = [await page.locator(".check").nth(number - 1).boundingBox(), await list.boundingBox()];
    return row.y >= room.y - 1 && row.y + Math.min(row.height, room.height) <= room.y + room.height + 1;
  };
  for (const number of [8, 1, 7]) {
    await page.keyboard.press(String(number));
    await expect(page.locator(".check").nth(number - 1)).toHaveAttribute("data-selected", "true");
    await expect.poll(inSight(number)).toBe(true);
  }
  // Who scrolls on is left alone.
  await list.evaluate((it) => it.scrollTo(0, 0));
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  // An edit has everything answered anew, and leaves the list where it is.
  await user.writes(`${example("classes/pedestrian-light.lks")}// more\n`);
  await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 30_000 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await list.evaluate((it) => it.scrollTop)).toBe(0);
});
