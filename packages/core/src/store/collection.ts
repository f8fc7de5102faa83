import type { z } from "zod";
import { type Stores, transact } from "./commit.ts";
import type { DocumentStore, StoredDocument, WriteOperation } from "./storage.ts";
import { toStored } from "../schema/wire.ts";

/** The names in a path such as `keys/{account}/{id}`: `account` and `id`. */
type IdName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | IdName<Rest>
  : never;

/** A document of a collection, with its value decoded and the ids that its key consists of. */
export interface Stored<Value, Id extends string = string> extends StoredDocument {
  value: Value;
  ids: Ids<Id>;
}

/** The key of a document and the version at which it was read. */
export type Revision = Pick<StoredDocument, "key" | "version">;

/** A page of a list: at most `limit` documents, starting after the id `after`. */
export interface Page {
  after?: string | undefined;
  limit: number;
}

/** The changed value of a document, and the writes that belong to the same commit. */
export interface Change<Value> {
  value: Value;
  otherWrites?: WriteOperation[] | undefined;
  /** Called with the key whose condition failed. Throws if trying again is pointless, as for a name that is taken. */
  onConflict?: ((key: string) => void) | undefined;
}

/** The options of a {@link collection}. */
export interface CollectionOptions<Value> {
  /** Returns when a document counts as absent, in epoch milliseconds; `undefined` for never. */
  expiresAt?: (value: Value) => number | undefined;
  /**
   * Whether every write of a document except its creation raises the usage fence with the name of its key, so that no
   * process admits another call by the old document. Default: false.
   */
  fenced?: boolean;
}

/** The ids in the key of a document. */
type Ids<Id extends string> = Readonly<Record<Id, string>>;

interface WriteOptions {
  /** Default: that of the collection. */
  expiresAt?: number | undefined;
}

/** The documents of one kind. `Id` are the names in its path. See {@link collection}. */
export interface Collection<Value, Id extends string> {
  /** Returns the key of a document, which is also the name of its fence. */
  key(ids: Ids<Id>): string;
  /** Returns the document, or `null` if there is none, which includes ids that no key can have. */
  get(documents: DocumentStore, ids: Ids<Id>): Promise<Stored<Value, Id> | null>;
  /** Returns a page of the documents with the first ids of the path, ordered by the other ids. */
  list(documents: DocumentStore, parent: Partial<Ids<Id>>, page: Page): Promise<Stored<Value, Id>[]>;
  /** Reads all documents with the first ids of the path, page by page. */
  pages(
    documents: DocumentStore,
    parent: Partial<Ids<Id>>,
    pageSize?: number,
  ): AsyncGenerator<Stored<Value, Id>[]>;
  /** Reads all documents with the first ids of the path. The caller may remove those that it has read. */
  each(documents: DocumentStore, parent: Partial<Ids<Id>>): AsyncGenerator<Stored<Value, Id>>;
  /** Deletes all documents with the first ids of the path, without raising fences. */
  erase(documents: DocumentStore, parent: Partial<Ids<Id>>): Promise<void>;
  /** Returns the write of a document that must not exist yet. */
  create(ids: Ids<Id>, value: Value, options?: WriteOptions): WriteOperation;
  /** Returns the write of a document, whether it exists or not. */
  put(ids: Ids<Id>, value: Value, options?: WriteOptions): WriteOperation;
  /** Returns the write that replaces a document, if it is unchanged since it was read. */
  replace(found: Revision, value: Value, options?: WriteOptions): WriteOperation;
  /** Returns the write that replaces a document as `replace` does, or creates it if there was none. */
  save(found: Revision | null, ids: Ids<Id>, value: Value, options?: WriteOptions): WriteOperation;
  /** Returns the write that deletes a document, whether it exists or not. */
  drop(ids: Ids<Id>): WriteOperation;
  /** Returns the write that deletes a document, if it is unchanged since it was read. */
  remove(found: Revision): WriteOperation;
  /**
   * Reads, changes and writes a document. Starts again if another process wrote it in between.
   *
   * @param change Returns `null` to leave the document unchanged.
   * @returns The value after the change, or `null` if there is no document.
   */
  update(
    stores: Stores,
    ids: Ids<Id>,
    change: (found: Stored<Value, Id>) => Change<Value> | null | Promise<Change<Value> | null>,
  ): Promise<Value | null>;
}

/**
 * Printable ASCII without a slash. Ids come from requests: one with a slash could name another document, and a store
 * may fail for one with other characters or of another length.
 */
const idShape = /^[!-.0-~]{1,255}$/;

const defaultPageSize = 100;

/**
 * Creates the access to the documents of one kind.
 *
 * @param path The keys, with a name in braces for each id: `keys/{account}/{id}`.
 * @param schema Validates and decodes stored values. Only its codecs, such as `StoredInstant`, encode a written value:
 *   types have checked it already, and `encode` of a schema takes 17 µs for an invoice.
 */
export function collection<Path extends string, Schema extends z.ZodType>(
  path: Path,
  schema: Schema,
  { expiresAt, fenced = false }: CollectionOptions<z.output<Schema>> = {},
): Collection<z.output<Schema>, IdName<Path>> {
  type Value = z.output<Schema>;
  type Id = IdName<Path>;
  const segments = path.split("/").map((text) => {
    // The names in braces are those that `IdName` finds.
    const id = text.startsWith("{") ? (text.slice(1, -1) as Id) : null;
    return { text, id };
  });
  const names = segments.flatMap(({ id }) => id ?? []);

  const keyStart = (ids: Partial<Ids<Id>>) => {
    const missing = segments.findIndex(({ id }) => id !== null && ids[id] === undefined);
    const known = missing === -1 ? segments : segments.slice(0, missing);
    const start = known.map(({ text, id }) => (id === null ? text : ids[id])).join("/");
    return missing === -1 ? start : `${start}/`;
  };
  const decode = ({ key, value, version }: StoredDocument): Stored<Value, Id> => {
    const parts = key.split("/");
    const ids = segments.flatMap(({ id }, index) => (id === null ? [] : [[id, parts[index]]]));
    // The entries are the names of the path.
    return { key, version, ids: Object.fromEntries(ids) as Ids<Id>, value: schema.parse(value) };
  };
  const write = (key: string, value: Value, options: WriteOptions = {}) => {
    const expiry = options.expiresAt ?? expiresAt?.(value);
    return { key, value: toStored(schema, value), ...(expiry !== undefined && { expiresAt: expiry }) };
  };
  const fence = fenced ? { fence: true } : {};

  const collected: Collection<Value, Id> = {
    key: keyStart,

    async get(documents, ids) {
      const document = names.every((name) => idShape.test(ids[name]))
        ? await documents.get(keyStart(ids))
        : null;
      return document && decode(document);
    },

    async list(documents, parent, { after, limit }) {
      const prefix = keyStart(parent);
      const found = await documents.list(prefix, {
        limit,
        ...(after !== undefined && { after: prefix + after }),
      });
      return found.map(decode);
    },

    async *pages(documents, parent, pageSize = defaultPageSize) {
      const prefix = keyStart(parent);
      for (let after: string | undefined; ;) {
        const page = await collected.list(documents, parent, { after, limit: pageSize });
        if (page.length > 0) yield page;
        if (page.length < pageSize) return;
        after = page.at(-1)?.key.slice(prefix.length);
      }
    },

    async *each(documents, parent) {
      for await (const page of collected.pages(documents, parent)) yield* page;
    },

    async erase(documents, parent) {
      for (;;) {
        const page = await documents.list(keyStart(parent), { limit: defaultPageSize });
        if (page.length === 0) return;
        await documents.commit(page.map(({ key }) => ({ key })));
      }
    },

    create: (ids, value, options) => ({ ...write(keyStart(ids), value, options), ifAbsent: true }),

    put: (ids, value, options) => ({ ...write(keyStart(ids), value, options), ...fence }),

    replace: ({ key, version }, value, options) => ({
      ...write(key, value, options),
      ifVersion: version,
      ...fence,
    }),

    save: (found, ids, value, options) =>
      found ? collected.replace(found, value, options) : collected.create(ids, value, options),

    drop: (ids) => ({ key: keyStart(ids), ...fence }),

    remove: ({ key, version }) => ({ key, ifVersion: version, ...fence }),

    update: (stores, ids, change) =>
      transact<Value | null>(stores, async () => {
        const found = await collected.get(stores.documents, ids);
        const changed = found && (await change(found));
        if (!changed) return { operations: [], result: found && found.value };
        const { value, otherWrites = [], onConflict } = changed;
        return { operations: [collected.replace(found, value), ...otherWrites], result: value, onConflict };
      }),
  };
  return collected;
}
