import type { ChartRow } from "./chart-table.ts";

/** A part of the bars, as in the legend. */
export interface LegendEntry {
  field: string;
  /** The element whose fill the part of the bar copies. */
  swatch: Element;
}

/**
 * The legend of a chart: a caption, and for each part of the bars an item with `data-field`, a swatch and a number. Its
 * initial contents, the totals, are shown until the pointer is over a row.
 */
export class ChartLegend {
  readonly entries: readonly LegendEntry[];
  readonly #caption: Element | null;
  readonly #captionOfAll: string;
  readonly #numbers: readonly { field: string; number: Element; ofAll: string }[];

  constructor(root: Element) {
    const items = [...root.querySelectorAll<HTMLElement>("li[data-field]")];
    this.entries = items.flatMap((item) => {
      const swatch = item.querySelector(".swatch");
      return swatch ? [{ field: item.dataset["field"] ?? "", swatch }] : [];
    });
    this.#numbers = items.flatMap((item) => {
      const number = item.querySelector("data");
      return number ? [{ field: item.dataset["field"] ?? "", number, ofAll: number.textContent }] : [];
    });
    this.#caption = root.querySelector("p");
    this.#captionOfAll = this.#caption?.textContent ?? "";
  }

  /** Shows the numbers of a row, or the totals for `undefined`. */
  show(row: ChartRow | undefined): void {
    if (this.#caption) this.#caption.textContent = row?.name ?? this.#captionOfAll;
    for (const { field, number, ofAll } of this.#numbers)
      number.textContent = row?.cells.get(field)?.words ?? ofAll;
  }
}
