import type { UsageStore } from "@tools-api/core";
import { describeStore, type Subject, type SuiteOptions } from "./suite.ts";
import { admissionGuarantees } from "./usage/admission.ts";
import { durabilityGuarantees } from "./usage/durability.ts";
import { fenceGuarantees } from "./usage/fences.ts";
import { readingGuarantees } from "./usage/reading.ts";
import { recordGuarantees } from "./usage/record.ts";

/**
 * Tests that a `UsageStore` keeps the contract of its port. Run it in a vitest file, once for each store.
 *
 * @example
 * ```ts
 * import { describeUsageStore } from "@tools-api/adapters/testing";
 * import { memoryUsage } from "@tools-api/adapters/storage/memory";
 *
 * describeUsageStore({
 *   name: "memoryUsage",
 *   async create() {
 *     const store = memoryUsage();
 *     const same = async () => store;
 *     return { store, another: same, reopen: same, dispose: () => store.close() };
 *   },
 *   skip: [
 *     {
 *       reason: "lives and ends with its process",
 *       tests: [
 *         "returns the state of one instant while another process writes",
 *         "admits exactly the remaining units of a window across processes",
 *         "keeps every acknowledged call when its process is killed",
 *         "recognizes the batches of a process that was killed",
 *       ],
 *     },
 *   ],
 * });
 * ```
 */
export function describeUsageStore(options: SuiteOptions<Subject<UsageStore>>): void {
  describeStore(options, (guarantee) => {
    admissionGuarantees(guarantee);
    fenceGuarantees(guarantee);
    recordGuarantees(guarantee);
    readingGuarantees(guarantee);
    durabilityGuarantees(guarantee);
  });
}
