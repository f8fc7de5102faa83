import { ToolsError } from "@tools-api/core";
import type { Storage } from "unstorage";
import { decodeText, encodeText } from "./item-text.ts";
import type { Lease, Predecessor } from "./lease.ts";
import { withTimeout } from "./timeout.ts";
import { root } from "./root.ts";

/** An item to write as JSON text. `null` removes it. */
export interface ItemWrite {
  name: string;
  json: string | null;
}

/** A store of items with atomic commits, even if the process is killed. */
export interface ItemStore {
  /**
   * Completes the last commit, which may be unfinished. Must be called first, and after each commit that threw.
   *
   * @throws ToolsError `storage_unavailable` if a newer, incompatible release has written the storage.
   */
  recover(predecessor: Predecessor): Promise<void>;
  /** Returns the JSON text of an item, or `undefined` if there is none. */
  read(name: string): Promise<string | undefined>;
  /** Writes items. After a throw, it is unknown whether everything was written. */
  commit(writes: readonly ItemWrite[]): Promise<void>;
  /** Returns whether no write is running, including abandoned ones. */
  isQuiet(): boolean;
}

/** The layout of items. */
interface Layout {
  version: number;
  /** The oldest version whose release supports this layout. */
  worksWith: number;
}

const ownLayout: Layout = { version: 1, worksWith: 1 };

interface Journal {
  term: number;
  layout: Layout;
  sequence: number;
  writes: readonly ItemWrite[];
}

const sides = ["a", "b"] as const;
type Side = (typeof sides)[number];

function sideOf(term: number): Side {
  return term % 2 === 0 ? "a" : "b";
}

const otherSide: Record<Side, Side> = { a: "b", b: "a" };

function keyOf(side: Side, name: string): string {
  return `${root}:${side}:${name}`;
}

function isLater(a: Journal, b: Journal | undefined): boolean {
  return !b || a.term > b.term || (a.term === b.term && a.sequence > b.sequence);
}

function checkLayout({ version, worksWith }: Layout): void {
  if (worksWith > ownLayout.version)
    throw new ToolsError(
      "storage_unavailable",
      `unstorage: expected items that layout ${ownLayout.version} supports, received layout ${version}, which a newer release wrote`,
    );
}

/**
 * Creates atomic commits on a driver that sets one item at a time. Even that is not atomic: the driver for files
 * empties a file and then fills it.
 *
 * A commit writes one journal with all its items, and then the items. It is committed when the journal is complete:
 * `recover` writes the items again. Until then, no item has changed. Journals alternate between two keys, so that the
 * last one is always complete.
 *
 * A process that was suspended during a write finishes that write when it resumes, even if another process holds the
 * lease. An abandoned write may also arrive late. A process that takes over from one that may still exist therefore
 * starts a new term, and terms alternate between two sides. A late write then changes only the side of an earlier term.
 * Of two texts of an item, the one of the later term counts. (Copies last until the term after the next. A process that
 * stays suspended for that long during a write could still do damage.)
 */
export function createItemStore(storage: Storage, lease: Lease): ItemStore {
  let term = 0;
  let sequence = 0;
  let layout = ownLayout;
  const writing = { a: new Set<Promise<unknown>>(), b: new Set<Promise<unknown>>() };

  async function load(key: string) {
    return decodeText(key, await withTimeout(storage.getItem(key)));
  }

  /** Starts a write to one side. Throws if the lease is lost. */
  function begin(side: Side, start: () => Promise<void>): Promise<void> {
    if (!lease.isHeld())
      throw new ToolsError(
        "storage_unavailable",
        "This process did not renew its lease on the unstorage storage in time, and no longer writes.",
        { retryAfter: 1 },
      );
    const write = start();
    writing[side].add(write);
    const forget = () => writing[side].delete(write);
    write.then(forget, forget);
    return write;
  }

  const remove = (side: Side, name: string) => begin(side, () => storage.removeItem(keyOf(side, name)));

  function set(side: Side, name: string, json: string): Promise<void> {
    const key = keyOf(side, name);
    return begin(side, () => storage.setItem(key, encodeText(key, { term, json })));
  }

  /**
   * Writes to one side, and to both sides for removals. Settles with the first failure, or when all writes are done.
   */
  async function put(side: Side, writes: readonly ItemWrite[]): Promise<void> {
    // An abandoned write to this side could overwrite the new one, so wait for it.
    await withTimeout(Promise.allSettled(writing[side]));
    const begun = writes.flatMap(({ name, json }) =>
      json === null ? sides.map((each) => remove(each, name)) : [set(side, name, json)],
    );
    await withTimeout(Promise.all(begun));
  }

  async function putJournal(writes: readonly ItemWrite[]): Promise<void> {
    const json = JSON.stringify({ sequence, layout, writes });
    await put(sideOf(term), [{ name: `journal:${sequence % 2}`, json }]);
    sequence++;
  }

  async function lastJournal(): Promise<Journal | undefined> {
    const keys = sides.flatMap((side) => [0, 1].map((turn) => keyOf(side, `journal:${turn}`)));
    let last: Journal | undefined;
    for (const text of await Promise.all(keys.map(load))) {
      // An incomplete journal was never applied.
      if (text === undefined || text === "damaged") continue;
      // Only `putJournal` writes such texts.
      const journal = { term: text.term, ...(JSON.parse(text.json) as Omit<Journal, "term">) };
      if (isLater(journal, last)) last = journal;
    }
    return last;
  }

  return {
    async recover(predecessor) {
      const last = await lastJournal();
      if (last) checkLayout(last.layout);
      if (last && last.layout.version > layout.version) layout = last.layout;
      const isAlone = predecessor === "gone" || (predecessor === "none" && !last);
      if (isAlone) {
        term = last?.term ?? 0;
        sequence = (last?.sequence ?? -1) + 1;
        return;
      }
      term = (last?.term ?? 0) + 1;
      sequence = 0;
      const writes = last?.writes ?? [];
      await putJournal(writes);
      await put(sideOf(term), writes);
      // Half-written items on that side would disturb the next term.
      const before = otherSide[sideOf(term)];
      await withTimeout(Promise.all(writes.map(({ name }) => remove(before, name))));
    },

    async read(name) {
      const side = sideOf(term);
      // In its first term, a storage has only one side.
      const [own, other] = await Promise.all([
        load(keyOf(side, name)),
        term === 0 ? undefined : load(keyOf(otherSide[side], name)),
      ]);
      // A half-written item of a killed process is on the other side, and `recover` wrote it again on this side.
      if (own === "damaged" || (other === "damaged" && own?.term !== term))
        throw new ToolsError(
          "storage_unavailable",
          `unstorage: expected the item ${name} as it was written, received another value`,
        );
      if (other === undefined || other === "damaged") return own?.json;
      return own && own.term > other.term ? own.json : other.json;
    },

    async commit(writes) {
      await putJournal(writes);
      await put(sideOf(term), writes);
    },

    isQuiet: () => writing.a.size + writing.b.size === 0,
  };
}
