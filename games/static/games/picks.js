// Selecting cards and places for an answer by clicking them, their sum, and the preview of the
// result. Uses functions of table.js.

// Selected cards --------------------------------------------------------------------------------

// Not offsetParent: it is set for what lies in a closed <details>, too.
const isShown = (element) => element.checkVisibility();
// A second choice for the same field goes to the next field that accepts it.
const isDecided = (box) => box.type === "radio" && all("input:checked", box.closest("fieldset")).length > 0;
const listOpenFills = () => all("#answer details.fill[open]").filter(isShown);

function pick(thing) {
  const boxes = listOpenFills().flatMap((part) => all(".tick input", part));
  const same = boxes.filter((box) => box.value === thing.dataset.item && isShown(box.parentElement));
  const open = same.filter((box) => !box.checked);
  const box = thing.classList.contains("picked")
    ? same.findLast((each) => each.checked)
    : open.find((each) => !isDecided(each)) ?? open[0];
  if (!box) return rank(thing);
  box.checked = !box.checked;
  box.dispatchEvent(new Event("change", { bubbles: true }));
  box.closest("details").querySelector(".actions")?.scrollIntoView({ block: "nearest" });
  return true;
}

// A component that no open choice picks opens those that could: a card of the hand that may pay, be discarded, ...
const canPick = (part, thing) => all(".tick input, input[data-rank]", part).some((box) => (box.dataset.rank ?? box.value) === thing.dataset.item);
function openFor(thing) {
  const parts = thing.dataset.item ? all("#answer .part").filter((part) => canPick(part, thing)) : [];
  if (!parts.length) return false;
  openParts(parts);
  if (parts.length === 1) pick(thing);
  else pending = thing;
  return true;
}
// What was pressed is picked in whichever of several choices is opened next.
let pending;
document.addEventListener("toggle", (event) => {
  if (!pending?.isConnected || !event.target.matches("details.fill[open]")) return;
  if (!pending.classList.contains("picked")) pick(pending);
  pending = undefined;
}, true);

// The first click gives a wish the next number; another one removes it, and the later ones move up.
function rank(thing) {
  const fields = listOpenFills().flatMap((part) => all("input[data-rank]", part));
  const field = fields.find((each) => each.dataset.rank === thing.dataset.item);
  if (!field) return false;
  toggleRank(field);
  return true;
}
function toggleRank(field) {
  const fields = all("input[data-rank]", field.closest("fieldset"));
  const others = fields.filter((each) => each.value);
  if (field.value) {
    for (const each of others.filter((other) => Number(other.value) > Number(field.value))) each.value -= 1;
    field.value = "";
  } else {
    field.value = 1 + Math.max(0, ...others.map((each) => Number(each.value)));
  }
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

// A choice to fill in opens with the items of its first, cheapest example, if nothing is chosen yet.
function preselect(mine) {
  const part = mine.find((each) => each.matches("fieldset.part"));
  if (!part || part.querySelector("input:checked") || !part.querySelector("[data-goal]")) return;
  const sample = mine.map((each) => each.querySelector("button[name=decision]")).find(Boolean);
  if (!sample) return;
  for (const [slot, value] of Object.entries(JSON.parse(sample.value).args ?? {})) {
    const boxes = all(`input[name="${part.dataset.key}-${slot}"]`, part);
    for (const code of [value].flat()) {
      const box = boxes.find((each) => each.value === code && !each.checked);
      if (box) box.checked = true;
    }
  }
  part.querySelector("input:checked")?.dispatchEvent(new Event("change", { bubbles: true }));
}

const ranked = (part) => all("input[data-rank]", part).filter((field) => field.value);

function showPicked() {
  const chosen = listOpenFills().flatMap((part) => [
    ...all("input:checked", part).map((box) => box.value), ...ranked(part).map((field) => field.dataset.rank),
  ]);
  for (const thing of all(".thing[data-item]")) {
    const place = chosen.indexOf(thing.dataset.item);
    thing.classList.toggle("picked", place >= 0);
    if (place >= 0) chosen.splice(place, 1);
    showRank(thing);
  }
  showPickable();
}

function showRank(thing) {
  const field = listOpenFills().flatMap(ranked).find((each) => each.dataset.rank === thing.dataset.item);
  if (field) thing.dataset.place = field.value;
  else delete thing.dataset.place;
}

// What can be tapped without being a link is a button for those who do not see it.
function showPickable() {
  const parts = all("#answer .part");
  for (const thing of all("span.thing[data-item]")) {
    const isPickable = parts.some((part) => canPick(part, thing));
    thing.classList.toggle("pickable", isPickable);
  }
}

// What is picked, of how much, and what is missing.
const sumUp = (boxes) => boxes.reduce((sum, box) => sum + Number(box.dataset.worth ?? box.value), 0);
function countPicked(part, sum) {
  if (sum.dataset.goal) {
    const goal = Number(sum.dataset.goal);
    return { words: sum.dataset.total, many: sumUp(all("input[data-worth]:checked", part)), least: goal, most: Infinity };
  }
  const split = part.querySelector("[data-sum]");
  if (split) return { words: sum.dataset.total, many: sumUp(all("input", split)), least: Number(split.dataset.sum), most: Number(split.dataset.sum) };
  const picks = part.querySelector("[data-least]");
  if (!picks) return undefined;
  return { words: sum.dataset.chosen, many: all("input:checked", picks).length, least: Number(picks.dataset.least), most: Number(picks.dataset.most) };
}
function showSum(part) {
  const sum = part.querySelector(".sum");
  const count = countPicked(part, sum);
  sum.hidden = !count;
  if (!count) return;
  const { words, many, least, most } = count;
  const strong = document.createElement("b");
  strong.textContent = least ? `${many} / ${least}` : many;
  const rest = many < least ? sum.dataset.missing.replace("#", least - many) : many > most ? sum.dataset.over.replace("#", many - most) : "";
  sum.replaceChildren(`${words} `, strong, rest && ` · ${rest}`);
  sum.classList.toggle("enough", many >= least && many <= most);
}

// Steps beside a number, and wishes numbered in the order in which they are tapped.
document.addEventListener("click", (event) => {
  const step = event.target.closest?.("[data-step]");
  const wish = event.target.closest?.(".wish");
  if (step) {
    const field = step.parentElement.querySelector("input");
    const number = Number(field.value || field.min) + Number(step.dataset.step);
    field.value = Math.min(Number(field.max), Math.max(Number(field.min), number));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (wish && event.target.tagName !== "INPUT") {
    event.preventDefault();
    toggleRank(wish.querySelector("input"));
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || !event.target.matches?.("input[data-rank]")) return;
  event.preventDefault();
  toggleRank(event.target);
});

let waiting;
function tryOut(part) {
  const told = part.querySelector("[data-tried]");
  const button = part.querySelector("button[name=try]");
  clearTimeout(waiting);
  if (!button || !part.querySelector("input:checked") && !all("input[type=number]", part).some((n) => n.value)) {
    told?.replaceChildren();
    return;
  }
  told.classList.add("waits");
  waiting = setTimeout(async () => {
    const body = new FormData(button.form);
    body.set("try", button.value);
    try {
      const answer = await fetch(button.form.action, { method: "POST", body, headers: { "X-Part": "tried" } });
      if (answer.ok) told.innerHTML = await answer.text();
    } catch { /* Offline: no preview, only the label of the button. */ }
    told.classList.remove("waits");
  }, 150);
}

// A number that is not filled in is the least one, once something of the choice is.
function fillNumbers(part) {
  for (const field of all(".stepper input", part)) field.value ||= field.min;
}
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[name=fill], button[name=try]");
  if (button) fillNumbers(button.closest("fieldset.part"));
}, true);

document.addEventListener("change", (event) => {
  const part = event.target.closest?.("fieldset.part");
  if (!part) return;
  fillNumbers(part);
  showSum(part);
  showPicked();
  tryOut(part);
});
document.addEventListener("reset", () => setTimeout(() => {
  all("fieldset.part").forEach((part) => { showSum(part); part.querySelector("[data-tried]")?.replaceChildren(); });
  showPicked();
}));

all("fieldset.part").forEach(showSum);
showPicked();
