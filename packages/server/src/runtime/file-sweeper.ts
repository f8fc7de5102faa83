import type { FileStorage } from "../http/file-storage.ts";
import { repeat } from "./repeat.ts";

/** A background task that erases expired files. */
export interface FileSweeper {
  /** Stops the task. Resolves when the current file is erased. */
  stop(): Promise<void>;
}

// A file is gone within a minute of its end.
const pauseMs = 30_000;

/**
 * Erases expired files immediately, and then every half minute. The timer does not keep the process alive.
 *
 * @param onFailure Receives the error of a sweep. The next one tries again.
 *
 * @example
 * ```ts
 * import { memoryBlobs, memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { fileStorage, startFileSweeper } from "@tools-api/server";
 *
 * const files = fileStorage({ documents: memoryDocuments(), blobs: memoryBlobs() });
 * const sweeper = startFileSweeper(files, console.error);
 * await sweeper.stop();
 * ```
 */
export function startFileSweeper(files: FileStorage, onFailure: (error: unknown) => void): FileSweeper {
  const stopped = new AbortController();
  const { signal } = stopped;
  const running = repeat(
    signal,
    () => files.sweep(signal).catch(onFailure),
    () => pauseMs,
  );
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
