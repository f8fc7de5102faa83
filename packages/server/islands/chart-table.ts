/** A row of a table that a chart is drawn from. */
export interface ChartRow {
  /** What the row is of, in full. */
  name: string;
  /** The same, as short as an axis has room for. */
  tick: string;
  /** The numbers by the `data-field` of their columns, with the words that the table has for them. */
  cells: ReadonlyMap<string, { value: number; words: string }>;
}

/** Reads a table whose numbers stand in `<data>` elements, under heads with `data-field`. */
export function readTable(table: HTMLTableElement): ChartRow[] {
  const fields = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.dataset["field"]);
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
  return rows.map((row) => {
    const cells = fields.flatMap((field, column) => {
      const data = row.cells[column]?.querySelector("data");
      return field === undefined || !data
        ? []
        : [[field, { value: Number(data.value), words: data.textContent }] as const];
    });
    return {
      name: row.cells[0]?.textContent ?? "",
      tick: row.dataset["tick"] ?? "",
      cells: new Map(cells),
    };
  });
}
