/** A row that others name by its place among its like, which is known once all are there and in order. */
export interface Placed {
  place: number;
}

/** The row of a key, made if there is none yet. */
export function rowOf<Row>(rows: Map<string, Row>, key: string, make: () => Row): Row {
  const row = rows.get(key) ?? make();
  rows.set(key, row);
  return row;
}

/** Sorts rows and numbers them from 1, as PostgreSQL numbers the elements of an array. */
export function placeRows<Row extends Placed>(
  rows: Iterable<Row>,
  compare: (a: Row, b: Row) => number,
): Row[] {
  const placed = [...rows].toSorted(compare);
  for (const [index, row] of placed.entries()) row.place = index + 1;
  return placed;
}

/** A number of each row, as the text of a PostgreSQL array; the driver would write each number in quotes. */
export function numberColumn<Row>(rows: readonly Row[], value: (row: Row) => number): string {
  return `{${rows.map(value).join(",")}}`;
}
