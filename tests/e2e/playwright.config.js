// Browser tests against a page that is already built and served: `cargo xtask test` does both and
// says through the environment where. To run them by hand against a page you are working on, see
// docs/contributing.md.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  // What `cargo xtask test` runs in another browser (xtask/src/test.rs): a pattern of file names.
  testIgnore: process.env.LOCKSTEP_ELSEWHERE ? new RegExp(process.env.LOCKSTEP_ELSEWHERE) : [],
  outputDir: "../../target/playwright",
  // Two cores are enough for two browsers; more would measure the machine.
  workers: 2,
  fullyParallel: true,
  // What fails twice has failed; what passes then is named by `cargo xtask test` (xtask/src/test.rs).
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json"]],
  use: {
    baseURL: process.env.LOCKSTEP_URL ?? "http://127.0.0.1:8080/",
    // Tests cut and change what the network gives; those of offline.spec.js allow it.
    serviceWorkers: "block",
    viewport: { width: 1440, height: 900 },
    // Traces would slow every test down for the sake of the few that fail; pictures are cheap.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.LOCKSTEP_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
