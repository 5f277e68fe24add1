// Sets a chosen theme before the first paint. Without a choice the system decides (tokens.css).
try {
  const theme = localStorage.getItem("lockstep.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused: the system's theme it is.
}
