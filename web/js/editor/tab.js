// Tab indents, but not for somebody who walks through the page with it: whoever has come into the text by Tab goes on
// by Tab, until something else is pressed or clicked there. Without this one Tab too many changes the model.

import { indentLess, indentMore } from "@codemirror/commands";

/** The key or button that was pressed last in the page. */
let pressed = "";
/** Whether nothing but Tab was pressed since the focus came. */
let passing = false;

const within = (event) => event.target instanceof Element && event.target.closest(".cm-editor") !== null;

addEventListener(
  "keydown",
  (event) => {
    pressed = event.key;
    if (event.key !== "Tab" && event.key !== "Shift" && within(event)) passing = false;
  },
  { capture: true },
);
addEventListener(
  "pointerdown",
  () => {
    pressed = "pointer";
    passing = false;
  },
  { capture: true },
);
addEventListener("focusin", (event) => {
  if (within(event)) passing = pressed === "Tab";
});

/** Unless somebody only passes by. */
const indent = (command) => (view) => !passing && command(view);

export const tabKeys = [{ key: "Tab", run: indent(indentMore), shift: indent(indentLess) }];
