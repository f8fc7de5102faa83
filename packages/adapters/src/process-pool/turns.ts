/** A place that a job has for its time. */
export interface Turn<Place> {
  place: Place;
  /** Gives the place to the next in the line. */
  end(): void;
}

interface Waiter<Place> {
  lane: string | undefined;
  take(place: Place): void;
}

/**
 * A line before some places. Who came first goes first, but for those whose lane has as many at work as it may:
 * these let the others by, and keep their place in the line.
 */
export function turns<Place>(places: readonly Place[], bounds: Readonly<Record<string, number>>) {
  // The last one first, so that no more places are used than work at once.
  const free = [...places];
  const waiting = new Set<Waiter<Place>>();
  const working = new Map<string | undefined, number>();
  const boundOf = new Map<string | undefined, number>(Object.entries(bounds));

  const isOpen = (lane: string | undefined) => (working.get(lane) ?? 0) < (boundOf.get(lane) ?? Infinity);

  function advance(): void {
    for (const waiter of waiting) {
      if (!isOpen(waiter.lane)) continue;
      const place = free.pop();
      if (place === undefined) return;
      working.set(waiter.lane, (working.get(waiter.lane) ?? 0) + 1);
      waiter.take(place);
    }
  }

  return {
    /** @throws The signal's reason when it is aborted before the turn has come. */
    take(lane: string | undefined, signal: AbortSignal | undefined): Promise<Turn<Place>> {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const leave = () => {
          waiting.delete(waiter);
          signal?.removeEventListener("abort", onAbort);
        };
        const waiter: Waiter<Place> = {
          lane,
          take(place) {
            leave();
            resolve({
              place,
              end() {
                working.set(lane, (working.get(lane) ?? 0) - 1);
                free.push(place);
                advance();
              },
            });
          },
        };
        const onAbort = () => {
          leave();
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", onAbort);
        waiting.add(waiter);
        advance();
      });
    },
  };
}
