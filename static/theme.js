// Sets the chosen theme and motion before the first paint. Without a choice the system decides
// (tokens.css, motion.css). The settings are those of web/src/state/settings.rs.
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem("lockstep.theme");
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  const motion = localStorage.getItem("lockstep.motion");
  if (motion === "reduced" || motion === "full") dataset.motion = motion;
} catch {
  // Storage is refused: as the system says.
}
