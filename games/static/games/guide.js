// Filters the list of cards while typing. Without this script the form reloads the page.
const finding = document.getElementById("finding");
const found = document.getElementById("part-cards");
let typed = 0;

async function find() {
  const turn = ++typed;
  const query = new URLSearchParams(new FormData(finding));
  const answer = await fetch(`?${query}`, { headers: { "X-Part": "cards" } }).catch(() => undefined);
  const html = answer?.ok ? await answer.text() : undefined;
  // The response to an earlier request may arrive after the newest one was sent.
  if (html === undefined || turn !== typed) return;
  found.innerHTML = html;
  history.replaceState(null, "", finding.elements.q.value ? `?${query}` : location.pathname);
}

let pause;
finding?.elements.q.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(find, 200);
});
finding?.addEventListener("submit", (event) => { event.preventDefault(); find(); });
