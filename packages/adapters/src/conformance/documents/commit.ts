import type { CommitResult } from "@tools-api/core/storage";
import { expect } from "vitest";
import type { DocumentStoreSubject } from "../document-store.ts";
import { batchOf, callOf } from "../samples.ts";
import type { Guarantee } from "../suite.ts";

function versionOf(result: CommitResult): number {
  if (!result.committed) throw new Error(`expected a commit, received a conflict over ${result.conflict}`);
  return result.version;
}

function conflict(key: string): CommitResult {
  return { committed: false, conflict: key };
}

/** Defines the guarantees of `get` and `commit`. */
export function commitGuarantees(guarantee: Guarantee<DocumentStoreSubject>): void {
  guarantee(
    "gives a document back at the version of its commit, and null for none",
    async ({ store, another }) => {
      expect(await store.get("notes/1")).toBeNull();
      const version = versionOf(await store.commit([{ key: "notes/1", value: { text: "Hello" } }]));
      const document = { key: "notes/1", value: { text: "Hello" }, version };
      expect(await store.get("notes/1")).toEqual(document);
      expect(await (await another()).get("notes/1")).toEqual(document);
      expect(await store.get("notes/")).toBeNull();
    },
  );

  guarantee("keeps every value that JSON can hold", async ({ store }) => {
    const values = [
      { text: 'ä 汉字 🙂 "\\ \n \0 \u2028', lone: "\ud800", nested: [{ a: [null, true, -1.5e-7] }] },
      "",
      0,
      false,
      null,
      [],
      {},
      "x".repeat(100_000),
    ];
    for (const [index, value] of values.entries()) {
      await store.commit([{ key: `values/${index}`, value }]);
      expect((await store.get(`values/${index}`))?.value).toEqual(value);
    }
  });

  guarantee("keeps its documents apart from what a caller does to a value", async ({ store }) => {
    const value = { list: [1] };
    await store.commit([{ key: "notes/1", value }]);
    value.list.push(2);
    for (const _ of [1, 2]) {
      const read = await store.get("notes/1");
      expect(read?.value).toEqual({ list: [1] });
      if (read && typeof read.value === "object") Object.assign(read.value ?? {}, { list: [] });
    }
  });

  guarantee("counts versions up and never uses one twice, deletions included", async ({ store, another }) => {
    const second = await another();
    const versions = [
      versionOf(await store.commit([{ key: "a", value: 1 }])),
      versionOf(await second.commit([{ key: "b", value: 1 }])),
      versionOf(await store.commit([{ key: "a" }, { key: "b" }])),
      versionOf(await second.commit([{ key: "a", value: 1 }])),
      versionOf(
        await store.commit([
          { key: "a", value: 2 },
          { key: "b", value: 2 },
        ]),
      ),
    ];
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
    expect((await store.get("a"))?.version).toBe(versions.at(-1));
    expect((await store.get("b"))?.version).toBe(versions.at(-1));
  });

  guarantee("lets exactly one of many win a version", async ({ store, another }) => {
    const second = await another();
    const ifVersion = versionOf(await store.commit([{ key: "token", value: "fresh" }]));
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? store : second).commit([{ key: "token", value: index, ifVersion }]),
      ),
    );
    const winners = results.flatMap((result, index) => (result.committed ? [index] : []));
    expect(winners).toHaveLength(1);
    expect((await store.get("token"))?.value).toBe(winners[0]);
    expect(results.filter((result) => !result.committed)).toEqual(Array(49).fill(conflict("token")));
  });

  guarantee("lets exactly one of many create a document", async ({ store, another }) => {
    const second = await another();
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? store : second).commit([{ key: "emails/a@b.c", value: index, ifAbsent: true }]),
      ),
    );
    const winners = results.flatMap((result, index) => (result.committed ? [index] : []));
    expect(winners).toHaveLength(1);
    expect((await store.get("emails/a@b.c"))?.value).toBe(winners[0]);
  });

  guarantee("does all operations or none, and names the first whose condition fails", async ({ store }) => {
    const ifVersion = versionOf(
      await store.commit([
        { key: "a", value: 1 },
        { key: "b", value: 1 },
      ]),
    );
    const result = await store.commit([
      { key: "c", value: 2 },
      { key: "a", value: 2, ifVersion },
      { key: "b", value: 2, ifAbsent: true },
      { key: "d", ifVersion },
    ]);
    expect(result).toEqual(conflict("b"));
    expect(await store.get("c")).toBeNull();
    expect(await store.get("a")).toEqual({ key: "a", value: 1, version: ifVersion });
  });

  guarantee("deletes, and holds no condition on what is gone", async ({ store }) => {
    const ifVersion = versionOf(await store.commit([{ key: "a", value: 1 }]));
    versionOf(await store.commit([{ key: "a", ifVersion }]));
    expect(await store.get("a")).toBeNull();
    expect(await store.commit([{ key: "a", value: 2, ifVersion }])).toEqual(conflict("a"));
    versionOf(await store.commit([{ key: "a" }]));
    versionOf(await store.commit([{ key: "a", value: 3, ifAbsent: true }]));
    expect((await store.get("a"))?.value).toBe(3);
  });

  guarantee("holds a document that has expired for absent", async ({ store }) => {
    const expiresAt = Date.now() + 600;
    const ifVersion = versionOf(await store.commit([{ key: "codes/1", value: "a", expiresAt }]));
    versionOf(await store.commit([{ key: "codes/2", value: "b", expiresAt: Date.now() + 3_600_000 }]));
    expect(await store.get("codes/1")).not.toBeNull();
    while (Date.now() <= expiresAt) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await store.get("codes/1")).toBeNull();
    expect((await store.list("codes/", { limit: 10 })).map(({ key }) => key)).toEqual(["codes/2"]);
    expect(await store.commit([{ key: "codes/1", value: "c", ifVersion }])).toEqual(conflict("codes/1"));
    versionOf(await store.commit([{ key: "codes/1", value: "d", ifAbsent: true }]));
    expect((await store.get("codes/1"))?.value).toBe("d");
  });

  guarantee("refuses what it could not give back, and writes nothing of it", async ({ store }) => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const refused = [
      ...["", "nul\0", "lone\ud800"].map((key) => [{ key, value: 1 }]),
      ...[circular, 1n, () => 1, Symbol("s")].map((value) => [{ key: "bad", value }]),
      [{ key: "bad", value: 1, expiresAt: Number.NaN }],
      [
        { key: "bad", value: 1 },
        { key: "bad", value: 2 },
      ],
    ];
    for (const operations of refused) {
      const commit = store.commit([{ key: "good", value: 1 }, ...operations]);
      await expect(commit).rejects.toMatchObject({ name: "ToolsError", code: "invalid_parameter" });
    }
    expect(await store.list("", { limit: 10 })).toEqual([]);
  });

  guarantee(
    "raises the fences that usage in the same database knows, in the same step",
    async ({ store, usage }) => {
      if (!usage) throw new Error("usage: expected a store in the same database, or a skip of this test");
      const admitted = async (id: string, revision: number) => {
        const [admission] = await usage.consume(batchOf(callOf({ fences: [{ id, revision }] })));
        return admission?.outcome === "admitted";
      };
      const first = versionOf(await store.commit([{ key: "keys/1", value: "active", fence: true }]));
      expect(await admitted("keys/1", first)).toBe(false);
      await usage.fence("keys/1", first);
      expect(await admitted("keys/1", first)).toBe(true);

      await store.commit([{ key: "keys/1", value: "lost", ifAbsent: true, fence: true }]);
      await store.commit([{ key: "keys/1", value: "unfenced" }]);
      expect(await admitted("keys/1", first)).toBe(true);

      const second = versionOf(await store.commit([{ key: "keys/1", value: "revoked", fence: true }]));
      expect(await admitted("keys/1", first)).toBe(false);
      expect(await admitted("keys/1", second)).toBe(true);
      await usage.fence("keys/1", second + 100);
      await store.commit([{ key: "keys/1", value: "older", fence: true }]);
      expect(await admitted("keys/1", second + 100)).toBe(true);
    },
  );

  guarantee("answers a ping, which writes nothing that a reader sees", async ({ store }) => {
    await store.commit([{ key: "a", value: 1 }]);
    const before = await store.list("", { limit: 10 });
    await expect(store.ping()).resolves.toBeUndefined();
    expect(await store.list("", { limit: 10 })).toEqual(before);
  });
}
