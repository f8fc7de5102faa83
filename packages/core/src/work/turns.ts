import { Bag, type Bagged } from "./bag.ts";

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
interface TurnRequest {
  caller?: Caller | undefined;
  lane?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The slots and limits of {@link fairTurns}. */
interface FairTurnsOptions<Slot> {
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

/** A job by its caller. */
interface Request extends Caller {
  arrival: number;
  /** The milliseconds that were charged when the job began. */
  estimate: number;
}

interface Job<Slot> extends Request, Bagged {
  caller: Caller | undefined;
  lane: string | undefined;
  startedAt: number;
  /** Receives the turn of a job that has waited. */
  receive?: (turn: Turn<Slot>) => void;
}

interface Share {
  /** The busy period in which it was used. In the next one it counts as new. */
  period: number;
  jobs: number;
  begun: number;
  served: number;
}

// Idle shares are removed together, not at every job.
const maxIdleShares = 1000;

/**
 * Tracks the work that each account, or each address, has received. The clock advances by the work divided by the
 * number of active shares (weighted fair queueing, Demers et al. 1989). A newcomer therefore neither waits for the past
 * work of others nor overtakes them indefinitely.
 */
function ledger() {
  const shares = new Map<string, Share>();
  let period = 0;
  let clock = 0;
  let active = 0;

  const findShare = (id: string): Share => {
    const known = shares.get(id);
    if (known?.period === period) return known;
    const share = { period, jobs: 0, begun: 0, served: clock };
    if (known) return Object.assign(known, share);
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
        period += 1;
        clock = 0;
        if (shares.size > maxIdleShares) shares.clear();
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

/** Creates the ledgers of accounts and addresses, which both count the jobs of a caller. */
function callerLedgers() {
  const accounts = ledger();
  const addresses = ledger();
  return {
    join({ account, address }: Request) {
      accounts.join(account);
      addresses.join(address);
    },
    begin({ account, address, estimate }: Request) {
      accounts.begin(account, estimate);
      addresses.begin(address, estimate);
    },
    work({ account, address, estimate }: Request, elapsed: number) {
      accounts.work(account, elapsed, estimate);
      addresses.work(address, elapsed, estimate);
    },
    leave({ account, address }: Request) {
      accounts.leave(account);
      addresses.leave(address);
    },
    /** Returns whether the first job goes before the second. */
    precedes(one: Request, other: Request): boolean {
      const [account, otherAccount] = [accounts.status(one.account), accounts.status(other.account)];
      const [address, otherAddress] = [addresses.status(one.address), addresses.status(other.address)];
      const difference =
        Math.max(account.lag, address.lag) - Math.max(otherAccount.lag, otherAddress.lag) ||
        account.lag - otherAccount.lag ||
        account.begun - otherAccount.begun ||
        address.begun - otherAddress.begun ||
        one.arrival - other.arrival;
      return difference < 0;
    },
  };
}

/** Returns whether a job can have one of the slots next to the busy ones. */
function isOpen(
  { caller, account, address }: Pick<Job<unknown>, "caller" | "account" | "address">,
  busy: readonly Caller[],
  { slots, spare }: { slots: number; spare: number },
): boolean {
  if (busy.length < slots) return true;
  if (!caller || busy.some((job) => job.account === account)) return false;
  const isNewAddress = address !== "" && !busy.some((job) => job.address === address);
  return busy.length < slots + Math.min(isNewAddress ? 2 : 1, spare);
}

/** The waiting jobs. Those of one caller in one lane are in the order of their arrival. */
function waitingJobs<Slot>() {
  const lines = new Map<string, Job<Slot>[]>();
  const lineOf = ({ account, address, lane = "" }: Job<Slot>) => `${account}\n${address}\n${lane}`;
  return {
    isEmpty: () => lines.size === 0,
    add(job: Job<Slot>) {
      const line = lineOf(job);
      const jobs = lines.get(line);
      if (jobs) jobs.push(job);
      else lines.set(line, [job]);
    },
    remove(job: Job<Slot>) {
      const line = lineOf(job);
      const jobs = lines.get(line);
      if (jobs?.[0] === job) jobs.shift();
      else jobs?.splice(jobs.indexOf(job), 1);
      if (jobs?.length === 0) lines.delete(line);
    },
    /** Yields the first job of each line: no other one can be next. */
    *heads(): Generator<Job<Slot>> {
      for (const [job] of lines.values()) if (job) yield job;
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
  const isFree = all.map(() => true);
  const laneLimits = new Map<string | undefined, number>(Object.entries(lanes));
  const waiting = waitingJobs<Slot>();
  const working = new Bag<Job<Slot>>();
  const callers = callerLedgers();
  let arrivals = 0;
  let average = 0;

  function mayBegin(job: Job<Slot>): boolean {
    const busy = working.members;
    if (!isOpen(job, busy, { slots: slots.length, spare: spare.length })) return false;
    const limit = laneLimits.get(job.lane);
    if (limit === undefined) return true;
    const inLane = busy.filter(({ lane }) => lane === job.lane);
    return isOpen(job, inLane, { slots: limit, spare: spare.length });
  }

  function next(): Job<Slot> | undefined {
    let first: Job<Slot> | undefined;
    for (const job of waiting.heads())
      if (mayBegin(job) && (!first || callers.precedes(job, first))) first = job;
    return first;
  }

  function createJob({ caller, lane }: TurnRequest): Job<Slot> {
    const { account = "", address = "" } = caller ?? {};
    const job = { caller, lane, account, address, arrival: arrivals++, estimate: 0, startedAt: 0, place: -1 };
    callers.join(job);
    return job;
  }

  function end(job: Job<Slot>, index: number): void {
    if (!working.remove(job)) return;
    const elapsed = now() - job.startedAt;
    average = average === 0 ? elapsed : average + (elapsed - average) / 5;
    callers.work(job, elapsed);
    callers.leave(job);
    isFree[index] = true;
    advance();
  }

  /** Begins a job in the free slot of an index. */
  function begin(job: Job<Slot>, index: number, slot: Slot): Turn<Slot> {
    isFree[index] = false;
    working.add(job);
    job.estimate = average;
    job.startedAt = now();
    callers.begin(job);
    return { slot, end: () => end(job, index) };
  }

  function advance(): void {
    while (!waiting.isEmpty()) {
      // The lowest index, so no more slots are used than jobs run concurrently.
      const index = isFree.indexOf(true);
      const slot = all[index];
      const job = slot === undefined ? undefined : next();
      if (slot === undefined || !job) return;
      waiting.remove(job);
      job.receive?.(begin(job, index, slot));
    }
  }

  return {
    /** Returns a turn that begins immediately; `null` if a job waits, or if the job itself would have to wait. */
    takeNow(request: TurnRequest): Turn<Slot> | null {
      const index = isFree.indexOf(true);
      const slot = all[index];
      if (slot === undefined || !waiting.isEmpty()) return null;
      const job = createJob(request);
      if (mayBegin(job)) return begin(job, index, slot);
      callers.leave(job);
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
          waiting.remove(job);
          callers.leave(job);
          reject(signal?.reason);
        };
        job.receive = (turn) => {
          signal?.removeEventListener("abort", onAbort);
          resolve(turn);
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        waiting.add(job);
        advance();
      });
    },
  };
}
