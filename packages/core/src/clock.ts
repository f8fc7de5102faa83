/** The port through which the core reads the time. Tests and replays pass in their own clock. */
export interface Clock {
  /** Returns milliseconds since the Unix epoch. May step backwards when the host's clock is set. */
  now(): number;
}

/** The host's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A port for waiting and for measuring durations. Unlike a {@link Clock}, it is not affected when the clock is set. */
export interface Timer {
  /** Returns milliseconds since any fixed moment. Never runs backwards. */
  elapsed(): number;
  /** Resolves after that many milliseconds. */
  sleep(ms: number): Promise<void>;
}

/** The host's timer. On Node, waiting keeps the process from ending. */
export const systemTimer: Timer = {
  elapsed: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
