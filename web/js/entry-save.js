// Hands what the page has written to the browser: as a file to download, or as a picture made of
// points. Nothing leaves the machine.

/** Downloads a text under a name. */
export function saveText(name, type, text) {
  save(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Draws an SVG picture at twice its size, in the page's fonts, and downloads it as a PNG. */
export async function savePicture(name, svg) {
  save(name, await picture(svg));
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
  // An image asks nobody for anything, so the fonts have to be in it.
  image.src = URL.createObjectURL(
    new Blob([svg.replace("<style>", `<style>${await fonts()}`)], { type: "image/svg+xml" }),
  );
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

/** The page's fonts for Latin letters as rules that carry them. */
async function fonts() {
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map((rule) => [rule, sheet.href]))
    .filter(([rule]) => rule instanceof CSSFontFaceRule && /sans-latin/.test(rule.style.src));
  const carried = rules.map(async ([{ style }, base]) => {
    const address = new URL(/url\("?([^")]+)/.exec(style.src)[1], base);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status} for a font`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const [family, weight] = [style.fontFamily, style.fontWeight];
    return `@font-face{font-family:${family};font-weight:${weight};src:url(data:font/woff2;base64,${text})}`;
  });
  return (await Promise.all(carried)).join("");
}
