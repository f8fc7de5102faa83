import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import { unstorageDocuments } from "@tools-api/adapters/storage/unstorage";
import type { WriteOperation } from "@tools-api/core/storage";
import * as fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { createStorage } from "unstorage";
import { newUnstorageFolder } from "./unstorage-folder.ts";

// Characters and names that drivers and file systems treat specially: separators, dots, case, reserved names,
// lengths.
const oddKeys = [
  "a/b:c",
  "a:b:c",
  "a/b/c",
  "../../etc/passwd",
  "..",
  ".",
  "a?b#c",
  "a\\b",
  "A",
  "a",
  "CON",
  "a$",
  "a b ",
  " ",
  "%2e%2e%2f",
  "__proto__",
  "constructor",
  "é",
  "e\u0301",
  "汉/字",
  "🙂",
  "x".repeat(3_000),
  "x/".repeat(1_000),
];

const keys = fc.oneof(
  fc.constantFrom(...oddKeys),
  fc
    .string({ unit: "binary", minLength: 1, maxLength: 12 })
    .filter((key) => /^[^\0\p{Surrogate}]+$/u.test(key)),
  fc.integer({ min: 0, max: 400 }).map((number) => `many/${number}`),
);

const commits = fc
  .uniqueArray(
    fc.record({
      key: keys,
      size: fc.constantFrom(0, 1, 1_000, 9_000, 20_000),
      deletes: fc.boolean(),
      expires: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
    }),
    { selector: ({ key }) => key, minLength: 1, maxLength: 12 },
  )
  .map(
    (writes) => (now: number) =>
      writes.map(({ key, size, deletes, expires }): WriteOperation => {
        if (deletes) return { key };
        const value = { text: "v".repeat(size), ["__proto__"]: 1 };
        return expires === undefined ? { key, value } : { key, value, expiresAt: now + expires };
      }),
  );

it("stores and lists the same documents as the memory store for any keys, sizes, prefixes and times", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(commits, { minLength: 1, maxLength: 60 }),
      fc.array(fc.tuple(keys, keys, fc.integer({ min: 1, max: 40 })), { maxLength: 20 }),
      async (writes, queries) => {
        let time = 1_000;
        const clock = { now: () => time };
        const model = memoryDocuments({ clock });
        const storage = createStorage();
        let store = unstorageDocuments({ storage, clock });
        for (const write of writes) {
          time += 3;
          const operations = write(time);
          expect(await store.commit(operations)).toEqual(await model.commit(operations));
        }
        for (const round of ["in memory", "opened again"]) {
          expect(await store.list("", { limit: 1_000 }), round).toEqual(
            await model.list("", { limit: 1_000 }),
          );
          for (const [first, second, limit] of queries) {
            const prefix = first.slice(0, 3);
            if (/\p{Surrogate}/u.test(prefix)) continue;
            expect(await store.list(prefix, { limit })).toEqual(await model.list(prefix, { limit }));
            const page = { after: second, limit };
            expect(await store.list(prefix, page)).toEqual(await model.list(prefix, page));
            expect(await store.get(second)).toEqual(await model.get(second));
          }
          await store.close();
          store = unstorageDocuments({ storage, clock });
        }
      },
    ),
    { numRuns: 100 },
  );
});

it("keeps unusual keys in files", async () => {
  const folder = await newUnstorageFolder();
  onTestFinished(() => folder.remove());
  await folder.documents().commit(oddKeys.map((key) => ({ key, value: key })));
  await folder.close();
  const documents = folder.documents();
  for (const key of oddKeys) expect((await documents.get(key))?.value).toBe(key);
});

it("removes the items of deleted and expired documents during other writes", async () => {
  let time = 1_000;
  const clock = { now: () => time };
  const storage = createStorage();
  const documents = unstorageDocuments({ storage, clock });
  const texts = async () => {
    const names = await storage.getKeys("tools-api");
    const pages = names.filter((name) => /:documents:\d+$/.test(name));
    return Promise.all(pages.map((name) => storage.getItem<string>(name)));
  };
  for (let commit = 0; commit < 40; commit++)
    await documents.commit(
      Array.from({ length: 10 }, (_, index) => ({
        key: `codes/${commit}/${index}`,
        value: "x".repeat(1_000),
        expiresAt: 2_000,
      })),
    );
  expect((await texts()).length).toBeGreaterThan(20);
  time = 2_000;
  for (let commit = 0; commit < 3_000; commit++) await documents.commit([{ key: "other", value: commit }]);
  const left = await texts();
  expect(left.filter((text) => text?.includes("codes/"))).toEqual([]);
  expect(left.length).toBeLessThan(5);
  await documents.close();
});
