const storageName = "docs-language";

function choose(language: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(".languages input"))
    input.checked = input.value === language;
}

// The choice of a language applies to all examples, also on the next pages.
const remembered = localStorage.getItem(storageName);
if (remembered !== null) choose(remembered);
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest(".languages")) return;
  localStorage.setItem(storageName, target.value);
  choose(target.value);
});

/** How the examples of the languages read the credential. */
const readers = ["$TOOLS_API_KEY", "${process.env.TOOLS_API_KEY}", "{os.environ['TOOLS_API_KEY']}"];

/** Returns the text nodes below an element. */
function textNodes(root: Element): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node as Text);
  return found;
}

/**
 * `<sample-key data-base>` around a field, a button and a status: writes a credential into the examples of the page. It
 * is only in memory, and lost when the reader leaves the page.
 */
class SampleKey extends HTMLElement {
  readonly #originals = new WeakMap<Text, string>();

  connectedCallback(): void {
    const { base = "" } = this.dataset;
    const input = this.querySelector("input");
    const status = this.querySelector("[role=status]");
    if (!input || !status) return;
    input.addEventListener("input", () => this.#fill(input.value.trim()));
    this.querySelector("button")?.addEventListener("click", async () => {
      try {
        const { authorized } = await import("./call-api.ts");
        await authorized({ base }, async (authorization) => {
          input.value = authorization.replace("Bearer ", "");
          return new Response();
        });
        this.#fill(input.value);
        status.textContent = "The examples contain a token for your account. It expires within minutes.";
      } catch {
        status.textContent = "Sign in to get a test token, or enter a key.";
      }
    });
  }

  #fill(key: string): void {
    for (const code of document.querySelectorAll(".samples pre"))
      for (const node of textNodes(code)) {
        const original = this.#originals.get(node) ?? node.data;
        this.#originals.set(node, original);
        node.data =
          key === "" ? original : readers.reduce((text, reader) => text.replaceAll(reader, key), original);
      }
  }
}

customElements.define("sample-key", SampleKey);
