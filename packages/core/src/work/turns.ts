/** The caller of a job. */
export interface Caller {
  account: string;
  /** The client address; empty if it is unknown. */
  address: string;
}

/** A slot that a job occupies while it runs. */
export interface Turn<Slot> {
  slot: Slot;
  /** Releases the slot for the next job. */
  end(): void;
}

/** A job that waits for a turn. Jobs without a caller share one turn in the rotation. */
export interface TurnRequest {
  caller?: Caller | undefined;
  lane?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The slots and limits of {@link fairTurns}. */
export interface FairTurnsOptions<Slot> {
  slots: readonly Slot[];
  /**
   * Up to two slots that no caller can fill. The first is for accounts without a running job, the second for addresses
   * without one. Without them, the long jobs of one account would occupy all slots until they end.
   */
  spare?: readonly Slot[];
  /** The maximum number of running jobs per lane. A full lane lets jobs of other lanes pass. */
  lanes?: Readonly<Record<string, number>>;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

interface Job<Slot> {
  caller: Caller | undefined;
  lane: string | undefined;
  account: string;
  address: string;
  arrival: number;
  /** The milliseconds that were charged when the job began. */
  estimate: number;
  startedAt: number;
  /** Receives the turn of a job that has waited. */
  receive?: (turn: Turn<Slot>) => void;
}

interface Share {
  jobs: number;
  begun: number;
  served: number;
}

// Idle shares of a busy period are removed together, not at every job.
const maxIdleShares = 1000;

/**
 * Tracks the work that each account, or each address, has received. The clock advances by the work divided by the
 * number of active shares (weighted fair queueing, Demers et al. 1989). A newcomer therefore neither waits for the past
 * work of others nor overtakes them indefinitely.
 */
function ledger() {
  const shares = new Map<string, Share>();
  let clock = 0;
  let active = 0;

  const findShare = (id: string): Share => {
    const known = shares.get(id);
    if (known) return known;
    const share = { jobs: 0, begun: 0, served: clock };
    shares.set(id, share);
    return share;
  };

  return {
    join(id: string) {
      const share = findShare(id);
      if (share.jobs === 0) {
        active += 1;
        share.served = Math.max(share.served, clock);
      }
      share.jobs += 1;
    },
    begin(id: string, estimate: number) {
      const share = findShare(id);
      share.begun += 1;
      share.served += estimate;
    },
    work(id: string, elapsed: number, estimate: number) {
      findShare(id).served += elapsed - estimate;
      clock += elapsed / active;
    },
    leave(id: string) {
      const share = findShare(id);
      share.jobs -= 1;
      if (share.jobs > 0) return;
      active -= 1;
      if (active === 0) {
        shares.clear();
        clock = 0;
      } else if (shares.size - active > maxIdleShares) {
        for (const [id, { jobs, served }] of shares) if (jobs === 0 && served <= clock) shares.delete(id);
      }
    },
    /** Returns the milliseconds of work that a share received beyond its fair share, and the number of its turns. */
    status(id: string) {
      const { served, begun } = findShare(id);
      return { lag: served - clock, begun };
    },
  };
}

/**
 * Assigns slots to jobs so that no caller waits for the queue of another. The next job is the one whose caller has
 * received the least work. Of the work of its account and of its address, the larger counts. Jobs of one caller keep
 * their order.
 */
export function fairTurns<Slot>(options: FairTurnsOptions<Slot>) {
  const { slots, spare = [], lanes = {}, now = () => performance.now() } = options;
  const all = [...slots, ...spare];
  const free = new Set(all.keys());
  const laneLimits = new Map<string | undefined, number>(Object.entries(lanes));
  /** The waiting jobs of each caller in each lane, in the order of their arrival. */
  const waiting = new Map<string, Set<Job<Slot>>>();
  const working = new Set<Job<Slot>>();
  const accounts = ledger();
  const addresses = ledger();
  let arrivals = 0;
  let average = 0;

  function isOpen(
    limit: number,
    busy: readonly Job<Slot>[],
    { caller, account, address }: Job<Slot>,
  ): boolean {
    if (busy.length < limit) return true;
    if (!caller || busy.some((job) => job.account === account)) return false;
    const isNewAddress = address !== "" && !busy.some((job) => job.address === address);
    return busy.length < limit + Math.min(isNewAddress ? 2 : 1, spare.length);
  }

  /** Returns whether the first job goes before the second. */
  function precedes(one: Job<Slot>, other: Job<Slot>): boolean {
    const [account, otherAccount] = [accounts.status(one.account), accounts.status(other.account)];
    const [address, otherAddress] = [addresses.status(one.address), addresses.status(other.address)];
    const difference =
      Math.max(account.lag, address.lag) - Math.max(otherAccount.lag, otherAddress.lag) ||
      account.lag - otherAccount.lag ||
      account.begun - otherAccount.begun ||
      address.begun - otherAddress.begun ||
      one.arrival - other.arrival;
    return difference < 0;
  }

  function mayBegin(job: Job<Slot>): boolean {
    const busy = [...working];
    if (!isOpen(slots.length, busy, job)) return false;
    const limit = laneLimits.get(job.lane);
    return (
      limit === undefined ||
      isOpen(
        limit,
        busy.filter(({ lane }) => lane === job.lane),
        job,
      )
    );
  }

  /** Returns the waiting job that begins next. Only the first job of each caller can. */
  function next(): Job<Slot> | undefined {
    let first: Job<Slot> | undefined;
    for (const [job] of waiting.values())
      if (job && mayBegin(job) && (!first || precedes(job, first))) first = job;
    return first;
  }

  const lineOf = ({ account, address, lane = "" }: Job<Slot>) => `${account}\n${address}\n${lane}`;

  function wait(job: Job<Slot>): void {
    const line = lineOf(job);
    const jobs = waiting.get(line);
    if (jobs) jobs.add(job);
    else waiting.set(line, new Set([job]));
  }

  function stopWaiting(job: Job<Slot>): void {
    const line = lineOf(job);
    const jobs = waiting.get(line);
    jobs?.delete(job);
    if (jobs?.size === 0) waiting.delete(line);
  }

  function createJob({ caller, lane }: TurnRequest): Job<Slot> {
    const { account = "", address = "" } = caller ?? {};
    accounts.join(account);
    addresses.join(address);
    return { caller, lane, account, address, arrival: arrivals++, estimate: 0, startedAt: 0 };
  }

  function leave(job: Job<Slot>): void {
    accounts.leave(job.account);
    addresses.leave(job.address);
  }

  function end(job: Job<Slot>, index: number): void {
    if (!working.delete(job)) return;
    const elapsed = now() - job.startedAt;
    average = average === 0 ? elapsed : average + (elapsed - average) / 5;
    accounts.work(job.account, elapsed, job.estimate);
    addresses.work(job.address, elapsed, job.estimate);
    leave(job);
    free.add(index);
    advance();
  }

  /** Begins a job in the free slot of an index. */
  function begin(job: Job<Slot>, index: number, slot: Slot): Turn<Slot> {
    free.delete(index);
    working.add(job);
    job.estimate = average;
    job.startedAt = now();
    accounts.begin(job.account, average);
    addresses.begin(job.address, average);
    return { slot, end: () => end(job, index) };
  }

  function advance(): void {
    while (waiting.size > 0) {
      // The lowest index, so no more slots are used than jobs run concurrently.
      const index = Math.min(...free);
      const slot = all[index];
      const job = slot === undefined ? undefined : next();
      if (slot === undefined || !job) return;
      stopWaiting(job);
      job.receive?.(begin(job, index, slot));
    }
  }

  return {
    /** Returns a turn that begins immediately; `null` if a job waits, or if the job itself would have to wait. */
    takeNow(request: TurnRequest): Turn<Slot> | null {
      if (waiting.size > 0) return null;
      const index = Math.min(...free);
      const slot = all[index];
      if (slot === undefined) return null;
      const job = createJob(request);
      if (mayBegin(job)) return begin(job, index, slot);
      leave(job);
      return null;
    },
    /**
     * Resolves when the job's turn has come.
     *
     * @throws The reason of the signal if it is aborted before that.
     */
    take(request: TurnRequest): Promise<Turn<Slot>> {
      const { signal } = request;
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const job = createJob(request);
        const onAbort = () => {
          stopWaiting(job);
          leave(job);
          reject(signal?.reason);
        };
        job.receive = (turn) => {
          signal?.removeEventListener("abort", onAbort);
          resolve(turn);
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        wait(job);
        advance();
      });
    },
  };
}
