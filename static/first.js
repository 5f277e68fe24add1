// What must be known before the first paint.
//
// Whether the browser can do what all of this needs: where it cannot, index.html has a sentence about
// it (controls.css shows it), and the page that would never come is not waited for.
if (typeof WebAssembly !== "object") document.documentElement.dataset.lacks = "wasm";

// The chosen theme and motion. Without a choice the system decides (tokens.css, motion.css). The
// settings are those of web/src/state/settings.rs.
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem("lockstep.theme");
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  const motion = localStorage.getItem("lockstep.motion");
  if (motion === "reduced" || motion === "full") dataset.motion = motion;
} catch {
  // Storage is refused: as the system says.
}
