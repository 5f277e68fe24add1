// Stands in development builds where users get the service worker (offline.js): takes back one that a
// build for users has left on this host, so that nobody looks at an old page and wonders.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      const own = (await caches.keys()).filter((name) => name.startsWith(`lockstep ${registration.scope} `));
      await Promise.all(own.map((name) => caches.delete(name)));
      await registration.unregister();
      for (const client of await clients.matchAll()) client.navigate(client.url).catch(() => {});
    })(),
  ),
);
