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

const isoTexts = new Map<number, string>();
const mostIsoTexts = 1000;

/** Returns an instant as RFC 3339 in UTC, without the fraction if it is zero. */
export function isoSeconds(instant: number): string {
  // Call after call formats the same few instants, such as the bounds of the day and of a billing cycle.
  const known = isoTexts.get(instant);
  if (known !== undefined) return known;
  const text = new Date(instant).toISOString().replace(".000Z", "Z");
  if (isoTexts.size >= mostIsoTexts) isoTexts.clear();
  isoTexts.set(instant, text);
  return text;
}

/** Returns an instant as {@link isoSeconds} does, and `null` for `null`. */
export function isoSecondsOrNull(instant: number | null): string | null {
  return instant === null ? null : isoSeconds(instant);
}
