import { ToolsError } from "@tools-api/core";
import { byCodePoints } from "../lib/code-points.ts";
import { type Item, plainItem } from "./items.ts";
import type { Edit, View } from "./rounds.ts";

/** A document with its value as JSON text. */
export interface Document {
  key: string;
  text: string;
  version: number;
  expiresAt: number | null;
}

/** Documents sorted by key. */
type Page = readonly Document[];

interface PageIndex {
  /** The pages, sorted by key. A page contains the keys from `first` until before that of the next page. */
  pages: readonly { first: string; number: number }[];
  /** The number of the next new page. No number is used twice. */
  next: number;
}

const indexItem = plainItem<PageIndex>("documents:index");
const emptyIndex: PageIndex = { pages: [{ first: "", number: 0 }], next: 1 };

type Row = [key: string, text: string, version: number, expiresAt: number | null];

function pageItem(number: number): Item<Page> {
  return {
    name: `documents:${number}`,
    // Only `encode` writes this item, and its text carries a checksum.
    decode: (json) =>
      (json as Row[]).map(([key, text, version, expiresAt]) => ({ key, text, version, expiresAt })),
    encode: (page) => page.map(({ key, text, version, expiresAt }): Row => [key, text, version, expiresAt]),
  };
}

// In characters. A commit writes whole pages.
const pageSize = 16_000;
const pagesFetched = 16;

function sizeOf({ key, text }: Document): number {
  return key.length + text.length + 40;
}

function totalSize(page: Page): number {
  return page.reduce((sum, document) => sum + sizeOf(document), 0);
}

/** Splits a page into pages of about half the maximum size. A larger document gets its own page. */
function split(page: Page): Page[] {
  if (totalSize(page) <= pageSize) return [page];
  const parts: Document[][] = [];
  let room = 0;
  for (const document of page) {
    if (room < sizeOf(document)) {
      parts.push([]);
      room = pageSize / 2;
    }
    parts.at(-1)?.push(document);
    room -= sizeOf(document);
  }
  return parts;
}

function withDocuments(page: Page, removed: ReadonlySet<string>, added: readonly Document[]): Page {
  return [...page.filter(({ key }) => !removed.has(key)), ...added].toSorted((a, b) =>
    byCodePoints(a.key, b.key),
  );
}

/**
 * Returns the last of `count` ascending positions for which `isBefore` holds, or the first position if there is none.
 */
function lastPosition(count: number, isBefore: (position: number) => boolean): number {
  let [low, high] = [1, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Returns the documents of a view. They are stored in pages of several dozen, sorted by key. Keys are inside the items,
 * so every driver preserves keys of any length and characters. A prefix is found without a list of all items, which
 * many drivers return slowly or truncate (S3 at 1000).
 */
export function documentPages(view: View) {
  const index = view.get(indexItem) ?? emptyIndex;

  const positionOf = (key: string) =>
    lastPosition(
      index.pages.length,
      (position) => byCodePoints(index.pages[position]?.first ?? "", key) <= 0,
    );
  const itemAt = (position: number) => pageItem(index.pages[position]?.number ?? 0);
  const pageAt = (position: number): Page => {
    const page = view.get(itemAt(position));
    if (page || index === emptyIndex) return page ?? [];
    throw new ToolsError(
      "storage_unavailable",
      `unstorage: expected the item ${itemAt(position).name} with documents, found none`,
    );
  };

  function byPosition(keys: readonly string[]): Map<number, string[]> {
    const positions = new Map<number, string[]>();
    for (const key of keys) {
      const position = positionOf(key);
      positions.set(position, [...(positions.get(position) ?? []), key]);
    }
    view.need([...positions.keys()].map(itemAt));
    return positions;
  }

  /** Writes pages. An empty page leaves the index, and a page that is too large is split. */
  function putPages(edit: Edit, pages: ReadonlyMap<number, Page>): void {
    let next = index.next;
    let isSame = true;
    const entries = index.pages.flatMap((entry, position) => {
      const page = pages.get(position);
      if (!page) return [entry];
      const parts = page.length === 0 ? [] : split(page);
      if (parts.length === 0) edit.remove(pageItem(entry.number));
      if (parts.length !== 1) isSame = false;
      return parts.map((part, place) => {
        const own = place === 0 ? entry : { first: part[0]?.key ?? "", number: next++ };
        edit.put(pageItem(own.number), part);
        return own;
      });
    });
    if (isSame && index !== emptyIndex) return;
    // There is always at least one page, and every page has an item.
    if (entries.length === 0) edit.put(pageItem(next), []);
    const [head = { number: next++ }, ...rest] = entries;
    edit.put(indexItem, { pages: [{ number: head.number, first: "" }, ...rest], next });
  }

  return {
    /** Returns the existing documents with these keys. */
    find(keys: readonly string[]): Document[] {
      return [...byPosition(keys)].flatMap(([position, here]) => {
        const wanted = new Set(here);
        return pageAt(position).filter(({ key }) => wanted.has(key));
      });
    },

    /** Yields the documents whose key starts with a prefix, in order, from about `after` on. */
    *from(prefix: string, after: string): Generator<Document> {
      const start = positionOf(byCodePoints(prefix, after) > 0 ? prefix : after);
      const isWithin = (position: number) =>
        position === start || (index.pages[position]?.first.startsWith(prefix) ?? false);
      for (let position = start; isWithin(position); position++) {
        if ((position - start) % pagesFetched === 0) {
          const ahead = Array.from({ length: pagesFetched }, (_, place) => position + place);
          view.need(ahead.filter(isWithin).map(itemAt));
        }
        for (const document of pageAt(position)) if (document.key.startsWith(prefix)) yield document;
      }
    },

    /** Removes the documents of `keys`, adds `documents`, and removes expired documents from the loaded pages. */
    replace(
      edit: Edit,
      keys: readonly string[],
      documents: readonly Document[],
      isKept: (document: Document) => boolean,
    ): void {
      const removed = new Set(keys);
      const pages = [...byPosition(keys).keys()].map((position): [number, Page] => {
        const added = documents.filter(({ key }) => positionOf(key) === position);
        return [position, withDocuments(pageAt(position).filter(isKept), removed, added)];
      });
      putPages(edit, new Map(pages));
    },

    /** Removes expired documents from one page per call. Merges two pages that have become small. */
    sweep(edit: Edit, turn: number, isKept: (document: Document) => boolean): void {
      const position = turn % index.pages.length;
      const hasNext = position + 1 < index.pages.length;
      view.need([itemAt(position), ...(hasNext ? [itemAt(position + 1)] : [])]);
      const page = pageAt(position);
      const kept = page.filter(isKept);
      const next = hasNext ? pageAt(position + 1).filter(isKept) : [];
      if (hasNext && totalSize(kept) + totalSize(next) < pageSize / 2)
        putPages(
          edit,
          new Map([
            [position, [...kept, ...next]],
            [position + 1, []],
          ]),
        );
      else if (kept.length < page.length) putPages(edit, new Map([[position, kept]]));
    },
  };
}
