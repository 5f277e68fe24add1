// What every test of accessibility asks: that axe-core finds nothing, by day and by night.
import AxeBuilder from "@axe-core/playwright";

import { expect } from "./fixtures.js";

/** The name of a control that says more than its label does, which axe-core takes for another one. */
export const LABELS = "label-content-name-mismatch";

/** The rules about colours: between light and dark nothing else differs. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Axe-core finds nothing in the page as it is now, light and dark: colours follow the system at once, so no second page is
 * opened for it. In light every rule is asked, in dark those about colours. `inside` are the selectors that are looked at, all of the page if there is none; `without` are rules that
 * are not asked.
 */
export async function pleasesAxe(page, { inside = [], without = [] } = {}) {
  for (const colorScheme of ["light", "dark"]) {
    // What glides from one colour to the other has neither.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Without frames of other origins the results need not be put together in a page of their own, and what is in order
    // need not be listed: both took most of the time.
    const asked = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
    if (colorScheme === "dark") asked.withRules(COLOURS.filter((rule) => !without.includes(rule)));
    else asked.disableRules(without);
    for (const selector of inside) asked.include(selector);
    const { violations } = await asked.analyze();
    const found = violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html)]);
    expect(found, colorScheme).toEqual([]);
  }
}
