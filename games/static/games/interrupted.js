// What was being sent when the session or the network was gone. It is kept in this tab only, until the
// next page of ours that shows that it has arrived; otherwise it is shown again, and an answer is sent
// if the same player presses once more while the question is open. Without this script it is lost.
const KEY = "interrupted";
const box = document.getElementById("interrupted");
const { player } = box.dataset;
const pathOf = (form) => new URL(form.getAttribute("action") || location.pathname, location.href).pathname;
const drop = () => sessionStorage.removeItem(KEY);
const keep = (row) => sessionStorage.setItem(KEY, JSON.stringify(row));

document.addEventListener("submit", ({ defaultPrevented, target: form, submitter }) => {
  if (defaultPrevented || form.method !== "post") return;
  if (pathOf(form) === box.dataset.signOut) drop();
  const isAnswer = pathOf(form).startsWith("/p/") && submitter?.name !== "try";
  const written = [...form.querySelectorAll("textarea")].map((field) => field.value.trim()).join("\n");
  if (!player || !(isAnswer || written)) return;
  const given = new FormData(form, submitter);
  given.delete("csrfmiddlewaretoken");
  const label = (submitter?.textContent ?? "").replace(/\s+/g, " ").trim().replace(/^\d+ (?=\D)/, "");
  keep({
    player, page: location.pathname, words: isAnswer ? given.get("line") || label : written,
    ...(isAnswer && { url: pathOf(form), body: new URLSearchParams(given).toString() }),
  });
});

// A line at the top of the page, with what it is about and buttons: [label, what it does].
function show(line, words, ...buttons) {
  const note = Object.assign(document.createElement("section"), { className: "note warning" });
  const told = Object.assign(document.createElement("p"), { textContent: line });
  told.setAttribute("role", "status");
  note.append(told);
  if (words) note.append(Object.assign(document.createElement("blockquote"), { className: "kept-words", textContent: words }));
  const actions = Object.assign(document.createElement("p"), { className: "actions" });
  for (const [label, act] of buttons) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    button.addEventListener("click", () => { note.remove(); act(); });
    actions.append(button);
  }
  if (buttons.length) note.append(actions);
  box.after(note);
}

function send(row) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: row.url, hidden: true });
  const fields = new URLSearchParams(row.body);
  fields.set("csrfmiddlewaretoken", document.querySelector("#answer [name=csrfmiddlewaretoken]").value);
  for (const [name, value] of fields) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  keep({ ...row, isInterrupted: false });
  document.body.append(form);
  form.submit();
}

// Return the form of the question that was being answered, if it still waits for an answer.
function findQuestion(row) {
  const form = document.getElementById("answer");
  const isAnswered = document.getElementById("part-answers")?.dataset.question?.endsWith("-answered");
  return form && pathOf(form) === row.url && !isAnswered ? form : undefined;
}
// Nothing tells of a form that never reached us; the page of the same question does, if it says nothing else.
const isStillAsked = (row) => row.url && findQuestion(row) && !document.querySelector("main > .note.success, main [role=alert]");

function look(row) {
  const { stops, away, kept, other, unsent, closed, send: press, cancel, close, back } = box.dataset;
  const toPage = [back, () => location.assign(row.page)];
  if (player && row.player !== player) {
    drop();
    show(other);
  } else if (stops) {
    keep({ ...row, isInterrupted: true });
    // Where nobody is signed in, nobody may read it; but without a network nobody has been signed out.
    if (stops === "offline" || player) show(row.url && !player ? away : unsent, row.words, toPage);
    else if (row.url) show(kept);
  } else if (!row.isInterrupted && (!player || !isStillAsked(row))) {
    drop();
  } else if (!player) {
    // On the way through the pages of a sign-in.
  } else if (![row.page, row.url].includes(location.pathname)) {
    show(unsent, row.words, toPage, [cancel, drop]);
  } else if (row.url && findQuestion(row)) {
    show(unsent, row.words, [press, () => send(row)], [cancel, drop]);
  } else {
    drop();
    show(row.url ? closed : unsent, row.words, [close, () => {}]);
  }
}

const row = JSON.parse(sessionStorage.getItem(KEY));
if (row) look(row);
// Without a network the worker shows a page of ours; it keeps nothing else unless boards are wanted.
// A page that was asked for before the worker was ready, and came afterwards, is not controlled by it.
if ("serviceWorker" in navigator) {
  const workers = navigator.serviceWorker;
  workers.register("/worker.js").catch(() => {});
  workers.ready.then((worker) => workers.controller || worker.active?.postMessage("claim"));
}
