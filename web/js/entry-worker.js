// Starts the program in a worker. The page's message says where the bindings are and brings the compiled
// module, so nothing is loaded or compiled a second time. The address of the bindings alone may come
// before: they are read then, with what they fetch ahead (parts.js), while the page still waits for the
// program. Requests may follow before the program is there; they are held for it.
onmessage = async ({ data }) => {
  if (typeof data === "string") {
    // The page may wait for this.
    postMessage(null);
    // What goes wrong here goes wrong again below, where it is told.
    return void import(data).catch(() => {});
  }
  const held = [];
  onmessage = (event) => held.push(event);
  const [bindings, module] = data;
  try {
    const { default: init } = await import(bindings);
    await init({ module_or_path: module });
    // The program listens itself by now.
    for (const event of held) onmessage(event);
  } catch (error) {
    // Thrown outside the promise, so that the page's error handler hears of it.
    setTimeout(() => {
      throw error;
    });
  }
};
