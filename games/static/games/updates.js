// Keep an open page up to date: by one stream of server-sent events, or by polling where there is
// none. Without this script pages are reloaded by hand.
const { live: followed, waiting: waitingUrl, badge, sound } = document.body.dataset;
// Milliseconds between questions where there is no stream: of a page in sight, and of one in the
// background. A page that nobody has touched for IDLE counts as left.
const POLL = 1500;
const POLL_BEHIND = 20000;
const IDLE = 240000;
// Between two looks at a page that changes all the time.
const LEAST_PAUSE = 500;
const marks = document.body.dataset.mark.split(" ");
const icon = document.querySelector("link[rel=icon]");
const plainIcon = icon.getAttribute("href");
const element = (id) => document.getElementById(id);
const say = (words) => { element("announce").textContent = words.replace(/\s+/g, " ").trim(); };
const parsed = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");

// The numbers of questions and messages in the header; questions also in the title and the icon ----

let toldAt = 0;
const count = () => Number(element("waiting")?.dataset.count ?? 0);
function showCount() {
  const bare = document.title.replace(/^\(\d+\) /, "");
  const title = count() ? `(${count()}) ${bare}` : bare;
  if (title !== document.title) document.title = title;
  icon.setAttribute("href", count() ? badge : plainIcon);
}
// The links of the header, from a page that was loaded again.
function replaceCounts(page) {
  replaceCount(page.getElementById("unread"));
  replaceCount(page.getElementById("waiting"));
}
function replaceCount(fresh) {
  const old = fresh && element(fresh.id);
  if (!old || old.outerHTML === fresh.outerHTML) return;
  const before = Number(old.dataset.count);
  const hadFocus = old === document.activeElement;
  old.replaceWith(document.adoptNode(fresh));
  if (hadFocus) fresh.focus({ preventScroll: true });
  showCount();
  if (Number(fresh.dataset.count) <= before) return;
  // Behind what the page has just told of itself.
  say(`${Date.now() - toldAt < 1000 ? element("announce").textContent : ""} ${fresh.querySelector("[data-said]").textContent}`);
  toldAt = Date.now();
  if (sound !== undefined && fresh.id === "waiting") playSound();
}
// Two short notes, made here so that no file is loaded.
function playSound() {
  const audio = new AudioContext();
  const volume = new GainNode(audio, { gain: 0.12 });
  volume.connect(audio.destination);
  [[660, 0], [880, 0.14]].forEach(([frequency, at]) => {
    const note = new OscillatorNode(audio, { frequency });
    note.connect(volume);
    note.start(audio.currentTime + at);
    note.stop(audio.currentTime + at + 0.12);
  });
  setTimeout(() => audio.close(), 1000);
}
async function refreshCount() {
  if (!element("waiting")) return;
  const answer = await fetch(waitingUrl, { cache: "no-store" });
  if (answer.ok) replaceCounts(await parsed(answer));
}

// The page itself --------------------------------------------------------------------------------

const isBeingWritten = (part) => part.contains(document.activeElement)
  && document.activeElement.matches("input:not([type=checkbox], [type=radio]), textarea, select");

let refreshedAt = 0;
let hasUnshown = false;
async function refreshPage() {
  await new Promise((resolve) => { setTimeout(resolve, refreshedAt + LEAST_PAUSE - Date.now()); });
  refreshedAt = Date.now();
  const answer = await fetch(location.href, { cache: "no-store" });
  if (answer.status === 404) location.reload();
  if (!answer.ok) return;
  const page = await parsed(answer);
  replaceCounts(page);
  const parts = [...document.querySelectorAll("[data-part]")];
  // Another kind of page stands here now, such as the board of a match that has started.
  if (parts.some((part) => !page.getElementById(part.id))) { location.reload(); return; }
  const words = [];
  for (const part of parts) {
    const fresh = page.getElementById(part.id);
    // Forms have a new token each time.
    const bare = (one) => one.innerHTML.replace(/(csrfmiddlewaretoken" value=")\w+/g, "$1");
    if (bare(part) === bare(fresh)) continue;
    if (isBeingWritten(part)) { hasUnshown = true; continue; }
    const link = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    for (const said of fresh.querySelectorAll("[data-said]")) words.push(said.textContent);
    part.replaceWith(document.adoptNode(fresh));
    if (link) fresh.querySelector(`a[href="${CSS.escape(link)}"]`)?.focus({ preventScroll: true });
  }
  document.title = page.title;
  if (words.length) say(words.join(" "));
}

// Changes ----------------------------------------------------------------------------------------

let isBusy = false;
let isPageStale = false;
let isCountStale = false;
function note(line) {
  const fresh = line.split(" ");
  if (fresh.length !== 2) return;
  isCountStale ||= fresh[0] !== marks[0];
  isPageStale ||= fresh[1] !== marks[1];
  [marks[0], marks[1]] = fresh;
  catchUp();
}
async function catchUp() {
  if (isBusy) return;
  isBusy = true;
  try {
    while (isCountStale || (isPageStale && !document.hidden)) {
      if (isPageStale && !document.hidden) {
        isPageStale = false;
        // A script of the page may do this in its own way.
        let work;
        const change = new CustomEvent("page-changed", { cancelable: true, detail: { wait: (promise) => { work = promise; } } });
        if (document.dispatchEvent(change)) {
          isCountStale = false;
          work = refreshPage();
        }
        await work;
        toldAt = Date.now();
        showCount();
      }
      if (isCountStale) {
        isCountStale = false;
        await refreshCount();
      }
    }
  } catch { /* Offline: the next change or poll may succeed. */ }
  isBusy = false;
}
// What is being written is left alone until it is done.
document.addEventListener("focusout", () => {
  if (!hasUnshown) return;
  hasUnshown = false;
  isPageStale = true;
  setTimeout(catchUp);
});

// Where changes come from ------------------------------------------------------------------------

let touchedAt = Date.now();
let stream;
let timer;
let isShownAway;
let cannotStream = false;
let release;
const isAway = () => document.hidden || Date.now() - touchedAt > IDLE;
const address = () => (isAway() ? `${followed}?away` : followed);

async function poll() {
  try {
    const answer = await fetch(address(), { credentials: "omit", cache: "no-store" });
    if (answer.ok) note(await answer.text());
  } catch { /* Offline: the next poll may succeed. */ }
}
function pollOnAndOn() {
  clearTimeout(timer);
  timer = setTimeout(async () => { await poll(); if (!stream) pollOnAndOn(); }, document.hidden ? POLL_BEHIND : POLL);
}
// A browser keeps few connections to one site: of the pages in the background, one has a stream.
function mayStream() {
  if (!document.hidden || !navigator.locks) { release?.(); release = undefined; return Promise.resolve(true); }
  if (release) return Promise.resolve(true);
  return new Promise((tell) => {
    navigator.locks.request("updates", { ifAvailable: true }, (lock) => {
      tell(Boolean(lock));
      return lock && new Promise((end) => { release = end; });
    });
  });
}
async function connect() {
  isShownAway = isAway();
  stream?.close();
  stream = undefined;
  const isWanted = !cannotStream && await mayStream();
  stream?.close();
  stream = undefined;
  if (!isWanted) { pollOnAndOn(); return; }
  clearTimeout(timer);
  const own = new EventSource(address());
  stream = own;
  own.addEventListener("message", (event) => note(event.data));
  own.addEventListener("error", () => {
    // While it is connecting again by itself, there is nothing to do.
    if (own.readyState !== EventSource.CLOSED || own !== stream) return;
    stream = undefined;
    cannotStream = true;
    setTimeout(() => { cannotStream = false; if (!stream) connect(); }, 60000);
    pollOnAndOn();
  });
}
for (const kind of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) {
  document.addEventListener(kind, () => {
    touchedAt = Date.now();
    if (isShownAway && !document.hidden) connect();
  }, { passive: true });
}
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) touchedAt = Date.now();
  connect();
  catchUp();
});
setInterval(() => { if (isAway() !== isShownAway) connect(); }, 15000);
showCount();
connect();
