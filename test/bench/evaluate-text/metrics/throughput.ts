/** The amount of work that a system did, and its duration. */
export interface Work {
  texts: number;
  /** UTF-8 bytes. */
  bytes: number;
  seconds: number;
}

/** Returns texts and megabytes (10^6 bytes) per second, and milliseconds per kilobyte (10^3 bytes). */
export function throughputFigures({ texts, bytes, seconds }: Work) {
  return {
    textsPerSecond: texts / seconds,
    megabytesPerSecond: bytes / 1e6 / seconds,
    millisecondsPerKilobyte: (seconds * 1000) / (bytes / 1000),
  };
}
