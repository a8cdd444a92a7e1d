// Fills empty fields for extra randomness in the player's browser: the server must not choose it.
// The field's data-draws attribute is the id of the hidden field with the source of the word.
// 20 letters of 5 bits each; 32 divides 256, so all letters are equally likely.
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
