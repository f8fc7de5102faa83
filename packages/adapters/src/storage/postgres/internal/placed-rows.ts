/** A row that other rows refer to by its position. The position is known once all rows are sorted. */
export interface Placed {
  place: number;
}

/** The counter of a window. */
export interface PlacedWindow extends Placed {
  account: string;
  id: string;
}

/** A bucket of an account. */
export interface PlacedBucket extends Placed {
  account: string;
  start: number;
  endpoint: string;
}

/** Returns the row of a key. Creates it if it does not exist. */
export function findOrAddRow<Row>(rows: Map<string, Row>, key: string, make: () => Row): Row {
  const row = rows.get(key) ?? make();
  rows.set(key, row);
  return row;
}

/** Sorts rows and numbers them from 1, like the elements of a PostgreSQL array. */
export function placeRows<Row extends Placed>(
  rows: Iterable<Row>,
  compare: (a: Row, b: Row) => number,
): Row[] {
  const placed = [...rows].toSorted(compare);
  for (const [index, row] of placed.entries()) row.place = index + 1;
  return placed;
}

/** Returns a number of each row as the text of a PostgreSQL array. The driver would write each number in quotes. */
export function numberColumn<Row>(rows: readonly Row[], value: (row: Row) => number): string {
  return `{${rows.map(value).join(",")}}`;
}
