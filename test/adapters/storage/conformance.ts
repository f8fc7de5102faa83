import { describeDocumentStore, describeUsageStore, type Skip } from "@tools-api/adapters/testing";
import { sourceFlags } from "./source-processes.ts";
import type { StorePlace, UsagePlace } from "./engines.ts";

/** An engine under the conformance suites. */
interface Conformance<Place> {
  /** The prefix of the functions that create its stores, such as `sqlite`. */
  name: string;
  /** Opens an empty place. */
  open: () => Promise<Place>;
  /** Whether another process can open a place. The module is `NAME-worker.ts`. */
  hasWorker?: boolean;
  skip?: readonly Skip[];
}

const workerOf = ({ name, hasWorker = true }: { name: string; hasWorker?: boolean }) => ({
  ...(hasWorker && {
    worker: { module: new URL(`./${name}-worker.ts`, import.meta.url), execArgv: sourceFlags },
  }),
});

/** Runs the conformance suite of usage on an engine. */
export function describeUsageOf({ name, open, hasWorker, skip = [] }: Conformance<UsagePlace>): void {
  describeUsageStore({
    name: `${name}Usage`,
    ...workerOf({ name, hasWorker }),
    skip,
    async create() {
      const place = await open();
      return {
        store: await place.usage(),
        another: () => place.usage(),
        async reopen() {
          await place.close();
          return place.usage();
        },
        location: place.location,
        dispose: place.remove,
      };
    },
  });
}

/** Runs the conformance suite of documents on an engine. */
export function describeDocumentsOf({ name, open, hasWorker, skip = [] }: Conformance<StorePlace>): void {
  describeDocumentStore({
    name: `${name}Documents`,
    ...workerOf({ name, hasWorker }),
    skip,
    async create() {
      const place = await open();
      return {
        store: await place.documents(),
        usage: await place.usage(),
        another: () => place.documents(),
        async reopen() {
          await place.close();
          return place.documents();
        },
        location: place.location,
        dispose: place.remove,
      };
    },
  });
}
