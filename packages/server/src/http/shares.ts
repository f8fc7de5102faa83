import type { Caller } from "@tools-api/core/internal";

/** The queue slots and bytes that one account or one address holds. */
export interface Holding {
  slots: number;
  bytes: number;
  readonly pace: DeparturePace;
  /** It can hold this many times what it leaves free. */
  readonly factor: number;
}

/** The holdings of a caller, the account first. */
export type Holdings = readonly Holding[];

// An account can hold as much as it leaves free, an address three times as much. However many callers hold their
// shares, a new caller finds room (dynamic thresholds, Choudhury and Hahne 1998). An address has the larger factor, so
// one account cannot use up the share of others at its address. A reverse proxy can put all clients at one address.
const accountFactor = 1;
const addressFactor = 3;

/** Estimates how soon the next request leaves. Instants are milliseconds of one monotonic clock. */
export class DeparturePace {
  #inside = 0;
  #lastAt = 0;
  #interval: number;

  /**
   * Creates the estimate.
   *
   * @param usual - The interval to expect before the first request has left.
   */
  constructor(usual = 0) {
    this.#interval = usual;
  }

  /** The average milliseconds between departures; 0 if there were none. */
  get interval(): number {
    return this.#interval;
  }

  enter(at: number): void {
    if (this.#inside === 0) this.#lastAt = at;
    this.#inside += 1;
  }

  leave(at: number): void {
    this.#inside -= 1;
    const elapsed = at - this.#lastAt;
    this.#interval = this.#interval === 0 ? elapsed : this.#interval + (elapsed - this.#interval) / 5;
    this.#lastAt = at;
  }

  /** Returns the milliseconds until the next request is expected to leave. */
  untilNext(at: number): number {
    const halt = at - this.#lastAt;
    // Expect a pause to last as long again as it has lasted.
    return halt < this.#interval ? this.#interval - halt : halt;
  }
}

/**
 * Creates the record of the slots and bytes that accounts and addresses hold. It drops a caller that holds nothing.
 *
 * @param usual - Returns the interval between departures to expect of a new caller.
 */
export function holdings(usual: () => number) {
  const accounts = new Map<string, Holding>();
  const addresses = new Map<string, Holding>();

  function holdingIn(map: Map<string, Holding>, id: string, factor: number): Holding {
    const known = map.get(id);
    if (known) return known;
    const holding = { slots: 0, bytes: 0, pace: new DeparturePace(usual()), factor };
    map.set(id, holding);
    return holding;
  }

  function forgetIn(map: Map<string, Holding>, id: string): void {
    const holding = map.get(id);
    if (holding?.slots === 0 && holding.bytes === 0) map.delete(id);
  }

  return {
    of(caller: Caller | undefined): Holdings {
      if (!caller) return [];
      const account = holdingIn(accounts, caller.account, accountFactor);
      if (caller.address === "") return [account];
      return [account, holdingIn(addresses, caller.address, addressFactor)];
    },
    /** Deletes the entries of a caller that holds nothing. */
    forget(caller: Caller | undefined): void {
      if (!caller) return;
      forgetIn(accounts, caller.account);
      forgetIn(addresses, caller.address);
    },
  };
}
