// The page's fonts inside a drawing, so that it looks the same wherever it is opened.

/** The drawing with the page's Latin faces in its style element. */
export async function withFonts(svg) {
  return svg.replace("<style>", `<style>${await fonts()}`);
}

/** Rules that carry the faces for Latin letters. */
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
