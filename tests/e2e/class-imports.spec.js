// Class models of other tools: files that are dropped or chosen, several of which can be one model, and a text that looks like one.

import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, allSettled } from "./user.js";

const DOOR = `model Door
class Door
attributes
  open : Boolean
  weight : Real
operations
  toggle()
end
constraints
context Door::toggle()
  post flips: open = not open@pre
`;
const QUESTIONS = `system { d : Door { open = false } }
check reach d.open within 1 expect reachable
check deadlock expect none
`;
const CLASSES = "package counting;\nclass Counter {\n  attr int value;\n  op void count();\n}\n";
const CONTRACTS = "package counting\ncontext Counter::count()\npost: value = value@pre + 1\nendpackage\n";

/** Drops files, by their names. */
async function drops(page, files, where = ".panes") {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(files)) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.locator(where).dispatchEvent("drop", { dataTransfer: transfer });
}

/** Drops them when the page is there. */
async function opensWith(page, files, where) {
  const user = new User(page);
  await user.opens();
  await drops(page, files, where);
  return user;
}

for (const [width, where] of [[1440, ".cm-content"], [360, ".panes"]]) {
  test(`a USE model that is dropped opens with its findings and one question, ${width} px`, async ({ page }) => {
    await opensWith(page, { "door.use": DOOR }, where);
    await page.setViewportSize({ width, height: 740 });
    const dialog = page.getByRole("dialog", { name: /USE model/ });
    await expect(dialog).toContainText("line 5");
    await expect(dialog).toContainText("Types are Boolean, Integer, String, enumerations and classes; queries also have sets and bags of them. (lossy)");
    await pleasesAxe(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.locator(".cm-content")).toContainText("check consistent");
    const check = page.locator(".check-select");
    await expect(check).toHaveCount(1);
    await expect(check).toContainText("consistent", { timeout: 20_000 });
  });
}

test("a text of ours that is dropped with a USE model brings the questions, and the text before comes back", async ({ page }) => {
  const whole = DOOR.replace("  weight : Real\n", "");
  const user = await opensWith(page, { "door.use": whole, "questions.lks": QUESTIONS });
  await expect(user.notices).toContainText("The USE model is imported exactly.");
  await expect(page.locator(".checks-summary")).toHaveText(allSettled, { timeout: 20_000 });
  await user.notices.getByRole("button", { name: "Bring it back" }).click();
  await expect(page.locator(".cm-content")).not.toContainText("Door");
});

test("an OCL file needs its classes, and comes in with the file of them", async ({ page }) => {
  const user = await opensWith(page, { "counter.ocl": CONTRACTS });
  await expect(user.notices).toContainText("counter.ocl needs the file that declares its classes");
  await drops(page, { "counter.ocl": CONTRACTS, "counter.emf": CLASSES });
  await expect(page.locator(".cm-content")).toContainText("value = value@pre + 1");
  await expect(page.locator(".cm-content")).toContainText("check consistent");
});

test("a USE model that is pasted is offered to be brought in", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(DOOR);
  await expect(user.notices).toContainText("This looks like a USE model or an OCL file.");
  await user.notices.getByRole("button", { name: "Bring it in" }).click();
  await expect(page.getByRole("dialog", { name: /USE model/ })).toBeVisible();
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(user.editor).toContainText("model Door");
});

test("files are chosen by a command as well", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("open a use");
  const asked = page.waitForEvent("filechooser");
  await page.getByRole("option", { name: /Open a USE or OCL model/ }).click();
  const file = { name: "door.use", mimeType: "text/plain", buffer: Buffer.from(DOOR) };
  await (await asked).setFiles([file]);
  await expect(page.getByRole("dialog", { name: /USE model/ })).toBeVisible();
  await expect(user.editor).toContainText("class Door");
});
