// Hands what the page has written to the browser: as a file to download, or as a picture made of
// points. Nothing leaves the machine.
import { withFonts } from "./save/fonts.js";
import { drawn } from "./save/drawn.js";

/** Downloads a text under a name. */
export function saveText(name, type, text) {
  save(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Downloads an SVG with the page's fonts in it; without a text, what the page draws under the name. */
export async function saveDrawing(name, svg) {
  saveText(name, "image/svg+xml", await withFonts(svg || drawn(stem(name))));
}

/** Draws an SVG (without a text, what the page draws under the name) at twice its size and downloads it as a PNG. */
export async function savePicture(name, svg) {
  save(name, await picture(await withFonts(svg || drawn(stem(name)))));
}

function stem(name) {
  return name.replace(/\.[a-z]+$/, "");
}

function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after this function has ended.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Points per unit of the drawing: text is sharp on screens and readable in print. */
const SCALE = 2;
/** The longest side that every browser's canvas takes. */
const MOST = 8192;

async function picture(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await image.decode();
    const scale = Math.min(SCALE, MOST / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("the picture is too large");
    return blob;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
