import { drawBars } from "./chart-bars.ts";
import { ChartLegend } from "./chart-legend.ts";
import { readTable } from "./chart-table.ts";

/**
 * `<usage-chart for="id" limit="1000">`: draws the table with that id as bars in its `.plot`. Its `.legend` shows the
 * numbers of the period under the pointer. Hidden without scripts, when the table remains.
 */
class UsageChart extends HTMLElement {
  #disconnect = () => {};

  connectedCallback(): void {
    const table = document.getElementById(this.getAttribute("for") ?? "");
    const place = this.querySelector<HTMLElement>(".plot");
    const legendRoot = this.querySelector(".legend");
    if (!(table instanceof HTMLTableElement) || !place || !legendRoot) return;
    const legend = new ChartLegend(legendRoot);
    const limit = this.getAttribute("limit");
    const plot = drawBars({
      place,
      rows: readTable(table),
      parts: legend.entries,
      limit: limit === null ? undefined : Number(limit),
      onPoint: (row) => legend.show(row),
    });
    const resized = new ResizeObserver(() =>
      plot.setSize({ width: place.clientWidth, height: place.clientHeight }),
    );
    resized.observe(place);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const redraw = () => plot.redraw();
    scheme.addEventListener("change", redraw);
    this.#disconnect = () => {
      resized.disconnect();
      scheme.removeEventListener("change", redraw);
      plot.destroy();
    };
  }

  disconnectedCallback(): void {
    this.#disconnect();
  }
}

customElements.define("usage-chart", UsageChart);
