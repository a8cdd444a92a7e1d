// The slider through a match: dragging it, or the arrow keys, fetches only the board at that ply.
// Without this script the form and links load whole pages.
document.documentElement.classList.add("js");
const slider = document.getElementById("slider");
const moment = document.getElementById("part-moment");
const range = slider?.elements.ply;
const stops = (slider?.dataset.stops ?? "").split(",").map(Number);
let wanted;
let busy = false;

const nearest = (ply) => stops.reduce((best, stop) => (Math.abs(stop - ply) < Math.abs(best - ply) ? stop : best), 0);

async function show(ply) {
  wanted = nearest(ply);
  range.value = wanted;
  if (busy) return;
  busy = true;
  while (wanted !== undefined) {
    const asked = wanted;
    wanted = undefined;
    const query = new URLSearchParams(new FormData(slider));
    query.set("ply", asked);
    const answer = await fetch(`?${query}`, { headers: { "X-Part": "moment" } }).catch(() => undefined);
    if (!answer?.ok) break;
    moment.innerHTML = await answer.text();
    history.replaceState(null, "", `?${query}`);
  }
  busy = false;
}

range?.addEventListener("input", () => show(Number(range.value)));
slider?.addEventListener("submit", (event) => { event.preventDefault(); show(Number(range.value)); });
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[rel], .story a");
  const place = stops.indexOf(nearest(Number(range?.value)));
  if (!range || !link?.search) return;
  event.preventDefault();
  const step = { prev: stops[place - 1], next: stops[place + 1] }[link.rel];
  show(step ?? Number(new URLSearchParams(link.search).get("ply")));
  document.getElementById("moment").scrollIntoView({ block: "start" });
});
slider?.elements.as?.addEventListener("change", () => slider.submit());

// Play and pause: the next move after each pause of the chosen length, up to the last one.
const playing = document.querySelector("[data-playing]");
const playButton = playing?.querySelector("[data-play]");
let timer;

function pause() {
  clearTimeout(timer);
  timer = undefined;
  playButton.textContent = playButton.dataset.playWords;
}

async function playOn() {
  const place = stops.indexOf(nearest(Number(range.value)));
  if (place + 1 >= stops.length) { pause(); return; }
  const began = timer;
  await show(stops[place + 1]);
  // Unless it was paused meanwhile, and perhaps played again.
  if (timer === began) timer = setTimeout(playOn, Number(playing.querySelector("[data-speed]").value));
}

playButton?.addEventListener("click", () => {
  if (timer !== undefined) { pause(); return; }
  playButton.textContent = playButton.dataset.pauseWords;
  if (nearest(Number(range.value)) === stops.at(-1)) range.value = 0;
  // What is played is in sight, below the controls.
  document.getElementById("moment").scrollIntoView({ block: "start" });
  timer = setTimeout(playOn, 0);
});
range?.addEventListener("pointerdown", () => { if (timer !== undefined) pause(); });

const copy = playing?.querySelector("[data-copy]");
copy?.addEventListener("click", async () => {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ url: location.href }).catch(() => undefined);
    return;
  }
  await navigator.clipboard.writeText(location.href);
  copy.textContent = copy.dataset.copied;
});
if (playing) playing.hidden = false;
