// The list of cards follows what is typed. Without it the same form loads the page again.
const finding = document.getElementById("finding");
const found = document.getElementById("part-cards");
let typed = 0;

async function find() {
  const turn = ++typed;
  const query = new URLSearchParams(new FormData(finding));
  const answer = await fetch(`?${query}`, { headers: { "X-Part": "cards" } }).catch(() => undefined);
  const html = answer?.ok ? await answer.text() : undefined;
  // What was asked before the last letter may come after it.
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
