interface Running<Result> {
  result: Promise<Result>;
  next?: Promise<Result>;
}

/** Shares loads among concurrent callers. Any number of callers for one key cost at most two loads. */
export function sharedLoads<Result>() {
  const loading = new Map<string, Running<Result>>();

  function start(key: string, load: () => Promise<Result>): Promise<Result> {
    const began = loading.get(key);
    if (began) return began.result;
    const result = load().finally(() => loading.delete(key));
    loading.set(key, { result });
    return result;
  }

  /** Runs a load, or joins one for the same key. `fresh` joins only a load that has not started yet. */
  return (key: string, fresh: boolean, load: () => Promise<Result>): Promise<Result> => {
    const running = loading.get(key);
    if (!running) return start(key, load);
    if (!fresh) return running.result;
    // The running load may have read a document before its last change, so fresh callers share the next load.
    const again = () => start(key, load);
    running.next ??= running.result.then(again, again);
    return running.next;
  };
}
