// After the first visit the page opens and checks without a network; a newer one is taken up when its
// user wants it, and never mixed with the old one.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { expect, test } from "./fixtures.js";
import { User } from "./user.js";

test.use({ serviceWorkers: "allow", tolerated: /net::ERR_INTERNET_DISCONNECTED|Failed to load resource|503/ });

const isKept = (page) => page.locator('meta[name="offline"]').count();
const ready = (page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done));
  });

test("without a network the page opens, checks, opens examples and exports", async ({ page, context }) => {
  const user = new User(page);
  await user.opens();
  test.skip(!(await isKept(page)), "a development build");
  await ready(page);
  await context.setOffline(true);
  await expect(page.locator(".top-offline")).toHaveText("Offline");
  await page.reload();
  await expect(user.editor).toContainText("machine CoffeeMachine");
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");

  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /^Sending a mail/ }).click();
  await expect(user.editor).toContainText("machine Client");
  await expect(user.check("deadlock")).toContainText("none");
  await user.checks.getByRole("button", { name: /^reach .* within 10/ }).click();
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as Web page" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toContain("<!doctype html>");
  await expect(user.notices).toContainText("Saved");

  await context.setOffline(false);
  await expect(page.locator(".top-offline")).toHaveText("");
});

test("before anything is kept, what cannot be fetched is said to lack a network", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ serviceWorkers: "block", baseURL });
  const page = await context.newPage();
  const user = new User(page);
  await user.opens();
  await expect(user.check("deadlock")).toContainText("none");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /^Sending a mail/ }).click();
  await expect(user.notices).toContainText("could not be fetched");
  await expect(user.editor).toContainText("machine CoffeeMachine");
  await context.close();
});

/** A first visit whose drawings do not come before `release` is called. */
async function visit(page, context) {
  let release;
  const released = new Promise((done) => (release = done));
  await context.route(/layout-\w+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  const user = new User(page);
  await user.opens();
  test.skip(!(await isKept(page)), "a development build");
  await expect(user.check("coffee for two")).toContainText("4 of 6 messages");
  const isRegistered = () => page.evaluate(async () => Boolean(await navigator.serviceWorker.getRegistration()));
  return { release, isRegistered, user };
}

test("a first visit is drawn and has all its parts before the page is kept", async ({ page, context }) => {
  const { release, isRegistered, user } = await visit(page, context);
  // A fixed time, since what does not happen has no sign: as long as it would take without the drawings, and longer.
  await page.waitForTimeout(3_000);
  expect(await isRegistered()).toBe(false);
  expect(await page.locator('link[data-later][rel="prefetch"]').count()).toBe(0);
  release();
  await expect(user.stage.getByRole("group", { name: /CoffeeMachine/ }).first()).toBeVisible();
  await ready(page);
  await expect(page.locator('link[data-later][rel="part"]')).toHaveCount(0);
});

test("who leaves a first visit early has the page kept all the same", async ({ page, context }) => {
  const { release, isRegistered } = await visit(page, context);
  expect(await isRegistered()).toBe(false);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  await expect.poll(isRegistered).toBe(true);
  release();
  await ready(page);
});

/** A host of our own, whose page can be renewed: it has what the page keeps. */
async function host(baseURL, page) {
  const files = await page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((it) => it.startsWith("lockstep "));
    const kept = (await (await caches.open(name)).keys()).map(({ url }) => url);
    return [...kept, new URL("offline.js", location).href];
  });
  const site = new Map();
  for (const url of files) {
    const response = await fetch(url);
    const bytes = Buffer.from(await response.arrayBuffer());
    site.set(url.slice(new URL("./", baseURL).href.length), { type: response.headers.get("content-type"), bytes });
  }
  const server = createServer((request, response) => {
    const path = request.url.replace(/^\/under\//, "").replace(/\?.*/, "");
    const file = site.get(path);
    response.writeHead(file ? 200 : 404, { "content-type": file?.type ?? "text/plain", "cache-control": "no-cache" });
    response.end(file?.bytes);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { site, server, url: `http://127.0.0.1:${server.address().port}/under/` };
}

/** FNV-1a of 32 bits, as in xtask/src/offline.rs. */
const print = (bytes) => bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5);

/** Renews the page of a host: another title, and the list of files that goes with it. */
function renew({ site }, { torn = false } = {}) {
  const index = site.get("");
  const old = print(index.bytes);
  index.bytes = Buffer.from(index.bytes.toString().replace("<title>Lockstep", "<title>Lockstep, renewed"));
  const script = site.get("offline.js");
  const now = torn ? 1 : print(index.bytes);
  const text = script.bytes.toString();
  expect(text).toContain(String(old));
  script.bytes = Buffer.from(text.replace(String(old), String(now)).replace(/"([0-9a-f]{8})"/, '"0000000f"'));
}

test("a renewed page is offered, taken up on request, and the old files go", async ({ page, baseURL }) => {
  const user = new User(page);
  await user.opens();
  test.skip(!(await isKept(page)), "a development build");
  await ready(page);
  const own = await host(baseURL, page);
  try {
    await user.opens(own.url);
    await ready(page);
    await page.reload();
    await expect(user.check("deadlock")).toContainText("none");
    renew(own);
    await page.reload();
    // Still the old page, whole, until it is asked for.
    await expect(page).toHaveTitle("Lockstep");
    await expect(user.notices).toContainText("A new version of this page is there");
    await user.writes("machine Mine {\n  [*] --> here\n}\ncheck deadlock within 3\n");
    await expect(user.check("deadlock")).toContainText("deadlock");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("lockstep.text"))).toContain("Mine");
    await user.notices.getByRole("button", { name: "Reload" }).click();
    await expect(page).toHaveTitle("Lockstep, renewed");
    await expect(user.editor).toContainText("machine Mine");
    const kept = await page.evaluate(() => caches.keys());
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatch(/ 0000000f$/);
  } finally {
    own.server.close();
  }
});

test("a host that is being renewed does not give a page of two builds", async ({ page, baseURL }) => {
  const user = new User(page);
  await user.opens();
  test.skip(!(await isKept(page)), "a development build");
  await ready(page);
  const own = await host(baseURL, page);
  try {
    await user.opens(own.url);
    await ready(page);
    renew(own, { torn: true });
    const outcome = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update();
      const worker = registration.installing;
      if (worker) await new Promise((done) => worker.addEventListener("statechange", done));
      return [worker?.state, (await caches.keys()).length];
    });
    expect(outcome).toEqual(["redundant", 1]);
    await page.reload();
    await expect(page).toHaveTitle("Lockstep");
    await expect(user.check("deadlock")).toContainText("none");
    await expect(user.notices).toBeEmpty();
  } finally {
    own.server.close();
  }
});
