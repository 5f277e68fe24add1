//! The models of the measurement of transition systems, and what a peer reads in their place.
//!
//! Each is of the kind of a published one, so that the measurement says something wherever it runs: counters up and
//! down, a loop whose sums are known, a controller with two lights, a run that is long.

/// A model with the answer that it must have.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// What it is called in the report.
    pub name: &'static str,
    /// The text, whose last check is asked.
    pub text: &'static str,
    /// The firings of `trans` after which something is found; `None` for never.
    pub depth: Option<u32>,
    /// The same model for Spin, translated by hand: its atomic steps are the firings of `trans`.
    pub promela: Option<&'static str>,
    /// Whether formulas are asked, too.
    pub formulas: bool,
}

/// A million states with steps of two assignments.
pub const TRANSFER: Model = Model {
    name: "transfer",
    text: "var x : integer = 1000 var y : integer = 0 var z : integer = 0
trans { assume x > 0; x := x - 1; y := y + 1; } or { assume y > 0; y := y - 1; z := z + 1; }
init {} env {}
prop { x + y + z == 1000 }",
    depth: None,
    promela: Some(
        "int x = 1000; int y = 0; int z = 0;
active proctype system() {
  do
  :: atomic { x > 0 -> x--; y++; assert(x + y + z == 1000) }
  :: atomic { y > 0 -> y--; z++; assert(x + y + z == 1000) }
  od
}",
    ),
    formulas: false,
};

/// The models that every engine is asked about.
pub const ALL: &[Model] = &[
    Model {
        name: "counter to 50",
        text: "var x : integer = 0
trans { assume x < 50; x := x + 1; } init {} env {} prop { x != 50 }",
        depth: Some(50),
        promela: Some(
            "int x = 0;
active proctype system() { do :: atomic { x < 50 -> x++; assert(x != 50) } od }",
        ),
        formulas: true,
    },
    Model {
        name: "counter below 51",
        text: "var x : integer = 0
trans { assume x < 50; x := x + 1; } init {} env {} prop { x != 51 }",
        depth: None,
        promela: Some(
            "int x = 0;
active proctype system() { do :: atomic { x < 50 -> x++; assert(x != 51) } od }",
        ),
        formulas: true,
    },
    Model {
        name: "up and down",
        text: "var x : integer = 30 var y : integer = 0
trans { assume x > 0; x := x - 1; y := y + 1; } or {} init {} env {} prop { x + y == 30 }",
        depth: None,
        promela: Some(
            "int x = 30; int y = 0;
active proctype system() {
  do :: atomic { x > 0 -> x--; y++; assert(x + y == 30) } :: x = x od
}",
        ),
        formulas: true,
    },
    Model {
        name: "two tanks",
        text: "var i : integer = 0 var n : integer = 0 var a : integer = 0 var b : integer = 0
var error : boolean = false
trans { assume i < n; choice { a := a + 1; b := b + 2; } or { a := a + 2; b := b + 1; } i := i + 1; }
   or { assume i >= n; assume a + b != 3 * n; error := true; }
init { havoc n; assume n > 0 && n < 13; } env {}
prop { !error }",
        depth: None,
        promela: Some(
            "int i = 0; int n = 0; int a = 0; int b = 0; bool error = false;
active proctype system() {
  select(n : 1 .. 12);
  do
  :: atomic { i < n -> if :: a = a + 1; b = b + 2 :: a = a + 2; b = b + 1 fi; i++ }
  :: atomic { i >= n && a + b != 3 * n -> error = true; assert(!error) }
  od
}",
        ),
        formulas: true,
    },
    Model {
        name: "a long way",
        text: "var x : 0..300 = 0 var y : boolean = false
trans { choice { assume x < 259; x := x + 1; } or { assume y; x := 0; } or { assume x == 259; y := true; } }
init {} env {} prop { !y }",
        depth: Some(260),
        promela: Some(
            "short x = 0; bool y = false;
active proctype system() {
  do
  :: atomic { x < 259 -> x++ }
  :: atomic { y -> x = 0 }
  :: atomic { x == 259 -> y = true; assert(!y) }
  od
}",
        ),
        formulas: true,
    },
    Model {
        name: "crossing",
        text: CROSSING,
        depth: Some(8),
        promela: None,
        formulas: true,
    },
];

/// A controller that switches two lights, and the police that stops both; the lights agree by time only.
const CROSSING: &str = "type Phase : { Main, MainEnds, Side, SideEnds }
type Mode : { Normal, Blinking }
type Light : { Green, Yellow, Red, Dark }
var phase : Phase = Main
var clock : integer = 0
var mode : Mode = Normal
var main : Light = Green
var side : Light = Red
var police : boolean = false
var stops : 0..3 = 0
trans {
  clock := clock + 1;
  if (police) {
    choice { assume mode == Normal; assume stops < 3; mode := Blinking; main := Yellow; side := Yellow; stops := stops + 1; }
        or { assume mode == Normal; assume stops == 3; }
        or { assume mode == Blinking; mode := Normal; main := Red; side := Red; clock := 0; }
  } else {
    choice { assume mode == Blinking; if (main == Yellow) { main := Dark; side := Dark; } else { main := Yellow; side := Yellow; } }
        or { assume mode == Normal && clock < 2; }
        or {
          assume mode == Normal && clock >= 2; clock := 0;
          choice { assume phase == Main; phase := MainEnds; main := Yellow; }
              or { assume phase == MainEnds; phase := Side; main := Red; side := Green; }
              or { assume phase == Side; phase := SideEnds; side := Yellow; }
              or { assume phase == SideEnds; phase := Main; side := Red; main := Green; }
        }
  }
}
init {}
env { havoc police; }
prop { !(main == Dark && phase == SideEnds) }";
