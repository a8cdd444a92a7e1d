// All answers that fit are shown: those of the closed list move up to the first ones, in the order of their numbers, as
// long as the board keeps its share of the window, with the hand and without; if it has far less, the first move down.
// Where answers have a column that scrolls by itself, the list of the others is open. Uses functions of table.js.
const SHARE_WITH_HAND = 0.45;
const BOARD_SHARE = 0.4;
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

// The list says how many it holds, and is gone when it holds none.
function showLeft(picker, first) {
  const summary = picker.querySelector("summary");
  const left = Number(summary.dataset.more) + Number(summary.dataset.first) - first.children.length;
  picker.hidden = !left;
  summary.textContent = left === 1 ? summary.dataset.one : summary.dataset.many.replace(/\d+/, left);
}

// Without the space for all of the first ones, the longest go: two stay.
function shorten(picker, first) {
  let list = picker.querySelector(".picker-list > ul");
  if (!list) {
    list = Object.assign(document.createElement("ul"), { className: "choices" });
    picker.querySelector(".picker-list").prepend(list);
  }
  while (first.children.length > 2 && shareOfBoard() < LEAST_SHARE) {
    const others = [...first.children].slice(1);
    move(others.findLast((choice) => choice.matches(".wide")) ?? others.at(-1), list);
    showLeft(picker, first);
  }
}

function fitAnswers() {
  const picker = byId("picker");
  const first = document.querySelector("#answer .first > ul");
  if (!picker || !first || picker.open) return;
  while (moved.length) moveBack();
  shorten(picker, first);
  for (const choice of moved.length ? [] : all(".picker-list > ul > li", picker)) {
    move(choice, first);
    showLeft(picker, first);
    if (isTooHigh()) { moveBack(); break; }
  }
  showLeft(picker, first);
  if (!hasColumn.matches) return;
  for (const fold of [picker, ...all(".part > details:not(.fill)", picker)]) fold.open = true;
}
