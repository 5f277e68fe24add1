// A worker that holds what it is asked while a word stands in the text: a search that lasts for as long as a test wants.

/**
 * From here on pages of this context begin with a worker that never answers about a text with this word: about any check of it, or
 * about the checks with the indices `held`. It breaks down when it is asked about those with the indices `broken`.
 */
export async function holds(context, word, { held = null, broken = [] } = {}) {
  await context.route("**/worker-*.js", async (route) => {
    // An endless loop would take the core that the page is to have.
    // A worker that breaks does so when its program is there, which is the first that it says: a request may have been sent ahead.
    const trap = `
      const says = postMessage;
      const isThere = new Promise((done) => {
        self.postMessage = (...all) => {
          says(...all);
          done();
        };
      });
      addEventListener("message", (event) => {
        if (!(event.data instanceof Uint8Array)) return;
        const { text, index } = (${asked})(event.data);
        if (!text.includes(${JSON.stringify(word)})) return;
        if (${JSON.stringify(broken)}.includes(index)) {
          event.stopImmediatePropagation();
          isThere.then(() => setTimeout(() => { throw new Error("made to break"); }));
        }
        if (${JSON.stringify(held)}?.includes(index) ?? true) event.stopImmediatePropagation();
      });`;
    // A worker that is fetched while the page closes comes too late for anything; without one a test that goes on fails.
    try {
      const response = await route.fetch();
      await route.fulfill({ response, body: trap + (await response.text()) });
    } catch {
      await route.abort().catch(() => {});
    }
  });
}

/** The text of a request and the index of the check that it is about: web/src/protocol.rs says how it begins. */
export function asked(bytes) {
  let at = 0;
  const number = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  number();
  number();
  const length = number();
  const text = new TextDecoder().decode(bytes.subarray(at, at + length));
  at += length;
  return { text, index: number() };
}

/** Changes one place of the text, as somebody does who types there. */
export async function edits(page, before, after) {
  await page.evaluate(([before, after]) => {
    const { view } = document.querySelector(".cm-content").cmTile;
    const from = view.state.doc.toString().indexOf(before);
    if (from < 0) throw new Error(`the text has no ${before}`);
    view.dispatch({ changes: { from, to: from + before.length, insert: after }, userEvent: "input" });
  }, [before, after]);
}

const MACHINES = `machine Client {
  [*] --> calm
  calm --> asking : / ask
  asking --> calm : reply
  asking --> never : nothing
}
machine Server {
  [*] --> free
  free --> busy : ask
  busy --> free : / reply
}
check reach Client.asking within 9 expect reachable
check reach Server.busy within 9 expect reachable
`;

const SYSTEM = `var x : 0..100 = 0

trans {
  assume x < 5;
  x := x + 1;
}
init {}
env {}

check reach x == 2 expect reachable
check reach x == 3 expect reachable
`;

const CHARTS = `statechart Desk {
  [*] --> Idle
  Idle --> Busy : go
  Busy --> Idle : late
  Busy --> Away : never
}
system {
  desk : Desk
  environment sends go, late to desk
}
check reach desk.Busy expect reachable
check reach desk.Busy then desk.Idle expect reachable
`;

/** A small model of each kind with two checks that are met, an edit of the second that asks what cannot be, and one of the model. */
export const KINDS = {
  machines: { text: MACHINES, goal: "Server.busy within 9", other: "Client.never within 77", word: "within 77", model: ["asking --> calm : reply", "asking --> asking : reply"] },
  "transition systems": { text: SYSTEM, goal: "x == 3", other: "x == 3 && x == 77", word: "x == 77", model: ["assume x < 5;", "assume x < 6;"] },
  statecharts: { text: CHARTS, goal: "desk.Busy then desk.Idle", other: "desk.Away within 77", word: "within 77", model: ["Busy --> Idle : late", "Busy --> Busy : late"] },
};
