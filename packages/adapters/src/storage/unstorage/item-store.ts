import { ToolsError } from "@tools-api/core";
import type { Storage } from "unstorage";
import { decodeText, encodeText } from "./item-text.ts";
import type { Lease, Predecessor } from "./lease.ts";
import { withPatience } from "./patience.ts";
import { root } from "./root.ts";

/** An item to be written as JSON text; `null` removes it. */
export interface ItemWrite {
  name: string;
  json: string | null;
}

/** Items that are written together or not at all, whenever the process is killed. */
export interface ItemStore {
  /**
   * Finishes the last commit, which may be half done. Has to be called first, and after each commit that threw.
   * Throws where a newer release has written what this one cannot work on.
   */
  recover(predecessor: Predecessor): Promise<void>;
  /** The JSON text of an item; `undefined` for none. */
  read(name: string): Promise<string | undefined>;
  /** Throws where it is not known whether all has been written. */
  commit(writes: readonly ItemWrite[]): Promise<void>;
  /** Whether no write is under way, be it one that was given up. */
  isQuiet(): boolean;
}

/** How items look. */
interface Layout {
  version: number;
  /** The oldest version whose release can work on them. */
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
      `unstorage: expected items that layout ${ownLayout.version} can work on, received layout ${version}, which a newer release has written`,
    );
}

/**
 * Items over a driver that can set one at a time, not even that at once: the one for files empties a file and then
 * fills it.
 *
 * A commit is one journal that holds all it writes, and then the items. Once the journal is whole the commit is done:
 * `recover` writes the items again. While it is not, no item has been touched. Journals take turns under two keys, so
 * that the last one is always whole.
 *
 * A process that was stopped in the middle of a write finishes that write when it goes on, whoever has the lease by
 * then, and one that was given up may land late. So whoever takes over from somebody that may still be there begins a
 * term of its own, and the terms write to two sides in turn: what comes late lands where nobody has written since. Of
 * the two texts of an item that of the later term counts. (The copies last until the next term but one; a process
 * that stays stopped for that long, in the middle of a write, could still do harm.)
 */
export function createItemStore(storage: Storage, lease: Lease): ItemStore {
  let term = 0;
  let sequence = 0;
  let layout = ownLayout;
  const writing = { a: new Set<Promise<unknown>>(), b: new Set<Promise<unknown>>() };

  async function load(key: string) {
    return decodeText(key, await withPatience(storage.getItem(key)));
  }

  /** Begins a write to one side, if that is still ours to do. */
  function begin(side: Side, start: () => Promise<void>): Promise<void> {
    if (!lease.isHeld())
      throw new ToolsError(
        "storage_unavailable",
        "This process has not renewed its lease on the unstorage storage in time, and no longer writes.",
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

  /** Writes to one side, and to both where it removes. Settles with the first that fails, or when all are done. */
  async function put(side: Side, writes: readonly ItemWrite[]): Promise<void> {
    // What was given up on this side would undo what is written now.
    await withPatience(Promise.allSettled(writing[side]));
    const begun = writes.flatMap(({ name, json }) =>
      json === null ? sides.map((each) => remove(each, name)) : [set(side, name, json)],
    );
    await withPatience(Promise.all(begun));
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
      // One that is not whole was never acted upon.
      if (text === undefined || text === "damaged") continue;
      // Only `putJournal` makes such texts.
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
      // What stands half written there would be in the way of the next term.
      const before = otherSide[sideOf(term)];
      await withPatience(Promise.all(writes.map(({ name }) => remove(before, name))));
    },

    async read(name) {
      const side = sideOf(term);
      // In its first term a storage has one side.
      const [own, other] = await Promise.all([
        load(keyOf(side, name)),
        term === 0 ? undefined : load(keyOf(otherSide[side], name)),
      ]);
      // One that a killed process has left half written stands on the other side, and was written again on this.
      if (own === "damaged" || (other === "damaged" && own?.term !== term))
        throw new ToolsError(
          "storage_unavailable",
          `unstorage: expected the item ${name} as it was written, received something else`,
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
