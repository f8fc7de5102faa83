/** A row of a table that a chart shows. */
export interface ChartRow {
  /** The full name of the row. */
  name: string;
  /** A short name for the axis. */
  tick: string;
  /** The numbers by the `data-field` of their columns, with their texts in the table. */
  cells: ReadonlyMap<string, { value: number; words: string }>;
}

/** Reads a table with numbers in `<data>` elements, in columns whose headings have `data-field`. */
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
