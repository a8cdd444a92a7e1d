// Keep the page of a season's running tables up to date. Without this script it is reloaded by hand.
const live = document.getElementById("live");
const EVERY = 10000;
let etag = "";

async function look() {
  if (document.hidden || live.contains(document.activeElement)) return;
  try {
    const answer = await fetch(location.href, { cache: "no-store", headers: etag ? { "If-None-Match": etag } : {} });
    if (!answer.ok) return;
    etag = answer.headers.get("ETag") ?? "";
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.getElementById("live");
    if (now && now.innerHTML !== live.innerHTML) live.replaceChildren(...now.childNodes);
  } catch { /* Offline: the next look may succeed. */ }
}
if (live) {
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
}
