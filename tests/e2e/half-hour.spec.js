// A protocol written as statecharts from an empty page, by keys: its deadlock is found, then a lost message; both are repaired and shared.
import { expect, test } from "./fixtures.js";
import { User, settled } from "./user.js";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

// Who writes has the closing brace from the editor, and the indentation.
const SENDER = `statechart Sender {
var bit : 0..1 = 0
var tries : 0..1 = 0
[*] --> Ready
Ready --> Waiting : / tries := 0; line.frame(bit)
Waiting --> Ready : ack / bit := 1 - bit
Waiting --> Waiting : after(3) [tries < 1] / tries := tries + 1; line.frame(bit)
Waiting --> Failed : after(3) [tries == 1]
`;
const LINE = `statechart Line {
var b : 0..1 = 0
[*] --> Free
Free --> Busy : frame(x) / b := x
Busy --> Free : after(1, 2) / receiver.deliver(b)
Busy --> Free : after(1, 2)
`;
const BACK = `statechart Back {
[*] --> Free
Free --> Busy : confirm
Busy --> Free : after(1, 2) / sender.ack()
Busy --> Free : after(1, 2)
`;
const RECEIVER = `statechart Receiver {
var next : 0..1 = 0
[*] --> Listening
Listening --> Listening : deliver(x) [x == next] / next := 1 - next; back.confirm()
Listening --> Listening : deliver(x) [x != next] / back.confirm()
`;
const SYSTEM = `system {
sender : Sender
line : Line
back : Back
receiver : Receiver
`;

test("a protocol is written from an empty page, its deadlock and its lost message are found, repaired and shared", async ({ page, browser }) => {
  test.setTimeout(120_000);
  const user = new User(page);
  await user.opens();
  const types = (text) => page.keyboard.type(text, { delay: 4 });
  const block = async (text) => {
    await types(text);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await types("\n\n");
  };
  const atLine = async (text) => {
    await page.locator(".cm-line", { hasText: text }).first().click();
    // Of a line that is wrapped the first one goes to the end of what is seen.
    for (let end = 0; end < 2; end += 1) await page.keyboard.press("End");
  };
  const card = (name) => page.getByRole("article", { name, exact: true });

  // A new text is written at once: the keys go into it.
  await page.getByRole("button", { name: "New" }).click();
  await page.getByRole("menuitem", { name: /^Empty/ }).click();
  await expect(user.editor).toBeFocused();
  await block(SENDER);
  // There is no line yet; what there is is drawn.
  await expect(page.locator(".findings-first")).toContainText("Nothing here is called line");
  await expect(card("Sender").locator(".state", { hasText: "Failed" })).toBeVisible();
  for (const it of [LINE, BACK, RECEIVER, SYSTEM]) await block(it);
  // What the frames bring is declared by a click each, and the finding is gone.
  for (const name of ["frame", "deliver"]) {
    await page.getByRole("button", { name: new RegExp(`^Declare “signal ${name}\\(`) }).click();
    await expect(user.editor).toContainText(`signal ${name}(`);
  }
  await expect(page.locator(".findings-count")).toHaveAttribute("data-tone", "none");
  await expect(page.locator(".stage")).toContainText("No question yet");
  await expect(page.locator(".object-card")).toHaveCount(4);

  await user.editor.press("ControlOrMeta+End");
  await types("check deadlock\n");
  await expect(user.checks).toContainText("sender is in Failed and no transition leaves that", { timeout: 20_000 });
  await user.leavesTheEditor();
  await page.keyboard.press("End");
  await expect(card("sender").locator(".state.current")).toContainText("Failed");
  await expect(card("sender").locator(".state.current")).toBeInViewport({ ratio: 0.9 });

  await atLine("Waiting --> Failed");
  await types("\nFailed --> Waiting : after(9) / tries := 0; line.frame(bit)");
  await expect(user.check("deadlock")).toContainText("none", { timeout: 20_000 });

  // An acknowledgement that comes late is taken for that of the next frame.
  await user.editor.press("ControlOrMeta+End");
  await types("check always not sender.Ready or sender.bit == receiver.next\n");
  await expect(user.check("always")).toContainText("violated", { timeout: 20_000 });
  await user.check("always").click();
  await expect(user.checks).toContainText(/sender is in Ready, sender\.bit is \d and receiver\.next is \d after \d+ steps; no run violates it sooner\./);
  // The object that acts is in sight, wherever it is on the canvas.
  await page.keyboard.press("Home");
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("ArrowRight");
    const acts = page.locator(".object-card.acts");
    if (await acts.count()) await expect(acts.locator(".arrow.completed .head, .state.current:not(.outer)").first()).toBeInViewport({ ratio: 0.9 });
  }
  await page.getByRole("button", { name: "Steps", exact: true }).click();
  await expect(page.locator(".story-silent", { hasText: "receiver takes deliver" }).first()).toBeAttached();

  const replace = async (before, after) => {
    await atLine(before);
    for (let start = 0; start < 2; start += 1) await page.keyboard.press("Shift+Home");
    await types(after);
    await page.keyboard.press("Escape");
  };
  await replace("Free --> Busy : confirm", "Free --> Busy : confirm(x) / b := x");
  await replace("/ sender.ack()", "Busy --> Free : after(1, 2) / sender.ack(b)");
  await atLine("statechart Back");
  await types("\nvar b : 0..1 = 0");
  await replace("Waiting --> Ready : ack", "Waiting --> Ready : ack(x) [x == bit] / bit := 1 - bit");
  await replace("[x == next]", "Listening --> Listening : deliver(x) [x == next] / next := 1 - next; back.confirm(x)");
  await replace("[x != next]", "Listening --> Listening : deliver(x) [x != next] / back.confirm(x)");
  for (let more = 0; more < 2; more += 1) await page.getByRole("button", { name: /^Declare “signal / }).click();
  await expect(page.locator(".checks-summary")).toHaveText(settled(2), { timeout: 30_000 });
  await user.leavesTheEditor();
  const link = await user.sharesALink();

  const fresh = await browser.newContext();
  const guest = new User(await fresh.newPage());
  await guest.opens(link);
  await expect(guest.page.locator(".checks-summary")).toHaveText(settled(2), { timeout: 30_000 });
  await expect(guest.page.locator(".object-card")).toHaveCount(4);
  await fresh.close();
});
