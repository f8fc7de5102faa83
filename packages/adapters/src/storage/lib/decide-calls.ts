import type { Admission, Fence, UsageCall } from "@tools-api/core/storage";

/**
 * Decides calls in order by the rules of `UsageStore.consume`, and counts the admitted ones in their windows.
 *
 * @param revisionAt Returns the current revision of a fence, or `undefined` if it is unknown.
 * @param countAt Returns the counter of a window: the same object every time.
 * @param onDecided Called with each call that is not stale: with its counters if it is admitted, with `null` if it is
 *   refused. Returns whether the outcome of an admitted call is recorded too.
 */
export function decideCalls<Count extends { used: number }>(
  calls: readonly UsageCall[],
  revisionAt: (fence: string) => number | undefined,
  countAt: (account: string, window: string) => Count,
  onDecided: (call: UsageCall, counts: readonly Count[] | null) => boolean = () => false,
): Admission[] {
  const isStale = ({ id, revision }: Fence) => revisionAt(id) !== revision;
  return calls.map((call): Admission => {
    const { account, fences, windows, units = 1 } = call;
    if (fences.some(isStale)) return { outcome: "stale", fences: fences.filter(isStale).map(({ id }) => id) };

    const counts = windows.map(({ id }) => countAt(account, id));
    // A limit of a fraction admits the unit that crosses it.
    const isExceeded = ({ limit }: { limit: number }, index: number) =>
      (counts[index]?.used ?? 0) + units - 1 >= limit;
    if (windows.some(isExceeded)) {
      onDecided(call, null);
      const exceeded = windows.filter(isExceeded).map(({ id }) => id);
      return { outcome: "refused", used: counts.map(({ used }) => used), exceeded };
    }
    // A call that names a window twice takes its units once: a single check allows no more.
    counts.forEach((count, index) => {
      if (counts.indexOf(count) === index) count.used += units;
    });
    const isRecorded = onDecided(call, counts);
    const used = counts.map((count) => count.used);
    return isRecorded ? { outcome: "admitted", used, isRecorded } : { outcome: "admitted", used };
  });
}
