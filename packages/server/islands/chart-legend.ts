import type { ChartRow } from "./chart-table.ts";

/** What a bar is stacked of, as the legend has it. */
export interface LegendEntry {
  field: string;
  /** Filled as the part of the bar is to be filled. */
  swatch: Element;
}

/**
 * The legend of a chart: a paragraph that says what its numbers are of, and an item with `data-field`, a swatch and a
 * number for each part of the bars. What stands in it is shown until a row is pointed at.
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

  /** Shows the numbers of a row, or those of all rows. */
  show(row: ChartRow | undefined): void {
    if (this.#caption) this.#caption.textContent = row?.name ?? this.#captionOfAll;
    for (const { field, number, ofAll } of this.#numbers)
      number.textContent = row?.cells.get(field)?.words ?? ofAll;
  }
}
