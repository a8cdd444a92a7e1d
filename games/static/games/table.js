// The board with a script: click a component to see only its answers, select cards by clicking them,
// preview an answer, answer by number keys, and see what others do. Without this script links and the
// form do all of this. The selection is in picks.js, which answers are shown at first in fit.js.
document.documentElement.classList.add("js");
const live = document.getElementById("live");
const byId = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Answers of a single component ---------------------------------------------------------------

// The name of a component follows “at-” in its id.
const answersOf = (thing) => all(`#answer [data-choice][data-things~="${CSS.escape(thing.id.slice(3))}"]`);

// Components clicked one after the other, such as a card and then a cell.
let aimedAt = [];

// Leaves only the answers that name a component, and those clicked before it as far as there are such
// answers; a choice to fill in keeps its examples that do.
function aim(thing) {
  const form = byId("answer");
  let mine = answersOf(thing);
  if (!form || !mine.length) return [];
  const before = [];
  for (const other of aimedAt.filter((one) => one !== thing && one.isConnected)) {
    const both = answersOf(other).filter((each) => mine.includes(each));
    if (both.length) { mine = both; before.push(other); }
  }
  release();
  aimedAt = [...before, thing];
  narrow(mine, aimedAt.map((each) => each.getAttribute("aria-label")).join(" · "));
  for (const each of aimedAt) each.classList.add("aimed");
  const related = all("a.thing").map((each) => [each, answersOf(each).filter((one) => mine.includes(one)).length]);
  for (const [each, shared] of related) each.classList.toggle("aside", !shared);
  const fill = mine.map((each) => each.querySelector("details.fill")).find(Boolean);
  if (fill) fill.open = true;
  preselect(mine);
  mine[0].querySelector("button, input")?.focus({ preventScroll: true });
  byId("part-answers").scrollTop = 0;
  // What would tell these answers apart comes into sight, such as the cells for a card.
  bringIntoSight(related.filter(([, shared]) => shared && shared < mine.length).map(([each]) => each), calm.matches ? "auto" : "smooth");
  return mine;
}

// Shows these answers and choices only, below words that say what they have in common.
function narrow(mine, words) {
  const form = byId("answer");
  form.classList.add("narrowed");
  form.classList.remove("single");
  for (const each of all("[data-choice]", form)) {
    each.toggleAttribute("data-elsewhere", !mine.some((one) => one === each || each.contains(one)));
  }
  for (const each of mine) for (let up = each.closest("details"); up; up = up.parentElement.closest("details")) up.open = true;
  byId("chosen").hidden = false;
  byId("chosen").querySelector("[data-about]").textContent = words;
  byId("chosen").querySelector("[data-told]").replaceChildren();
}

// Opens choices to fill in: one with its fields, several with their names.
function openParts(parts) {
  release();
  const choices = parts.flatMap((part) => [part, ...all("[data-choice]", part)]);
  narrow(choices, parts.length === 1 ? parts[0].querySelector("legend").textContent.trim() : "");
  byId("answer").classList.toggle("single", parts.length === 1);
  for (const fold of parts.flatMap((part) => all(":scope > details", part))) {
    fold.open = parts.length === 1 && fold.matches(".fill");
  }
  byId("part-answers").scrollTop = 0;
  showPicked();
}

function release() {
  const wasNarrowed = byId("answer")?.classList.contains("narrowed");
  byId("answer")?.classList.remove("narrowed");
  all("#answer [data-elsewhere]").forEach((each) => each.removeAttribute("data-elsewhere"));
  all(".thing:is(.aimed, .aside)").forEach((each) => each.classList.remove("aimed", "aside"));
  aimedAt = [];
  if (wasNarrowed && byId("picker")) { byId("picker").open = false; fitAnswers(); }
  if (!byId("chosen")) return;
  byId("chosen").hidden = true;
  byId("chosen").removeAttribute("data-asks");
}

// What an answer would do, as HTML; undefined while offline, and in a puzzle, whose form is plain. Each answer is asked about once.
const previews = new Map();
async function previewOf(button) {
  const form = button.form;
  if (form.hasAttribute("data-plain")) return undefined;
  const known = `${form.action} ${button.value}`;
  if (!previews.has(known)) {
    const body = new FormData(form);
    body.set("try", "decision");
    body.set("decision", button.value);
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "tried" } }).catch(() => undefined);
    if (!answer?.ok) return undefined;
    previews.set(known, await answer.text());
  }
  return previews.get(known);
}

// A click on a component plays its only answer, except one that costs or reveals something and
// cannot be taken back: that one says what it does and waits for a second click.
async function playOrAsk(thing) {
  const mine = aim(thing);
  if (!mine.length) return;
  const button = mine.length === 1 ? mine[0].querySelector(":scope > button.answer") : null;
  if (button && await isPlayedAtOnce(button)) {
    if (thing.classList.contains("aimed")) button.form.requestSubmit(button);
  } else {
    byId("chosen").toggleAttribute("data-asks", true);
  }
}
async function isPlayedAtOnce(button) {
  const html = await previewOf(button);
  if (html === undefined) return false;
  const told = byId("chosen").querySelector("[data-told]");
  told.innerHTML = html;
  const needsCare = button.hasAttribute("data-costs") || told.querySelector("[data-reveals]");
  return !told.querySelector(".short") && !(needsCare && told.querySelector("[data-final]"));
}

// Clicks ----------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  // A page requested for a single component has no other answers: its link leads to them.
  if (event.target.closest("[data-all]") && !location.search.includes("at=")) {
    event.preventDefault();
    release();
    return;
  }
  const opener = event.target.closest("[data-opens]");
  if (opener) {
    openParts(all("#answer .part").filter((part) => part.dataset.key === opener.dataset.opens));
    document.querySelector("#answer .part:not([data-elsewhere]) details.fill :is(input, button)")?.focus({ preventScroll: true });
    return;
  }
  const chip = event.target.closest(".player-chip");
  if (chip) {
    const seat = document.querySelector(chip.hash)?.closest(".seat");
    const fold = seat?.matches("details") ? seat : seat?.querySelector("details");
    if (fold) fold.open = true;
  }
  const thing = event.target.closest(".thing");
  if (!thing) return;
  if (thing.dataset.item && pick(thing)) event.preventDefault();
  else if (!thing.matches("a") && openFor(thing)) event.preventDefault();
  else if (thing.matches("a") && answersOf(thing).length) {
    event.preventDefault();
    playOrAsk(thing);
    if (thing.dataset.item && !thing.classList.contains("picked")) pick(thing);
  }
});

const keysShown = document.querySelector(".keys-shown");
if (keysShown) {
  keysShown.hidden = false;
  keysShown.firstElementChild.addEventListener("click", () => byId("keys").showModal());
}

let typed = "";
let typedAt = 0;
document.addEventListener("keydown", (event) => {
  const inField = event.target.matches?.("input:not([type=checkbox], [type=radio]), textarea, select");
  if (card.open) { if (event.key === "z") card.close(); return; }
  if (event.key === "Escape") { clearTimeout(waits); release(); hideTip(); }
  if (inField || event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  if (event.key === "?") { byId("keys").showModal(); return; }
  if (event.key === "z") {
    const thing = document.querySelector(".thing[id]:focus") ?? document.querySelector(".thing[id]:hover");
    if (thing) showLarge(thing);
    return;
  }
  if (event.key === "u") { document.querySelector(".undo :is(button, summary)")?.focus(); return; }
  if (/^[0-9]$/.test(event.key)) {
    typed = event.timeStamp - typedAt < 800 ? typed + event.key : event.key;
    typedAt = event.timeStamp;
    const button = document.querySelector(`#answer [data-number="${typed}"]`);
    if (button) {
      release();
      for (let up = button.closest("details"); up; up = up.parentElement.closest("details")) up.open = true;
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
  const group = event.target.closest(".area, .seat, .tabletop");
  const things = all(".thing", group);
  const step = ["ArrowRight", "ArrowDown"].includes(event.key) ? 1 : -1;
  const next = things[things.indexOf(event.target) + step];
  if (next) { event.preventDefault(); next.focus(); }
}
function fewerStops() {
  for (const group of all(".tabletop .area, .tabletop .seat")) {
    all("span.thing", group).forEach((thing, place) => { thing.tabIndex = place ? -1 : 0; });
  }
  // What scrolls by itself must be reached by the keyboard.
  for (const strip of all(".tabletop .strip")) {
    const first = strip.querySelector("a.thing, span.thing");
    if (first) first.tabIndex = 0;
  }
}

// Cards enlarged ----------------------------------------------------------------------------------

let waits;
let isHeld = false;
const tip = Object.assign(document.createElement("div"), { className: "tip", hidden: true });
tip.setAttribute("aria-hidden", "true");
const card = Object.assign(document.createElement("dialog"), { className: "large" });
const shown = document.createElement("div");
card.append(shown, byId("keys").querySelector("form").cloneNode(true));
document.body.append(tip, card);

// A component in large, with all it says; others than cards only with what they say. What it looks
// like depends on what it lies in, too: the layers around it have the same classes.
function enlarge(thing, into, { width, height, most }) {
  const words = Object.assign(document.createElement("p"), { textContent: thing.getAttribute("aria-label") });
  into.replaceChildren(words);
  // What lies in a closed fold has no size.
  if (!thing.dataset.item || !thing.offsetWidth) return;
  const board = thing.closest(".tabletop");
  const face = document.createElement("span");
  face.className = thing.className.replace(/\b(aimed|picked|fresh)\b/g, "");
  face.innerHTML = thing.innerHTML;
  const own = Math.min(thing.offsetWidth, width / 1.5);
  const zoom = Math.max(1, Math.min(most, width / own, height / thing.offsetHeight));
  face.style.width = `${own}px`;
  face.style.zoom = zoom;
  let layer = face;
  for (let around = thing.parentElement; around !== board; around = around.parentElement) {
    const inside = layer;
    layer = Object.assign(document.createElement("div"), { className: around.className });
    layer.style.display = "contents";
    layer.append(inside);
  }
  // A piece as large as the component of a board that is as wide as its own.
  const ground = Object.assign(document.createElement("div"), { className: board.className.replace("in-hand", "") });
  ground.style.width = `${board.offsetWidth}px`;
  ground.append(layer);
  const frame = Object.assign(document.createElement("div"), { className: "enlarged" });
  frame.setAttribute("aria-hidden", "true");
  frame.style.width = `${own * zoom + 20}px`;
  frame.append(ground);
  into.prepend(frame);
}
// Where an enlarged component covers no answer, nor itself: in the column of the log if there is one
// with space, else above or below it on the board.
const LEAST_COLUMN = 220;
function findSpace(thing) {
  const log = document.querySelector(".more-part").getBoundingClientRect();
  const box = thing.getBoundingClientRect();
  if (log.left > box.right && innerHeight - log.top > LEAST_COLUMN) return { left: log.left, width: log.width, top: log.top, bottom: innerHeight };
  const frame = findFrame();
  const width = Math.min(innerWidth - 16, 352);
  const board = byId("part-board").getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left + box.width / 2 - width / 2, board.right - width));
  const isLow = Math.min(box.top, frame.bottom) - frame.top > frame.bottom - box.bottom;
  return isLow ? { left, width, top: frame.top, bottom: Math.min(box.top, frame.bottom) } : { left, width, top: Math.max(box.bottom, frame.top), bottom: frame.bottom };
}
function showTip(thing) {
  const space = findSpace(thing);
  const height = space.bottom - space.top - 16;
  tip.hidden = false;
  tip.style.width = `${space.width}px`;
  enlarge(thing, tip, { width: space.width - 48, height: Math.min(innerHeight * 0.45, height - 120), most: 2.2 });
  // Without space for a picture there may be enough for its words.
  if (tip.offsetHeight > height) tip.querySelector(".enlarged")?.remove();
  if (tip.offsetHeight > height) { hideTip(); return; }
  tip.style.left = `${space.left}px`;
  tip.style.top = `${space.top + 8}px`;
}
// In the middle of the page, until it is closed.
function showLarge(thing) {
  hideTip();
  enlarge(thing, shown, { width: Math.min(innerWidth - 96, 360), height: innerHeight * 0.45, most: 3 });
  card.setAttribute("aria-label", thing.getAttribute("aria-label"));
  card.showModal();
}
card.addEventListener("click", () => card.close());
// The preview of an answer covers no other: it stands beside their column, or above the dock.
function placeNear(button) {
  const box = button.getBoundingClientRect();
  const answers = byId("part-answers").getBoundingClientRect();
  const frame = findFrame();
  tip.hidden = false;
  tip.style.width = "";
  const isColumn = frame.scroller !== window && answers.left > tip.offsetWidth;
  const left = isColumn ? answers.left - tip.offsetWidth - 8 : box.left + box.width / 2 - tip.offsetWidth / 2;
  const top = isColumn ? box.top : Math.min(frame.bottom, box.top) - tip.offsetHeight - 8;
  tip.style.left = `${Math.min(Math.max(8, left), innerWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${top > 4 ? Math.min(top, innerHeight - tip.offsetHeight - 8) : box.bottom + 8}px`;
}
async function showPreview(button) {
  const html = await previewOf(button);
  if (html === undefined || !(isHeld || button.matches(":hover, :focus-visible"))) return;
  tip.innerHTML = html;
  if (!tip.querySelector("li, .short")) { hideTip(); return; }
  placeNear(button);
}
function hideTip() { tip.hidden = true; }
// A finger that taps is neither a pointer that rests on a component nor the keyboard: holding enlarges.
let isTouched = false;
for (const kind of ["pointerdown", "pointermove", "keydown"]) {
  document.addEventListener(kind, (event) => {
    isTouched = event.pointerType === "touch";
    if (isTouched && !isHeld) hideTip();
  }, { capture: true, passive: true });
}
for (const kind of ["mouseover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    if (isTouched) return;
    const thing = event.target.closest?.(".thing[id]") ?? cardNamed(event.target);
    const button = event.target.closest?.("button.answer");
    clearTimeout(waits);
    if (thing) showTip(thing);
    else hideTip();
    if (button) waits = setTimeout(showPreview, 400, button);
  });
}
document.addEventListener("focusout", hideTip);
// The names of cards on the board show their card where the log tells of them.
const cardNamed = (element) => byId(element.closest?.(".named")?.dataset.names);
function linkNames() {
  const cards = new Map();
  for (const thing of all(".tabletop .thing[data-item][id]")) {
    // Several copies of a card have their number after the name, and a long name has soft hyphens.
    const name = thing.querySelector(".name")?.textContent.replace(/\s*×\d+\s*$|\u00ad/g, "").trim();
    if (name && !cards.has(name)) cards.set(name, thing.id);
  }
  if (!cards.size) return;
  const longestFirst = [...cards.keys()].sort((one, other) => other.length - one.length);
  const names = new RegExp(`(?<!\\p{L})(${longestFirst.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})(?!\\p{L})`, "u");
  for (const sentence of all("#part-story .story div > p")) {
    if (sentence.querySelector(".named")) continue;
    const parts = sentence.textContent.split(names);
    if (parts.length < 2 || sentence.firstElementChild) continue;
    sentence.replaceChildren(...parts.map((part, place) => {
      if (place % 2 === 0) return part;
      const named = Object.assign(document.createElement("span"), { className: "named", textContent: part });
      named.dataset.names = cards.get(part);
      return named;
    }));
  }
}
document.addEventListener("click", (event) => {
  const thing = cardNamed(event.target);
  if (thing) showLarge(thing);
});
// On a touch screen holding an answer previews it, and holding a component enlarges it; neither plays.
document.addEventListener("pointerdown", (event) => {
  isHeld = false;
  const held = event.target.closest?.("button.answer, .thing[id]");
  if (!held || event.pointerType !== "touch") return;
  clearTimeout(waits);
  waits = setTimeout(() => {
    isHeld = true;
    if (held.matches(".thing")) showLarge(held);
    else showPreview(held);
  }, 500);
});
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(waits));
document.addEventListener("contextmenu", (event) => {
  if (event.pointerType === "touch" && event.target.closest?.(".thing[id]")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  if (!isHeld) return;
  isHeld = false;
  event.preventDefault();
  event.stopPropagation();
}, true);

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

// Return what scrolls the page so that most components in sight stand where they stood in the window, whatever has
// changed above them. The browser's own way takes hold of parts that are replaced here. A page at its top stays there.
function holdPlace() {
  const { scroller, top, bottom } = findFrame();
  const isAtTop = !(scroller === window ? scrollY : scroller.scrollTop);
  const boxes = all("#part-board .thing[id]").map((thing) => [thing.id, thing.getBoundingClientRect()]);
  const tops = boxes.filter(([, box]) => box.height && box.top >= top && box.top < bottom).map(([id, box]) => [id, box.top]);
  return () => {
    const moves = tops.filter(([id]) => byId(id)).map(([id, before]) => byId(id).getBoundingClientRect().top - before);
    const by = moves.sort((a, b) => a - b)[Math.floor(moves.length / 2)];
    if (by && !isAtTop) scroller.scrollBy({ top: by, behavior: "instant" });
  };
}

async function refresh() {
  const answer = await fetch(`${location.pathname}`, { headers: { "X-Part": "live" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("live");
  if (!fresh) { location.reload(); return; }
  const before = places();
  const said = labels();
  const restorePlace = holdPlace();
  const open = byId("part-answers")?.dataset.question;
  for (const part of all("[data-part]")) {
    const other = page.getElementById(part.id);
    const keeps = part.id === "part-answers" && open && open === other?.dataset.question;
    if (!other || keeps || part.innerHTML === other.innerHTML) continue;
    const written = new Map(all("input[type=text], textarea", part).map((field) => [field.id, field]));
    const focused = document.activeElement;
    // The reader's folds stay as they were left; the answers of a new question begin closed.
    if (part.id !== "part-answers") {
      for (const fold of all("details[id]", part)) {
        const same = other.querySelector(`#${CSS.escape(fold.id)}`);
        if (same) same.open = fold.open;
      }
    }
    part.replaceWith(document.adoptNode(other));
    for (const field of all("input[type=text], textarea", other)) {
      const old = written.get(field.id);
      if (!old?.value) continue;
      field.value = old.value;
      if (old === focused) field.focus({ preventScroll: true });
    }
  }
  document.title = page.title;
  if (byId("part-answers")?.dataset.question !== open) { moved.length = 0; fitAnswers(); }
  restorePlace();
  // A new question shows what it is about as if the page had been opened, unless something is being written.
  // Components that move are still at their old place afterwards.
  if (byId("part-answers")?.dataset.question !== open && !document.activeElement.matches("input[type=text], textarea")) showAsked();
  showChange(before, said);
  fewerStops();
  linkNames();
  showPicked();
  const newest = page.querySelector(".story li:last-child div");
  byId("announce").textContent = `${live.dataset.changed} ${newest?.textContent.trim() ?? ""}`;
}

// What has changed is noticed by updates.js.
document.addEventListener("page-changed", (event) => {
  event.preventDefault();
  event.detail.wait(refresh());
});

// Changes since the last visit ------------------------------------------------------------------

const since = byId("since");
if (since && byId("part-board")?.querySelector(".tabletop")) {
  const button = since.querySelector("a");
  button.textContent = button.dataset.words;
  button.addEventListener("click", async (event) => {
    event.preventDefault();
    const now = ["part-players", "part-board", "part-hand"].map((part) => [part, byId(part).innerHTML]);
    for (let ply = Number(since.dataset.first) - 1; ply <= Number(since.dataset.last); ply += 1) {
      const answer = await fetch(`${since.dataset.replay}?ply=${ply}`, { headers: { "X-Part": "moment" } });
      if (!answer.ok) break;
      const then = new DOMParser().parseFromString(await answer.text(), "text/html");
      const before = places();
      const said = labels();
      for (const part of ["part-players", "part-board", "part-hand"]) byId(part).innerHTML = then.getElementById(part).innerHTML;
      const told = all("#part-told p", then).map((line) => line.textContent).join(" ");
      byId("announce").textContent = told;
      since.querySelector(".quiet").textContent = told;
      showChange(before, said);
      await new Promise((resolve) => { setTimeout(resolve, calm.matches ? 400 : 1100); });
    }
    for (const [part, html] of now) byId(part).innerHTML = html;
    fewerStops();
  });
}

fewerStops();
linkNames();
// What scrolls the board, and the frame in which it is in sight, in pixels of the window.
function findFrame() {
  const scroller = [".board-part", ".scroller"].map((part) => document.querySelector(part)).find((part) => getComputedStyle(part).overflowY === "auto");
  if (scroller) return { scroller, ...scroller.getBoundingClientRect().toJSON() };
  const dock = byId("dock");
  // An empty dock is not shown, and stands nowhere.
  const covers = dock.offsetHeight && getComputedStyle(dock).position === "sticky";
  return { scroller: window, top: 0, bottom: covers ? Math.min(innerHeight, dock.getBoundingClientRect().top) : innerHeight };
}
// All of these components where there is space, else the first of them.
function bringIntoSight(things, behavior) {
  const boxes = things.filter((thing) => thing.checkVisibility() && thing.closest("#part-board")).map((thing) => thing.getBoundingClientRect());
  if (!boxes.length) return;
  const frame = findFrame();
  const below = Math.max(...boxes.map((box) => box.bottom)) - frame.bottom;
  const above = Math.min(...boxes.map((box) => box.top)) - frame.top;
  // The highlight of a component reaches a little beyond it.
  const by = below > 0 ? Math.min(below + 12, above - 12) : Math.min(0, above - 12);
  if (by) frame.scroller.scrollBy({ top: by, behavior });
}
// Scroll only if nothing that is asked about is in sight, or nothing of the board where the question
// is about none of its components: then the first of them, with the head of its area if both fit.
const LEAST_BOARD = 64;
function showAsked() {
  const board = byId("part-board");
  if (!byId("answer") || !board) return;
  const frame = findFrame();
  const space = frame.bottom - frame.top;
  const things = all("a.thing", board).filter((thing) => thing.checkVisibility());
  const seen = (box) => Math.min(box.bottom, frame.bottom) - Math.max(box.top, frame.top);
  const isSeen = (box) => seen(box) >= Math.min(things.length ? box.height : LEAST_BOARD, space) - 1;
  const boxes = (things.length ? things : [board]).map((thing) => thing.getBoundingClientRect());
  if (boxes.some(isSeen)) return;
  const first = boxes.reduce((highest, box) => (box.top < highest.top ? box : highest));
  const around = things[boxes.indexOf(first)]?.closest(".area, .seat")?.getBoundingClientRect() ?? first;
  // The highlight of a component reaches a little beyond it.
  const top = first.bottom - around.top + 6 <= space ? around.top : first.top;
  frame.scroller.scrollBy({ top: top - frame.top - 8, behavior: "instant" });
}
// A phone that asks shows the head of the log only: the strip above the board plays the same, and the page stays short.
if (byId("answer") && matchMedia("(max-width: 39.99rem)").matches) byId("log").open = false;
fitAnswers();
showAsked();
hasColumn.addEventListener("change", fitAnswers);
// A page that is loaded again is put where it was, after this script, and one whose link names the question where that
// stands in the dock: seen to once more, unless it has been touched.
const untouched = new AbortController();
addEventListener("pageshow", () => {
  const isNew = performance.getEntriesByType("navigation")[0]?.type === "navigate";
  if (isNew && ["#question", "#answers"].includes(location.hash)) findFrame().scroller.scrollTo({ top: 0, behavior: "instant" });
  showAsked();
}, { signal: untouched.signal });
for (const kind of ["pointerdown", "wheel", "touchmove", "keydown"]) {
  addEventListener(kind, () => untouched.abort(), { once: true, passive: true });
}
new ResizeObserver(([dock]) => {
  document.documentElement.style.setProperty("--dock", `${dock.borderBoxSize[0].blockSize + 8}px`);
}).observe(byId("dock"));
const wanted = new URLSearchParams(location.search).get("at");
if (wanted && byId(`at-${wanted}`)) {
  byId(`at-${wanted}`).classList.add("aimed");
  byId("chosen")?.querySelector("[data-about]")?.append(byId(`at-${wanted}`).getAttribute("aria-label"));
}
