/**
 * Returns the number of single edits between two texts: characters that are added, removed, replaced, or swapped with the
 * next one (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  // The rows of the table for the last two characters of `a`. Those before the first one are never read.
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
