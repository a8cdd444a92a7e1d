// The board with a script: click a component to see only its answers, select cards by clicking them,
// preview an answer, answer by number keys, and see what others do. Without this script links and the
// form do all of this. The selection is in picks.js.
document.documentElement.classList.add("js");
const live = document.getElementById("live");
const byId = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Answers of a single component ---------------------------------------------------------------

const answersOf = (thing) => all(`#answer [data-thing~="${CSS.escape(thing)}"]`);

function aim(thing) {
  const form = byId("answer");
  const mine = answersOf(thing.dataset.thing);
  if (!form || !mine.length) return false;
  release();
  form.classList.add("narrowed");
  for (const each of all("#answer > fieldset, #answer > ul > li, #answer > .written")) {
    each.toggleAttribute("data-elsewhere", !mine.includes(each));
  }
  // Answers that a form part proposes name several components, for instance a card and a place.
  for (const each of all("#answer > fieldset [data-names]")) {
    const isNamed = each.dataset.names.split(" ").includes(thing.dataset.thing);
    each.toggleAttribute("data-elsewhere", !isNamed);
    if (isNamed && each.closest("details")) each.closest("details").open = true;
  }
  thing.classList.add("aimed");
  byId("chosen").hidden = false;
  byId("chosen").querySelector("[data-about]").textContent = thing.getAttribute("aria-label");
  byId("part-answers").classList.add("raised");
  const fill = mine.map((each) => each.querySelector("details.fill")).find(Boolean);
  if (fill) fill.open = true;
  const first = mine[0].querySelector("button, input");
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  return true;
}

function release() {
  byId("answer")?.classList.remove("narrowed");
  all("#answer [data-elsewhere]").forEach((each) => each.removeAttribute("data-elsewhere"));
  all(".thing.aimed").forEach((each) => each.classList.remove("aimed"));
  byId("part-answers")?.classList.remove("raised");
  if (byId("chosen")) byId("chosen").hidden = true;
}

// Clicks ----------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  // A page requested for a single component has no other answers: its link leads to them.
  if (event.target.closest("[data-all]") && !location.search.includes("at=")) {
    event.preventDefault();
    release();
    return;
  }
  const thing = event.target.closest(".thing");
  if (!thing) return;
  if (thing.dataset.item && pick(thing)) event.preventDefault();
  else if (thing.matches("a") && aim(thing)) {
    event.preventDefault();
    if (thing.dataset.item) pick(thing);
  }
});

let typed = "";
let typedAt = 0;
document.addEventListener("keydown", (event) => {
  const inField = event.target.matches?.("input:not([type=checkbox], [type=radio]), textarea, select");
  if (event.key === "Escape") { release(); hideTip(); }
  if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[0-9]$/.test(event.key)) {
    typed = event.timeStamp - typedAt < 800 ? typed + event.key : event.key;
    typedAt = event.timeStamp;
    const button = document.querySelector(`#answer [data-number="${typed}"]`);
    if (button) {
      release();
      if (!isShown(button)) button.closest("details").open = true;
      button.focus();
    }
  } else if (event.key === " " && event.target.matches?.(".thing")) {
    event.preventDefault();
    event.target.click();
  } else if (event.key === "Enter" && event.target.matches?.("span.thing")) {
    event.target.click();
  } else if (event.key.startsWith("Arrow") && event.target.matches?.(".thing")) {
    roam(event);
  }
});

// Components without answers are a single tab stop for each part of the board; the arrow keys move
// within it.
function roam(event) {
  const group = event.target.closest(".area, .seat");
  const things = all(".thing", group);
  const step = ["ArrowRight", "ArrowDown"].includes(event.key) ? 1 : -1;
  const next = things[things.indexOf(event.target) + step];
  if (next) { event.preventDefault(); next.focus(); }
}
function fewerStops() {
  for (const group of all(".tabletop .area, .tabletop .seat")) {
    all("span.thing", group).forEach((thing, place) => { thing.tabIndex = place ? -1 : 0; });
  }
}

// Descriptions ----------------------------------------------------------------------------------

const tip = Object.assign(document.createElement("div"), { className: "tip", hidden: true });
tip.setAttribute("aria-hidden", "true");
document.body.append(tip);
function showTip(thing) {
  tip.textContent = thing.getAttribute("aria-label");
  tip.hidden = false;
  const box = thing.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.left + box.width / 2 - tip.offsetWidth / 2), innerWidth - tip.offsetWidth - 8);
  const above = box.top - tip.offsetHeight - 8;
  const top = above > 4 ? above : box.bottom + 8;
  tip.style.left = `${left + scrollX}px`;
  tip.style.top = `${top + scrollY}px`;
}
function hideTip() { tip.hidden = true; }
for (const kind of ["mouseover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const thing = event.target.closest?.(".thing");
    if (thing) showTip(thing); else hideTip();
  });
}
document.addEventListener("focusout", hideTip);

// Updates ---------------------------------------------------------------------------------------

const places = () => new Map(all(".tabletop [data-item]:not(.hand *)").map((thing) => [thing.dataset.item, thing.getBoundingClientRect()]));

// Components known by their code move to their new place; those with a changed text are highlighted.
function showChange(before, said) {
  for (const thing of all(".tabletop .thing")) {
    const was = said.get(thing.id);
    const from = before.get(thing.dataset.item);
    const to = thing.getBoundingClientRect();
    if (from && was === undefined && !thing.closest(".hand") && !calm.matches) {
      const back = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
      thing.animate([{ transform: back }, { transform: "none" }], { duration: 600, easing: "ease-in-out" });
    }
    thing.classList.toggle("fresh", was !== thing.getAttribute("aria-label"));
  }
}
const labels = () => new Map(all(".tabletop .thing").map((thing) => [thing.id, thing.getAttribute("aria-label")]));

async function refresh() {
  const answer = await fetch(`${location.pathname}`, { headers: { "X-Part": "live" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("live");
  if (!fresh) { location.reload(); return; }
  const before = places();
  const said = labels();
  const open = byId("part-answers")?.dataset.question;
  for (const part of all("[data-part]")) {
    const other = page.getElementById(part.id);
    const keeps = part.id === "part-answers" && open && open === other?.dataset.question;
    if (!other || keeps || part.innerHTML === other.innerHTML) continue;
    const written = new Map(all("input[type=text], textarea", part).map((field) => [field.id, field]));
    const focused = document.activeElement;
    part.replaceWith(document.adoptNode(other));
    for (const field of all("input[type=text], textarea", other)) {
      const old = written.get(field.id);
      if (!old?.value) continue;
      field.value = old.value;
      if (old === focused) field.focus({ preventScroll: true });
    }
  }
  live.dataset.mark = fresh.dataset.mark ?? live.dataset.mark;
  document.title = page.title;
  showChange(before, said);
  fewerStops();
  showPicked();
  const newest = page.querySelector(".story li:last-child div");
  byId("announce").textContent = `${live.dataset.changed} ${newest?.textContent.trim() ?? ""}`;
}

// The mark is requested without cookies, so that no session is loaded; it differs after a change.
let asking = false;
async function look() {
  if (document.hidden || asking || !live?.dataset.live) return;
  asking = true;
  try {
    const answer = await fetch(live.dataset.live, { credentials: "omit", cache: "no-store" });
    const mark = answer.ok ? await answer.text() : "";
    if (mark && mark !== live.dataset.mark) {
      live.dataset.mark = mark;
      await refresh();
    }
  } catch { /* Offline: the next poll may succeed. */ }
  asking = false;
}
if (live?.dataset.live) {
  setInterval(look, 1500);
  document.addEventListener("visibilitychange", look);
}

// Changes since the last visit ------------------------------------------------------------------

const since = byId("since");
if (since && byId("part-board")?.querySelector(".tabletop")) {
  const button = since.querySelector("a");
  button.textContent = button.dataset.words;
  button.addEventListener("click", async (event) => {
    event.preventDefault();
    const now = byId("part-board").innerHTML;
    for (let ply = Number(since.dataset.first) - 1; ply <= Number(since.dataset.last); ply += 1) {
      const answer = await fetch(`${since.dataset.replay}?ply=${ply}`, { headers: { "X-Part": "moment" } });
      if (!answer.ok) break;
      const then = new DOMParser().parseFromString(await answer.text(), "text/html");
      const before = places();
      const said = labels();
      byId("part-board").innerHTML = then.getElementById("part-board").innerHTML;
      const told = all("#part-told p", then).map((line) => line.textContent).join(" ");
      byId("announce").textContent = told;
      since.querySelector(".quiet").textContent = told;
      showChange(before, said);
      await new Promise((resolve) => { setTimeout(resolve, calm.matches ? 400 : 1100); });
    }
    byId("part-board").innerHTML = now;
    fewerStops();
  });
}

fewerStops();
const wanted = new URLSearchParams(location.search).get("at");
if (wanted && byId(`at-${wanted}`)) {
  byId(`at-${wanted}`).classList.add("aimed");
  byId("chosen")?.querySelector("[data-about]")?.append(byId(`at-${wanted}`).getAttribute("aria-label"));
}
