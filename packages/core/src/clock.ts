/** The port through which the core learns the time, so that tests and replays can hand in their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. May step backwards when the host's clock is set. */
  now(): number;
}

/** The host's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** To wait, and to measure how long something took: unlike a {@link Clock} nobody sets it. */
export interface Timer {
  /** Milliseconds since any fixed moment; never runs backwards. */
  elapsed(): number;
  /** Resolves after that many milliseconds. */
  sleep(ms: number): Promise<void>;
}

/** The host's timer. On Node a wait of it keeps the process from ending. */
export const systemTimer: Timer = {
  elapsed: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
