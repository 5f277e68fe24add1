// Colours follow what the core's parser makes of the text, also while it is broken; indentation,
// comments and closing brackets are CodeMirror's, told by the core what is a string and a comment.
import { expect, test } from "./fixtures.js";
import { User } from "./user.js";

/** The colours of the words of one line, as names of the page's variables: `machine keyword, A ink`. */
function painted(page, line) {
  return page.locator(".cm-content").evaluate((content, line) => {
    const probe = document.createElement("span");
    document.body.append(probe);
    const names = new Map();
    for (const name of ["ink", "ink-soft", "code-keyword", "code-string", "code-number", "code-symbol", "code-machine", "code-comment"]) {
      probe.style.color = `var(--${name})`;
      names.set(getComputedStyle(probe).color, name.replace("code-", ""));
    }
    probe.remove();
    const row = content.querySelectorAll(".cm-line")[line - 1];
    const words = [];
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent.trim();
      const style = getComputedStyle(texts.currentNode.parentElement);
      const isBold = Number(style.fontWeight) > 500 ? " bold" : "";
      if (/[\p{L}\p{N}]/u.test(text)) words.push(`${text}: ${names.get(style.color)}${isBold}`);
    }
    return words.join(", ");
  }, line);
}

const TEXT = `machine Client { // who asks
  [*] --> "at rest"
  "at rest" --> waiting : reply / request
}
scenario "hello" {
  client : Client
}
check reach client.<waiting//request/waiting> within 10 // not http://
check "hello" loose expect inconsistent
`;

test("what a word stands for has a colour", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes(TEXT);
  const rows = [
    [1, "machine: keyword bold, Client: ink bold, // who asks: comment"],
    [3, '"at rest": string, waiting: ink, reply: symbol, request: symbol'],
    [5, 'scenario: keyword bold, "hello": ink bold'],
    [6, "client: ink, Client: machine"],
    [
      8,
      "check: keyword bold, reach: keyword bold, client: ink, waiting: ink, request: symbol, waiting: ink, " +
        "within: keyword bold, 10: number, // not http://: comment",
    ],
    [9, 'check: keyword bold, "hello": string, loose: keyword bold, expect: keyword bold, inconsistent: number'],
  ];
  for (const [line, expected] of rows) await expect.poll(() => painted(page, line)).toBe(expected);
});

test("a text that is broken keeps its colours", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  // The name is gone, an arrow is half written, a brace is missing.
  await user.writes(TEXT.replace("Client {", "{").replace("}\nscenario", "  waiting -\nscenario"));
  await expect.poll(() => painted(page, 3)).toBe('"at rest": string, waiting: ink, reply: symbol, request: symbol');
  await expect.poll(() => painted(page, 5)).toBe('scenario: keyword bold, "hello": ink bold');
  // A comment that is opened takes the rest with it, and gives it back.
  await user.editor.press("ControlOrMeta+Home");
  await page.keyboard.type("/*");
  await expect.poll(() => painted(page, 5)).toBe('scenario "hello" {: comment');
  await page.keyboard.press("Backspace");
  await expect.poll(() => painted(page, 5)).toBe('scenario: keyword bold, "hello": ink bold');
});

test("far down in a long text there are colours, too", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  const many = Array.from({ length: 400 }, (_, index) => `  s${index} --> s${index + 1} : x / y`);
  await user.writes(`machine Long {\n  [*] --> s0\n${many.join("\n")}\n  s400 --> s0 : y / x\n}\n`);
  await user.editor.press("ControlOrMeta+End");
  const last = page.locator(".cm-line", { hasText: "s400 --> s0" });
  await expect(last).toBeVisible();
  const number = await last.evaluate((line) => [...line.parentElement.querySelectorAll(".cm-line")].indexOf(line) + 1);
  await expect.poll(() => painted(page, number)).toBe("s400: ink, s0: ink, y: symbol, x: symbol");
});

test("lines indent themselves, brackets and quotes are closed", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes("");
  await page.keyboard.type("machine A {");
  await page.keyboard.press("Enter");
  await page.keyboard.type('[*] --> "a');
  // The closing quotes are there already; typing them steps over them.
  await page.keyboard.type('"');
  await page.keyboard.press("Enter");
  await page.keyboard.type("a --> b // }");
  await page.keyboard.press("Enter");
  await page.keyboard.type("b --> a");
  const lines = () => page.locator(".cm-line").allInnerTexts();
  expect(await lines()).toEqual(["machine A {", '  [*] --> "a"', "  a --> b // }", "  b --> a", "}"]);
  // Behind the block a line stands at the margin again; a brace goes back by itself.
  await user.writes("machine A {\n  a --> b\n  ");
  await page.keyboard.type("}");
  await page.keyboard.press("Enter");
  await page.keyboard.type("check deadlock");
  expect(await lines()).toEqual(["machine A {", "  a --> b", "}", "check deadlock"]);
});

test("a line becomes a comment and back", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes("machine A {\n  [*] --> a\n}");
  await user.editor.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ControlOrMeta+/");
  await expect(page.locator(".cm-line").nth(1)).toHaveText("  // [*] --> a");
  await expect.poll(() => painted(page, 2)).toBe("// [*] --> a: comment");
  await page.keyboard.press("ControlOrMeta+/");
  await expect(page.locator(".cm-line").nth(1)).toHaveText("  [*] --> a");
});

test("a selection whose text is replaced from outside becomes a caret that Backspace works at", async ({ page }) => {
  const user = new User(page);
  await user.opens();
  await user.writes("machine A {\n  [*] --> a\n}");
  await user.editor.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  // A repair, a fix and an undo replace what reaches beyond the selection on both sides.
  await user.editor.evaluate((editor) => {
    const { view } = editor.cmTile;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: "machine B {}" } });
  });
  await page.keyboard.press("Backspace");
  await expect(user.editor).toHaveText("machine B {");
});

test("a line that is wrapped goes on below its own text", async ({ page }) => {
  const user = new User(page);
  await page.setViewportSize({ width: 1100, height: 700 });
  await user.opens();
  const words = Array.from({ length: 30 }, (_, at) => `word${at}`).join(" ");
  await user.writes(`machine A {\n  [*] --> a\n    // ${words}\n// ${words}\n}\n`);
  const rows = (line) =>
    page.locator(".cm-line").nth(line).evaluate((it) => {
      const range = document.createRange();
      const texts = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
      const lefts = new Map();
      while (texts.nextNode()) {
        for (let at = 0; at < texts.currentNode.length; at += 1) {
          if (texts.currentNode.data[at] === " ") continue;
          range.setStart(texts.currentNode, at);
          range.setEnd(texts.currentNode, at + 1);
          const { left, top } = range.getBoundingClientRect();
          const row = Math.round(top);
          lefts.set(row, Math.min(lefts.get(row) ?? Number.POSITIVE_INFINITY, left));
        }
      }
      return [...lefts.values()];
    });
  const [margin] = await rows(0);
  const [first, ...rest] = await rows(2);
  expect(first).toBeGreaterThan(margin + 10);
  expect(rest.length).toBeGreaterThan(0);
  for (const left of rest) expect(left).toBeGreaterThan(first + 5);
  // What begins at the margin begins there still.
  expect((await rows(3))[0]).toBeCloseTo(margin, 0);
  expect((await rows(4))[0]).toBeCloseTo(margin, 0);
  // The caret and what is selected stand where the letters are.
  await page.locator(".cm-line").nth(2).click({ position: { x: 30, y: 30 } });
  await expect(page.locator(".cm-cursor")).toHaveCount(1);
});
