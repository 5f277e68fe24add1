// Models that are as large as somebody wants them, for browser tests and for `cargo xtask bench page`.

const CHECKS = "check deadlock\ncheck reach Philosopher0.eat within 10 expect reachable";

/** Philosophers with one fork between neighbours, the first reaching the other way: no deadlock. */
export function philosophers(count, checks = CHECKS) {
  const one = (at) => {
    const [left, right] = [at, (at + 1) % count];
    const [first, second] = at === 0 ? [right, left] : [left, right];
    return `
machine Philosopher${at} {
  [*] --> think
  think --> one : / take${first}
  one --> eat : / take${second}
  eat --> think : / put${left}, put${right}
}
machine Fork${at} {
  [*] --> free
  free --> taken : take${at}
  taken --> free : put${at}
}`;
  };
  const machines = Array.from({ length: count }, (_, at) => one(at)).join("");
  return `${machines}\n${checks}\n`;
}
