import { callApi, SessionEndedError } from "./call-api.ts";
import { answerElements, faultElement, statusElement } from "./docs-answer.ts";
import { readCall, curlCommand, type DocumentedCall, fetchBody } from "./docs-call.ts";
import { element } from "./dom.ts";

/** The key for all forms of the page. It is only in memory, and lost when the user leaves the page. */
let sharedKey = "";

function signInLink(base: string): HTMLElement {
  const href = `${base}/sign-in?next=${encodeURIComponent(location.pathname)}`;
  return element("a", { href }, "sign in");
}

/**
 * Sends a call: with the key and without cookies if there is one, otherwise with a session token under /v1, otherwise
 * with the session cookie.
 */
async function send(call: DocumentedCall, base: string, key: string, takesKey: boolean): Promise<Response> {
  const { method, path, headers } = call;
  const body = fetchBody(call);
  const init = { method, headers, ...(body !== undefined && { body }) };
  if (takesKey && key !== "") return (await callApi(path, init, { base, key })).response;
  if (takesKey && path.startsWith("/v1/")) return (await callApi(path, init, { base })).response;
  return fetch(base + path, init);
}

/**
 * Sends the call of a form in the reference and shows the response. A call that changes the account needs a second
 * press.
 *
 * @param host The element `<try-it>` around the form.
 */
export function activate(host: HTMLElement): void {
  const form = host.querySelector("form");
  const button = form?.querySelector("button");
  if (!form || !button) return;
  const { method = "", path: template = "", base = "", operation = "" } = host.dataset;
  const keyField = form.querySelector<HTMLInputElement>("input[name=key]");
  const curl = document.getElementById(`curl-${operation}`);
  const changesAccount = method !== "GET" && template.startsWith("/account");
  const answer = element("div", { class: "answer" });
  form.after(answer);
  let isSending = false;
  let isConfirmed = !changesAccount;

  const ask = (asks: boolean) => {
    isConfirmed = !asks;
    button.textContent = asks || !changesAccount ? "Send request" : "Press again to send";
    button.classList.toggle("bad", !asks && changesAccount);
  };
  const fillKey = () => {
    if (keyField) keyField.value = sharedKey;
  };
  // The visitor can type before this script is loaded.
  sharedKey = keyField?.value.trim() || sharedKey;
  fillKey();
  host.querySelector("details")?.addEventListener("toggle", fillKey);
  form.addEventListener("input", () => {
    sharedKey = keyField?.value.trim() ?? sharedKey;
    if (changesAccount) ask(true);
    const call = readCall(form, method, template);
    if (curl)
      curl.textContent = curlCommand(call, location.origin + base, { takesCredential: keyField !== null });
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isSending) return;
    if (!isConfirmed) {
      ask(false);
      return answer.replaceChildren(
        statusElement("This request changes the account. Press again to send it."),
      );
    }
    if (changesAccount) ask(true);
    isSending = true;
    answer.replaceChildren(statusElement("Waiting for the response…"));
    answer.replaceChildren(...(await answerTo(host, form, keyField)));
    isSending = false;
  });
}

async function answerTo(
  host: HTMLElement,
  form: HTMLFormElement,
  keyField: HTMLInputElement | null,
): Promise<HTMLElement[]> {
  const { method = "", path: template = "", base = "", session } = host.dataset;
  const key = keyField?.value.trim() ?? "";
  // On a server without sign-in, the path of the session token may belong to another app.
  if (keyField && key === "" && session !== "true") return [faultElement("Enter an API key or a token.")];
  const started = performance.now();
  try {
    const call = readCall(form, method, template);
    const response = await send(call, base, key, keyField !== null);
    return await answerElements(response, performance.now() - started);
  } catch (error) {
    if (error instanceof SessionEndedError)
      return [faultElement("You are not signed in. Enter an API key, or ", signInLink(base), ".")];
    const reason = error instanceof Error ? error.message : String(error);
    return [faultElement(`The call failed: ${reason}`)];
  }
}
