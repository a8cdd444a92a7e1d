// Draws each empty word for the shuffle here, in the player's browser: the house must not choose it.
// The field it stands in names, by data-draws, the hidden field that says where the word came from.
// 20 letters of 5 bits each; 32 divides 256, so that every letter is as likely as any other.
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

const draw = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => LETTERS[byte % 32]).join("");

for (const field of document.querySelectorAll("input[data-draws]")) {
  const source = document.getElementById(field.dataset.draws);
  if (field.value === "") {
    field.value = draw();
    source.value = "browser";
  }
  field.toggleAttribute("data-drawn", source.value === "browser");
  field.addEventListener("input", () => {
    source.value = "";
    field.removeAttribute("data-drawn");
  });
}
