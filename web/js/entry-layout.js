// The layout engine in a worker of its own: elkjs installs itself as this worker's message handler
// and speaks the protocol that web/src/stage/layout.rs speaks with it. Loaded after the first
// paint; a module worker, so that the page needs no `blob:` in its Content-Security-Policy.
import "elkjs/lib/elk-worker.min.js";
