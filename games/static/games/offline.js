// Keep the last boards on this device, and answers that are given without a network until they can
// be sent. The worker keeps the pages; see worker.js. Only browsers that want it load this script.
const { NAME, list, save, remove, forget: forgetUnsent, sendAll } = self.unsentAnswers;
const box = document.getElementById("offline");
const { player, drawn } = box.dataset;
const OWNER = "offline-player";
const SHELVES = ["boards", "board-files"];
const fill = (words, facts) => words.replace(/\{(\w+)\}/g, (_all, name) => facts[name]);

// On this device nothing stays of who has signed out, or does not want it any more.
async function forget() {
  localStorage.removeItem(OWNER);
  await forgetUnsent();
  for (const shelf of SHELVES) await caches.delete(shelf);
}

async function keep() {
  if (localStorage.getItem(OWNER) !== player) await forget();
  localStorage.setItem(OWNER, player);
  const isNew = !(await caches.has(SHELVES[0]));
  let isLeaving = false;
  if (isNew) addEventListener("beforeunload", () => { isLeaving = true; });
  for (const shelf of SHELVES) await caches.open(shelf);
  await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  // The worker keeps what it has seen pass by. A reload would cancel the way to another page.
  if (isNew && !isLeaving && navigator.onLine) location.reload();
}

// What is told at the top of the page --------------------------------------------------------------

async function show() {
  const waits = (await willBeSynced()) ? "synced" : "waits";
  const lines = (await list()).map((row) => {
    const line = document.createElement("p");
    const facts = { answer: row.answer, reason: findReason(row.refusal ?? "") };
    line.append(`${fill(box.dataset[row.state === "waits" ? waits : row.state], facts)} `);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = row.state === "waits" ? box.dataset.cancel : box.dataset.close;
    button.addEventListener("click", () => remove(row.url).then(show));
    line.append(button);
    return line;
  });
  if (!navigator.onLine) {
    const line = document.createElement("p");
    line.textContent = fill(box.dataset.away, { time: new Date(drawn).toLocaleString(document.documentElement.lang) });
    lines.unshift(line);
  }
  box.replaceChildren(...lines);
  box.hidden = !lines.length;
}

// Return why an answer was refused, from the page that said so.
function findReason(refusal) {
  const page = new DOMParser().parseFromString(refusal, "text/html");
  const told = page.querySelector("[role=alert]") ?? page.querySelector("h1");
  return told?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

// Answers ------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const form = event.target;
  const { pathname } = new URL(form.action);
  if (navigator.onLine || form.method !== "post" || !pathname.startsWith("/p/")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.submitter?.name === "try") return;
  const given = new FormData(form, event.submitter);
  const answer = (given.get("line") || event.submitter?.textContent || "").replace(/\s+/g, " ").trim().replace(/^\d+ (?=\D)/, "");
  put({ url: pathname, page: location.pathname, body: new URLSearchParams(given).toString(), answer, state: "waits" });
}, true);

async function put(row) {
  await save(row);
  await askToSync();
  await show();
  box.scrollIntoView({ block: "nearest" });
}

// Have the browser wake the worker when it is online, even if no page of ours is open then. Some
// browsers cannot, or do not allow it; there, the next page that is open sends the answers.
async function askToSync() {
  try {
    await (await navigator.serviceWorker.ready).sync?.register(NAME);
  } catch { /* Not allowed. */ }
}

async function willBeSynced() {
  try {
    const tags = await (await navigator.serviceWorker.ready).sync?.getTags();
    return Boolean(tags?.includes(NAME));
  } catch {
    return false;
  }
}

function trySending() {
  // Still offline, or refused for now: the next page or connection tries again.
  return navigator.onLine ? sendAll().catch(() => {}) : Promise.resolve();
}

if (player && "serviceWorker" in navigator) {
  await keep();
  new BroadcastChannel(NAME).addEventListener("message", ({ data: pages }) => {
    if (pages.includes(location.pathname)) location.reload();
    else show();
  });
  await show();
  addEventListener("online", () => trySending().then(show));
  addEventListener("offline", show);
  await trySending();
} else {
  await forget();
}
