// Shows the state of push notifications on this device, and subscribes the browser to them.
const form = document.getElementById("this-device");
const button = form.querySelector("button");
const note = form.querySelector("[role=status]");
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

function say(state) {
  note.textContent = form.dataset[state];
  button.hidden = state !== "off" && state !== "failed";
}

async function look() {
  say("asking");
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return say("unsupported");
  }
  if (Notification.permission === "denied") return say("denied");
  const worker = await navigator.serviceWorker.register("/worker.js");
  const known = await worker.pushManager.getSubscription();
  const listed = [...document.querySelectorAll("[data-endpoint]")];
  const here = known && listed.find((one) => one.dataset.endpoint === known.endpoint);
  if (here) here.querySelector("[data-here]").hidden = false;
  say(here ? "on" : "off");
}

async function subscribe() {
  const worker = await navigator.serviceWorker.ready;
  const wish = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.key) };
  try {
    return await worker.pushManager.subscribe(wish);
  } catch (error) {
    // A subscription under another key of ours prevents a new one.
    const old = await worker.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return worker.pushManager.subscribe(wish);
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  say("asking");
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      return say(Notification.permission === "denied" ? "denied" : "off");
    }
    const told = await subscribe();
    form.elements.endpoint.value = told.endpoint;
    form.elements.key.value = text(told.getKey("p256dh"));
    form.elements.auth.value = text(told.getKey("auth"));
    form.submit();
  } catch {
    say("failed");
    button.focus();
  }
});

look().catch(() => say("unsupported"));
