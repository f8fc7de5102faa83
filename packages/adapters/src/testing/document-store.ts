import { commitGuarantees } from "./documents/commit.ts";
import { durabilityGuarantees } from "./documents/durability.ts";
import { listGuarantees } from "./documents/list.ts";
import type { DocumentStoreSubject } from "./documents/subject.ts";
import { describeStore, type SuiteOptions } from "./suite.ts";

/**
 * Tests that a `DocumentStore` keeps the contract of its port. Run it in a vitest file, once for each store.
 *
 * @example
 * ```ts
 * import { describeDocumentStore } from "@tools-api/adapters/testing";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 *
 * describeDocumentStore({
 *   name: "memoryDocuments",
 *   async create() {
 *     const store = memoryDocuments();
 *     const same = async () => store;
 *     return { store, another: same, reopen: same, dispose: () => store.close() };
 *   },
 *   skip: [
 *     {
 *       reason: "lives and ends with its process",
 *       tests: ["loses no update across processes", "keeps every acknowledged commit when its process is killed"],
 *     },
 *     {
 *       reason: "keeps no usage",
 *       tests: ["raises the known fences of usage in the same database, in the same step"],
 *     },
 *   ],
 * });
 * ```
 */
export function describeDocumentStore(options: SuiteOptions<DocumentStoreSubject>): void {
  describeStore(options, (guarantee) => {
    commitGuarantees(guarantee);
    listGuarantees(guarantee);
    durabilityGuarantees(guarantee);
  });
}
