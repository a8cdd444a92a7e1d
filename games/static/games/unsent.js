// Answers that were given without a network. Pages (offline.js) and the service worker (worker.js)
// both load this: whichever finds the network first sends them, and never both at once.
self.unsentAnswers = (() => {
  // The name of the database and its store, of the lock, of the channel, and of the sync event.
  const NAME = "unsent-answers";
  const TIMEOUT = 30_000;

  const finish = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

  // Call `use` with the store, and return the result of the last request that it makes.
  async function withStore(mode, use) {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(NAME, { keyPath: "url" });
    const database = await finish(opening);
    try {
      return await finish(use(database.transaction(NAME, mode).objectStore(NAME)));
    } finally {
      database.close();
    }
  }

  const list = () => withStore("readonly", (store) => store.getAll());
  const find = (url) => withStore("readonly", (store) => store.get(url));
  const save = (row) => withStore("readwrite", (store) => store.put(row));
  const remove = (url) => withStore("readwrite", (store) => store.delete(url));
  const forget = () => finish(indexedDB.deleteDatabase(NAME));

  // Return what has become of an answer; undefined: unknown, it is tried again.
  async function send(row) {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const signal = AbortSignal.timeout(TIMEOUT);
    const answer = await fetch(row.url, { method: "POST", headers, body: row.body, signal });
    if (answer.status >= 500 || answer.status === 429) return undefined;
    if (new URL(answer.url).pathname.startsWith("/sign-in/")) return undefined;
    if (answer.ok && answer.redirected) return { state: "sent" };
    return { state: "late", refusal: await answer.text() };
  }

  // Send what waits, and tell all pages. Rejects if something still waits.
  async function sendAll() {
    const pages = [];
    let waits = 0;
    try {
      await navigator.locks.request(NAME, async () => {
        for (const { url } of await list()) {
          // It may have been taken back meanwhile.
          const row = await find(url);
          if (row?.state !== "waits") continue;
          waits += 1;
          const result = await send(row);
          if (!result) continue;
          waits -= 1;
          pages.push(row.page);
          // Signing out meanwhile has deleted it.
          if (await find(url)) await save({ ...row, ...result });
        }
      });
    } finally {
      if (pages.length) tell(pages);
    }
    if (waits) throw new Error("Some answers were not sent.");
  }

  function tell(pages) {
    const channel = new BroadcastChannel(NAME);
    channel.postMessage(pages);
    channel.close();
  }

  return { NAME, list, save, remove, forget, sendAll };
})();
