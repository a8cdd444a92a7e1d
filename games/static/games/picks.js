// Selecting cards and places for an answer by clicking them, their sum, and the preview of the
// result. Uses functions of table.js.

// Selected cards --------------------------------------------------------------------------------

// Not offsetParent: it is set for what lies in a closed <details>, too.
const isShown = (element) => element.checkVisibility();
// A second choice for the same field goes to the next field that accepts it.
const isDecided = (box) => box.type === "radio" && all("input:checked", box.closest("fieldset")).length > 0;
const openParts = () => all("#answer details.fill[open]").filter(isShown);

function pick(thing) {
  const boxes = openParts().flatMap((part) => all(".tick input", part));
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

// The first click gives a wish the next number; another one removes it, and the later ones move up.
function rank(thing) {
  const fields = openParts().flatMap((part) => all("input[data-rank]", part));
  const field = fields.find((each) => each.dataset.rank === thing.dataset.item);
  if (!field) return false;
  const others = fields.filter((each) => each.value && each.closest("fieldset") === field.closest("fieldset"));
  if (field.value) {
    for (const each of others.filter((other) => Number(other.value) > Number(field.value))) each.value -= 1;
    field.value = "";
  } else {
    field.value = 1 + Math.max(0, ...others.map((each) => Number(each.value)));
  }
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
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
  const chosen = openParts().flatMap((part) => [
    ...all("input:checked", part).map((box) => box.value), ...ranked(part).map((field) => field.dataset.rank),
  ]);
  for (const thing of all(".thing[data-item]")) {
    const place = chosen.indexOf(thing.dataset.item);
    thing.classList.toggle("picked", place >= 0);
    if (place >= 0) chosen.splice(place, 1);
  }
}

function showSum(part) {
  const sum = part.querySelector("[data-goal]");
  if (!sum) return;
  const boxes = all("input[data-worth]:checked", part);
  const total = boxes.reduce((so_far, box) => so_far + Number(box.dataset.worth), 0);
  const strong = document.createElement("b");
  strong.textContent = `${total} / ${sum.dataset.goal}`;
  sum.replaceChildren(`${sum.dataset.words} `, strong);
  sum.hidden = !boxes.length;
  sum.classList.toggle("enough", total >= Number(sum.dataset.goal));
}

let waiting;
function tryOut(part) {
  const told = part.querySelector("[data-tried]");
  const button = part.querySelector("button[name=try]");
  clearTimeout(waiting);
  if (!part.querySelector("input:checked") && !all("input[type=number]", part).some((n) => n.value)) {
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

document.addEventListener("change", (event) => {
  const part = event.target.closest?.("fieldset.part");
  if (!part) return;
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
