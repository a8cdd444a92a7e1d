// Which answers are shown at first. Complete answers come first, then a button for each choice to fill in, then examples
// of it: as many as fit while the board keeps its share of the window, with the hand and without. Without the space for
// all complete answers they are smaller, and examples give way to the button that opens their choice.
// Where answers have a column that scrolls by itself, the list of the others is open. Uses functions of table.js.
const SHARE_WITH_HAND = 0.46;
const BOARD_SHARE = 0.41;
// With less than this, a component that is asked about may not be in sight.
const LEAST_SHARE = 0.25;
const moved = [];

const numberOf = (choice) => Number(choice.querySelector("[data-number]").dataset.number);

const hasColumn = matchMedia("(min-width: 64rem) and (min-height: 34rem)");
const shareOfBoard = () => 1 - byId("dock").offsetHeight / innerHeight;
function isTooHigh() {
  const answers = byId("part-answers");
  if (answers.scrollHeight > answers.clientHeight + 1) return true;
  const share = shareOfBoard();
  return share < BOARD_SHARE || share + byId("part-hand").offsetHeight / innerHeight < SHARE_WITH_HAND;
}

// In the order of their numbers.
function place(choice, list) {
  list.insertBefore(choice, [...list.children].find((other) => numberOf(other) > numberOf(choice)) ?? null);
}
function move(choice, list) {
  moved.push([choice, choice.parentElement]);
  place(choice, list);
}
function moveBack() { place(...moved.pop()); }

// The list says how many answers and choices without a button it holds, and its head is gone when it holds none.
function showLeft(picker, first) {
  const summary = picker.querySelector("summary");
  const opened = new Set(all("[data-opens]", first.parentElement).map((button) => button.dataset.opens));
  const parts = all(".part", picker).filter((part) => !opened.has(part.dataset.key));
  const answers = all(".picker-list > ul > li", picker).filter((choice) => !opened.has(choice.dataset.of));
  const left = answers.length + parts.reduce((sum, part) => sum + 1 + part.querySelectorAll("li[data-choice]").length, 0);
  picker.classList.toggle("headless", !left);
  summary.textContent = left === 1 ? summary.dataset.one : summary.dataset.many.replace(/\d+/, left);
}

// A choice to fill in opens by its words: first what, then where. These buttons stand behind the answers.
function addOpener(part, first) {
  let list = first.parentElement.querySelector(".openers");
  if (!list) {
    list = Object.assign(document.createElement("ul"), { className: "choices openers" });
    first.after(list);
  }
  if (list.querySelector(`[data-opens="${part.dataset.key}"]`)) return undefined;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "opener" });
  button.dataset.opens = part.dataset.key;
  button.textContent = `${part.querySelector("legend").textContent.trim()} …`;
  const item = document.createElement("li");
  item.append(button);
  list.append(item);
  return item;
}

// The answers that are not among the first ones.
function findList(picker) {
  let list = picker.querySelector(".picker-list > ul");
  if (!list) {
    list = Object.assign(document.createElement("ul"), { className: "choices" });
    picker.querySelector(".picker-list").prepend(list);
  }
  return list;
}

// Without the space for all of the first ones, the longest go: two stay.
function shorten(picker, first) {
  while (first.children.length > 2 && shareOfBoard() < LEAST_SHARE) {
    const others = all(":scope > [data-choice]", first).slice(1);
    if (!others.length) break;
    move(others.findLast((choice) => choice.matches(".wide")) ?? others.at(-1), findList(picker));
  }
}

// Examples give way to the complete answers, the longest first; their choice keeps a button.
function dropExamples(picker, first) {
  const examples = all(":scope > [data-example]", first);
  while (examples.length && isTooHigh()) {
    const [example] = examples.splice(examples.findLastIndex((each) => each.matches(".wide")), 1);
    const part = all(".part", picker).find((each) => each.dataset.key === example.dataset.of);
    if (!part) continue;
    move(example, findList(picker));
    addOpener(part, first);
  }
}

function showComplete(picker, first) {
  for (const choice of all(".picker-list > ul > li", picker)) move(choice, first);
  first.classList.toggle("dense", isTooHigh());
  if (hasColumn.matches) return;
  dropExamples(picker, first);
}

function fitAnswers() {
  const picker = byId("picker");
  const first = document.querySelector("#answer .first > ul");
  if (!picker || !first || picker.open) return;
  while (moved.length) moveBack();
  first.parentElement.querySelector(".openers")?.remove();
  first.classList.remove("dense");
  showComplete(picker, first);
  const added = moved.filter(([, list]) => list !== first);
  while (added.length && isTooHigh()) {
    const entry = added.pop();
    place(...entry);
    moved.splice(moved.indexOf(entry), 1);
  }
  shorten(picker, first);
  showLeft(picker, first);
  if (hasColumn.matches) {
    for (const fold of [picker, ...all(".part > details:not(.fill)", picker)]) fold.open = true;
    return;
  }
  for (const part of all(".part", picker)) {
    const item = addOpener(part, first);
    showLeft(picker, first);
    if (!item || !isTooHigh()) continue;
    item.remove();
    showLeft(picker, first);
    break;
  }
}
