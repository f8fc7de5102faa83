import { setTimeout as sleep } from "node:timers/promises";
import { unstorageDocuments } from "@tools-api/adapters/storage/unstorage";
import { createStorage, type Driver } from "unstorage";
import { expect, it } from "vitest";
import { isWhole } from "../../whole.ts";
import { faultyDriver } from "./unstorage-faulty-driver.ts";

const leaseMs = 2_000;
const longestDelayMs = 40;

const seed = isWhole ? Date.now() : 1;
if (isWhole) console.log(`unstorage-lease: seed ${seed}`);
let state = seed % 2_147_483_647;
/** Returns the next of a sequence of numbers from 0 to 1. */
function random(): number {
  state = (state * 16_807) % 2_147_483_647;
  return state / 2_147_483_647;
}

/** Returns a driver with a delay in every operation, like remote drivers. */
function slowDriver(items: Map<string, string>): Driver {
  const { driver, faults } = faultyDriver("one of ours", items);
  const delay = () => sleep(random() * longestDelayMs);
  faults.onRead = async (key) => {
    await delay();
    return items.get(key) ?? null;
  };
  faults.onWrite = async (_, text, write) => {
    await delay();
    write(text);
    await delay();
  };
  return driver;
}

it("grants the lease to one of many concurrent processes", async () => {
  const winners = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const items = new Map<string, string>();
      const stores = Array.from({ length: 4 }, () =>
        unstorageDocuments({ storage: createStorage({ driver: slowDriver(items) }), leaseMs }),
      );
      const results = await Promise.allSettled(
        stores.map(async (store, index) => {
          await sleep(random() * 2 * longestDelayMs);
          return store.commit([{ key: `k/${index}`, value: index }]);
        }),
      );
      await Promise.all(stores.map((store) => store.close()));
      return results.filter(({ status }) => status === "fulfilled").length;
    }),
  );
  expect(Math.max(...winners)).toBe(1);
});
