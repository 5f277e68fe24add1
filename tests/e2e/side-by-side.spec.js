// Checks that are answered side by side: what is looked at comes first, each row tells its own progress, and what becomes of one
// check is no matter of the others.
import { expect, test } from "./fixtures.js";
import { asked, edits, holds } from "./held.js";
import { User, philosophers, settled } from "./user.js";

test.use({ tolerated: /made to break/ });

const CHECKS = ["Client.asking", "Server.busy", "Client.calm", "Server.free"];
const TEXT = `machine Client {
  [*] --> calm
  calm --> asking : / ask
  asking --> calm : reply
}
machine Server {
  [*] --> free
  free --> busy : ask
  busy --> free : / reply
}
${CHECKS.map((place) => `check reach ${place} expect reachable`).join("\n")}
`;
const HELD = TEXT.replace("machine", "// Held\nmachine");

const row = (page, number) => page.locator(".check").nth(number - 1);
const short = (page, number) => row(page, number).locator(".check-short");
const lasts = /^checking/;

/** A page in a browser of so many cores, with a verdict; it keeps what its workers are asked. */
async function opens(page, cores) {
  // As text: the page forbids a function to be made of one.
  await page.addInitScript(`window.readRequest = ${asked}; window.cores = ${cores};`);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "hardwareConcurrency", { get: () => window.cores });
    window.told = [];
    window.Worker = class extends Worker {
      constructor(address, options) {
        super(address, options);
        this.counts = /worker-/.test(address);
        if (this.counts) window.told.push("begun");
      }
      postMessage(data, ...rest) {
        if (this.counts && data instanceof Uint8Array) window.told.push(window.readRequest(data));
        super.postMessage(data, ...rest);
      }
      terminate() {
        if (this.counts) window.told.push("ended");
        super.terminate();
      }
    };
  });
  const user = new User(page);
  await user.opens();
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  return user;
}

/** What has happened to the workers since this was asked last. */
const told = (page) => page.evaluate(() => window.told.splice(0));

test("slow checks run side by side, and Stop on one stops that one", async ({ page, context }) => {
  await holds(context, "Held");
  const user = await opens(page, 4);
  await user.writes(HELD);
  for (const number of [1, 2, 3]) await expect(short(page, number)).toHaveText(lasts);
  await expect(short(page, 4)).toHaveText("waiting");
  await told(page);
  await row(page, 2).getByRole("button", { name: "Stop", exact: true }).click();
  await expect(short(page, 2)).toHaveText("stopped");
  // The next one takes its place, and the others go on.
  await expect(short(page, 4)).toHaveText(lasts);
  for (const number of [1, 3]) await expect(short(page, number)).toHaveText(lasts);
  expect((await told(page)).map((it) => it.index ?? it)).toEqual(["ended", "begun", 3]);
});

test("the check that is looked at comes first, and the last one in the text makes way", async ({ page, context }) => {
  await holds(context, "Held");
  const user = await opens(page, 1);
  await user.writes(HELD);
  for (const number of [1, 2]) await expect(short(page, number)).toHaveText(lasts);
  for (const number of [3, 4]) await expect(short(page, number)).toHaveText("waiting");
  await row(page, 4).locator(".check-select").click();
  await expect(short(page, 4)).toHaveText(lasts);
  await expect(short(page, 1)).toHaveText(lasts);
  await expect(short(page, 2)).toHaveText("waiting");
});

test("one slow check holds up no other, nor what is asked about their answers", async ({ page, context }) => {
  await holds(context, "Held", { held: [1] });
  const user = await opens(page, 1);
  await user.writes(HELD);
  for (const number of [1, 3, 4]) await expect(short(page, number)).toHaveText("reachable");
  await expect(short(page, 2)).toHaveText(lasts);
  await told(page);
  await user.checks.getByRole("button", { name: "Formulas" }).click();
  await expect(page.getByRole("dialog", { name: /^The formulas/ }).getByRole("table")).toBeVisible();
  await expect(short(page, 2)).toHaveText(lasts);
  expect(await told(page)).not.toContain("ended");
});

test("a worker that breaks down harms one check", async ({ page, context }) => {
  await holds(context, "Held", { held: [0], broken: [1] });
  const user = await opens(page, 1);
  await user.writes(HELD);
  await expect(short(page, 2)).toHaveText("no answer");
  for (const number of [3, 4]) await expect(short(page, number)).toHaveText("reachable");
  await expect(short(page, 1)).toHaveText(lasts);
  await row(page, 2).locator(".check-select").click();
  await expect(user.checks).toContainText("The checker broke down on this check and was started again.");
});

test("after an edit what is still asked goes on, and nothing is asked in vain", async ({ page, context }) => {
  await holds(context, "Held");
  const user = await opens(page, 4);
  await user.writes(HELD);
  for (const number of [1, 2, 3]) await expect(short(page, number)).toHaveText(lasts);
  await told(page);
  // Another question in row 2, letter by letter, without a pause.
  await edits(page, "Server.busy expect", "Server.busy within 1 expect");
  for (const bound of [2, 3, 4, 5, 6]) await edits(page, `within ${bound - 1}`, `within ${bound}`);
  await expect(short(page, 2)).toHaveText(lasts);
  const after = await told(page);
  expect(after.filter((it) => it.text?.includes("within")).map((it) => it.index)).toEqual([1]);
  expect(after.find((it) => it.index === 1).text).toContain("within 6");
  expect(after.filter((it) => it === "ended")).toHaveLength(1);
  // An edit that moves the others ends none of them.
  await edits(page, "// Held", "// Held here\n");
  await edits(page, "check reach Client.asking", "check reach Server.free within 9\ncheck reach Client.asking");
  for (const number of [2, 4]) await expect(short(page, number)).toHaveText(lasts);
  expect(await told(page)).not.toContain("ended");
});

test("before the first verdict there is one worker", async ({ page, context }) => {
  await holds(context, "Held");
  await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), HELD);
  await page.goto("./");
  await expect(short(page, 1)).toHaveText(lasts);
  await expect(row(page, 1).locator(".check-limits")).toHaveText(/^[2-9] s$/);
  expect(page.workers().filter((worker) => /worker-/.test(worker.url()))).toHaveLength(1);
});

test("answers are the same with one worker and with several", async ({ browser }) => {
  test.slow();
  const answers = [];
  for (const cores of [1, 8]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const user = await opens(page, cores);
    await user.writes(philosophers(6, ["deadlock", "reach Philosopher0.eat", "deadlock within 9", "reach Fork0.taken"].map((it) => `check ${it}`).join("\n")));
    await expect(page.locator(".checks-summary")).toHaveText(settled(4), { timeout: 60_000 });
    answers.push(await page.locator(".check-line").allInnerTexts());
    await context.close();
  }
  expect(answers[0]).toEqual(answers[1]);
});
