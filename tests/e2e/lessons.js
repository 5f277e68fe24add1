// The lessons as they lie in static/lessons, and what a reader of the page does with them.
import { readFileSync, readdirSync } from "node:fs";
import { expect } from "./fixtures.js";

const ROOT = new URL("../../static/lessons/", import.meta.url);

/** The folders of all lessons, in the order of the path. */
export const LESSONS = readdirSync(ROOT).filter((name) => /^\d\d-/.test(name)).sort();

/** A file of a lesson, by the lesson's number from 1. */
export const file = (lesson, name) => readFileSync(new URL(`${LESSONS[lesson - 1]}/${name}`, ROOT), "utf8");

/** The files of a lesson whose names begin like this. */
export const files = (lesson, prefix) =>
  readdirSync(new URL(LESSONS[lesson - 1], ROOT)).filter((name) => name.startsWith(prefix)).sort();

/** The lesson's own sentences: what the page says where a criterion that begins so is not met. */
export const sentences = (lesson, criterion = "") =>
  [...file(lesson, "lesson.md").matchAll(/^(.*) :: (.*)$/gm)]
    .filter(([, it]) => it.startsWith(criterion))
    .map(([, , sentence]) => sentence.replaceAll(/[`*]/g, ""));

/** The titles of a lesson's slides. */
export const titles = (lesson) =>
  [...file(lesson, "lesson.md").matchAll(/^## (.*)$/gm)].map(([, title]) => title.replaceAll(/[`*]/g, ""));

/** How many slides a lesson has. */
export const slides = (lesson) => titles(lesson).length;

export class Reader {
  constructor(page) {
    this.page = page;
    this.path = page.getByRole("region", { name: "Learn model checking" });
    this.lesson = page.getByRole("region", { name: "Lesson", exact: true });
    this.task = page.getByRole("region", { name: "Task" });
    this.says = this.task.getByRole("status");
    const tab = (name) => page.getByRole("group", { name: "Lesson and text" }).getByRole("button", { name, exact: true });
    this.tabs = { lesson: tab("Lesson"), text: tab("Text") };
    this.editor = page.getByRole("textbox", { name: "Model text" });
  }

  /** Goes to a place as a link does. */
  async goes(fragment) {
    await this.page.evaluate((fragment) => (location.hash = fragment), fragment);
  }

  /** Goes to the task of a lesson, and waits until it is judged. */
  async goesToTask(lesson) {
    await this.goes(`lesson=${String(lesson).padStart(2, "0")}/${slides(lesson)}`);
    await expect(this.lesson).toContainText(`Lesson ${lesson} of ${LESSONS.length}`);
    await this.judged();
  }

  /** Shows the text. */
  async showsText() {
    await this.tabs.text.click();
    await expect(this.editor).toBeVisible();
  }

  /** Shows the prose. */
  async showsProse() {
    await this.tabs.lesson.click();
    await expect(this.lesson).toBeVisible();
  }

  /** Waits until the attempt is judged. */
  async judged() {
    await expect(this.task).toHaveAttribute("data-state", /missing|solved/);
  }

  /** Replaces the whole text, as pasting over a selection does. */
  async writes(text) {
    await this.editor.focus();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.editor.evaluate((editor, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }
}
