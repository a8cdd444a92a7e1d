{% load static %}// Shows what is pushed, opens its table, and has one page for when there is no network.
const OFFLINE = "{% url 'offline' %}";
const KEPT = [OFFLINE, "{% static 'games/site.css' %}", "{% static 'games/favicon.svg' %}"];
const SHELF = "offline";

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

// Pages always come from the network, and no page is kept; what is kept is used without one only.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
    event.waitUntil(clear(path));
  } else if (KEPT.includes(path) && path !== OFFLINE) {
    event.respondWith(fetch(request).catch(() => caches.match(path)));
  }
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
