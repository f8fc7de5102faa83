// For forms whose response shows a secret only once, such as a key. The response to a second submission would replace
// the first one with the secret.

/** After this time a form can be submitted again, for instance if the visitor has stopped the page from loading. */
const heldForMs = 10_000;

let sent = new WeakMap<HTMLFormElement, number>();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
  const before = sent.get(form);
  if (before !== undefined && event.timeStamp - before < heldForMs) event.preventDefault();
  else sent.set(form, event.timeStamp);
});

// A page from the back/forward cache counts as new.
addEventListener("pageshow", () => {
  sent = new WeakMap();
});
