// What the tests of transition systems share: their page, and the values that it lists.
import { expect } from "./fixtures.js";
import { User, settled } from "./user.js";

/** The page with a transition system that has been read and answered. */
export async function opens(page, text, checks) {
  const user = new User(page);
  await user.opens();
  await user.writes(text);
  await expect(page.locator(".checks-summary")).toHaveText(settled(checks), { timeout: 20_000 });
  return user;
}

/** The value that a variable has in the list. */
export const value = (page, name) =>
  page.locator(".system-variables tbody tr", { has: page.getByRole("button", { name, exact: true, includeHidden: true }) }).locator(".system-value");
