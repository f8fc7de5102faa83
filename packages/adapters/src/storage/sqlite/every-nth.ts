/** Answers true once in `n` times, the last: for chores that are to cost little beside the work. */
export function everyNth(n: number): () => boolean {
  let times = 0;
  return () => ++times % n === 0;
}
