// Measures how far drawings stay as they were under small edits, in Chromium, and prints the report as
// JSON. Random machines are typed into the editor and edited a few times, by hand as it were; each text is
// also opened anew. Of two states that stood one left of the other, or one above the other, it counts
// how often an edit turns that round. `cargo xtask bench steady` calls this with the page's address,
// the number of machines and a seed.
import { chromium } from "@playwright/test";

const [url, count, seed] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const EDITS = 5;
/** What is less apart than this many pixels is not told apart by the eye. */
const APART = 8;

let state = seed >>> 0;
/** A number below a bound: the same seed gives the same numbers for ever. */
function random(bound) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * bound);
}

let names = 0;
const name = () => `s${(names += 1)}${"x".repeat(random(7))}`;
const trigger = () => `t${(names += 1)}${"y".repeat(random(9))}`;

/** Three to eleven states, each reached from one of the three before it, and some transitions more. */
function machine() {
  const states = [];
  const transitions = [];
  for (let at = 0, size = 3 + random(9); at < size; at += 1) {
    states.push(name());
    if (at > 0) transitions.push([states[Math.max(0, at - 1 - random(3))], states[at], trigger()]);
  }
  for (let more = Math.ceil(states.length * 0.7); more > 0; more -= 1) {
    const from = random(states.length);
    // Two of three lead back.
    const to = random(3) ? random(from + 1) : random(states.length);
    transitions.push([states[from], states[to], trigger()]);
  }
  return { states, transitions };
}

/** The edits that people make most, each on one line of the text. */
const edits = {
  "a state more"({ states, transitions }) {
    const [from, fresh] = [states[random(states.length)], name()];
    states.push(fresh);
    transitions.splice(random(transitions.length + 1), 0, [from, fresh, trigger()]);
  },
  "a transition more"({ states, transitions }) {
    const ends = [states[random(states.length)], states[random(states.length)]];
    transitions.splice(random(transitions.length + 1), 0, [...ends, trigger()]);
  },
  "a transition less"({ states, transitions }) {
    const at = random(transitions.length);
    const left = transitions.filter((_, index) => index !== at);
    // States are what transitions name; none shall go with this one.
    const still = new Set([states[0], ...left.flatMap(([from, to]) => [from, to])]);
    if (states.every((it) => still.has(it))) transitions.splice(at, 1);
  },
  "a name changed"({ states, transitions }) {
    const at = random(states.length);
    const fresh = name();
    for (const ends of transitions) for (const end of [0, 1]) if (ends[end] === states[at]) ends[end] = fresh;
    states[at] = fresh;
  },
  "a longer label"({ transitions }) {
    const at = transitions[random(transitions.length)];
    // The page shortens labels that are very long.
    if (at[2].length < 14) at[2] += "zzzz";
  },
};

const text = ({ states, transitions }) =>
  `machine M {\n  [*] --> ${states[0]}\n${transitions.map(([from, to, on]) => `  ${from} --> ${to} : ${on}\n`).join("")}}\n`;

const browser = await chromium.launch({
  executablePath: process.env.LOCKSTEP_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
const size = { viewport: { width: 1440, height: 900 } };
const byHand = await (await browser.newContext(size)).newPage();
const anew = await (await browser.newContext(size)).newPage();
await anew.addInitScript(() => {
  if (!window.name) return;
  // Without a slot of its own a tab opens the text that was stored last.
  sessionStorage.clear();
  localStorage.setItem("lockstep.text", window.name);
});
await byHand.goto(url);
const editor = byHand.getByRole("textbox", { name: "Model text" });

/** What the page shows of a machine once it shows just that one: centres of states, crossings, scale. */
async function shown(page, { states, transitions }) {
  const wanted = [...states, ...transitions.map(([, , on]) => on)].sort().join();
  const handle = await page.waitForFunction((wanted) => {
    const pictures = document.querySelectorAll("svg.machine");
    const said = [...document.querySelectorAll("svg.machine :is(.state > text, .label)")];
    if (pictures.length !== 1 || said.map((it) => it.textContent.trim()).sort().join() !== wanted) return null;
    // Until the new picture is there the old one stands: it has other names or other labels.
    const box = (state) => {
      const rect = state.querySelector(".box");
      const [x, y, width, height] = ["x", "y", "width", "height"].map((it) => Number(rect.getAttribute(it)));
      return [state.querySelector("title").textContent, x + width / 2, y + height / 2];
    };
    const picture = pictures[0];
    return {
      places: [...picture.querySelectorAll(".state")].map(box),
      scale: picture.getBoundingClientRect().width / Number(picture.getAttribute("width")),
    };
  }, wanted);
  return handle.jsonValue();
}

async function typed(machine) {
  await editor.focus();
  await byHand.keyboard.press("Control+A");
  await byHand.keyboard.insertText(text(machine));
  return shown(byHand, machine);
}

async function opened(machine) {
  await anew.goto(url);
  await anew.evaluate((text) => (window.name = text), text(machine));
  await anew.reload();
  return shown(anew, machine);
}

/** How many pairs of states stood apart, and how many of them an edit has turned round. */
function compared(before, after) {
  const now = new Map(after.places.map(([state, ...at]) => [state, at]));
  const kept = before.places.filter(([state]) => now.has(state));
  let [pairs, turned] = [0, 0];
  kept.forEach(([one, ...oneAt], index) => {
    for (const [other, ...otherAt] of kept.slice(index + 1)) {
      for (const axis of [0, 1]) {
        const was = oneAt[axis] - otherAt[axis];
        const is = now.get(one)[axis] - now.get(other)[axis];
        if (Math.abs(was) < APART) continue;
        pairs += 1;
        if (was * is < 0 && Math.abs(is) >= APART) turned += 1;
      }
    }
  });
  return { pairs, turned };
}

const report = {};
for (let at = 0; at < count; at += 1) {
  const model = machine();
  let before = { "edited by hand": await typed(model), "opened anew": await opened(model) };
  for (let edit = 0; edit < EDITS; edit += 1) {
    const kinds = Object.keys(edits);
    const kind = kinds[random(kinds.length)];
    edits[kind](model);
    const after = { "edited by hand": await typed(model), "opened anew": await opened(model) };
    for (const way of Object.keys(after)) {
      const { pairs, turned } = compared(before[way], after[way]);
      const row = ((report[kind] ??= {})[way] ??= { edits: 0, unturned: 0, pairs: 0, turned: 0, scale: 0 });
      row.edits += 1;
      row.unturned += turned === 0 ? 1 : 0;
      row.pairs += pairs;
      row.turned += turned;
      row.scale += after[way].scale;
    }
    before = after;
  }
}
for (const ways of Object.values(report)) {
  for (const row of Object.values(ways)) {
    row["turned, %"] = Math.round((1000 * row.turned) / row.pairs) / 10;
    row.scale = Math.round((1000 * row.scale) / row.edits) / 1000;
  }
}
console.log(JSON.stringify(report, null, 2));
await browser.close();
