// The encoding, open: our own formulas of a check and the papers', as printed and mended.
import { readFile } from "node:fs/promises";
import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, reaches } from "./user.js";

const dialog = (page) => page.getByRole("dialog", { name: /^The formulas/ });
const digits = (text) => Number(text.replace(/\D/g, ""));

async function opens(page) {
  const user = new User(page);
  await page.goto("./");
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  return user;
}

async function opened(page) {
  const user = await opens(page);
  // Help that comes above the button would move it away from under the pointer.
  await expect(user.checks.getByRole("heading", { name: "Why it cannot happen" })).toBeVisible();
  await user.checks.getByRole("button", { name: "Formulas" }).click();
  await expect(dialog(page).getByRole("table")).toBeVisible();
  return user;
}

async function papers(page) {
  await opened(page);
  await dialog(page).getByRole("button", { name: "The papers’" }).click();
  await expect(dialog(page).getByRole("heading", { name: /^As printed/ })).toBeVisible();
}

/** The sum of the clauses in a column of the table. */
async function total(page, column) {
  const cells = page.locator(`.formulas-table td:nth-of-type(${column}) > span:nth-of-type(2)`);
  return (await cells.allInnerTexts()).reduce((sum, text) => sum + digits(text), 0);
}

test("each formula says how many clauses it became, and one of them in words", async ({ page }) => {
  await opened(page);
  const shown = dialog(page);
  await expect(shown.getByText(/^It can be satisfied exactly if the first 5 of 6 messages/)).toBeVisible();
  const head = shown.getByRole("columnheader").nth(1);
  await expect(head).toHaveText(/^k = 6: [\d,  ]+ clauses over [\d,  ]+ variables$/);
  const said = (await head.innerText()).split(":")[1].split("over")[0];
  expect(await total(page, 1)).toBe(digits(said));
  const row = shown.getByRole("row").filter({ hasText: "φsends" });
  await row.hover();
  const words = shown.locator(".formulas-example");
  await expect(words).toContainText("If alice sends wantCoffee to cm at 1, then alice goes from");
  await row.focus();
  await page.keyboard.press("Tab");
  await expect(words).toContainText("If alice sends wantCoffee to cm at 1, then cm goes from");
});

test("clauses and proof become files that other solvers read", async ({ page }) => {
  await opened(page);
  const saved = async (name) => {
    const download = page.waitForEvent("download");
    await dialog(page).getByRole("button", { name }).click();
    const file = await download;
    return [file.suggestedFilename(), await readFile(await file.path(), "utf8")];
  };
  const [name, clauses] = await saved("Save clauses (DIMACS)");
  expect(name).toBe("coffee-for-two.cnf");
  const [, declared] = /^p cnf \d+ (\d+)$/m.exec(clauses);
  expect(clauses.match(/ 0$/gm).length).toBeGreaterThanOrEqual(Number(declared));
  expect(Number(declared)).toBe(await total(page, 1));
  await expect(dialog(page).getByText("Saved coffee-for-two.cnf.")).toBeVisible();
  const [proof, lemmas] = await saved("Save proof (DRAT)");
  expect(proof).toBe("coffee-for-two.drat");
  expect(lemmas.trim().split("\n").filter((line) => !/^(d )?(-?\d+ )*0$/.test(line))).toEqual([]);
  // The printed formula can be satisfied: there is nothing to prove, and the page says so.
  await dialog(page).getByRole("button", { name: "The papers’" }).click();
  await dialog(page).getByRole("button", { name: "Save mended proof (DRAT)" }).click();
  await expect(dialog(page).getByText("Saved coffee-for-two-mended.drat.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Save as printed proof (DRAT)" }).click();
  await expect(dialog(page).getByText("It can be satisfied, so there is no proof.")).toBeVisible();
});

test("printed and mended formulas stand side by side, with their answers and clauses", async ({ page }) => {
  await papers(page);
  const shown = dialog(page);
  // In print the scenario that cannot be played is possible.
  await expect(shown.getByRole("heading", { name: "As printed: consistent", exact: true })).toBeVisible();
  await expect(shown.getByRole("heading", { name: "Mended: inconsistent", exact: true })).toBeVisible();
  await expect(shown.getByText(/^At index \d+:/)).toBeVisible();
  const heads = shown.getByRole("columnheader");
  await expect(heads.nth(1)).toHaveText(/^As printed, k = \d+: [\d,  ]+ clauses$/);
  for (const column of [1, 2]) {
    expect(await total(page, column)).toBe(digits((await heads.nth(column).innerText()).split(":")[1]));
  }
  // Indices stand below the signs; readers that speak get the text.
  const formula = shown.getByRole("math").first();
  await expect(formula).toHaveAttribute("aria-label", /^⋀_/);
  await expect(formula).not.toContainText("_");
  await page.keyboard.press("Escape");
  await expect(shown).toBeHidden();
});

test("who asks for another file before the first one came gets that one, under its name", async ({ page }) => {
  await papers(page);
  const shown = dialog(page);
  const files = [];
  page.on("download", (file) => files.push(file));
  const ask = async (...editions) => {
    const buttons = editions.map((edition) =>
      shown.getByRole("button", { name: `Save ${edition} clauses (DIMACS)` }).elementHandle());
    // In one turn, so that no file can come between the two.
    await page.evaluate((buttons) => buttons.forEach((button) => button.click()), await Promise.all(buttons));
    const last = editions.at(-1).replace(" ", "-");
    await expect(shown.getByText(`Saved coffee-for-two-${last}.cnf.`)).toBeVisible();
    return readFile(await files.at(-1).path(), "utf8");
  };
  const [printed, mended] = [await ask("as printed"), await ask("mended")];
  expect(printed).not.toBe(mended);
  expect(await ask("as printed", "mended")).toBe(mended);
  await expect(shown.getByText("Another file was asked for instead.")).toBeVisible();
  expect(await ask("mended", "as printed")).toBe(printed);
  expect(files.map((file) => file.suggestedFilename())).toEqual(
    ["as-printed", "mended", "mended", "as-printed"].map((which) => `coffee-for-two-${which}.cnf`));
});

for (const width of [1440, 360]) {
  test(`an example of the papers' formulas opens on what they get wrong, ${width} px`, async ({ page }) => {
    const user = new User(page);
    await page.setViewportSize({ width, height: 780 });
    await page.goto("./");
    await reaches(page, "Examples");
    await expect(page.getByRole("menu")).toContainText("Where the printed formulas go wrong");
    await page.getByRole("menuitem", { name: /^G4: a relay/ }).click();
    await expect(dialog(page).getByRole("heading", { name: "As printed: reachable", exact: true })).toBeVisible();
    await expect(dialog(page).getByRole("heading", { name: "Mended: unreachable", exact: true })).toBeVisible();
    await expect(dialog(page).getByText(/^At index 1:/)).toBeVisible();
    await dialog(page).getByRole("button", { name: "Done" }).click();
    await expect(dialog(page)).toBeHidden();
    // Once is enough: they do not open again by themselves.
    await user.check("reach Q.q1, R.r1").last().click();
    await user.check("reach Q.q1, R.r1").first().click();
    await expect(user.checks.getByRole("button", { name: "Formulas" })).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  });
}

test("a check that the papers do not encode says why", async ({ page }) => {
  const user = await opens(page);
  await user.check("deadlock").click();
  await user.checks.getByRole("button", { name: "Formulas" }).click();
  await expect(dialog(page).getByText(/^It can be satisfied exactly if a deadlock is reached/)).toBeVisible();
  await dialog(page).getByRole("button", { name: "The papers’" }).click();
  await expect(dialog(page).getByRole("alert")).not.toBeEmpty();
  // There will be none the next time either.
  await expect(dialog(page).getByRole("button", { name: "Try again" })).toHaveCount(0);
});

test("axe finds nothing in the formulas, wide and on a phone", async ({ page }) => {
  await opened(page);
  for (const edition of ["Lockstep’s", "The papers’"]) {
    await dialog(page).getByRole("button", { name: edition }).click();
    await expect(dialog(page).getByRole("table")).toBeVisible();
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 780 });
      await pleasesAxe(page);
    }
  }
});

test("of statecharts the formulas of their paper are shown, and what they claim", async ({ page }) => {
  const user = new User(page);
  await page.goto("./");
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /^B3: one transition of two/ }).click();
  await expect(dialog(page).getByRole("heading", { name: "As printed: reachable", exact: true })).toBeVisible();
  await expect(dialog(page).getByRole("heading", { name: "Mended: unreachable", exact: true })).toBeVisible();
  await expect(dialog(page).getByText(/^At index 6: XO3 has o fire/)).toBeVisible();
  await expect(dialog(page).getByRole("group", { name: "Encoding" })).toBeHidden();
  const row = dialog(page).getByRole("row").filter({ hasText: "XO3" });
  await expect(row).toContainText("mended:");
  await row.hover();
  await expect(dialog(page).locator(".formulas-example")).toContainText("One such transition fires");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name: "Save mended clauses (DIMACS)" }).click(),
  ]);
  expect(await readFile(await file.path(), "utf8")).toMatch(/^p cnf \d+ \d+$/m);
  await pleasesAxe(page, { inside: ["dialog.formulas"] });
  await page.keyboard.press("Escape");
  await expect(user.checks.getByRole("button", { name: "Formulas" })).toBeVisible();
});
