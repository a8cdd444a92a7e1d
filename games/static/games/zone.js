// Offers this device's time zone beside the select, which also works without this script.
const { words, aliases } = document.currentScript.dataset;
// Browsers report old names, such as Asia/Calcutta.
const reported = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zone = JSON.parse(aliases)[reported] ?? reported;
const select = document.getElementById("id_zone");
if (select && zone && zone !== select.value && [...select.options].some((o) => o.value === zone)) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = `${words} ${zone.replaceAll("_", " ")}`;
  button.addEventListener("click", () => {
    select.value = zone;
    button.remove();
    select.focus();
  });
  select.after(button);
}
