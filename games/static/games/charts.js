// A click on a chart goes to the move below the pointer. Without this script its turning points are
// links, and the history has every move.
document.addEventListener("click", (event) => {
  const chart = event.target.closest?.("svg[data-chart]");
  if (!chart) return;
  const box = chart.getBoundingClientRect();
  const at = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
  // The margins of games/web/charts.py.
  const [left, right] = [48, 12];
  const share = (at - left) / (chart.viewBox.baseVal.width - left - right);
  const ply = Math.round(Math.min(1, Math.max(0, share)) * Number(chart.dataset.last));
  if (typeof show === "function") {
    show(ply);
    document.getElementById("moment").scrollIntoView({ block: "start" });
  } else {
    location.assign(`${chart.dataset.chart}?ply=${ply}#moment`);
  }
});
