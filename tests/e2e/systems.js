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

/** The variables with their values. */
export const values = (page) => page.locator(".flow .object-values li");

/** The value of one of them. */
export const value = (page, name) =>
  values(page).filter({ has: page.locator(".link, .object-watched").getByText(name, { exact: true }) }).locator("b");
