// Prints the brotli size of each file named on the command line, one per line: xtask's budget
// would otherwise need a compression library for this alone.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

for (const file of process.argv.slice(2)) {
  console.log(brotliCompressSync(readFileSync(file)).length);
}
