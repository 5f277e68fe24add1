// The hint for the first visit: it covers nothing, moves nothing, and goes when somebody does something.
import { LABELS, pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User } from "./user.js";

const hint = (user) => user.stage.getByRole("note", { name: "Hint" });

test("the first visit is greeted, once; doing it makes the hint go, and nothing moves", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await expect(hint(user)).toBeVisible();
  const place = () => user.stage.locator(".player-buttons").boundingBox();
  const before = await place();
  await page.keyboard.press("ArrowRight");
  await expect(hint(user)).toHaveCount(0);
  expect(await place()).toEqual(before);
  await page.reload();
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await expect(hint(user)).toHaveCount(0);
});

test("it is closed by hand, by an edit, and where it would speak of another check", async ({ page, context }) => {
  const user = new User(page);
  await user.opens();
  await hint(user).getByRole("button", { name: "Close the hint" }).click();
  await expect(hint(user)).toHaveCount(0);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(hint(user)).toBeVisible();
  await user.editor.press("Enter");
  await expect(hint(user)).toHaveCount(0);
  await page.waitForFunction(() => localStorage.getItem("lockstep.text"));
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(hint(user)).toBeVisible();
  await user.check("deadlock").click();
  await expect(hint(user)).toHaveCount(0);
});

test("whoever follows a link, or has written here before, is not greeted", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const user = new User(page);
  await user.opens();
  await expect(hint(user)).toBeVisible();
  const link = await user.sharesALink();
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await user.opens(link);
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  await expect(hint(user)).toHaveCount(0);
});

for (const [width, height] of [[1440, 900], [1000, 700], [360, 740]]) {
  test(`it lies on nothing, and axe finds nothing, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("./");
    const user = new User(page);
    const shown = user.stage.locator(".hint");
    await expect(shown).toBeVisible();
    const covered = await shown.evaluate((it) => {
      const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      const box = it.getBoundingClientRect();
      const others = document.querySelectorAll(".stage, .player > :not(.player-said)");
      return [...others].filter((other) => over(box, other.getBoundingClientRect())).map((other) => other.className);
    });
    expect(covered).toEqual([]);
    await pleasesAxe(page, { without: [LABELS] });
  });
}
