// Statecharts on the page: the parts that read, answer and run them, cards of objects, the chart of events, by hand, all runs.

import { LABELS, pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, allSettled, example, looksAt, settled } from "./user.js";

const CROSSING = example("statecharts/railroad-crossing.lks");
const RACE = example("statecharts/do-race.lks");
const DEFERS = `statechart Desk {
  queue 3
  [*] --> Idle
  state Idle {
    late / defer
  }
  Idle --> Busy : go
  Busy --> Done : late
}
system {
  desk : Desk
  environment sends late then nobody then go to desk
}
check reach desk.Done
`;

const DOOR = example("templates/statechart.lks");

/** The page with statecharts that have been read and answered. */
async function opens(page, text, summary) {
  const user = new User(page);
  await user.opens();
  await user.writes(text);
  await expect(page.locator(".checks-summary")).toHaveText(summary, { timeout: 30_000 });
  return user;
}

/** The card of an object. */
const card = (page, name) => page.getByRole("article", { name, exact: true });

test("statecharts are read, coloured, drawn and answered", async ({ page }) => {
  await opens(page, CROSSING, settled(2));
  await expect(page.locator(".object-card")).toHaveCount(4);
  // As soon as it is drawn, arrows name it as well; states stand behind them.
  await expect(card(page, "ctl").getByRole("button", { name: "Lowering" }).last()).toBeVisible();
  await expect(page.locator(".check-select").first()).toContainText("reach ctl.Closed then ctl.Open then ctl.Closed");
  const weight = await page.locator(".cm-line", { hasText: "statechart Train" }).locator("span", { hasText: "statechart" }).first()
    .evaluate((word) => getComputedStyle(word).fontWeight);
  expect(Number(weight)).toBeGreaterThan(500);
});

test("the run is played on cards and in the chart of events", async ({ page }) => {
  const user = await opens(page, CROSSING, settled(2));
  await page.locator(".check-select").nth(1).click();
  await user.leavesTheEditor();
  await expect(page.locator(".player-count")).toContainText("step 0 of");
  await page.keyboard.press("End");
  // The run counts its steps as the answer does, and what follows one has its number with a dot.
  const [, depth] = /after (\d+) (?:steps|applications)/.exec(await page.locator(".checks").textContent().then((it) => it.slice(it.lastIndexOf("after"))));
  await expect(page.locator(".player-count")).toHaveText(new RegExp(`^step ${depth}(\\.\\d+)? of ${depth}$`));
  // In the picture its box is filled, and its name stands out from that.
  const current = card(page, "t1").locator(".nested .state.current:not(.outer)");
  await expect(current).toHaveCount(1);
  await expect(current).toContainText("In");
  await expect(card(page, "ctl").locator(".nested .state.current", { hasText: /^Closed/ })).toHaveCount(0);
  const colours = await current.evaluate((state) => [".box", "text"].map((it) => getComputedStyle(state.querySelector(it)).fill));
  expect(colours[0]).not.toBe(colours[1]);
  const other = card(page, "t1").locator(".nested .state:not(.current, .outer) .box").first();
  expect(await other.evaluate((box) => getComputedStyle(box).fill)).not.toBe(colours[0]);
  await expect(page.locator(".events-now")).toHaveCount(1);
  await expect(page.locator(".events-arrow")).not.toHaveCount(0);
  // What waits stands in the queue, as in the chart.
  await page.keyboard.press("Home");
  for (let step = 0; step < 30; step += 1) {
    const waiting = await page.locator(".object-queue .chip:not(.free)").count();
    await expect(page.locator(".events-arrow.waits")).toHaveCount(waiting);
    if (await page.locator(".player-count").textContent().then((it) => /step (\d+)(\.\d+)? of \1$/.test(it))) break;
    await page.keyboard.press("ArrowRight");
  }
  // A click on a step goes there; the table tells the same.
  const first = await page.locator(".along-number", { hasText: /^1$/ }).boundingBox();
  const body = await page.locator(".along-body").boundingBox();
  await page.locator(".along-body").click({ position: { x: first.x + first.width / 2 - body.x, y: 60 } });
  await expect(page.locator(".player-count")).toContainText("step 1 of");
  await page.getByRole("button", { name: "Steps", exact: true }).click();
  await expect(page.locator(".steps tr[aria-current]")).toHaveAttribute("data-i", "1");
  await page.getByRole("button", { name: "Values", exact: true }).click();
  await expect(page.locator(".time-now")).toHaveCount(1);
});

test("what is put aside and what nobody wants can be seen", async ({ page }) => {
  const user = await opens(page, DEFERS, /1 check|1 answered|as expected|answer/);
  await user.leavesTheEditor();
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "Events", exact: true }).click();
  await expect(page.locator(".events-arrow.aside")).toHaveCount(1);
  let seen = 0;
  for (let step = 0; step < 20; step += 1) {
    seen = Math.max(seen, await page.locator(".chip.aside").count());
    await page.keyboard.press("ArrowRight");
  }
  expect(seen).toBe(1);
});

test("by hand: by whose turn it is, time as a slider, back, at three grains, by chance, another order", async ({ page }) => {
  const user = await opens(page, CROSSING, settled(2));
  await user.leavesTheEditor();
  await page.keyboard.press("Home");
  await page.keyboard.press("h");
  const pane = page.getByRole("region", { name: "By hand" });
  const group = (name) => pane.getByRole("region", { name, exact: true });
  await expect(group("t1")).toBeVisible({ timeout: 15_000 });
  await group("t1").getByRole("button").first().click();
  await expect(page.locator(".player-count")).toHaveText("step 1 of 1");
  await expect(pane.locator(".by-hand-blocked li", { hasText: "t1" }).first()).toContainText("it is due in 1 unit of time");
  for (const name of ["t2", "t3", "ctl"]) {
    await expect(group(name)).toBeVisible();
    await group(name).getByRole("button").first().click();
  }
  await expect(page.locator(".player-count")).toHaveText("step 4 of 4");
  // Back, and on by chance: the same seed gives the same run.
  await page.keyboard.press("ArrowLeft");
  await pane.getByRole("button", { name: "Choose otherwise from here" }).click();
  await expect(page.locator(".player-count")).toHaveText("step 3 of 3");
  for (const grain of ["Behaviour", "Statement", "Step"]) {
    await pane.getByRole("button", { name: grain, exact: true }).click();
    await expect(pane.getByRole("button", { name: grain, exact: true })).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(".player-count")).toContainText("of");
  }
  await pane.getByRole("button", { name: "Start over" }).click();
  await expect(page.locator(".player-count")).toHaveText("no steps");
  await page.keyboard.press("Escape");
});

test("the states that a check asks for are ringed on the cards", async ({ page }) => {
  await opens(page, DEFERS, settled(1));
  const ringed = page.locator(".object-card .state.goal");
  await expect(ringed).toHaveCount(1);
  await expect(ringed).toHaveAttribute("aria-label", /^(state )?Done.*, goal$/);
});

test("by hand what can fire now is marked on the cards, at the end of the run", async ({ page }) => {
  await opens(page, DEFERS, settled(1));
  const marked = page.locator(".object-card .arrow[data-can]");
  await expect(marked).toHaveCount(0);
  await page.getByRole("button", { name: "By hand" }).click();
  const pane = page.getByRole("region", { name: "By hand" });
  for (const [step, name] of ["desk", "desk", "From outside", "desk", "From outside", "desk", "From outside"].entries()) {
    await pane.getByRole("region", { name, exact: true }).getByRole("button").first().click();
    await expect(page.locator(".player-count")).toContainText(`of ${step + 1}`);
  }
  await expect(marked).toHaveCount(1);
  await expect(marked).toHaveAttribute("aria-label", /, can fire now$/);
  await page.getByRole("button", { name: "Back one step" }).click();
  await expect(marked).toHaveCount(0);
  await page.getByRole("button", { name: "Last step" }).click();
  await expect(marked).toHaveCount(1);
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(marked).toHaveCount(0);
});

test("what a person would not have seen: two traces of one test", async ({ page }) => {
  await opens(page, RACE, settled(2));
  await page.getByRole("button", { name: "All runs", exact: true }).click();
  const tracked = page.locator(".runs-controls input[type=text]").first();
  await tracked.fill("trace");
  await tracked.press("Enter");
  await expect(page.locator(".runs-said")).toContainText("2 runs, loops not gone round: these are all", { timeout: 15_000 });
  await page.getByRole("button", { name: "States", exact: true }).click();
  await expect(page.locator(".space-scroll svg, .space svg").first()).toBeVisible({ timeout: 15_000 });
});

test("formulas answer where they are asked for, and say where they cannot", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("lockstep.engine", "sat"));
  const paper = (reading) => `statechart A {
  [*] --> Idle
  Idle --> Busy : go
  Busy --> Idle : after(1, 2)
}
system {
  a : A
  environment sends go to a
  semantics ${reading}
}
check reach a.Busy expect reachable
check always not (a.Busy and a.Idle) expect holds
`;
  const user = await opens(page, paper("bmc4uml"), settled(2));
  await user.writes(paper("uml"));
  await expect(page.locator(".checks")).toContainText(/2 of 2 .*after 4 steps.*Enginebmc/s, { timeout: 30_000 });
  await user.writes(paper("scxml"));
  await expect(page.locator(".checks")).toContainText("Formulas are not written of semantics scxml", { timeout: 30_000 });
});

test("an edit, undo and an error leave what is drawn in order", async ({ page }) => {
  const user = await opens(page, CROSSING, settled(2));
  await user.writes(CROSSING.replace("t1, t2, t3 : Train", "t1, t2 : Train"));
  await expect(page.locator(".object-card")).toHaveCount(3);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.locator(".object-card")).toHaveCount(4);
  await user.writes(CROSSING.replace("ctl : Crossing", "ctl : Nothing"));
  await expect(page.locator(".object-card")).toHaveCount(4);
  await expect(page.locator(".cm-lintRange-error, .cm-lintPoint-error").first()).toBeVisible();
});

test("a machine takes the place of statecharts and the other way round", async ({ page }) => {
  const user = await opens(page, CROSSING, settled(2));
  await page.getByRole("button", { name: "Values", exact: true }).click();
  await user.writes(example("coffee-for-two"));
  await expect(page.locator(".card").first()).toBeVisible();
  await expect(page.locator(".object-card")).toHaveCount(0);
  await user.writes(RACE);
  await expect(page.locator(".object-card")).toHaveCount(1);
});

for (const width of [1440, 360]) {
  test(`axe finds nothing on statecharts, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 840 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), DOOR);
    await page.goto("./");
    await expect(page.locator(".object-card").first()).toBeAttached({ timeout: 20_000 });
    await page.locator(".check-select").first().evaluate((row) => row.click());
    for (const view of ["Events", "Values", "Steps", "States", "All runs"]) {
      await looksAt(page, view);
      await page.locator(".player-hand").click();
      await expect(page.locator(".by-hand-list")).toContainText(/step|start/);
      await pleasesAxe(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(wide).toBe(false);
      await page.locator(".player-hand").click();
    }
  });
}

test("drawings follow when typing pauses, and what an edit leaves as it was is not drawn again", async ({ page }) => {
  const user = await opens(page, DEFERS, settled(1));
  const picture = page.locator("svg.nested");
  await expect(picture.locator(".state")).toHaveCount(3);
  await picture.evaluate((svg) => {
    window.drawn = 0;
    const shapes = { subtree: true, childList: true, attributeFilter: ["d", "x", "y", "viewBox"] };
    new MutationObserver((changes) => (window.drawn += changes.length)).observe(svg, shapes);
  });
  const drawn = () => page.evaluate(() => window.drawn);
  const edits = async (before, after) => {
    await page.evaluate(([before, after]) => {
      const { view } = document.querySelector(".cm-content").cmTile;
      const from = view.state.doc.toString().indexOf(before);
      view.dispatch({ changes: { from, to: from + before.length, insert: after } });
    }, [before, after]);
  };
  await edits("  Idle --> Busy", "  // why\n\n  Idle --> Busy");
  // What is clicked is found where it stands now, as soon as the drawings have followed.
  await expect(async () => {
    await card(page, "desk").getByRole("button", { name: /^transition.*Idle.*Busy/ }).press("Enter");
    const line = await page.evaluate(() => {
      const { state } = document.querySelector(".cm-content").cmTile.view;
      return state.doc.lineAt(state.selection.main.from).text;
    });
    expect(line).toContain("Idle --> Busy : go");
  }).toPass();
  expect(await drawn()).toBe(0);
  await edits("Busy --> Done : late", "Busy --> Done : late\n  Done --> More : go");
  await expect(picture.locator(".state", { hasText: "More" })).toBeVisible();
  expect(await drawn()).toBeGreaterThan(0);
});

test("a finding leaves no mark when the text that has it is taken away", async ({ page }) => {
  const user = await opens(page, DEFERS, settled(1));
  await user.editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("check x");
  await expect(page.locator(".cm-lint-marker-error")).toHaveCount(1);
  for (let back = 0; back < 7; back += 1) await page.keyboard.press("Backspace");
  await expect(page.locator(".findings-count")).not.toHaveAttribute("data-tone", "bad");
  await expect(page.locator(".cm-lint-marker-error")).toHaveCount(0);
});

test("two readings are compared: the run of one beside that of the other", async ({ page }) => {
  const text = `${example("encodings/b5.lks")}check same uml, bmc4uml expect different\ncheck same scxml, scxml within 3\n`;
  const user = await opens(page, text, /as expected|answered/);
  const row = page.locator(".check-select").nth(2);
  await expect(row).toContainText("same uml, bmc4uml");
  await expect(row).toContainText("different");
  await expect(page.locator(".check-select").nth(3)).toContainText("same");
  await row.click();
  await expect(page.locator(".check-sentence").first()).toContainText("Only uml, not bmc4uml, admits from the start: w takes noise in Wait.");
  await user.leavesTheEditor();
  const bar = page.locator(".compared");
  await expect(bar).toContainText("UML removes an event at once that no transition wants; BMC4UML keeps it while the time of a transition has come.");
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Values", exact: true }).click();
  await expect(page.locator(".time-now")).toHaveCount(1);
  await page.getByRole("button", { name: "Steps", exact: true }).click();
  await expect(page.locator(".steps tr[aria-current]")).toHaveCount(1);
  // Nothing is to blame for a comparison, and the paper has no formulas of one.
  await expect(page.getByText("This is a defect")).toHaveCount(0);
  await page.locator(".check-select").first().click();
  await expect(bar).toHaveCount(0);
  await pleasesAxe(page);
});

for (const [width, height] of [[1440, 900], [390, 844]]) {
  test(`an object fills the canvas by a double click or a key, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), CROSSING);
    await page.goto("./");
    await expect(page.locator(".checks-summary")).toHaveText(settled(2), { timeout: 30_000 });
    if (width < 700) await page.locator(".pane-choice", { hasText: "Run" }).click();
    const wide = (name) => card(page, name).evaluate((it) => it.getBoundingClientRect().width);
    await expect(card(page, "ctl").locator(".nested")).toBeVisible();
    const before = await wide("ctl");
    await card(page, "ctl").locator(".nested [role=button]").first().focus();
    await page.keyboard.press("l");
    // All of it is seen, and it has nearly all the room in one direction; what could not be read then is seen from its beginning.
    const fills = (name) =>
      card(page, name).evaluate((it) => {
        const [a, b] = [it.querySelector(".nested"), it.closest(".surface")].map((it) => it.getBoundingClientRect());
        const begins = a.left >= b.left - 1 && a.top >= b.top - 1;
        const inside = begins && a.right <= b.right + 1 && a.bottom <= b.bottom + 1;
        const scale = new DOMMatrix(getComputedStyle(it.closest(".world")).transform).a;
        if (Math.abs(scale - 0.92) < 0.001) return begins;
        return inside && (scale > 2.1 || Math.max(a.width / b.width, a.height / b.height) > 0.7);
      });
    await expect.poll(() => fills("ctl")).toBe(true);
    // The run goes on, and what is active stays lit.
    await page.keyboard.press("End");
    const lit = () => card(page, "ctl").locator(".state.current:not(.outer)").evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")).join());
    const atEnd = await lit();
    await page.keyboard.press("Home");
    await expect.poll(lit).not.toBe(atEnd);
    await expect(card(page, "ctl").getByRole("list", { name: /^Queue of ctl/ })).toBeVisible();
    await pleasesAxe(page, { inside: [".canvas"], without: [LABELS] });
    await page.keyboard.press("Escape");
    await expect.poll(() => wide("ctl")).toBeCloseTo(before, 0);
    if (width > 700) {
      await page.keyboard.press("0");
      await card(page, "t1").locator(".chart-body").dblclick({ position: { x: 3, y: 3 } });
      await expect.poll(() => fills("t1")).toBe(true);
    }
  });
}

test("states that a violated invariant names are ringed, and where an object is stays as it is", async ({ page }) => {
  await opens(page, CROSSING, settled(2));
  await page.evaluate(() => document.activeElement?.blur());
  const named = page.locator(".object-card .state.goal");
  // Of what can be reached the goal is marked.
  await expect(named.first()).toHaveAttribute("aria-label", /, goal/);
  await page.keyboard.press("2");
  await page.keyboard.press("End");
  await expect(named).toHaveCount(1);
  await expect(named).toHaveAttribute("aria-label", /^state In, active, named by the check/);
  await expect(page.locator(".player-verdict")).toHaveAttribute("data-bad", "true");
  // A run by hand is no verdict.
  await page.keyboard.press("h");
  await expect(page.locator(".by-hand-list")).toBeVisible({ timeout: 20_000 });
  await expect(named).toHaveCount(0);
});

for (const [width, height] of [[390, 844], [360, 740]]) {
  test(`on a phone of ${width} px there is room for the drawing and for the run`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), CROSSING);
    await page.goto("./");
    await expect(page.locator(".checks-summary")).toHaveText(settled(2), { timeout: 30_000 });
    await page.locator(".pane-choice", { hasText: "Run" }).click();
    const high = async (selector) => (await page.locator(selector).first().boundingBox()).height;
    expect(await high(".surface")).toBeGreaterThan(200);
    expect(await high(".along-pane")).toBeGreaterThan(140);
    // Both are seen at once, and the player is always there.
    for (const pane of [".surface", ".along-pane", ".player"]) await expect(page.locator(pane).first()).toBeInViewport({ ratio: 0.99 });
  });
}

test("what stands at the caret is marked in the drawing: a state, a transition, after an edit too", async ({ page }) => {
  const user = await opens(page, CROSSING, settled(2));
  await expect(card(page, "ctl").locator(".nested")).toBeVisible();
  const goesTo = (text) =>
    page.evaluate((text) => {
      const { view } = document.querySelector(".cm-content").cmTile;
      const anchor = view.state.doc.toString().indexOf(text);
      view.dispatch({ selection: { anchor } });
    }, text);
  const picked = card(page, "ctl").locator("[data-picked]");
  await goesTo(": lower\n");
  await expect(picked).toHaveCount(1);
  await expect(picked).toHaveAttribute("aria-label", /^transition .*lower/);
  await goesTo("after(2, 3)");
  await expect(picked).toHaveCount(0);
  // All trains are drawn from one statechart.
  await expect(card(page, "t1").locator(".arrow[data-picked]")).toHaveCount(1);
  await expect(card(page, "t3").locator(".arrow[data-picked]")).toHaveCount(1);
  await goesTo("statechart Train");
  await expect(page.locator(".object-card [data-picked]")).toHaveCount(0);
  await user.editor.focus();
  await page.keyboard.insertText("// moved\n");
  await goesTo(": lower\n");
  await expect(picked).toHaveAttribute("aria-label", /^transition .*lower/);
});

for (const [width, height] of [[844, 390], [390, 844], [360, 740]]) {
  test(`on a phone of ${width} × ${height} “How soon?” lies over no drawing`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), CROSSING);
    await page.goto("./");
    await expect(page.locator(".checks-summary")).toHaveText(settled(2), { timeout: 30_000 });
    const soon = page.getByRole("button", { name: "How soon?" });
    await expect(soon).toBeVisible();
    await expect(page.locator("svg.nested").first()).toBeVisible();
    const box = await soon.boundingBox();
    for (const drawing of await page.locator(".surface").all()) {
      const other = await drawing.boundingBox();
      const apart =
        box.y >= other.y + other.height - 1 || other.y >= box.y + box.height - 1 || box.x >= other.x + other.width - 1 || other.x >= box.x + box.width - 1;
      expect(apart).toBe(true);
    }
    // On its side, where all stands side by side, it is above the player as well.
    if (width > height) {
      const player = await page.locator(".player").boundingBox();
      expect(box.y + box.height).toBeLessThanOrEqual(player.y + 1);
    }
    await soon.click();
    await expect(page.locator(".object-card .soon").first()).toBeVisible({ timeout: 15_000 });
  });
}

for (const [width, height] of [[844, 390], [740, 360], [960, 540]]) {
  test(`on a phone on its side, ${width} × ${height}, the drawing has half of the window and begins in sight`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), example("statecharts/login.lks"));
    await page.goto("./");
    await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 30_000 });
    const app = card(page, "app");
    await expect(app.locator("svg.nested")).toBeVisible();
    const surface = await page.locator(".surface").boundingBox();
    expect(surface.height).toBeGreaterThan(height * 0.4);
    // Before the first step what is in sight is where it begins.
    await expect(app.locator(".initial").first()).toBeInViewport();
  });
}

test("on an upright phone the only chart has the whole width", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), example("statecharts/phone-menu.lks"));
  await page.goto("./");
  await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 30_000 });
  await page.locator(".pane-choice", { hasText: "Run" }).click();
  await expect(card(page, "phone").locator("svg.nested")).toBeVisible();
  const only = await card(page, "phone").boundingBox();
  const surface = await page.locator(".surface").boundingBox();
  expect(only.width).toBeGreaterThan(surface.width * 0.9);
});

test("at each step the text marks what fires then, also where two readings are compared", async ({ page }) => {
  await opens(page, example("statecharts/pump.lks"), settled(3));
  /** The lines that are marked, and what the sentence says has fired. */
  const marked = async (lines) => {
    // A mark that the editor is about to draw anew may have lost its line already: then it is asked once more.
    const words = (all) => all.map((it) => it.closest(".cm-line")?.textContent.replace(/\s+/g, " ").trim());
    const seen = () => page.locator(".cm-executed").evaluateAll(words);
    await expect.poll(seen).toEqual(lines);
  };
  const on = () => page.getByRole("button", { name: "Forward one step" }).click();
  const own = ["[*] --> Main", "[*] --> Shut", "[*] --> Off", "", "", "", "", "Shut --> Turned : start", "Off --> Ready : start"];
  await marked([]);
  for (const line of own) {
    await on();
    await marked(line ? [line] : []);
  }
  await page.getByRole("button", { name: /^same uml, bmc4uml/ }).click();
  await expect(page.locator(".player-count")).toContainText("step 0 of");
  await marked([]);
  // By the rules of the paper the three beginnings are one step.
  await on();
  await marked(own.slice(0, 3));
});
