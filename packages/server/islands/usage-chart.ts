const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const namespace = "http://www.w3.org/2000/svg";

/** The steps of the keys that choose another bar. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * `<usage-chart names values unit>` around a drawn chart and its legend: shows the values of the bar under the pointer.
 * The chart becomes a slider, so that the arrow keys choose a bar and screen readers say its values.
 */
class UsageChart extends HTMLElement {
  connectedCallback(): void {
    const plot = this.querySelector<SVGSVGElement>(".plot");
    const caption = this.querySelector(".legend p");
    if (!plot || !caption) return;
    const names = (this.getAttribute("names") ?? "").split("|");
    // The server renders a list of numbers for each series.
    const series = JSON.parse(this.getAttribute("values") ?? "[]") as number[][];
    const unit = this.getAttribute("unit") ?? "";
    const items = [...this.querySelectorAll(".legend li[data-field]")];
    const shown = items.map((item) => item.querySelector("b"));
    const totals = [caption, ...shown].map((element) => element?.textContent ?? "");
    const cursor = document.createElementNS(namespace, "rect");
    cursor.setAttribute("class", "cursor");
    cursor.setAttribute("height", "100%");
    cursor.setAttribute("width", `${100 / names.length}%`);
    let chosen = names.length - 1;

    const words = (bar: number) => {
      const values = items.map((item, index) => {
        const label = item.childNodes[1]?.textContent?.trim() ?? "";
        return `${label} ${numbers.format(series[index]?.[bar] ?? 0)}${unit}`;
      });
      return `${names[bar]}: ${values.join(", ")}`;
    };
    const show = (bar: number) => {
      chosen = bar;
      caption.textContent = names[bar] ?? "";
      for (const [index, element] of shown.entries())
        if (element) element.textContent = numbers.format(series[index]?.[bar] ?? 0);
      cursor.setAttribute("x", `${(100 * bar) / names.length}%`);
      if (!cursor.isConnected) plot.prepend(cursor);
      plot.setAttribute("aria-valuenow", String(bar + 1));
      plot.setAttribute("aria-valuetext", words(bar));
    };
    const showTotals = () => {
      for (const [index, element] of [caption, ...shown].entries())
        if (element) element.textContent = totals[index] ?? "";
      cursor.remove();
    };

    const summary = plot.getAttribute("aria-label") ?? "";
    for (const [name, value] of Object.entries({
      role: "slider",
      tabindex: "0",
      "aria-label": `${summary} Use the arrow keys to read the bars.`,
      "aria-valuemin": "1",
      "aria-valuemax": String(names.length),
      "aria-valuenow": String(names.length),
      "aria-valuetext": words(chosen),
    }))
      plot.setAttribute(name, value);
    const barAt = ({ clientX }: PointerEvent) => {
      const { left, width } = plot.getBoundingClientRect();
      return Math.min(names.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * names.length)));
    };
    plot.addEventListener("pointermove", (event) => show(barAt(event)));
    plot.addEventListener("pointerdown", (event) => show(barAt(event)));
    plot.addEventListener("pointerleave", () => {
      if (document.activeElement !== plot) showTotals();
    });
    plot.addEventListener("focus", () => show(chosen));
    plot.addEventListener("blur", showTotals);
    plot.addEventListener("keydown", (event) => {
      const step = steps[event.key];
      if (step === undefined) return;
      // The keys would scroll the page.
      event.preventDefault();
      show(Math.min(names.length - 1, Math.max(0, chosen + step)));
    });
  }
}

customElements.define("usage-chart", UsageChart);
