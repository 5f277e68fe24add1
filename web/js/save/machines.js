// The cards of machines or of objects as one drawing: what the page shows, with its looks written into it.

/** What makes an element of a card look as it does. */
const LOOKS = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "visibility", "display",
  "font-family", "font-size", "font-weight", "font-style", "text-anchor", "text-decoration-line",
];
/** Room around and between cards, and for the name above each. */
const [GAP, HEAD] = [24, 28];
const SVG = "http://www.w3.org/2000/svg";

/** The cards side by side as the text of an SVG; empty where there are none. */
export function machines() {
  const all = document.querySelectorAll(".cards .card, .objects .object-card");
  const cards = [...all].filter((card) => card.querySelector("svg.machine"));
  if (!cards.length) return "";
  const drawing = element("svg", { xmlns: SVG });
  // The page's fonts go in here; with a text in it, it is written with two tags.
  drawing.appendChild(element("style", {})).textContent = "text{white-space:pre}";
  const ground = drawing.appendChild(element("rect", { width: "100%", height: "100%" }));
  ground.setAttribute("fill", getComputedStyle(cards[0]).backgroundColor);
  let [left, tallest] = [GAP, 0];
  for (const card of cards) {
    const [name, svg] = [card.querySelector(".card-name, .object-head h2"), card.querySelector("svg.machine")];
    const { width, height } = svg.viewBox.baseVal;
    const { color, fontFamily } = getComputedStyle(name);
    const head = element("text", { x: left, y: GAP + 14, fill: color, "font-size": 14 });
    head.style.fontFamily = fontFamily;
    head.textContent = name.textContent;
    const copy = styled(svg);
    for (const [key, value] of Object.entries({ x: left, y: GAP + HEAD, width, height })) {
      copy.setAttribute(key, value);
    }
    drawing.append(head, copy);
    left += Math.max(width, name.scrollWidth) + GAP;
    tallest = Math.max(tallest, height);
  }
  const [width, height] = [left, tallest + HEAD + 2 * GAP];
  for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) {
    drawing.setAttribute(key, value);
  }
  return new XMLSerializer().serializeToString(drawing);
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** A copy that needs neither the page's style sheets nor its scripts. */
function styled(original) {
  const copy = original.cloneNode(false);
  for (const { name } of [...copy.attributes]) {
    if (/^(aria-|data-|on)|^(class|role|tabindex|style|id)$/.test(name)) copy.removeAttribute(name);
  }
  const looks = getComputedStyle(original);
  copy.setAttribute("style", LOOKS.map((look) => `${look}:${looks.getPropertyValue(look)}`).join(";"));
  for (const child of original.childNodes) {
    if (child instanceof Element) {
      if (getComputedStyle(child).display !== "none") copy.append(styled(child));
    } else if (child instanceof Text) copy.append(child.data);
  }
  return copy;
}
