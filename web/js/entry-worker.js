// Starts the program in a worker. The page's first message says where the bindings are and brings
// the compiled module, so nothing is loaded or compiled a second time.
onmessage = async ({ data: [bindings, module] }) => {
  onmessage = null;
  try {
    const { default: init } = await import(bindings);
    await init({ module_or_path: module });
  } catch (error) {
    // Thrown outside the promise, so that the page's error handler hears of it.
    setTimeout(() => {
      throw error;
    });
  }
};
