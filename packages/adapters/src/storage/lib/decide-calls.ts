import type { Admission, UsageCall } from "@tools-api/core/storage";

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
  return calls.map((call): Admission => {
    const stale = call.fences.filter(({ id, revision }) => revisionAt(id) !== revision);
    if (stale.length > 0) return { outcome: "stale", fences: stale.map(({ id }) => id) };

    const counts = call.windows.map(({ id }) => countAt(call.account, id));
    const exceeded = call.windows.filter(({ limit }, index) => (counts[index]?.used ?? 0) >= limit);
    const isAdmitted = exceeded.length === 0;
    // A call that names a window twice takes one unit: a single check allows only one.
    if (isAdmitted)
      for (const [index, count] of counts.entries()) if (counts.indexOf(count) === index) count.used++;
    const isRecorded = onDecided(call, isAdmitted ? counts : null);
    const used = counts.map((count) => count.used);
    if (!isAdmitted) return { outcome: "refused", used, exceeded: exceeded.map(({ id }) => id) };
    return isRecorded ? { outcome: "admitted", used, isRecorded } : { outcome: "admitted", used };
  });
}
