import { bucketMs, type UsageStore } from "@tools-api/core/storage";

const dayMs = 86_400_000;

/** A little more than the longest report, so that it includes the first day of every zone. */
const yearDays = 368;

/** A clock that shows the instant set last. */
export interface SetClock {
  now(): number;
  set(instant: number): void;
}

/** Creates a clock that shows a fixed instant. */
export function setClock(instant: number): SetClock {
  let current = instant;
  return {
    now: () => current,
    set(next) {
      current = next;
    },
  };
}

/**
 * Records a successful call of an account in every quarter of an hour of a year up to an instant. It advances
 * the clock of the store day by day, so that the store does the maintenance of a year.
 */
export async function recordYear(
  usage: UsageStore,
  clock: SetClock,
  account: string,
  endpoints: readonly string[],
  until: number,
): Promise<void> {
  const today = Math.floor(until / dayMs) * dayMs;
  for (let day = today - (yearDays - 1) * dayMs; day <= today; day += dayMs) {
    const ends = day + dayMs;
    const instants: number[] = [];
    for (let at = day; at < Math.min(ends, until); at += bucketMs) instants.push(at);
    const calls = instants.flatMap((at) => endpoints.map((endpoint) => ({ account, endpoint, at })));
    const windows = [{ id: `day:${new Date(day).toISOString().slice(0, 10)}`, limit: 1_000_000, ends }];
    const at = Math.min(ends, until) - 1;
    clock.set(at);
    await usage.consume({
      id: crypto.randomUUID(),
      at,
      items: calls.map((call) => ({ ...call, windows, fences: [] })),
    });
    const outcome = {
      credential: `key_${account}`,
      succeeded: true,
      bytesIn: 300,
      bytesOut: 2000,
      durationMs: 7.3,
    };
    await usage.complete({
      id: crypto.randomUUID(),
      at,
      items: calls.map((call) => ({ ...call, ...outcome })),
    });
  }
}

/** Returns the number of calls that {@link recordYear} has recorded for one endpoint since an instant. */
export function callsSince(start: number, until: number): number {
  return Math.ceil((until - start) / bucketMs);
}
