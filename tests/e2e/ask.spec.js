// Questions that are put together by pointing, for every kind of model: what is chosen becomes a line of the text, and is answered.
import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, allSettled, example, textOf } from "./user.js";

const term = (page, name) => page.getByRole("button", { name: `Leave out ${name}`, exact: true });
const line = (page) => page.locator(".ask-line");
const asks = (page) => page.getByRole("button", { name: "Ask", exact: true });
const field = (page) => page.getByRole("combobox", { name: "State or value" });

async function opens(page, file) {
  const user = new User(page);
  await user.opens();
  await user.writes(example(file));
  await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 30_000 });
  return user;
}

/** The last line of the text. */
const lastLine = async (page) => (await textOf(page)).trimEnd().split("\n").at(-1);

test("statecharts: states are clicked, one of each region, and the question is asked always", async ({ page }) => {
  const user = await opens(page, "statecharts/railroad-crossing.lks");
  await user.checks.getByRole("button", { name: "Ask a question" }).click();
  await expect(asks(page)).toBeDisabled();
  await expect(field(page)).toBeFocused();
  const state = (name) => page.locator(".object-card").getByRole("button", { name: new RegExp(`^state Main\\.Gate\\.${name}\\b`) });
  // What has the focus is brought into sight, and Enter chooses it as a click does.
  await state("Open").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".object-card .state.goal")).toHaveCount(1);
  await state("Closed").focus();
  await page.keyboard.press("Enter");
  // A region is in one state at a time.
  await expect(page.locator(".object-card .state.goal")).toHaveCount(1);
  await expect(page.locator(".ask-term")).toHaveCount(1);
  await page.getByRole("button", { name: "Is it always so?" }).click();
  const written = await line(page).innerText();
  expect(written).toMatch(/^check always \w+\.Closed$/);
  await expect(page.locator(".object-card .state.goal")).toHaveCount(1);
  await asks(page).click();
  expect(await lastLine(page)).toBe(written);
  await expect(user.check(written.replace("check ", ""))).toHaveAttribute("aria-current", "true");
  await expect(user.check(written.replace("check ", ""))).toContainText("violated");
  await expect(page.locator(".ask")).toHaveCount(0);
});

const PRINTER = `machine Person {
  [*] --> away
  away --> waiting : / ask
  waiting --> printing : granted
  printing --> away : / done
}
machine Tray {
  [*] --> free
  free --> granting : ask
  granting --> free : / granted
  free --> free : done
}
system {
  ann, ben : Person
  tray : Tray
}
`;

test("machines: what is never so is written with the keyboard, and what is always so is put together by clicks", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(`${PRINTER}check always not (ann.printing and ben.printing)\n`);
  const never = user.check("always not .ann.printing and ben.printing");
  await expect(never).toContainText("violated");
  // The run ends where it is false.
  await page.getByRole("button", { name: "Last step" }).click();
  await expect(page.locator(".player-count")).toHaveText("step 10 of 10");
  await expect(user.checks).toContainText("It is false after 10 transactions, and not sooner.");
  await user.checks.getByRole("button", { name: "Ask a question" }).click();
  await page.getByRole("button", { name: "Is it always so?" }).click();
  await field(page).fill("not ann.printing");
  await page.keyboard.press("Enter");
  await expect(line(page)).toHaveText("check always not ann.printing");
  await asks(page).click();
  await expect(user.check("always not ann.printing")).toContainText("violated");
  await user.writes(`${PRINTER}check always ann.away or ann.waiting or ann.printing within 0\ncheck always not ann.printing within 1\n`);
  await expect(user.check("always not ann.printing")).toContainText("holds");
  await expect(user.checks).toContainText("It is not false within 1 transaction.");
});

test("transition systems: values are clicked where they stand, and what holds together is joined", async ({ page }) => {
  const user = await opens(page, "systems/peterson.xsts");
  await page.keyboard.press("Escape");
  await user.check("prop").click();
  await page.keyboard.press("q");
  const value = page.locator(".flow .object-values li");
  await value.nth(0).click();
  await value.nth(1).click();
  await expect(page.locator(".object-values li.asked")).toHaveCount(2);
  await expect(page.locator(".ask-term")).toHaveCount(2);
  await expect(line(page)).toContainText(" && ");
  // The same once more takes it away; another value of the same is typed, and it stands beside.
  await value.nth(1).click();
  await expect(page.locator(".ask-term")).toHaveCount(1);
  await page.locator(".ask-term").click();
  await field(page).fill("one == Inside && two == Inside");
  await field(page).press("Enter");
  await expect(term(page, "one == Inside && two == Inside")).toBeVisible();
  await page.getByRole("slider", { name: "How soon" }).fill("12");
  await expect(page.locator(".ask-bound output")).toHaveText("within 12 firings");
  await field(page).press("Enter");
  expect(await lastLine(page)).toBe("check reach one == Inside && two == Inside within 12");
  await expect(user.check("reach one == Inside && two == Inside")).toContainText("unreachable");
  // Who asks the same again is led to the line that is there.
  const before = await textOf(page);
  await user.check("prop").click();
  await page.keyboard.press("q");
  await field(page).fill("one == Inside && two == Inside");
  await field(page).press("Enter");
  await page.getByRole("slider", { name: "How soon" }).fill("12");
  await asks(page).click();
  expect(await textOf(page)).toBe(before);
  await expect(user.check("reach one == Inside && two == Inside")).toHaveAttribute("aria-current", "true");
});

test("class models: values of objects are clicked in the picture", async ({ page }) => {
  const user = await opens(page, "classes/pedestrian-light.lks");
  await user.checks.getByRole("button", { name: "Ask a question" }).click();
  const value = page.locator(".generic-graph text[data-variable]").first();
  await value.click();
  await expect(page.locator(".ask-term")).toHaveCount(1);
  await value.click();
  await expect(page.locator(".ask-term")).toHaveCount(0);
  // A link is asked for by what its roles lead to: by a click, and by key.
  const link = page.locator(".generic-graph .edge[data-variable]").first();
  await link.locator(".label").click();
  await expect(line(page)).toHaveText("check reach b1.light = tl");
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".ask-term")).toHaveCount(0);
  await page.getByRole("button", { name: "Can it get stuck?" }).click();
  await expect(field(page)).toHaveCount(0);
  await expect(line(page)).toHaveText("check deadlock");
  await page.getByRole("slider", { name: "How soon" }).fill("1");
  await expect(line(page)).toHaveText("check deadlock within 1");
  await asks(page).click();
  expect(await lastLine(page)).toBe("check deadlock within 1");
  await expect(user.checks.locator("[aria-current=true]")).toContainText("deadlock");
});

test("what cannot be asked stays in the field with the reason, and nothing is written", async ({ page }) => {
  const user = await opens(page, "systems/traffic-light.xsts");
  const before = await textOf(page);
  await user.checks.getByRole("button", { name: "Ask a question" }).click();
  for (const wrong of ["nothing", "light ==", ")", "x".repeat(3000)]) {
    await field(page).fill(wrong);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.locator(".ask-wrong")).not.toBeEmpty();
    await expect(field(page)).toHaveValue(wrong);
    await expect(page.locator(".ask-term")).toHaveCount(0);
  }
  await field(page).fill("");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.locator(".ask-wrong")).toHaveText("Write a state or a value first.");
  await page.keyboard.press("Escape");
  await expect(page.locator(".ask")).toHaveCount(0);
  await expect(user.checks.getByRole("button", { name: "Ask a question" })).toBeFocused();
  expect(await textOf(page)).toBe(before);
  // What is typed and not added is asked as well, where it can be.
  await page.keyboard.press("q");
  await field(page).fill("light ==");
  await asks(page).click();
  await expect(page.locator(".ask-wrong")).not.toBeEmpty();
  expect(await textOf(page)).toBe(before);
  await field(page).fill("light == Green");
  await asks(page).click();
  expect(await lastLine(page)).toBe("check reach light == Green");
});

test("a question is asked in ten presses of keys, Escape leaves it, and what is opened meanwhile ends it", async ({ page }) => {
  const user = await opens(page, "machines/mail.lks");
  await user.check("deadlock").click();
  await page.keyboard.press("q");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator(".ask")).toHaveCount(0);
  await page.keyboard.press("q");
  const offered = await page.locator("#ask-offered option").evaluateAll((all) => all.map((it) => it.value));
  expect(offered.length).toBeGreaterThan(3);
  // Typing aside: q, Enter for the state, Enter to ask.
  await page.keyboard.type(offered[1]);
  await page.keyboard.press("Enter");
  await expect(term(page, offered[1])).toBeVisible();
  await page.keyboard.press("Enter");
  expect(await lastLine(page)).toBe(`check reach ${offered[1]}`);
  await user.check("deadlock").click();
  await page.keyboard.press("q");
  await expect(page.locator(".ask")).toBeVisible();
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /Peterson/ }).click();
  await expect(user.editor).toContainText("Asking");
  await expect(page.locator(".flow .object-values li").first()).toBeVisible();
  await expect(page.locator(".ask")).toHaveCount(0);
  // So does another check, by key and by click.
  for (const choose of [() => page.keyboard.press("2"), () => page.locator(".check-select").first().click()]) {
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("q");
    await expect(page.locator(".ask")).toBeVisible();
    await page.evaluate(() => document.activeElement?.blur());
    await choose();
    await expect(page.locator(".ask")).toHaveCount(0);
  }
});

for (const [window, width, height] of [["wide", 1440, 900], ["on a phone", 390, 844]]) {
  test(`axe finds nothing in a question, ${window}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const user = new User(page);
    await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), example("systems/traffic-light.xsts"));
    await page.goto("./");
    await expect(page.locator(".object-values li").first()).toBeAttached();
    await page.keyboard.press("q");
    await expect(page.locator(".ask")).toBeVisible();
    await field(page).fill("light == Red");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await pleasesAxe(page);
    void user;
  });
}
