// The built layout engine is elkjs with most of it left out (xtask/layout): it has to
// draw what the whole one draws, on machines that its reduction has not seen.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import * as settings from "../../web/js/layout/options.js";
import { start } from "../../xtask/layout/engine.mjs";
import { requests } from "../../xtask/layout/graphs.mjs";
import { expect, test } from "./fixtures.js";

const require = createRequire(import.meta.url);

/** An answer as text, without the numbers that the engine gives to objects. */
const drawing = (answer) => JSON.stringify(answer, (name, value) => (name === "$H" ? undefined : value));

test("the reduced layout engine draws as the whole one", async ({ page }) => {
  const file = require.resolve("elkjs/lib/elk-worker.js");
  const whole = start(readFileSync(file, "utf8"), file, settings);
  const asked = [...requests(20_261_121, 96)];

  await page.goto("./");
  const answers = await page.evaluate((asked) => {
    const { href } = document.querySelector("[data-asset=layout]");
    const worker = new Worker(href, { type: "module" });
    const answers = new Map();
    return new Promise((resolve, reject) => {
      worker.onerror = reject;
      worker.onmessage = ({ data: { id, data } }) => {
        answers.set(id, data);
        if (id === asked.at(-1).id) resolve([...answers]);
      };
      asked.forEach((request) => worker.postMessage(request));
    });
  }, asked);

  const drawn = new Map(answers);
  for (const request of asked) {
    expect(drawing(drawn.get(request.id))).toBe(drawing(whole(request)));
  }
});
