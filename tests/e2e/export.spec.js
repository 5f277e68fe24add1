// Taking the run elsewhere. Every file is opened as somebody would open it: pictures and pages are
// drawn by the browser, texts are read.
import { readFileSync } from "node:fs";
import { pleasesAxe } from "./axe.js";
import { expect, test } from "./fixtures.js";
import { User, example, reaches } from "./user.js";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

async function opens(page) {
  const user = new User(page);
  await page.goto("./");
  await expect(user.message(5)).toBeVisible();
  return user;
}

const dialog = (page) => page.getByRole("dialog", { name: /^Export/ });

async function choose(page, button) {
  await page.getByRole("button", { name: "Export" }).click();
  await dialog(page).getByRole("button", { name: button, exact: true }).click();
  await expect(dialog(page)).toBeHidden();
}

/** The file that a format is saved as. */
async function saves(page, user, format) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    choose(page, `Save as ${format}`),
  ]);
  const name = download.suggestedFilename();
  await expect(user.notices).toContainText(`Saved ${name}.`);
  const path = await download.path();
  return { name, path, bytes: readFileSync(path), text: readFileSync(path, "utf8") };
}

/** What the clipboard holds after copying. */
async function copies(page, user, format) {
  await choose(page, `Copy as ${format}`);
  await expect(user.notices).toContainText(`Copied as ${format}:`);
  return page.evaluate(() => navigator.clipboard.readText());
}

test("Mermaid and PlantUML are copied and saved, with the message that fails", async ({ page }) => {
  const user = await opens(page);
  const mermaid = await copies(page, user, "Mermaid");
  expect(mermaid).toMatch(/^sequenceDiagram\n {2}title coffee for two\n/);
  expect(mermaid).toContain("p1-xp2: wantCoffee");
  expect(await saves(page, user, "Mermaid")).toMatchObject({ name: "coffee-for-two.mmd", text: mermaid });
  const plantuml = await copies(page, user, "PlantUML");
  expect(plantuml).toMatch(/^@startuml\n[^]*p1 ->x p2 : wantCoffee\n[^]*@enduml\n$/);
  expect(await saves(page, user, "PlantUML")).toMatchObject({ name: "coffee-for-two.puml", text: plantuml });
});

test("the trace is the JSON of the command line", async ({ page }) => {
  const user = await opens(page);
  const { name, text } = await saves(page, user, "JSON");
  expect(name).toBe("coffee-for-two.json");
  const { answer, failing, trace } = JSON.parse(text);
  expect(answer).toBe("inconsistent");
  expect(failing).toEqual({ index: 5, from: "bob", symbol: "wantCoffee", to: "cm" });
  expect(trace.length).toBeGreaterThan(4);
  expect(await copies(page, user, "JSON")).toBe(text);
});

/** Opens a saved file on a page without a network. */
async function shows(context, text, type) {
  const shown = await context.newPage();
  await shown.route("**/*", (route) =>
    route.request().url().endsWith("/saved") ? route.fulfill({ body: text, contentType: type }) : route.abort(),
  );
  await shown.goto("http://127.0.0.1:1/saved");
  return shown;
}

test("the SVG shows the diagram, to be read by people and by machines", async ({ page, context }) => {
  const user = await opens(page);
  const { name, text } = await saves(page, user, "SVG");
  expect(name).toBe("coffee-for-two.svg");
  const picture = await shows(context, text, "image/svg+xml");
  await expect(picture.getByText("wantCoffee", { exact: true })).toHaveCount(2);
  await expect(picture.locator("g.f")).toHaveCount(1);
  // The file brings the page's fonts along; what is pasted somewhere stays short.
  const faces = /@font-face\{[^}]*data:font\/woff2[^}]*\}/g;
  expect(text.match(faces)).toHaveLength(2);
  expect(await copies(page, user, "SVG")).toBe(text.replace(faces, ""));
});

test("the animated SVG plays in an image and rests for those who want no motion", async ({ page, context }) => {
  const user = await opens(page);
  const { name, text } = await saves(page, user, "Animated SVG");
  expect(name).toBe("coffee-for-two.animated.svg");
  const picture = await shows(context, text, "image/svg+xml");
  const seek = (seconds) =>
    picture.evaluate((time) => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = time * 1000;
      }
    }, seconds);
  const seen = (words) => picture.locator("text", { hasText: new RegExp(`^${words}`) }).filter({ visible: true });
  await seek(0.5);
  await expect(seen("step 0 of")).toHaveCount(1);
  const first = picture.locator("g[data-at]").first();
  await expect(first).toHaveCSS("opacity", "0.35");
  await seek(1.2 * 2 + 0.5);
  await expect(seen("step 0 of")).toHaveCount(0);
  await expect(seen("step 2 of")).toHaveCount(1);
  await picture.emulateMedia({ reducedMotion: "reduce" });
  expect(await picture.evaluate(() => document.getAnimations().length)).toBe(0);
  const last = await picture.locator("text", { hasText: /^step/ }).count();
  await expect(seen(`step ${last - 1} of ${last - 1}`)).toHaveCount(1);
});

test("the page that plays by itself plays", async ({ page, context }) => {
  const user = await opens(page);
  const { name, text } = await saves(page, user, "Web page");
  expect(name).toBe("coffee-for-two.html");
  const player = await shows(context, text, "text/html");
  await expect(player.getByRole("heading", { name: "coffee for two" })).toBeVisible();
  await expect(player.locator("#count")).toHaveText(/^step 0 of/);
  await player.keyboard.press("ArrowRight");
  await expect(player.locator("#count")).toHaveText(/^step 1 of/);
});

test("the machines are saved as they look on the page, with their current states", async ({ page, context }) => {
  const user = await opens(page);
  await expect(user.stage.locator(".card svg.machine")).toHaveCount(4);
  const { name, text } = await saves(page, user, "SVG of the machines");
  expect(name).toBe("machines.svg");
  expect(text).not.toMatch(/class=|role=|aria-/);
  expect(text.match(/@font-face\{[^}]*data:font\/woff2/g)).toHaveLength(2);
  const picture = await shows(context, text, "image/svg+xml");
  for (const lifeline of ["alice: PhD", "bob: PhD", "cm: CoffeeMachine", "m: Maintenance"]) {
    await expect(picture.getByText(lifeline, { exact: true })).toBeVisible();
  }
  // A current state is filled, another one is not.
  const fill = (shown, state) =>
    shown.evaluate((state) => {
      const label = [...document.querySelectorAll("text")].find((it) => it.textContent === state);
      return getComputedStyle(label.parentElement.querySelectorAll("rect").item(0)).fill;
    }, state);
  const now = await fill(picture, "preparing");
  expect(await fill(picture, "working")).not.toBe(now);
  const png = await saves(page, user, "PNG of the machines");
  expect(png.name).toBe("machines.png");
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(png.bytes.length).toBeGreaterThan(10_000);
});

test("the PNG is the diagram at twice its size, on white, in the page's font", async ({ page }) => {
  const user = await opens(page);
  const svg = (await saves(page, user, "SVG")).text;
  const [width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg).slice(1).map(Number);
  const { name, bytes } = await saves(page, user, "PNG");
  expect(name).toBe("coffee-for-two.png");
  const [corner, size, inks] = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const colours = new Set();
    for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join());
    return [[...data.slice(0, 4)], [image.width, image.height], [...colours]];
  }, bytes.toString("base64"));
  expect(size).toEqual([2 * width, 2 * height]);
  expect(corner).toEqual([255, 255, 255, 255]);
  // Ink and the red of the failing message.
  expect(inks).toContain("26,30,38");
  expect(inks).toContain("194,42,48");
});

test("where the browser refuses to copy, the text can be copied by hand", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  const user = await opens(page);
  await choose(page, "Copy as Mermaid");
  const byHand = page.getByRole("dialog", { name: "Copy by hand" });
  await expect(byHand).toContainText("did not allow copying");
  const text = byHand.getByRole("textbox", { name: "Text to copy" });
  await expect(text).toHaveValue(/^sequenceDiagram\n/);
  await expect(text).toBeFocused();
  expect(await text.evaluate((it) => it.value.slice(it.selectionStart, it.selectionEnd))).toBe(await text.inputValue());
  await byHand.getByRole("button", { name: "Done" }).click();
  await expect(byHand).toHaveCount(0);

  await page.getByRole("button", { name: "Share" }).click();
  await expect(text).toHaveValue(/#m1=/);
  await page.keyboard.press("Escape");
  await expect(byHand).toHaveCount(0);
});

test("names of a model cannot end a line of an export", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(example("coffee-for-two").replaceAll("waiting", `"a;b <img src=x> #35; %%"`));
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  const { text } = await saves(page, user, "Mermaid");
  expect(text).toContain("Note over p0: a#59;b #60;img src#61;x#62; #35;35#59; #37;#37;\n");
});

test("a check without a run says that there is nothing to take along", async ({ page }) => {
  const user = await opens(page);
  await expect(user.check("deadlock")).toContainText("none");
  await user.check("deadlock").click();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(dialog(page)).toContainText("neither a run nor a scenario");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Export" })).toBeFocused();
});

test("axe finds nothing in the dialog, wide and on a phone", async ({ page }) => {
  await opens(page);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 780 });
    // The head of a window that has just become a phone's is there a moment later.
    await expect(page.getByRole("button", { name: "More", exact: true })).toBeVisible({ visible: width < 500 });
    await reaches(page, "Export");
    await expect(dialog(page)).toBeVisible();
    await pleasesAxe(page);
    await page.keyboard.press("Escape");
  }
});
