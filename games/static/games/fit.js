// All answers that fit are shown: those of the closed list move up to the first ones, in the order of their numbers, as
// long as the board keeps its share of the window, with the hand and without. Where answers have a column that scrolls by
// itself, the list of the others is open. Uses functions of table.js. Without this script, and where text is so large
// that no more of them fit, they stay in the list.
const SHARE_WITH_HAND = 0.45;
const BOARD_SHARE = 0.4;
const moved = [];

const numberOf = (choice) => Number(choice.querySelector("[data-number]").dataset.number);

const hasColumn = matchMedia("(min-width: 64rem) and (min-height: 34rem)");
function isTooHigh() {
  const [dock, hand, answers] = [byId("dock"), byId("part-hand"), byId("part-answers")];
  if (answers.scrollHeight > answers.clientHeight + 1) return true;
  const left = innerHeight - dock.offsetHeight;
  return left < BOARD_SHARE * innerHeight || left + hand.offsetHeight < SHARE_WITH_HAND * innerHeight;
}

function moveUp(choice, first) {
  moved.push([choice, choice.parentElement]);
  first.insertBefore(choice, [...first.children].find((other) => numberOf(other) > numberOf(choice)) ?? null);
}
function moveBack() {
  const [choice, list] = moved.pop();
  list.prepend(choice);
}

// The list says how many it holds, and is gone when it holds none.
function showLeft(picker) {
  const summary = picker.querySelector("summary");
  const left = Number(summary.dataset.more) - moved.length;
  picker.hidden = !left;
  summary.textContent = left === 1 ? summary.dataset.one : summary.dataset.many.replace(/\d+/, left);
}

function fitAnswers() {
  const picker = byId("picker");
  const first = document.querySelector("#answer .first > ul");
  if (!picker || !first || picker.open) return;
  while (moved.length) moveBack();
  for (const choice of all(".picker-list > ul > li", picker)) {
    moveUp(choice, first);
    showLeft(picker);
    if (isTooHigh()) { moveBack(); break; }
  }
  showLeft(picker);
  if (!hasColumn.matches) return;
  for (const fold of [picker, ...all(".part > details:not(.fill)", picker)]) fold.open = true;
}
