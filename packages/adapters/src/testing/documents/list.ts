import { expect } from "vitest";
import type { Guarantee } from "../suite.ts";
import type { DocumentStoreSubject } from "./subject.ts";

/** Defines the guarantees of `list`. */
export function listGuarantees(guarantee: Guarantee<DocumentStoreSubject>): void {
  const keysIn = async ({ store }: DocumentStoreSubject, prefix: string, after?: string) => {
    const page = after === undefined ? { limit: 100 } : { after, limit: 100 };
    return (await store.list(prefix, page)).map(({ key }) => key);
  };

  guarantee("lists the documents with a prefix, with values and versions", async ({ store }) => {
    const keys = ["keys/a/1", "keys/a/2", "keys/ab/1", "keys/b/1", "keys/a", "Keys/a/1"];
    const result = await store.commit(keys.map((key) => ({ key, value: { key } })));
    const version = result.committed && result.version;
    expect(await store.list("keys/a/", { limit: 10 })).toEqual([
      { key: "keys/a/1", value: { key: "keys/a/1" }, version },
      { key: "keys/a/2", value: { key: "keys/a/2" }, version },
    ]);
    expect(await store.list("none/", { limit: 10 })).toEqual([]);
  });

  guarantee("matches every character of a prefix literally", async (subject) => {
    const keys = ["50%/a", "50_/a", "500/a", "5*?/a", "[50]/a", "\\50/a", "'; --/a"];
    await subject.store.commit(keys.map((key) => ({ key, value: null })));
    for (const key of keys) expect(await keysIn(subject, key.slice(0, -1))).toEqual([key]);
    expect(await keysIn(subject, "50")).toEqual(["50%/a", "500/a", "50_/a"]);
  });

  guarantee("orders keys by their code points", async (subject) => {
    // The order of code points differs from a locale's order, and from UTF-16, which sorts 🙂 before U+FF5E.
    const ordered = [
      "0",
      "A",
      "Z",
      "_",
      "a",
      "aa",
      "z",
      "é",
      "汉",
      "\ud7ff",
      "\ue000",
      "～",
      "🙂",
      "\u{10ffff}",
      "\u{10ffff}a",
    ];
    const shuffled = ordered.toSorted((a, b) => a.length - b.length).toReversed();
    await subject.store.commit(shuffled.map((key) => ({ key: `k/${key}`, value: key })));
    const keys = ordered.map((key) => `k/${key}`);
    expect(await keysIn(subject, "k/")).toEqual(keys);
    expect(await keysIn(subject, "")).toEqual(keys);
    for (const [index, key] of keys.entries())
      expect(await keysIn(subject, "k/", key)).toEqual(keys.slice(index + 1));
    for (const key of ordered)
      expect(await keysIn(subject, `k/${key}`)).toEqual(keys.filter((found) => found.startsWith(`k/${key}`)));
  });

  guarantee(
    "returns every document once across pages while others are added and deleted",
    async ({ store }) => {
      const keys = Array.from({ length: 25 }, (_, index) => `p/${String(index).padStart(2, "0")}`);
      await store.commit(keys.map((key) => ({ key, value: key })));
      const found: string[] = [];
      for (let after: string | undefined; ;) {
        const page = await store.list("p/", { limit: 10, ...(after !== undefined && { after }) });
        found.push(...page.map(({ key }) => key));
        if (page.length < 10) break;
        after = page.at(-1)?.key;
        await store.commit([
          { key: `p/${found.length}-after`, value: 0 },
          { key: "p/00" },
          { key: "o/1", value: 0 },
        ]);
      }
      expect(found.filter((key) => keys.includes(key))).toEqual(keys);
      expect(new Set(found).size).toBe(found.length);
    },
  );

  guarantee(
    "starts at the prefix if `after` sorts before it, and returns nothing if `after` sorts after it",
    async (subject) => {
      await subject.store.commit(["a/1", "b/1", "b/2", "c/1"].map((key) => ({ key, value: 0 })));
      expect(await keysIn(subject, "b/", "a/1")).toEqual(["b/1", "b/2"]);
      expect(await keysIn(subject, "b/", "b/")).toEqual(["b/1", "b/2"]);
      expect(await keysIn(subject, "b/", "b/10")).toEqual(["b/2"]);
      expect(await keysIn(subject, "b/", "c/1")).toEqual([]);
    },
  );

  guarantee("rejects a page size that is not a positive integer", async ({ store }) => {
    for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(store.list("", { limit })).rejects.toMatchObject({ code: "invalid_parameter" });
  });
}
