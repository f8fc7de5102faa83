/** What went through a system, and how long it took. */
export interface Work {
  texts: number;
  /** UTF-8 bytes. */
  bytes: number;
  seconds: number;
}

/** Texts and megabytes (10^6 bytes) a second, and milliseconds a kilobyte (10^3 bytes). */
export function throughputFigures({ texts, bytes, seconds }: Work) {
  return {
    textsPerSecond: texts / seconds,
    megabytesPerSecond: bytes / 1e6 / seconds,
    millisecondsPerKilobyte: (seconds * 1000) / (bytes / 1000),
  };
}
