import { ToolsError } from "@tools-api/core";
import type { Stores } from "@tools-api/core/accounts";
import { withTimeout } from "@tools-api/core/internal/time";

// The endpoint needs no credential. However many clients call it, the stores receive one write per second.
const sharedForMs = 1_000;

// Load balancers wait a few seconds for a probe. Stores wait up to five for their engine.
const answerWithinMs = 2_000;

interface Probe {
  startedAt: number;
  isSettled: boolean;
  result: Promise<void>;
}

/**
 * Creates the check of `/readyz`. It resolves if both stores accept a write. Callers in the same second share one
 * write, and a hanging probe is not started again.
 *
 * @throws ToolsError `storage_unavailable` after at most two seconds; otherwise the error of the store.
 */
export function readiness({ documents, usage }: Stores): () => Promise<void> {
  let latest: Probe | undefined;

  function start(): Probe {
    const result = Promise.all([documents.ping(), usage.ping()]).then(() => {});
    const probe: Probe = { startedAt: performance.now(), isSettled: false, result };
    const settle = () => {
      probe.isSettled = true;
    };
    result.then(settle, settle);
    return probe;
  }

  return async () => {
    const now = performance.now();
    if (!latest || (latest.isSettled && now - latest.startedAt >= sharedForMs)) latest = start();
    const { startedAt, result } = latest;
    await withTimeout(
      Math.max(0, startedAt + answerWithinMs - now),
      result,
      () =>
        new ToolsError(
          "storage_unavailable",
          `A store did not complete a write within ${answerWithinMs / 1000} s.`,
          { retryAfter: 1 },
        ),
    );
  };
}
