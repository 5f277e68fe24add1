// Statecharts taken along: each label of a picture can be read in what is saved, and what plays shows them, too.
import { readFileSync } from "node:fs";

import { expect, test } from "./fixtures.js";
import { User, example } from "./user.js";

const PUMP = example("statecharts/pump.lks");
/** Region names, states, and what stands beside arrows. */
const LABELS = ["Valve", "Pump", "Main", "Shut", "Turned", "Open", "Off", "Ready", "Running", "start", "/ flows := true", "[flows]"];

async function opens(page) {
  const user = new User(page);
  await page.addInitScript((text) => localStorage.setItem("lockstep.text", text), PUMP);
  await user.opens();
  await expect(page.locator(".object-card svg.machine .region")).toHaveText(["Valve", "Pump"], { timeout: 20_000 });
  await expect(page.locator(".player-count")).toHaveText("step 0 of 7");
  return user;
}

async function saves(page, line) {
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: /^Export/ });
  const [file] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: `Save as ${line}`, exact: true }).click()]);
  return readFileSync(await file.path());
}

/** In a page: the texts of an SVG without stereotypes, and the part of each one's box that is darker than its ground. */
const inked = ({ svg, png }) => {
  const holder = document.body.appendChild(document.createElement("div"));
  holder.style.cssText = "position:absolute;left:0;top:0";
  holder.innerHTML = svg;
  const root = holder.querySelector("svg");
  const whole = root.getBoundingClientRect();
  const texts = [...root.querySelectorAll("text")].map((it) => ({ words: it.textContent.replace("«rest»", "").trim(), box: it.getBoundingClientRect() }));
  holder.remove();
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onerror = () => reject(new Error("no picture"));
    image.onload = () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext("2d", { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      const scale = image.width / whole.width;
      resolve(texts.filter(({ words }) => words).map(({ words, box }) => {
        const at = [box.x - whole.x, box.y - whole.y, box.width, box.height].map((it) => Math.round(it * scale));
        const { data } = context.getImageData(...at);
        let dark = 0;
        for (let pixel = 0; pixel < data.length; pixel += 4) dark += data[pixel] + data[pixel + 1] + data[pixel + 2] < 420;
        return [words, dark / (data.length / 4)];
      }));
    };
    image.src = png ?? `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(svg)))}`;
  });
};

test("each label can be read in the SVG and in the PNG of the objects", async ({ page }) => {
  await opens(page);
  const svg = (await saves(page, "SVG of the objects")).toString();
  const png = `data:image/png;base64,${(await saves(page, "PNG of the objects")).toString("base64")}`;
  const alone = await page.context().newPage();
  await alone.goto("about:blank");
  for (const picture of [{ svg }, { svg, png }]) {
    const found = await alone.evaluate(inked, picture);
    for (const label of LABELS) {
      const ink = found.filter(([words]) => words === label).map(([, part]) => part);
      expect(ink.length, `${label} is there`).toBeGreaterThan(0);
      // Letters take about a tenth of their box; under a white stroke next to nothing of them is left.
      for (const part of ink) expect(part, `${label} can be read`).toBeGreaterThan(0.05);
    }
  }
});

test("the page that plays by itself and the animation show the statechart, with what is active", async ({ page }) => {
  await opens(page);
  const web = (await saves(page, "Web page")).toString();
  const alone = await page.context().newPage();
  await alone.setContent(web);
  const chart = alone.getByRole("region", { name: "Statecharts" });
  for (const label of LABELS) await expect(chart.locator("text", { hasText: label }).first()).toBeVisible();
  const active = () => chart.locator("[data-from]:has(> rect.sc-on)").filter({ visible: true }).count();
  expect(await active()).toBe(0);
  await alone.locator("#next").click();
  await expect(alone.locator("#count")).toHaveText("step 1 of 7");
  expect(await active()).toBe(1);
  await alone.locator("#end").click();
  // Main, Open and Running.
  expect(await active()).toBe(3);
  await alone.locator("#first").click();
  expect(await active()).toBe(0);

  const moving = (await saves(page, "Animated SVG")).toString();
  await alone.close();
  // The page that plays forbids what it does not need, fonts among it.
  const other = await page.context().newPage();
  await other.setContent(moving);
  for (const label of LABELS) await expect(other.locator(".sc text", { hasText: label }).first()).toBeVisible();
  // It is well formed, and its heights hold both pictures.
  const broken = await other.evaluate((it) => new DOMParser().parseFromString(it, "image/svg+xml").querySelector("parsererror")?.textContent ?? null, moving);
  expect(broken).toBeNull();
});
