// Let Enter lead on, and bring what the step is about into sight.
"use strict";
const dock = document.getElementById("dock"), page = document.querySelector(".tutorial");
document.documentElement.style.setProperty("--dock", `${dock.offsetHeight}px`);
document.querySelector("[data-onward]").focus({ preventScroll: true });
const thing = document.getElementById(page.dataset.spotlight || "");
if (thing) {
  const row = thing.parentElement, own = thing.getBoundingClientRect(), around = row.getBoundingClientRect();
  // A row snaps to the start of a thing: any other place would snap back and cut the thing off.
  if (own.left < around.left || own.right > around.right) row.scrollLeft += own.left - around.left;
  // The hand lies in the dock, which is always in sight.
  if (!dock.contains(thing)) thing.scrollIntoView({ block: "nearest", inline: "nearest" });
}
