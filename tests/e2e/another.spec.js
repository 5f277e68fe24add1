// The next witness: further runs that show the same answer, one after the other.

import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User } from "./user.js";

/** Two ways to come to b: one for each receiver of x. */
const TWO_WAYS = `machine P {
  [*] --> a
  a --> b : / x
}
machine Q {
  [*] --> q
  q --> r : x
}
machine R {
  [*] --> q
  q --> r : x
}
check reach P.b within 4
check reach Q.r, R.r within 4
check deadlock within 3
`;

const bar = (user) => user.stage.getByRole("group", { name: "Runs" });
const another = (user) => user.checks.getByRole("button", { name: "Another run" });
/** The first message of the run, in words. */
const sent = (user) => user.stage.locator(".sequence .messages [data-i='0']");

async function opens(page, text) {
  const user = new User(page);
  await user.opens();
  await user.writes(text);
  await user.leavesTheEditor();
  return user;
}

test("another run, until there is none left, back to the first, and beside it", async ({ page }) => {
  const user = await opens(page, TWO_WAYS);
  await expect(user.check("reach P.b")).toContainText("reachable");
  await expect(sent(user)).toHaveAttribute("aria-label", /P to Q, x/);
  await expect(bar(user)).toHaveCount(0);
  await another(user).click();
  await expect(bar(user)).toContainText("Run 2.");
  await expect(bar(user)).toContainText("after 2 transactions; none is shorter. It was replayed.");
  await expect(sent(user)).toHaveAttribute("aria-label", /P to R, x/);
  await page.keyboard.press("End");
  await expect(user.stage.getByText("step 2 of 2")).toBeVisible();

  await bar(user).getByRole("button", { name: "Another run" }).click();
  await expect(bar(user)).toContainText("Run 2 of 2. There is no other run with other messages");
  await expect(bar(user).getByRole("button", { name: "Another run" })).toHaveCount(0);

  await bar(user).getByRole("button", { name: "Compare with the first" }).click();
  await expect(user.stage.getByText("Run 2 beside the first.")).toBeVisible();
  await expect(user.stage.locator('.message[data-change="come"]')).toHaveCount(1);
  await expect(user.stage.locator('.message[data-change="gone"]')).toHaveCount(1);
  await user.stage.getByRole("button", { name: "End comparison" }).click();

  await expect(bar(user)).toContainText("Run 1 of 2.");
  await expect(sent(user)).toHaveAttribute("aria-label", /P to Q, x/);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("n");
  await expect(bar(user)).toContainText("Run 2 of 2.");
  await expect(sent(user)).toHaveAttribute("aria-label", /P to R, x/);
  await bar(user).getByRole("button", { name: "First run" }).click();
  await expect(bar(user)).toContainText("Run 1 of 2.");
  await expect(bar(user).getByRole("button", { name: "Next run" })).toBeFocused();
});

test("a no has no other run, and an edit puts the runs away", async ({ page }) => {
  const user = await opens(page, TWO_WAYS);
  await user.check("reach Q.r, R.r").click();
  await expect(user.check("reach Q.r, R.r")).toContainText("unreachable");
  await expect(another(user)).toHaveCount(0);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("n");
  await expect(bar(user)).toHaveCount(0);

  await user.check("reach P.b").click();
  await another(user).click();
  await expect(bar(user)).toContainText("Run 2.");
  await user.writes(TWO_WAYS.replace("within 4", "within 5"));
  await expect(bar(user)).toHaveCount(0);
  await expect(another(user)).toBeVisible();
});

test("each deadlock says at its own end who waits for whom", async ({ page }) => {
  const user = await opens(
    page,
    `${TWO_WAYS.replace(/check[^]*/, "").replaceAll("q --> r : x", "q --> r : x\n  r --> s : / y")}
machine S {
  [*] --> s
  s --> t : z
  t --> t : y
}
check deadlock expect deadlock
`,
  );
  await expect(user.check("deadlock")).toContainText("deadlock");
  await page.keyboard.press("End");
  await expect(user.stage.getByRole("figure")).toContainText("Q waits for S to take y");
  await another(user).click();
  await expect(bar(user)).toContainText("Run 2.");
  await page.keyboard.press("End");
  await expect(user.stage.getByRole("figure")).toContainText("R waits for S to take y");
});

for (const width of [1440, 360]) {
  test(`axe finds nothing at another run, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), TWO_WAYS);
    await page.goto("./");
    const user = new User(page);
    if (width < 760) await page.locator(".pane-choice", { hasText: "Model" }).click();
    await another(user).click();
    await expect(bar(user)).toContainText("Run 2.");
    await pleasesAxe(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
  });
}

test("another run of a transition system: other values, until there is none left, beside the first, in the table", async ({ page }) => {
  const text = `var x : 0..3 = 0
trans {
  choice { x := 1; } or { x := 2; } or { x := 3; }
}
init {}
env {}
check reach x >= 2 within 1
`;
  const user = await opens(page, text);
  await expect(user.check("reach x >= 2")).toContainText("reachable", { timeout: 15_000 });
  await another(user).click();
  await expect(bar(user)).toContainText("Run 2. Another run with other values, after 1 firing of trans; none is shorter. It was replayed.");
  await bar(user).getByRole("button", { name: "Another run" }).click();
  await expect(bar(user)).toContainText("Run 2 of 2. There is no other run within 1 firing of trans.");
  await bar(user).getByRole("button", { name: "Compare with the first" }).click();
  await expect(user.stage.getByText("Run 2 beside the first.")).toBeVisible();
  await expect(user.stage.getByText("they differ, in x")).toBeVisible();
  await user.stage.getByRole("button", { name: "End comparison" }).click();
  await expect(bar(user)).toContainText("Run 1 of 2.");
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("n");
  await expect(bar(user)).toContainText("Run 2 of 2.");
  await pleasesAxe(page);
  // An edit puts the runs away.
  await user.writes(text.replace("within 1", "within 2"));
  await expect(bar(user)).toHaveCount(0);
});

test("of statecharts another run is one that is seen otherwise", async ({ page }) => {
  const text = "statechart M {\n  [*] --> A\n}\nsystem {\n  m : M\n  environment sends go to m\n}\ncheck reach m.A\n";
  const user = await opens(page, text);
  await user.check("reach m.A").click();
  await expect(user.check("reach m.A")).toContainText("reachable", { timeout: 15_000 });
  await another(user).click();
  await expect(bar(user)).toContainText("Run 1 of 1. There is no other run in which some object takes something else");
});
