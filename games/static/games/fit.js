// Which answers are shown at first. Complete answers come first, then a button for each choice to fill in, then examples
// of it: as many as fit while the board keeps its share of the window, with the hand and without. Without the space for
// all complete answers they are smaller, then shorter, and examples give way to the button that opens their choice.
// Where answers have a column that scrolls by itself, the list of the others is open. Uses functions of table.js.
const SHARE_WITH_HAND = 0.453;
const BOARD_SHARE = 0.33;
// With less than this, a component that is asked about may not be in sight.
const LEAST_SHARE = 0.25;
// As many answers stand beside the buttons of choices, examples among them.
const LEAST_ANSWERS = 4;
const moved = [];

const numberOf = (choice) => Number(choice.querySelector("[data-number]").dataset.number);

const hasColumn = matchMedia("(min-width: 64rem) and (min-height: 34rem)");
const shareOfBoard = () => 1 - byId("dock").offsetHeight / innerHeight;
function isTooHigh() {
  // In large text the question stands below the board, and nothing need give way.
  if (getComputedStyle(byId("dock")).position === "static") return false;
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
  const opened = new Set(all("[data-opens]", byId("answer")).map((button) => button.dataset.opens));
  const parts = all(".part", picker).filter((part) => !opened.has(part.dataset.key));
  const answers = all(".picker-list > ul > li", picker).filter((choice) => !opened.has(choice.dataset.of));
  const left = answers.length + parts.reduce((sum, part) => sum + 1 + part.querySelectorAll("li[data-choice]").length, 0);
  picker.classList.toggle("headless", !left);
  summary.textContent = left === 1 ? summary.dataset.one : summary.dataset.many.replace(/\d+/, left);
}

// A choice to fill in opens by its words: first what, then where. These buttons stand behind the answers.
function addOpener(part, first) {
  let list = document.querySelector("#answer > .openers");
  if (!list) {
    list = Object.assign(document.createElement("ul"), { className: "choices openers" });
    first.parentElement.after(list);
  }
  const button = Object.assign(document.createElement("button"), { type: "button", className: "opener" });
  button.dataset.opens = part.dataset.key;
  button.textContent = `${part.querySelector("legend").textContent.trim()} …`;
  const item = document.createElement("li");
  item.append(button);
  list.append(item);
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

// The last of the tallest ones.
function findTallest(choices) {
  const heights = choices.map((choice) => choice.offsetHeight * (choice.offsetWidth > innerWidth / 2 ? 2 : 1));
  return heights.lastIndexOf(Math.max(...heights));
}

// Examples give way to the complete answers, the longest first; their choice has a button.
function dropExamples(picker, first) {
  const examples = all(":scope > [data-example]", first);
  while (examples.length && first.children.length > LEAST_ANSWERS && isTooHigh()) {
    const [example] = examples.splice(findTallest(examples), 1);
    if (document.querySelector(`#answer > .openers [data-opens="${example.dataset.of}"]`)) move(example, findList(picker));
  }
}

// Without the space for all, buttons of choices go before complete answers, and the longest of these first. As many
// buttons as fit come back: the list has them all.
function dropOpenersAndAnswers(picker, first, added) {
  const openers = all("#answer > .openers > li");
  const list = openers[0]?.parentElement;
  if (openers.length && isTooHigh()) openers.forEach((opener) => opener.remove());
  showLeft(picker, first);
  while (added.length && isTooHigh()) {
    const [entry] = added.splice(findTallest(added.map(([choice]) => choice)), 1);
    place(...entry);
    moved.splice(moved.indexOf(entry), 1);
    showLeft(picker, first);
  }
  for (const opener of openers.filter((each) => !each.isConnected)) {
    list.append(opener);
    showLeft(picker, first);
    if (!isTooHigh()) continue;
    opener.remove();
    showLeft(picker, first);
    break;
  }
}

// On a phone, the question stands above its buttons or beside them, whichever takes less.
function fitQuestion() {
  const question = byId("question");
  if (!question) return;
  question.classList.remove("beside");
  const height = question.offsetHeight;
  question.classList.add("beside");
  question.classList.toggle("beside", question.offsetHeight < height);
}

// Whether nothing is left in sight of a hint where its answer is cut after some lines.
function isHintCut(hint) {
  const end = hint.closest(".words").getBoundingClientRect().bottom;
  return ![...hint.getClientRects()].some((line) => line.width && line.bottom <= end + 2);
}
function shrink(first) {
  for (const choice of all(".whole", first)) choice.classList.remove("whole");
  first.classList.toggle("dense", isTooHigh());
  first.classList.toggle("terse", isTooHigh());
  if (!first.matches(".terse")) return;
  fitQuestion();
  for (const hint of all(".hint", first).filter(isHintCut)) hint.closest("li").classList.add("whole");
}

// What is left of the space shows answers in full that were cut.
function unfold(first) {
  if (!first.matches(".terse")) return;
  for (const words of all(":scope > :not(.whole) .words", first)) {
    if (words.scrollHeight <= words.clientHeight + 1) continue;
    const choice = words.closest("li");
    choice.classList.add("whole");
    choice.classList.toggle("whole", !isTooHigh());
  }
}

function fitAnswers() {
  fitQuestion();
  const picker = byId("picker");
  const first = document.querySelector("#answer .first > ul");
  if (!first || picker?.open) return;
  if (!picker) {
    shrink(first);
    unfold(first);
    return;
  }
  while (moved.length) moveBack();
  document.querySelector("#answer > .openers")?.remove();
  first.classList.remove("dense", "terse");
  for (const choice of all(".picker-list > ul > li", picker)) move(choice, first);
  if (!hasColumn.matches) for (const part of all(".part", picker)) addOpener(part, first);
  showLeft(picker, first);
  shrink(first);
  if (!hasColumn.matches) dropExamples(picker, first);
  dropOpenersAndAnswers(picker, first, moved.filter(([, list]) => list !== first));
  shorten(picker, first);
  showLeft(picker, first);
  unfold(first);
  if (!hasColumn.matches || picker.matches(".headless")) return;
  for (const fold of [picker, ...all(".part > details:not(.fill)", picker)]) fold.open = true;
}
