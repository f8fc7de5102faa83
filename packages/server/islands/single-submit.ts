// For pages whose forms make something that is shown once, such as a key: the answer to a second press would take the
// place of the first answer, with the secret in it.

/** Then the way may be free again, as when the visitor has stopped the page from loading. */
const heldForMs = 10_000;

let sent = new WeakMap<HTMLFormElement, number>();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
  const before = sent.get(form);
  if (before !== undefined && event.timeStamp - before < heldForMs) event.preventDefault();
  else sent.set(form, event.timeStamp);
});

// A page that comes back out of the browser's memory is as if it were new.
addEventListener("pageshow", () => {
  sent = new WeakMap();
});
