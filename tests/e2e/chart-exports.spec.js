// Statecharts taken along: each label of a picture can be read in what is saved.
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

/** In a page: the texts of an SVG, and the part of each one's box that is darker than its ground. */
const inked = ({ svg, png }) => {
  const holder = document.body.appendChild(document.createElement("div"));
  holder.style.cssText = "position:absolute;left:0;top:0";
  holder.innerHTML = svg;
  const root = holder.querySelector("svg");
  const whole = root.getBoundingClientRect();
  const texts = [...root.querySelectorAll("text")].map((it) => ({ words: it.textContent.trim(), box: it.getBoundingClientRect() }));
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
