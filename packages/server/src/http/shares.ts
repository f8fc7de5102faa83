import type { Caller } from "@tools-api/core/internal";

/** The queue slots and bytes that one account or one address holds. */
export interface Holding {
  slots: number;
  bytes: number;
  pace: Pace;
}

/** The holdings of a caller, the account first. */
export type Holdings = readonly { holding: Holding; factor: number }[];

/** Estimates how soon the next request leaves. */
interface Pace {
  enter(): void;
  leave(): void;
  /** Returns the milliseconds until the next request is expected to leave. */
  untilNext(): number;
  /** Returns the average milliseconds between departures; 0 if there were none. */
  interval(): number;
}

// An account can hold as much as it leaves free, an address three times as much. However many callers hold their
// shares, a new caller finds room (dynamic thresholds, Choudhury and Hahne 1998). An address has the larger factor, so
// one account cannot use up the share of others at its address. A reverse proxy can put all clients at one address.
const accountFactor = 1;
const addressFactor = 3;

/**
 * Creates an estimate of how soon the next request leaves.
 *
 * @param usual - The interval to expect before the first request has left.
 */
export function departurePace(now: () => number, usual = 0): Pace {
  let inside = 0;
  let interval = usual;
  let lastAt = 0;
  return {
    enter() {
      if (inside === 0) lastAt = now();
      inside += 1;
    },
    leave() {
      inside -= 1;
      const elapsed = now() - lastAt;
      interval = interval === 0 ? elapsed : interval + (elapsed - interval) / 5;
      lastAt = now();
    },
    untilNext() {
      const halt = now() - lastAt;
      // Expect a pause to last as long again as it has lasted.
      return halt < interval ? interval - halt : halt;
    },
    interval: () => interval,
  };
}

/**
 * Creates the record of the slots and bytes that accounts and addresses hold. It drops a caller that holds nothing.
 *
 * @param usual - Returns the interval between departures to expect of a new caller.
 */
export function holdings(now: () => number, usual: () => number) {
  const accounts = new Map<string, Holding>();
  const addresses = new Map<string, Holding>();

  function holdingIn(map: Map<string, Holding>, id: string): Holding {
    const known = map.get(id);
    if (known) return known;
    const holding = { slots: 0, bytes: 0, pace: departurePace(now, usual()) };
    map.set(id, holding);
    return holding;
  }

  return {
    of(caller: Caller | undefined): Holdings {
      if (!caller) return [];
      const account = { holding: holdingIn(accounts, caller.account), factor: accountFactor };
      if (caller.address === "") return [account];
      return [account, { holding: holdingIn(addresses, caller.address), factor: addressFactor }];
    },
    /** Deletes the entries of a caller that holds nothing. */
    forget({ account, address }: Caller): void {
      for (const [map, id] of [[accounts, account] as const, [addresses, address] as const]) {
        const holding = map.get(id);
        if (holding?.slots === 0 && holding.bytes === 0) map.delete(id);
      }
    },
  };
}
