import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import type { ToolsError } from "@tools-api/core";
import { StoredInstant } from "@tools-api/core/internal/schema";
import { collection, transact } from "@tools-api/core/internal";
import type { WriteOperation } from "@tools-api/core/storage";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const Note = z.object({
  text: z.string(),
  stars: z.int().default(0),
  createdAt: StoredInstant,
  endsAt: StoredInstant.nullable().default(null),
});

const keptMs = 60_000;
const notes = collection("notes/{account}/{id}", Note, {
  expiresAt: ({ endsAt }) => (endsAt === null ? undefined : endsAt + keptMs),
  fenced: true,
});
const titles = collection("titles/{title}", z.object({ note: z.string() }));

const createdAt = Date.UTC(2026, 10, 22, 19, 30, 0, 250);
const note = (text: string) => ({ text, stars: 0, createdAt, endsAt: null });
const ids = { account: "acct_1", id: "note_1" };

function stores() {
  return { documents: memoryDocuments(), usage: memoryUsage() };
}

async function commit({ documents }: ReturnType<typeof stores>, ...operations: WriteOperation[]) {
  return documents.commit(operations);
}

async function withNotes(...names: string[]) {
  const both = stores();
  for (const id of names) await commit(both, notes.create({ account: "acct_1", id }, note(id)));
  return both;
}

describe("a collection", () => {
  it("stores instants as ISO strings and reads them as epoch milliseconds", async () => {
    const both = await withNotes("note_1");
    expect((await both.documents.get("notes/acct_1/note_1"))?.value).toMatchObject({
      createdAt: "2026-11-22T19:30:00.250Z",
      endsAt: null,
    });
    expect(await notes.get(both.documents, ids)).toMatchObject({
      key: "notes/acct_1/note_1",
      ids,
      value: { text: "note_1", createdAt },
    });
  });

  it("reads a document of an older release, which lacks fields with a default", async () => {
    const both = stores();
    const value = { text: "old", createdAt: "2025-01-31T00:00:00Z" };
    await commit(both, { key: notes.key(ids), value });
    const found = await notes.get(both.documents, ids);
    expect(found?.value).toEqual({ ...note("old"), createdAt: Date.UTC(2025, 0, 31) });
  });

  it("throws for a stored value that does not match the schema", async () => {
    const both = stores();
    await commit(both, { key: notes.key(ids), value: { text: 5 } });
    await expect(notes.get(both.documents, ids)).rejects.toThrow("text");
  });

  it.each(["", "note_1/2", "../note", "note\0", "\ud800"])("finds no document with the id %j", async (id) => {
    const both = stores();
    await commit(both, { key: "notes/acct_1/note_1/2", value: note("other") });
    expect(await notes.get(both.documents, { account: "acct_1", id })).toBeNull();
  });

  it("refuses to create a document twice", async () => {
    const both = await withNotes("note_1");
    const again = await commit(both, notes.create(ids, note("again")));
    expect(again).toEqual({ committed: false, conflict: "notes/acct_1/note_1" });
  });

  it("replaces and removes only the revision that was read", async () => {
    const both = await withNotes("note_1");
    const found = await notes.get(both.documents, ids);
    if (!found) throw new Error("The note was just created.");
    expect((await commit(both, notes.replace(found, note("first")))).committed).toBe(true);
    expect((await commit(both, notes.replace(found, note("second")))).committed).toBe(false);
    expect((await commit(both, notes.remove(found))).committed).toBe(false);
    expect((await commit(both, notes.drop(ids))).committed).toBe(true);
    expect(await notes.get(both.documents, ids)).toBeNull();
  });

  it("derives the expiry of a document from its value, unless one is given", () => {
    const ended = { ...note("ended"), endsAt: createdAt };
    expect(notes.put(ids, ended).expiresAt).toBe(createdAt + keptMs);
    expect(notes.put(ids, ended, { expiresAt: 5 }).expiresAt).toBe(5);
    expect(notes.put(ids, note("open"))).not.toHaveProperty("expiresAt");
  });

  it("pages through the documents of a parent, and of no other", async () => {
    const names = Array.from({ length: 7 }, (_, index) => `note_${index}`);
    const both = await withNotes(...names);
    await commit(both, notes.create({ account: "acct_10", id: "note_0" }, note("other")));
    const page = await notes.list(both.documents, { account: "acct_1" }, { after: "note_2", limit: 2 });
    expect(page.map((found) => found.ids.id)).toEqual(["note_3", "note_4"]);

    const sizes: number[] = [];
    for await (const { length } of notes.pages(both.documents, { account: "acct_1" }, 3)) sizes.push(length);
    expect(sizes).toEqual([3, 3, 1]);

    const everyNote: string[] = [];
    for await (const found of notes.each(both.documents, {})) everyNote.push(found.ids.account);
    expect(everyNote).toEqual([...names.map(() => "acct_1"), "acct_10"]);
  });

  it("erases the documents of a parent, and of no other", async () => {
    const both = await withNotes("note_1", "note_2");
    await commit(both, notes.create({ account: "acct_10", id: "note_0" }, note("other")));
    await notes.erase(both.documents, { account: "acct_1" });
    expect(await notes.list(both.documents, {}, { limit: 10 })).toHaveLength(1);
  });
});

describe("an update", () => {
  it("loses no concurrent change", async () => {
    const both = await withNotes("note_1");
    const changes = Array.from({ length: 20 }, () =>
      notes.update(both, ids, ({ value }) => ({ value: { ...value, stars: value.stars + 1 } })),
    );
    await Promise.all(changes);
    expect((await notes.get(both.documents, ids))?.value.stars).toBe(20);
  });

  it("raises the fence of a fenced document before it resolves", async () => {
    const both = await withNotes("note_1");
    await notes.update(both, ids, ({ value }) => ({ value: { ...value, stars: 1 } }));
    const found = await notes.get(both.documents, ids);
    const call = {
      account: "acct_1",
      endpoint: "usage",
      at: createdAt,
      windows: [],
      fences: [{ id: notes.key(ids), revision: found?.version ?? 0 }],
    };
    const [admission] = await both.usage.consume({ id: "batch_1", at: createdAt, items: [call] });
    expect(admission?.outcome).toBe("admitted");
  });

  it("leaves the document as it is when the change returns null", async () => {
    const both = await withNotes("note_1");
    const before = await notes.get(both.documents, ids);
    expect(await notes.update(both, ids, () => null)).toEqual(note("note_1"));
    expect(await notes.get(both.documents, ids)).toEqual(before);
  });

  it("returns null if there is no document", async () => {
    const change = () => expect.fail("There is nothing to change.");
    expect(await notes.update(stores(), ids, change)).toBeNull();
  });

  it("commits all its writes or none, and tells the caller which name is taken", async () => {
    const both = await withNotes("note_1");
    await commit(both, titles.create({ title: "taken" }, { note: "note_2" }));
    const rename = (title: string) =>
      notes.update(both, ids, ({ value }) => ({
        value: { ...value, text: title },
        otherWrites: [titles.create({ title }, { note: "note_1" })],
        onConflict(key) {
          if (key === titles.key({ title })) throw new Error(`${title} is taken.`);
        },
      }));
    await expect(rename("taken")).rejects.toThrow("taken is taken.");
    expect((await notes.get(both.documents, ids))?.value.text).toBe("note_1");
    await rename("free");
    expect((await titles.get(both.documents, { title: "free" }))?.value.note).toBe("note_1");
  });
});

describe("a transaction", () => {
  it("prepares the change again from the current state after a conflict", async () => {
    const both = await withNotes("note_1");
    const seen: string[] = [];
    const text = await transact(both, async () => {
      const found = await notes.get(both.documents, ids);
      if (!found) throw new Error("The note was just created.");
      seen.push(found.value.text);
      // Another process writes once between the read and the commit.
      if (seen.length === 1) await commit(both, notes.put(ids, note("meanwhile")));
      const value = { ...found.value, text: `${found.value.text}, changed` };
      return { operations: [notes.replace(found, value)], result: value.text };
    });
    expect(seen).toEqual(["note_1", "meanwhile"]);
    expect(text).toBe("meanwhile, changed");
  });

  it("rejects with the error of the store", async () => {
    const both = stores();
    const refused = transact(both, async () => ({ operations: [{ key: "", value: 1 }], result: null }));
    await expect(refused).rejects.toMatchObject({ code: "invalid_parameter" } satisfies Partial<ToolsError>);
  });
});
