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

// Callers that hold nothing are removed together. A map that loses an entry at the end of each call replaces its table
// again and again, which costs more than the entries.
const minRoom = 1000;

/** The holdings of accounts, or of addresses. */
class HoldingsById {
  readonly #byId = new Map<string, Holding>();
  readonly #factor: number;
  /** The number of holdings at which those that are empty are removed. */
  #room = minRoom;

  constructor(factor: number) {
    this.#factor = factor;
  }

  #removeEmpty(): void {
    for (const [id, { slots, bytes }] of this.#byId) if (slots === 0 && bytes === 0) this.#byId.delete(id);
    this.#room = Math.max(minRoom, 2 * this.#byId.size);
  }

  /**
   * Returns the holding of a caller.
   *
   * @param usual - The interval between departures to expect of a new caller.
   */
  of(id: string, usual: number): Holding {
    const known = this.#byId.get(id);
    if (known) return known;
    if (this.#byId.size >= this.#room) this.#removeEmpty();
    const holding = { slots: 0, bytes: 0, pace: new DeparturePace(usual), factor: this.#factor };
    this.#byId.set(id, holding);
    return holding;
  }
}

/**
 * Creates the record of the slots and bytes that accounts and addresses hold.
 *
 * @param usual - Returns the interval between departures to expect of a new caller.
 */
export function holdings(usual: () => number) {
  const accounts = new HoldingsById(accountFactor);
  const addresses = new HoldingsById(addressFactor);
  return (caller: Caller | undefined): Holdings => {
    if (!caller) return [];
    const account = accounts.of(caller.account, usual());
    if (caller.address === "") return [account];
    return [account, addresses.of(caller.address, usual())];
  };
}
