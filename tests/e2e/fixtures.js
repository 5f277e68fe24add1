// The `test` of all our browser tests: whatever it does, a page may not complain on its console,
// throw, or ask another host for anything.
import { test as base, expect } from "@playwright/test";

export { expect };

export const test = base.extend({
  /**
   * What was chosen in the settings before. Most tests step through runs from their start, by all parts: they say less about each step
   * and more about what steps do. What the page does by itself is tested where this is empty.
   */
  chosen: [{ opening: "start", steps: "parts" }, { option: true }],
  settled: [
    async ({ context, chosen }, use) => {
      await context.addInitScript((chosen) => {
        try {
          if (sessionStorage.getItem("settled")) return;
          sessionStorage.setItem("settled", "yes");
          for (const [name, value] of Object.entries(chosen)) localStorage.setItem(`lockstep.${name}`, value);
        } catch {
          // Without storage the page does what it does by itself.
        }
      }, chosen);
      await use();
    },
    { auto: true },
  ],
  /** Complaints that belong to what a test is about; none is empty. */
  tolerated: [/^$/, { option: true }],
  complaints: [
    async ({ context, tolerated }, use) => {
      const complaints = [];
      context.on("weberror", (error) => complaints.push(`threw ${error.error()}`));
      context.on("console", (message) => {
        // The browser driver's own words, see playwright.config.js.
        if (message.text() === "Service Worker registration blocked by Playwright") return;
        if (message.type() === "error" || message.type() === "warning") {
          complaints.push(`${message.type()}: ${message.text()}`);
        }
      });
      context.on("response", (response) => {
        if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
      });
      context.on("request", (request) => {
        const url = new URL(request.url());
        const local = url.hostname === "127.0.0.1" || !url.protocol.startsWith("http");
        if (!local) complaints.push(`asked another host: ${url}`);
      });
      await use(complaints);
      expect(complaints.filter((complaint) => !tolerated.test(complaint))).toEqual([]);
    },
    { auto: true },
  ],
});
