const pollMs = 2000;
const slowPollMs = 15_000;
/** The time after which the page asks less often. */
const patienceMs = 300_000;

/** `<first-call data-base>`: opens the page again as soon as the account has made its first call. */
class FirstCall extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    const started = performance.now();
    const poll = async () => {
      if (!document.hidden && (await this.#hasCalls())) {
        location.reload();
        return;
      }
      const waited = performance.now() - started;
      this.#timer = setTimeout(() => void poll(), waited < patienceMs ? pollMs : slowPollMs);
    };
    this.#timer = setTimeout(() => void poll(), pollMs);
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
  }

  async #hasCalls(): Promise<boolean> {
    const response = await fetch(`${this.dataset["base"] ?? ""}/account/usage`).catch(() => null);
    if (!response?.ok) return false;
    // As /openapi.json describes it.
    const { totals } = (await response.json()) as { totals: Record<string, number> };
    return ["calls", "rejected", "server_errors"].some((name) => (totals[name] ?? 0) > 0);
  }
}

customElements.define("first-call", FirstCall);
