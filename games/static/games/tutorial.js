// Let Enter lead on, and bring what the step is about into sight.
"use strict";
const dock = document.getElementById("dock"), page = document.querySelector(".tutorial");
document.documentElement.style.setProperty("--dock", `${dock.offsetHeight}px`);
document.querySelector("[data-onward]").focus({ preventScroll: true });
const thing = document.getElementById(page.dataset.spotlight || "");
if (thing) thing.scrollIntoView({ block: "nearest", inline: "nearest" });
