/* Trains and a gate, for Spin, written by hand: the gate does not close a second time.
 *
 * The same as the statecharts in cli/bench/src/statecharts.rs by the rules of BMC4UML. Each line of a `do` is one application of a
 * rule; time is a process of its own, which may act where nothing is completed and no event waits. `met` counts the goals
 * Closed, Open, Closed. Whoever measures defines N, the number of trains. */

mtype = { approach, leave, lower, raise };
chan queue = [4] of { mtype };

/* Trains: 0 the initial pseudostate, 1 Away, 2 Approach, 3 In. */
byte train[N], clock[N];

/* The crossing: 0 the initial pseudostate, 1 Main. The gate: 0 the initial pseudostate, 1 Open, 2 Lowering, 3 Closed, 4 Raising.
 * The controller: 0 the initial pseudostate, 1 control. */
byte main_at, gate, gate_clock, control, cnt, met;
byte begun;

inline closed() {
  gate = 3;
  if :: met == 2 -> assert(false) :: met == 0 -> met = 1 :: else fi
}

inline open() {
  gate = 1;
  if :: met == 1 -> met = 2 :: else fi
}

#define READY (main_at == 1 && gate > 0 && control == 1)
#define DUE (READY && (gate == 2 || gate == 4) && gate_clock >= 1 && gate_clock <= 2)
#define FREE(gate_takes) (!(gate_takes) && !DUE)

active proctype crossing() {
  do
  :: d_step { main_at == 0 -> main_at = 1; begun++ }
  :: d_step { main_at == 1 && gate == 0 -> open(); begun++ }
  :: d_step { main_at == 1 && control == 0 -> control = 1; begun++ }
  :: d_step { DUE && gate == 2 -> gate_clock = 0; closed() }
  :: d_step { DUE && gate == 4 -> gate_clock = 0; open() }
  :: d_step { READY && queue?[approach] && cnt == 0 -> queue?approach; cnt++; queue!lower }
  :: d_step { READY && queue?[approach] && cnt > 0 -> queue?approach; cnt++ }
  :: d_step { READY && queue?[leave] && cnt == 1 -> queue?leave; cnt--; queue!raise }
  :: d_step { READY && queue?[leave] && cnt > 1 -> queue?leave; cnt-- }
  :: d_step { READY && queue?[lower] && (gate == 1 || gate == 4) -> queue?lower; gate = 2; gate_clock = 0 }
  :: d_step { READY && queue?[lower] && FREE(gate == 1 || gate == 4) -> queue?lower }
  :: d_step { READY && queue?[raise] && gate == 3 -> queue?raise; gate = 4; gate_clock = 0 }
  :: d_step { READY && queue?[raise] && FREE(gate == 3) -> queue?raise }
  od
}

active [N] proctype a_train() {
  do
  :: d_step { train[_pid - 1] == 0 -> train[_pid - 1] = 1; begun++ }
  :: d_step { train[_pid - 1] == 1 && clock[_pid - 1] >= 1 && clock[_pid - 1] <= 20 && nfull(queue) ->
       train[_pid - 1] = 2; clock[_pid - 1] = 0; queue!approach }
  :: d_step { train[_pid - 1] == 2 && clock[_pid - 1] >= 2 && clock[_pid - 1] <= 3 ->
       train[_pid - 1] = 3; clock[_pid - 1] = 0 }
  :: d_step { train[_pid - 1] == 3 && clock[_pid - 1] >= 1 && clock[_pid - 1] <= 2 && nfull(queue) ->
       train[_pid - 1] = 1; clock[_pid - 1] = 0; queue!leave }
  od
}

byte it, least, most, passed;

/* The least time to where something is due, and to where it must fire. */
inline bounds(from, to, at) {
  if
  :: at <= to ->
     if :: at < from && from - at < least -> least = from - at :: at >= from -> least = 0 :: else fi;
     if :: to - at < most -> most = to - at :: else fi
  :: else
  fi
}

active proctype time() {
  do
  :: atomic {
       begun == N + 3 && empty(queue) ->
       d_step {
         least = 255; most = 255;
         for (it : 0 .. N - 1) {
           if
           :: train[it] == 1 -> bounds(1, 20, clock[it])
           :: train[it] == 2 -> bounds(2, 3, clock[it])
           :: train[it] == 3 -> bounds(1, 2, clock[it])
           fi
         }
         if :: gate == 2 || gate == 4 -> bounds(1, 2, gate_clock) :: else fi;
         if :: least == 0 -> least = 1 :: else fi
       }
       passed = least;
       do :: passed < most -> passed++ :: break od;
       d_step {
         /* Where something must fire now no time passes. */
         for (it : 0 .. N - 1) { if :: passed <= most -> clock[it] = clock[it] + passed :: else fi }
         if :: passed <= most && (gate == 2 || gate == 4) -> gate_clock = gate_clock + passed :: else fi;
         it = 0; least = 0; most = 0; passed = 0
       }
     }
  od
}
