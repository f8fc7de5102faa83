import type { UsageStore } from "@tools-api/core";

/** The calls to one endpoint at one instant, by outcome. */
export interface History {
  /** RFC 3339. */
  at: string;
  endpoint?: string;
  succeeded?: number;
  failed?: number;
  rejected?: number;
  serverErrors?: number;
  /** The units of each call. Default: 1. */
  units?: number;
}

let batches = 0;

/** Records calls of an account as a meter does. Its window rejects no other calls than the rejected ones. */
export async function recordHistory(usage: UsageStore, account: string, history: readonly History[]) {
  for (const { at: instant, endpoint = "text-analyzer", units, ...counts } of history) {
    const { succeeded = 0, failed = 0, rejected = 0, serverErrors = 0 } = counts;
    const at = Date.parse(instant);
    const batch = <Item>(items: Item[]) => ({ id: `history-${++batches}`, at, items });
    const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);
    const call = { account, endpoint, at, windows: [], units, fences: [] };
    const full = [{ id: "full", limit: 0, ends: at + 60_000 }];
    const outcome = {
      account,
      endpoint,
      at,
      credential: "key_1",
      bytesIn: 1234,
      bytesOut: 56_789,
      durationMs: 12.5,
    };
    await usage.consume(
      batch([
        ...times(succeeded + failed + serverErrors, call),
        ...times(rejected, { ...call, windows: full }),
      ]),
    );
    await usage.complete(
      batch([
        ...times(succeeded, { ...outcome, succeeded: true }),
        ...times(failed, { ...outcome, succeeded: false }),
      ]),
    );
    await usage.refund(batch(times(serverErrors, { account, endpoint, at, windows: [], units })));
  }
}
