{% load static %}// Has pages for when there is no network: for everybody one of its own, with its style and script, and
// the last boards in browsers that want it (offline.js). Sends what was answered meanwhile, shows what
// is pushed, and opens its match.
importScripts("{% static 'games/unsent.js' %}");

const OFFLINE = "{% url 'offline' %}";
const KEPT = [OFFLINE, "{% static 'games/site.css' %}", "{% static 'games/favicon.svg' %}", "{% static 'games/interrupted.js' %}"];
const SHELF = "offline";
const SIGN_OUT = "{% url 'sign_out' %}";
// The shelves of offline.js, with the most that each holds; without them nothing is kept there.
const BOARDS = "boards";
const FILES = "board-files";
const MOST = { [BOARDS]: 20, [FILES]: 300 };

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(KEPT)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.open(SHELF).then(async (shelf) => {
      for (const kept of await shelf.keys()) {
        if (!KEPT.includes(new URL(kept.url).pathname)) await shelf.delete(kept);
      }
      await self.clients.claim();
    }),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});

// Everything comes from the network; what is kept is used without one only.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(openPage(event, path));
    event.waitUntil(clear(path));
  } else if (request.mode === "navigate") {
    event.respondWith(sendForm(event, path));
  } else if (request.method === "GET" && /^\/(static|art)\//.test(path) && !KEPT.includes(path)) {
    event.respondWith(loadFile(event, path));
  } else if (KEPT.includes(path) && path !== OFFLINE) {
    event.respondWith(fetch(request).catch(() => caches.match(path)));
  }
});

async function openPage(event, path) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && answer.headers.get("X-Offline") === "keep") event.waitUntil(keep(BOARDS, path, answer.clone()));
    return answer;
  } catch {
    const board = await find(BOARDS, path);
    return board ?? caches.match(OFFLINE);
  }
}

// Nothing stays on the device of who signs out, even if the next page does not load.
async function sendForm(event, path) {
  try {
    const answer = await fetch(event.request);
    if (path === SIGN_OUT) event.waitUntil(forget());
    return answer;
  } catch {
    return caches.match(OFFLINE);
  }
}

async function forget() {
  await self.unsentAnswers.forget();
  for (const shelf of [BOARDS, FILES]) await caches.delete(shelf);
}

async function loadFile(event, path) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keep(FILES, path, answer.clone()));
    return answer;
  } catch (error) {
    const file = await find(FILES, path);
    if (file) return file;
    throw error;
  }
}

async function find(name, path) {
  return (await caches.has(name)) ? caches.match(path, { cacheName: name, ignoreVary: true }) : undefined;
}

// Keep the newest answers of a shelf; the oldest come first.
async function keep(name, path, answer) {
  if (!(await caches.has(name))) return;
  const shelf = await caches.open(name);
  await shelf.delete(path, { ignoreVary: true });
  await shelf.put(path, answer);
  const kept = await shelf.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST[name]))) await shelf.delete(old, { ignoreVary: true });
}

// The browser is online again. If this fails, it tries again some minutes later.
self.addEventListener("sync", (event) => {
  if (event.tag === self.unsentAnswers.NAME) event.waitUntil(self.unsentAnswers.sendAll());
});

// Who looks at a page needs to be told of it no more.
async function clear(path) {
  for (const shown of await self.registration.getNotifications()) {
    if (shown.data.path === path) shown.close();
  }
}

// The last notification that is being shown: of two with the same tag, the later one must stay.
let showing = Promise.resolve();

self.addEventListener("push", (event) => {
  let news = {};
  try {
    news = event.data.json();
  } catch {
    // What cannot be read is told all the same: browsers want every push to be seen.
  }
  const show = () =>
    self.registration.showNotification(news.title || "Abyss by Post", {
      body: news.body || "",
      lang: news.lang || "",
      tag: news.tag || "news",
      renotify: true,
      icon: "{% static 'games/icon-192.png' %}",
      data: { path: news.path || "/" },
    });
  showing = showing.then(show, show);
  event.waitUntil(showing);
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(event.notification.data.path, self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => {
      const there = open.find((one) => one.url.split("#")[0] === page);
      return there ? there.focus() : self.clients.openWindow(page);
    }),
  );
});
