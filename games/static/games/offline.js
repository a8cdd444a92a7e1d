// Keep the last boards on this device, and answers that are given without a network until they can
// be sent. The worker keeps the pages; see worker.js. Only browsers that want it load this script.
const box = document.getElementById("offline");
const { player, drawn } = box.dataset;
const UNSENT = "unsent-answers";
const OWNER = "offline-player";
const SHELVES = ["boards", "board-files"];
const read = () => JSON.parse(localStorage.getItem(UNSENT) ?? "[]");
const write = (rows) => localStorage.setItem(UNSENT, JSON.stringify(rows));
const fill = (words, facts) => words.replace(/\{(\w+)\}/g, (_all, name) => facts[name]);

// On this device nothing stays of who has signed out, or does not want it any more.
async function forget() {
  localStorage.removeItem(UNSENT);
  localStorage.removeItem(OWNER);
  for (const shelf of SHELVES) await caches.delete(shelf);
}

async function keep() {
  if (localStorage.getItem(OWNER) !== player) await forget();
  localStorage.setItem(OWNER, player);
  const isNew = !(await caches.has(SHELVES[0]));
  for (const shelf of SHELVES) await caches.open(shelf);
  await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  // The worker keeps what it has seen pass by.
  if (isNew && navigator.onLine) location.reload();
}

// What is told at the top of the page --------------------------------------------------------------

function show() {
  const lines = read().map((row) => {
    const line = document.createElement("p");
    line.append(`${fill(box.dataset[row.state], row)} `);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = row.state === "waits" ? box.dataset.cancel : box.dataset.close;
    button.addEventListener("click", () => {
      write(read().filter((one) => one.url !== row.url));
      show();
    });
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
  const row = { url: pathname, page: location.pathname, body: new URLSearchParams(given).toString(), answer, state: "waits", reason: "" };
  write([...read().filter((one) => one.url !== pathname), row]);
  show();
  box.scrollIntoView({ block: "nearest" });
}, true);

// Return what has become of an answer; undefined: unknown, it is tried again.
async function send(row) {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const answer = await fetch(row.url, { method: "POST", headers, body: row.body });
  if (answer.status >= 500 || answer.status === 429) return undefined;
  if (new URL(answer.url).pathname.startsWith("/sign-in/")) return undefined;
  if (answer.ok && answer.redirected) return { state: "sent", reason: "" };
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const told = page.querySelector("[role=alert]") ?? page.querySelector("h1");
  return { state: "late", reason: told?.textContent.replace(/\s+/g, " ").trim() ?? "" };
}

let isSending = false;
async function sendAll() {
  if (isSending || !navigator.onLine) return;
  isSending = true;
  let isStale = false;
  try {
    for (const row of read().filter((one) => one.state === "waits")) {
      const result = await send(row);
      if (!result) continue;
      write(read().map((one) => (one.url === row.url ? { ...one, ...result } : one)));
      isStale ||= row.page === location.pathname;
    }
  } catch { /* Still offline: the next page or connection tries again. */ }
  isSending = false;
  if (isStale) location.reload();
  else show();
}

if (player && "serviceWorker" in navigator) {
  await keep();
  show();
  addEventListener("online", sendAll);
  addEventListener("offline", show);
  await sendAll();
} else {
  await forget();
}
