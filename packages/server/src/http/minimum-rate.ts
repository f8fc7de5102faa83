/** A rate: this many bytes in each period of this many milliseconds. */
export interface Rate {
  bytes: number;
  ms: number;
}

/** Watches a transfer. Calls `onSlow` when a period ends before its bytes have been counted. */
export function minimumRate({ bytes, ms }: Rate, onSlow: () => void) {
  let timer = setTimeout(onSlow, ms);
  let counted = 0;
  return {
    count(transferred: number): void {
      counted += transferred;
      if (counted < bytes) return;
      counted = 0;
      clearTimeout(timer);
      timer = setTimeout(onSlow, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
