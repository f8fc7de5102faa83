/** The port through which the core learns the time, so that tests and replays can hand in their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. May step backwards when the host's clock is set. */
  now(): number;
}

/** The host's clock. */
export const systemClock: Clock = { now: () => Date.now() };
