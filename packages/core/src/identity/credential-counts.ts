import { z } from "zod";
import { ToolsError } from "../errors.ts";
import type { DocumentStore, StoredDocument, WriteOperation } from "../storage.ts";

/** The maximum of active API keys, and of active OAuth clients, per account. */
const maxLiveCredentials = 100;

// Creating and revoking in a loop would fill the store for 90 days. Beyond this number the oldest ended credential is
// deleted first.
const maxEnded = 1000;

const retentionMs = 90 * 86_400_000;

// One transaction writes the documents of a page, a few for each credential.
const pageSize = 50;

/** The fields of a credential that counting needs. Instants are epoch milliseconds. */
export interface CountedCredential {
  id: string;
  createdAt: number;
  /** The instant at which it ended or will end; `null` if it never expires. */
  endsAt: number | null;
  epoch: number;
}

/** A kind of credential that is counted: API keys or OAuth clients. */
export interface CredentialKind {
  name: "keys" | "clients";
  /** The plural in the error about the limit; `noun` is the singular. */
  label: string;
  noun: string;
  /** Returns the key of a credential's document. With an empty id, returns the prefix of all of them. */
  keyOf(account: string, id: string): string;
  /** Reads a document. */
  read(value: unknown): CountedCredential;
  /** Returns the documents that lead to a credential and are deleted with it. */
  companions(documents: DocumentStore, account: string, id: string): Promise<WriteOperation[]>;
}

const Counts = z.object({
  live: z.int(),
  /** Number of credentials that ever ended, which is the number of the last one. */
  ended: z.int(),
  /** The last credential of an older release that has been counted; `null` once all are. */
  scanned: z.string().nullable(),
});

type Counts = z.infer<typeof Counts>;

const Entry = z.object({ id: z.string(), endsAt: z.number().nullable(), epoch: z.int() });

/** An entry of an index. A page begins after the `position` of an entry. */
interface CredentialEntry extends z.infer<typeof Entry> {
  position: string;
}

/** Returns the instant at which an ended credential is deleted, in epoch milliseconds. */
export function deletedAt(endsAt: number): number {
  return endsAt + retentionMs;
}

function countsKey(kind: CredentialKind, account: string): string {
  return `credential-counts/${kind.name}/${account}`;
}

function livePrefix(kind: CredentialKind, account: string): string {
  return `live-credentials/${kind.name}/${account}/`;
}

function endedPrefix(kind: CredentialKind, account: string): string {
  return `ended-credentials/${kind.name}/${account}/`;
}

const inverseInstant = 1e14;
const inverseNumber = 1e9;

/** Sorts the newest first, because stores list in ascending order only. */
function liveKey(kind: CredentialKind, account: string, { id, createdAt }: CountedCredential): string {
  return `${livePrefix(kind, account)}${String(inverseInstant - createdAt).padStart(15, "0")}_${id}`;
}

function endedKey(kind: CredentialKind, account: string, number: number): string {
  return `${endedPrefix(kind, account)}${inverseNumber - number}`;
}

/** The counts of an account, and the condition under which a commit replaces them. */
interface Counted {
  counts: Counts;
  condition: Pick<WriteOperation, "ifVersion" | "ifAbsent">;
}

function countsWrite(kind: CredentialKind, account: string, counts: Counts, { condition }: Counted) {
  return { key: countsKey(kind, account), value: counts, ...condition };
}

/**
 * Returns the writes that delete the ended credential that `number` pushes beyond the maximum. Empty if there is none.
 */
async function eraseOldest(
  documents: DocumentStore,
  kind: CredentialKind,
  account: string,
  number: number,
): Promise<WriteOperation[]> {
  const key = endedKey(kind, account, number - maxEnded);
  const document = number > maxEnded ? await documents.get(key) : null;
  if (!document) return [];
  const { id } = Entry.parse(document.value);
  const companions = await kind.companions(documents, account, id);
  return [key, kind.keyOf(account, id), ...companions.map((companion) => companion.key)].map((gone) => ({
    key: gone,
  }));
}

/** Returns the writes that give an ended credential the next number and the time of its deletion. */
async function endedWrites(
  documents: DocumentStore,
  kind: CredentialKind,
  account: string,
  { credential, endsAt, number }: { credential: CountedCredential; endsAt: number; number: number },
): Promise<WriteOperation[]> {
  const { id, epoch } = credential;
  const expiresAt = deletedAt(endsAt);
  const companions = await kind.companions(documents, account, id);
  return [
    { key: endedKey(kind, account, number), value: { id, endsAt, epoch }, expiresAt },
    ...companions.map((companion) => ({ ...companion, expiresAt })),
    ...(await eraseOldest(documents, kind, account, number)),
  ];
}

function entryWrite(kind: CredentialKind, account: string, credential: CountedCredential): WriteOperation {
  const { id, endsAt, epoch } = credential;
  return { key: liveKey(kind, account, credential), value: { id, endsAt, epoch }, ifAbsent: true };
}

/** Counts a page of credentials that an older release created, ordered by id. */
async function countPage(
  documents: DocumentStore,
  kind: CredentialKind,
  { account, page, counted, at }: { account: string; page: StoredDocument[]; counted: Counted; at: number },
): Promise<void> {
  const counts = { ...counted.counts };
  const writes: WriteOperation[] = [];
  for (const { key, value, version } of page) {
    const credential = kind.read(value);
    const { id, endsAt } = credential;
    counts.scanned = id;
    if (endsAt === null || endsAt > at) {
      counts.live += 1;
      writes.push(entryWrite(kind, account, credential));
      continue;
    }
    counts.ended += 1;
    const ended = await endedWrites(documents, kind, account, { credential, endsAt, number: counts.ended });
    writes.push({ key, value, ifVersion: version, expiresAt: deletedAt(endsAt) }, ...ended);
  }
  if (page.length < pageSize) counts.scanned = null;
  await documents.commit([countsWrite(kind, account, counts, counted), ...writes]);
}

/** Reads the counts of an account. First counts the credentials of older releases, which kept no counts. */
async function readCounts(
  documents: DocumentStore,
  kind: CredentialKind,
  account: string,
  at: number,
): Promise<Counted> {
  for (;;) {
    const document = await documents.get(countsKey(kind, account));
    const counted: Counted = document
      ? { counts: Counts.parse(document.value), condition: { ifVersion: document.version } }
      : { counts: { live: 0, ended: 0, scanned: "" }, condition: { ifAbsent: true } };
    const { scanned } = counted.counts;
    if (scanned === null) return counted;
    const after = scanned === "" ? {} : { after: kind.keyOf(account, scanned) };
    const page = await documents.list(kind.keyOf(account, ""), { ...after, limit: pageSize });
    if (page.length === 0) return { ...counted, counts: { ...counted.counts, scanned: null } };
    await countPage(documents, kind, { account, page, counted, at });
    // A store in the same process answers without a turn of the event loop. Yield to other requests here.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

async function listEntries(
  documents: DocumentStore,
  prefix: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<CredentialEntry[]> {
  const page = { limit, ...(after !== undefined && { after: prefix + after }) };
  const found = await documents.list(prefix, page);
  return found.map(({ key, value }) => ({ ...Entry.parse(value), position: key.slice(prefix.length) }));
}

/**
 * Removes the entry of an active credential whose document is gone, and its number from the count. An API key with an
 * expiry is deleted 90 days after it expired, even if nothing recorded its end.
 */
async function dropEntry(
  documents: DocumentStore,
  kind: CredentialKind,
  { account, at }: { account: string; at: number },
  { position }: CredentialEntry,
): Promise<void> {
  const key = livePrefix(kind, account) + position;
  for (;;) {
    const counted = await readCounts(documents, kind, account, at);
    const entry = await documents.get(key);
    if (!entry) return;
    const counts = { ...counted.counts, live: counted.counts.live - 1 };
    const writes = [countsWrite(kind, account, counts, counted), { key, ifVersion: entry.version }];
    if ((await documents.commit(writes)).committed) return;
  }
}

/** Records the end of a credential, or drops its entry if its document is gone. */
async function retireEntry(
  documents: DocumentStore,
  kind: CredentialKind,
  owner: { account: string; at: number },
  entry: CredentialEntry,
  retire: (id: string) => Promise<void>,
): Promise<void> {
  const document = await documents.get(kind.keyOf(owner.account, entry.id));
  await (document ? retire(entry.id) : dropEntry(documents, kind, owner, entry));
}

/**
 * Returns the writes that count a new credential. Their commit fails at the first key if another credential was created
 * or ended in between.
 *
 * @param retire Records the end of a credential that has expired or is of an earlier epoch.
 * @throws ToolsError `conflict` if the account has the maximum of active credentials.
 */
export async function countNew(
  documents: DocumentStore,
  kind: CredentialKind,
  { account, credential, at }: { account: string; credential: CountedCredential; at: number },
  retire: (id: string) => Promise<void>,
): Promise<WriteOperation[]> {
  let counted = await readCounts(documents, kind, account, at);
  if (counted.counts.live >= maxLiveCredentials) {
    // The count includes credentials that expired since the last change.
    const limit = 2 * maxLiveCredentials;
    const entries = await listEntries(documents, livePrefix(kind, account), { limit });
    for (const entry of entries)
      if (isOver(entry, credential.epoch, at))
        await retireEntry(documents, kind, { account, at }, entry, retire);
    counted = await readCounts(documents, kind, account, at);
  }
  const { counts } = counted;
  if (counts.live >= maxLiveCredentials)
    throw new ToolsError(
      "conflict",
      `The account already has ${maxLiveCredentials} ${kind.label}, the maximum. Revoke a ${kind.noun} first.`,
    );
  return [
    countsWrite(kind, account, { ...counts, live: counts.live + 1 }, counted),
    entryWrite(kind, account, credential),
  ];
}

/** Returns whether a credential has expired, or was ended together with all others of its epoch. */
export function isOver(
  { endsAt, epoch }: Pick<CountedCredential, "endsAt" | "epoch">,
  accountEpoch: number,
  at: number,
): boolean {
  return (endsAt !== null && endsAt <= at) || epoch < accountEpoch;
}

/** A request for a page of active or ended credentials, starting after a position. */
export interface CredentialPageRequest {
  state: "active" | "ended";
  after?: string | undefined;
  limit: number;
}

/** A page, and the position after which the next one begins; `null` on the last page. */
export interface CredentialPage<Item> {
  items: Item[];
  next: string | null;
}

/**
 * Returns a page of an account's active credentials, newest first, or of its ended credentials, last ended first. First
 * records the ends of those that expired or are of an earlier epoch, and removes entries without a document.
 *
 * @param of `retire` records the end of a credential. `read` returns a credential, or `null` if it is deleted.
 */
export async function pageOfCredentials<Item>(
  documents: DocumentStore,
  kind: CredentialKind,
  page: CredentialPageRequest & { account: string; epoch: number; at: number },
  of: { retire: (id: string) => Promise<void>; read: (id: string) => Promise<Item | null> },
): Promise<CredentialPage<Item>> {
  const { account, state, after, limit, epoch, at } = page;
  await readCounts(documents, kind, account, at);
  const prefix = state === "active" ? livePrefix(kind, account) : endedPrefix(kind, account);
  const found: { item: Item; position: string }[] = [];
  // Each round begins after the last, so an entry that cannot be retired does not block the list.
  for (let from = after; found.length <= limit;) {
    const entries = await listEntries(documents, prefix, { after: from, limit: limit + 1 });
    const hasEnded = (entry: CredentialEntry) => state === "active" && isOver(entry, epoch, at);
    for (const entry of entries.filter(hasEnded))
      await retireEntry(documents, kind, { account, at }, entry, of.retire);
    const shown = entries.filter((entry) => !hasEnded(entry));
    const items = await Promise.all(shown.map(({ id }) => of.read(id)));
    for (const [index, entry] of shown.entries()) {
      const item = items[index];
      if (item) found.push({ item, position: entry.position });
      else if (state === "active") await dropEntry(documents, kind, { account, at }, entry);
    }
    if (entries.length <= limit) break;
    from = entries.at(-1)?.position;
  }
  const items = found.slice(0, limit);
  return {
    items: items.map(({ item }) => item),
    next: found.length > limit ? (items.at(-1)?.position ?? null) : null,
  };
}

/**
 * Returns the writes that record the end of a credential at `endsAt`, for the commit that ends it. Returns none if the
 * end is already recorded. The commit fails at the first key if another credential was created or ended in between.
 */
export async function countEnded(
  documents: DocumentStore,
  kind: CredentialKind,
  {
    account,
    credential,
    endsAt,
    at,
  }: { account: string; credential: CountedCredential; endsAt: number; at: number },
): Promise<WriteOperation[]> {
  const counted = await readCounts(documents, kind, account, at);
  const live = liveKey(kind, account, credential);
  if (!(await documents.get(live))) return [];
  const { counts } = counted;
  const number = counts.ended + 1;
  return [
    countsWrite(kind, account, { ...counts, live: counts.live - 1, ended: number }, counted),
    { key: live },
    ...(await endedWrites(documents, kind, account, { credential, endsAt, number })),
  ];
}

/** Deletes the counts and indexes of a closed account. */
export async function eraseCounts(
  documents: DocumentStore,
  kind: CredentialKind,
  account: string,
): Promise<void> {
  for (const prefix of [livePrefix(kind, account), endedPrefix(kind, account)])
    for (let page = await documents.list(prefix, { limit: 100 }); page.length > 0;) {
      await documents.commit(page.map(({ key }) => ({ key })));
      page = await documents.list(prefix, { limit: 100 });
    }
  await documents.commit([{ key: countsKey(kind, account) }]);
}
