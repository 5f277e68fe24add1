// Makes scripts smaller in place, files of other kinds are left alone: `node minify.mjs FILE…`. After
// esbuild's minifier terser still finds 3 % of the editor and 6 % of the layout engine.
import { readFileSync, writeFileSync } from "node:fs";
import { minify } from "terser";

// A package that is no module: esbuild puts it into a function, which the script calls as soon as it is there.
const PACKED = /=\((\w+)=(\(\w+,\w+\)=>\{.*\}),(?=\(\)=>\{try\{return (\w+)\|\|\1\(\(\3=\{exports:\{\}\}\)\.exports,\3\))/gs;
// How such a call ends, as often as there are any.
const CALLED = /\{exports:\{\}\}\)\.exports/g;

/**
 * Brackets around a function tell an engine that it is called at once. Without them it is read twice, the first time to find
 * its end: of the layout engine that is a megabyte and a half, for which somebody waits who wants to see a drawing.
 */
function readOnce(code, file) {
  const called = code.match(CALLED)?.length ?? 0;
  const packed = [...code.matchAll(PACKED)].length;
  if (called !== packed) throw new Error(`${file} has ${called} packed packages, of which ${packed} could be put into brackets`);
  return code.replace(PACKED, "=($1=($2),");
}

for (const file of process.argv.slice(2).filter((file) => file.endsWith(".js"))) {
  const { code } = await minify(readFileSync(file, "utf8"), { module: true, ecma: 2020 });
  writeFileSync(file, readOnce(code, file));
}
