// Reads what Chromium prints: which text stands where on which page, and whether the paper or
// something on it cuts that text off. Chromium writes plain PDF 1.4 (objects one after the other,
// streams deflated, glyphs with their letters in a table), and only that is read here.
import { inflateSync } from "node:zlib";

const IDENTITY = [1, 0, 0, 1, 0, 0];
const times = ([a, b, c, d, e, f], [g, h, i, j, k, l]) => [
  a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l,
];
const at = ([a, b, c, d, e, f], x, y) => [a * x + c * y + e, b * x + d * y + f];

/** The pages of a PDF, each `{ width, height, text, words, lines, cut }`: `words` are `{ text, x, y, size }` in
 * points from the lower left corner, `text` all of them in the order in which they were written, `lines` what
 * is seen of the upright lines, `{ x, top, bottom }`, and `cut` the words that are not wholly seen. */
export function pagesOf(pdf) {
  const source = pdf.toString("latin1");
  const objects = new Map();
  for (const [, number, body] of source.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n?([^]*?)\r?\nendobj/g)) {
    objects.set(number, body);
  }
  const stream = (number) => {
    const [, head, bytes] = /^([^]*?)\bstream\r?\n([^]*)\r?\nendstream/.exec(objects.get(number));
    const raw = Buffer.from(bytes, "latin1");
    return head.includes("FlateDecode") ? inflateSync(raw).toString("latin1") : bytes;
  };
  const all = [...objects.values()];
  const root = all.find((body) => /\/Type \/Catalog/.test(body));
  const leaves = (number) => {
    const kids = /\/Kids \[([^\]]*)\]/.exec(objects.get(number));
    return kids ? [...kids[1].matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => leaves(kid)) : [objects.get(number)];
  };
  const fonts = new Map();
  const font = (number) => {
    if (!fonts.has(number)) fonts.set(number, fontOf(objects, stream, number));
    return fonts.get(number);
  };
  return leaves(/\/Pages (\d+)/.exec(root)[1]).map((page) => {
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page);
    const [, list = ""] = /\/Font <<([^]*?)>>/.exec(page) ?? [];
    const named = new Map([...list.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, number]) => [name, font(number)]));
    const content = stream(/\/Contents (\d+)/.exec(page)[1]);
    return read(content, named, Number(width), Number(height));
  });
}

/** Letters and widths of a font's glyphs. */
function fontOf(objects, stream, number) {
  const letters = new Map();
  const text = (hex) => hex.match(/.{4}/g).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("");
  const table = /\/ToUnicode (\d+)/.exec(objects.get(number));
  const map = table ? stream(table[1]) : "";
  for (const [, body] of map.matchAll(/beginbfchar\n([^]*?)endbfchar/g)) {
    for (const [, glyph, hex] of body.matchAll(/<(\w+)> <(\w+)>/g)) letters.set(Number.parseInt(glyph, 16), text(hex));
  }
  for (const [, body] of map.matchAll(/beginbfrange\n([^]*?)endbfrange/g)) {
    for (const [, first, last, hex] of body.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const [from, to, start] = [first, last, hex].map((it) => Number.parseInt(it, 16));
      for (let glyph = from; glyph <= to; glyph += 1) letters.set(glyph, String.fromCharCode(start + glyph - from));
    }
  }
  return { letters, digits: /Type3/.test(objects.get(number)) ? 2 : 4 };
}

/** Follows the drawing of a page. */
function read(content, fonts, width, height) {
  const [words, lines, cut] = [[], [], []];
  let state = { to: IDENTITY, clip: [0, 0, width, height], font: null, size: 0 };
  let [matrix, path, box] = [IDENTITY, [], null];
  const [saved, stack] = [[], []];
  const numbers = (count) => stack.splice(-count).map(Number);
  const upright = () => {
    // A line of a pixel or two is filled or stroked; both are as high as they are long.
    const [xs, ys] = [path.map(([x]) => x), path.map(([, y]) => y)];
    const [left, right] = [Math.max(Math.min(...xs), state.clip[0]), Math.min(Math.max(...xs), state.clip[2])];
    const [bottom, top] = [Math.max(Math.min(...ys), state.clip[1]), Math.min(Math.max(...ys), state.clip[3])];
    if (right >= left && right - left < 3 && top - bottom > 3) lines.push({ x: (left + right) / 2, top, bottom });
  };
  const show = (hex) => {
    const units = hex.match(new RegExp(`.{${state.font.digits}}`, "g")) ?? [];
    const text = units.map((unit) => state.font.letters.get(Number.parseInt(unit, 16)) ?? "\u{fffd}").join("");
    const whole = times(matrix, state.to);
    const [x, y] = at(whole, 0, 0);
    const size = state.size * Math.hypot(whole[2], whole[3]);
    const before = words.at(-1);
    const joins = before && Math.abs(before.y - y) < 0.1 && x - before.end < size * 1.2 && x >= before.x;
    if (joins) Object.assign(before, { text: before.text + text, end: x });
    else words.push({ text, x, y, size, end: x });
    const [left, bottom, right, top] = state.clip;
    // Letters rise about 0.7 of their size, and the last one is about half as wide.
    const seen = x >= left - 0.5 && x + size * 0.3 <= right + 0.5 && y >= bottom - 0.5 && y + size * 0.6 <= top + 0.5;
    if (!seen && text.trim()) cut.push({ text, near: words.at(-1).text, x, y, clip: state.clip });
  };
  const tokens = content.match(/<[0-9A-Fa-f]*>|\/[^\s<>[\]()/]+|\((?:\\.|[^)])*\)|[[\]]|<<|>>|[^\s<>[\]()/]+/g) ?? [];
  for (const token of tokens) {
    switch (token) {
      case "q": saved.push({ ...state }); break;
      case "Q": state = saved.pop(); break;
      case "cm": state.to = times(numbers(6), state.to); break;
      case "re": {
        const [x, y, w, h] = numbers(4);
        const corners = [[x, y], [x + w, y + h]].map(([x, y]) => at(state.to, x, y));
        box = [0, 1].flatMap((corner) => [0, 1].map((axis) =>
          (corner ? Math.max : Math.min)(corners[0][axis], corners[1][axis])));
        path.push([box[0], box[1]], [box[2], box[3]]);
        break;
      }
      case "m": case "l": path.push(at(state.to, ...numbers(2))); break;
      case "W": case "W*":
        if (box) state.clip = state.clip.map((it, side) => (side < 2 ? Math.max : Math.min)(it, box[side]));
        break;
      case "n": path = []; box = null; break;
      case "S": case "f": case "f*": if (path.length) upright(); path = []; box = null; break;
      case "BT": matrix = IDENTITY; break;
      case "Tm": matrix = numbers(6); break;
      case "Td": matrix = times([1, 0, 0, 1, ...numbers(2)], matrix); break;
      case "Tf": state.size = Number(stack.at(-1)); state.font = fonts.get(stack.at(-2).slice(1)); break;
      case "Tj": show(stack.at(-1).slice(1, -1)); break;
      default: stack.push(token);
    }
    if (stack.length > 64) stack.splice(0, 32);
  }
  return { width, height, words, lines, cut, text: words.map(({ text }) => text).join("\n") };
}
