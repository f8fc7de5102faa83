import type { CommitResult } from "@tools-api/core/storage";
import { expect } from "vitest";
import { sampleBatch, sampleCall } from "../samples.ts";
import type { Guarantee } from "../suite.ts";
import type { DocumentStoreSubject } from "./subject.ts";

function committedVersion(result: CommitResult): number {
  if (!result.committed) throw new Error(`expected a commit, received a conflict over ${result.conflict}`);
  return result.version;
}

function conflict(key: string): CommitResult {
  return { committed: false, conflict: key };
}

/** Defines the guarantees of `get` and `commit`. */
export function commitGuarantees(guarantee: Guarantee<DocumentStoreSubject>): void {
  guarantee(
    "returns a document with the version of its commit, and null for a missing one",
    async ({ store, another }) => {
      expect(await store.get("notes/1")).toBeNull();
      const version = committedVersion(await store.commit([{ key: "notes/1", value: { text: "Hello" } }]));
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

  guarantee(
    "does not change a document when a caller modifies a written or returned value",
    async ({ store }) => {
      const value = { list: [1] };
      await store.commit([{ key: "notes/1", value }]);
      value.list.push(2);
      for (const _ of [1, 2]) {
        const read = await store.get("notes/1");
        expect(read?.value).toEqual({ list: [1] });
        if (read && typeof read.value === "object") Object.assign(read.value ?? {}, { list: [] });
      }
    },
  );

  guarantee("increases versions and never reuses one, even after deletions", async ({ store, another }) => {
    const second = await another();
    const versions = [
      committedVersion(await store.commit([{ key: "a", value: 1 }])),
      committedVersion(await second.commit([{ key: "b", value: 1 }])),
      committedVersion(await store.commit([{ key: "a" }, { key: "b" }])),
      committedVersion(await second.commit([{ key: "a", value: 1 }])),
      committedVersion(
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

  guarantee("lets exactly one of 50 concurrent commits win a version", async ({ store, another }) => {
    const second = await another();
    const ifVersion = committedVersion(await store.commit([{ key: "token", value: "fresh" }]));
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

  guarantee("lets exactly one of 50 concurrent commits create a document", async ({ store, another }) => {
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

  guarantee(
    "applies all operations or none, and returns the first key whose condition fails",
    async ({ store }) => {
      const ifVersion = committedVersion(
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
    },
  );

  guarantee("deletes documents, and rejects a version condition on a deleted one", async ({ store }) => {
    const ifVersion = committedVersion(await store.commit([{ key: "a", value: 1 }]));
    committedVersion(await store.commit([{ key: "a", ifVersion }]));
    expect(await store.get("a")).toBeNull();
    expect(await store.commit([{ key: "a", value: 2, ifVersion }])).toEqual(conflict("a"));
    committedVersion(await store.commit([{ key: "a" }]));
    committedVersion(await store.commit([{ key: "a", value: 3, ifAbsent: true }]));
    expect((await store.get("a"))?.value).toBe(3);
  });

  guarantee("treats an expired document as absent", async ({ store }) => {
    const expiresAt = Date.now() + 600;
    const ifVersion = committedVersion(await store.commit([{ key: "codes/1", value: "a", expiresAt }]));
    committedVersion(await store.commit([{ key: "codes/2", value: "b", expiresAt: Date.now() + 3_600_000 }]));
    expect(await store.get("codes/2")).not.toBeNull();
    while (Date.now() <= expiresAt) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await store.get("codes/1")).toBeNull();
    expect((await store.list("codes/", { limit: 10 })).map(({ key }) => key)).toEqual(["codes/2"]);
    expect(await store.commit([{ key: "codes/1", value: "c", ifVersion }])).toEqual(conflict("codes/1"));
    committedVersion(await store.commit([{ key: "codes/1", value: "d", ifAbsent: true }]));
    expect((await store.get("codes/1"))?.value).toBe("d");
  });

  guarantee(
    "rejects keys and values that it cannot store, and writes nothing of the commit",
    async ({ store }) => {
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
    },
  );

  guarantee(
    "raises the known fences of usage in the same database, in the same step",
    async ({ store, usage }) => {
      if (!usage) throw new Error("usage: expected a store in the same database, or a skip of this test");
      const admitted = async (id: string, revision: number) => {
        const [admission] = await usage.consume(sampleBatch(sampleCall({ fences: [{ id, revision }] })));
        return admission?.outcome === "admitted";
      };
      const first = committedVersion(await store.commit([{ key: "keys/1", value: "active", fence: true }]));
      expect(await admitted("keys/1", first)).toBe(false);
      await usage.fence("keys/1", first);
      expect(await admitted("keys/1", first)).toBe(true);

      await store.commit([{ key: "keys/1", value: "lost", ifAbsent: true, fence: true }]);
      await store.commit([{ key: "keys/1", value: "unfenced" }]);
      expect(await admitted("keys/1", first)).toBe(true);

      const second = committedVersion(await store.commit([{ key: "keys/1", value: "revoked", fence: true }]));
      expect(await admitted("keys/1", first)).toBe(false);
      expect(await admitted("keys/1", second)).toBe(true);
      await usage.fence("keys/1", second + 100);
      await store.commit([{ key: "keys/1", value: "older", fence: true }]);
      expect(await admitted("keys/1", second + 100)).toBe(true);
    },
  );

  guarantee("answers a ping, and writes nothing that a reader sees", async ({ store }) => {
    await store.commit([{ key: "a", value: 1 }]);
    const before = await store.list("", { limit: 10 });
    await expect(store.ping()).resolves.toBeUndefined();
    expect(await store.list("", { limit: 10 })).toEqual(before);
  });
}
