/* Slaves that ask a master for one of four resources, for Spin, written by hand.
 *
 * The same as the statecharts in cli/bench/src/statecharts.rs by the rules of BMC4UML: each line of a `do` is one application
 * of a rule. `done` says whether the state at hand is completed; a queue without room keeps its sender waiting.
 * Whoever measures defines N, the number of slaves. */

chan requests = [3] of { byte };
chan grants[N] = [3] of { bit };
byte resources = 4;

active proctype master() {
  byte at = 0, client;
  bool done = true;
  do
  /* 0: the initial pseudostate, 1: Idle, 2: Busy */
  :: d_step { at == 0 -> at = 1 }
  :: d_step { at == 1 && done && resources > 0 -> done = false }
  :: d_step { at == 1 && done && resources == 0 -> assert(false) }
  :: d_step { at == 1 && !done && nempty(requests) -> requests?client; resources--; at = 2; done = true }
  :: d_step { at == 2 && nfull(grants[client]) -> grants[client]!0; client = 0; at = 1 }
  od
}

active [N] proctype slave() {
  byte at = 0;
  do
  /* 0: the initial pseudostate, 1: Idle, 2: Waiting, 3: Granted, 4: Releasing */
  :: d_step { at == 0 -> at = 1 }
  :: d_step { at == 1 && nfull(requests) -> requests!(_pid - 1); at = 2 }
  :: d_step { at == 2 && nempty(grants[_pid - 1]) -> grants[_pid - 1]?_; at = 3 }
  :: d_step { at == 3 -> at = 4 }
  :: d_step { at == 4 -> at = 1 }
  od
}
