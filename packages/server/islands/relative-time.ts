let format: Intl.RelativeTimeFormat | undefined;

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/**
 * Returns the distance of an instant from now in whole units, rounded toward now, such as `3 hours ago` or `in 2 days`.
 * Returns `just now` for less than a minute.
 *
 * @param at Epoch milliseconds.
 * @param now Epoch milliseconds.
 */
export function relativeTime(at: number, now: number): string {
  const distance = at - now;
  for (const [unit, ms] of units) {
    const count = Math.trunc(distance / ms);
    if (count === 0) continue;
    // The first one loads data for 30 ms, which the start of a server does not wait for.
    format ??= new Intl.RelativeTimeFormat("en", { numeric: "always" });
    return format.format(count, unit);
  }
  return distance > 0 ? "in less than a minute" : "just now";
}
