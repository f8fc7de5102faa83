import { ToolsError } from "@tools-api/core";
import { byCodePoints } from "../code-points.ts";
import { type Item, plainItem } from "./items.ts";
import type { Edit, View } from "./rounds.ts";

/** A document with its value as JSON text. */
export interface Document {
  key: string;
  text: string;
  version: number;
  expiresAt: number | null;
}

/** Documents in the order of their keys. */
type Page = readonly Document[];

interface PageIndex {
  /** In the order of their keys; a page has those from `first` to before that of the next. */
  pages: readonly { first: string; number: number }[];
  /** The number of the next page that is made; none is used twice. */
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

// In characters. A commit writes the pages that it touches as a whole.
const pageSize = 16_000;
const pagesFetched = 16;

function sizeOf({ key, text }: Document): number {
  return key.length + text.length + 40;
}

function totalSize(page: Page): number {
  return page.reduce((sum, document) => sum + sizeOf(document), 0);
}

/** Pages of about half the size each; a document that is larger has one of its own. */
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

/** Of `count` positions in ascending order the last for which `isBefore` holds, or else the first. */
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
 * Documents in pages, some dozens in each, by the order of their keys: keys stand inside the items, so that those of
 * any length and any characters survive on every driver, and a prefix is found without a list of all items, which
 * many drivers answer slowly or cut off (that of S3 at 1000).
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
      `unstorage: expected the item ${itemAt(position).name}, which holds documents; the driver has none`,
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

  /** Writes pages; one that holds nothing any more leaves the index, and one that holds too much is split. */
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
    // There is always a page, and every page has an item.
    if (entries.length === 0) edit.put(pageItem(next), []);
    const [head = { number: next++ }, ...rest] = entries;
    edit.put(indexItem, { pages: [{ number: head.number, first: "" }, ...rest], next });
  }

  return {
    /** The documents of those keys that there are. */
    find(keys: readonly string[]): Document[] {
      return [...byPosition(keys)].flatMap(([position, here]) => {
        const wanted = new Set(here);
        return pageAt(position).filter(({ key }) => wanted.has(key));
      });
    },

    /** The documents whose key starts with a prefix, in their order, from about `after` on. */
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

    /** Removes the documents of `keys`, adds `documents`, and clears the pages at hand of what is not to be kept. */
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

    /** Clears one page after the other of what is not to be kept; two that have become small are made one. */
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
