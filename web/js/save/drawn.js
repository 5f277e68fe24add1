// What the page draws, as one drawing of its own, with its looks written into it.

/** What makes an element look as it does. */
const LOOKS = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linejoin", "stroke-linecap",
  // Without their order a wide stroke in the colour of the ground covers the letters it stands behind.
  "paint-order", "opacity", "visibility", "display",
  "font-family", "font-size", "font-weight", "font-style", "text-anchor", "text-decoration-line",
];
/** Room around and between drawings, and for the name above each. */
const [GAP, HEAD] = [24, 28];
const SVG = "http://www.w3.org/2000/svg";

/** What the page draws, by the name of the file without its ending: where it stands, and what is written above each. */
const DRAWN = {
  machines: [".surface .card", "svg.machine", ".card-name"],
  objects: [".surface .object-card", "svg.machine", ".chart-head h2"],
  diagrams: [".surface .generic-figure", "svg.generic-graph", ".chart-head h2"],
  "control-flow": [".surface .flow", "svg", ".chart-head h2"],
  "all-runs": [".runs-scroll", "svg"],
  states: [".space-scroll", "svg"],
};

/** A drawing as the text of an SVG; empty where there is none. Machines and objects stand side by side, relations one below the other. */
export function drawn(what) {
  const [places, kind, title] = DRAWN[what];
  // Of two runs on the page, the one that is played.
  const all = [...document.querySelectorAll(places)].filter((place) => place.querySelector(kind) && !place.closest("[data-other]"));
  if (!all.length) return "";
  const drawing = element("svg", { xmlns: SVG });
  // The page's fonts go in here; with a text in it, it is written with two tags.
  drawing.appendChild(element("style", {})).textContent = "text{white-space:pre}";
  const ground = drawing.appendChild(element("rect", { width: "100%", height: "100%" }));
  ground.setAttribute("fill", background(all[0]));
  const below = what === "control-flow";
  let [x, y, right, bottom] = [GAP, GAP, 0, 0];
  for (const place of all) {
    const [name, svg] = [title && place.querySelector(title), place.querySelector(kind)];
    const { width, height } = svg.viewBox.baseVal;
    const top = name ? y + HEAD : y;
    if (name) {
      const { color, fontFamily } = getComputedStyle(name);
      const head = element("text", { x, y: y + 14, fill: color, "font-size": 14 });
      head.style.fontFamily = fontFamily;
      head.textContent = name.textContent;
      drawing.append(head);
    }
    const copy = styled(svg);
    for (const [key, value] of Object.entries({ x, y: top, width, height })) {
      copy.setAttribute(key, value);
    }
    drawing.append(copy);
    right = Math.max(right, x + Math.max(width, name && !below ? name.scrollWidth : 0));
    bottom = Math.max(bottom, top + height);
    [x, y] = below ? [GAP, bottom + GAP] : [right + GAP, GAP];
  }
  const [width, height] = [right + GAP, bottom + GAP];
  for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) {
    drawing.setAttribute(key, value);
  }
  return new XMLSerializer().serializeToString(drawing);
}

/** What stands behind an element. */
function background(of) {
  for (let at = of; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return "white";
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
