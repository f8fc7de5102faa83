import { hostname } from "node:os";
import process from "node:process";
import type { DocumentStore } from "@tools-api/core";
import { collection } from "@tools-api/core/internal";
import type { ArchiveReader } from "@tools-api/core/storage";
import { withTimeout } from "@tools-api/core/internal/time";
import { z } from "zod";
import { runningServerPrefix } from "../archive/copy.ts";
import { repeat } from "./repeat.ts";

const RunningServerRecord = z.object({
  url: z.string(),
  /** Its process and its host, for people. */
  process: z.string(),
});

/** The mark of a server that uses a store. */
type RunningServerRecord = z.output<typeof RunningServerRecord>;

const marks = collection(`${runningServerPrefix}{server}`, RunningServerRecord);

const everyMs = 20_000;
// Two marks can fail to be written before the server counts as dead.
const keptMs = 65_000;
const stopMs = 1_000;

/**
 * Marks a store as used by this server until it stops, so that no command moves the store meanwhile. The mark of a killed
 * server expires. A failed write is not reported: the server depends on the store for everything else.
 */
export function markRunning(documents: DocumentStore, url: string): { stop(): Promise<void> } {
  // No other process can open such a store.
  if (documents.capabilities.exactAcross === "process") return { stop: async () => {} };
  const stopped = new AbortController();
  const { signal } = stopped;
  const ids = { server: crypto.randomUUID() };
  const mark = { url, process: `process ${process.pid} on ${hostname()}` };
  const write = () =>
    documents.commit([marks.put(ids, mark, { expiresAt: Date.now() + keptMs })]).catch(() => {});
  const running = repeat(signal, write, () => everyMs);
  return {
    async stop() {
      stopped.abort();
      const removed = running.then(() => documents.commit([marks.drop(ids)]));
      await withTimeout(stopMs, removed, () => new Error("The store does not respond.")).catch(() => {});
    },
  };
}

/** Returns the servers that use the store of an archive, with the instant at which each counts as dead. */
export async function findRunningServers(
  archive: ArchiveReader,
): Promise<(RunningServerRecord & { expiresAt: number })[]> {
  const found: (RunningServerRecord & { expiresAt: number })[] = [];
  for await (const page of archive.read("document"))
    for (const { key, text } of page) {
      if (key > runningServerPrefix && !key.startsWith(runningServerPrefix)) return found;
      if (!key.startsWith(runningServerPrefix)) continue;
      // An archive has the version, the expiry and the value of a document. `markRunning` sets an expiry.
      const [, expiresAt, value] = JSON.parse(text) as [number, number, unknown];
      found.push({ ...RunningServerRecord.parse(value), expiresAt });
    }
  return found;
}
