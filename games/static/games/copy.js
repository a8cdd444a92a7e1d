// Buttons that copy a text of the page, such as a link that invites. Without this script they stay hidden.
for (const button of document.querySelectorAll("button[data-copies]")) button.hidden = false;
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button[data-copies]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
  button.textContent = button.dataset.copied;
});
