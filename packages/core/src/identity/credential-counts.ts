import { z } from "zod";
import { type Collection, collection, type Revision } from "../store/collection.ts";
import { transact } from "../store/commit.ts";
import { ToolsError } from "../errors.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { dayMs } from "../time.ts";

/** The maximum of active API keys, and of active OAuth clients, per account. */
const maxLiveCredentials = 100;

// Creating and revoking in a loop would fill the store for 90 days. Beyond this number the oldest ended credential is
// deleted first.
const maxEnded = 1000;

const retentionMs = 90 * dayMs;

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
export interface CredentialKind<Value = unknown> {
  name: "keys" | "clients";
  /** The plural in the error about the limit; `noun` is the singular. */
  label: string;
  noun: string;
  credentials: Collection<Value, "account" | "id">;
  counted(value: Value): CountedCredential;
  /** Returns writes of the documents that lead to a credential and are deleted with it, without their expiry. */
  companions(documents: DocumentStore, id: string): Promise<WriteOperation[]>;
}

/** The credentials of one kind that an account has, at an instant in epoch milliseconds. */
export interface Counting<Value = unknown> {
  documents: DocumentStore;
  kind: CredentialKind<Value>;
  account: string;
  at: number;
}

const Counts = z.object({
  live: z.int(),
  /** Number of credentials that ever ended, which is the number of the last one. */
  ended: z.int(),
  /** The last credential of an older release that has been counted; `null` once all are. */
  scanned: z.string().nullable(),
});

const Entry = z.object({ id: z.string(), endsAt: z.number().nullable(), epoch: z.int() });

const countsOfKinds = collection("credential-counts/{kind}/{account}", Counts);

/** The indexes of active credentials, newest first, and of ended credentials, last ended first. */
const indexes = {
  active: collection("live-credentials/{kind}/{account}/{position}", Entry),
  ended: collection("ended-credentials/{kind}/{account}/{position}", Entry),
};

/** Returns the instant at which an ended credential is deleted, in epoch milliseconds. */
export function deletedAt(endsAt: number): number {
  return endsAt + retentionMs;
}

const inverseInstant = 1e14;
const inverseNumber = 1e9;

/** The part of {@link Counting} that tells which counts and indexes to use. */
type Owner = Pick<Counting, "kind" | "account">;

/** Returns the ids of the entry of an active credential. Stores list in ascending order, so the newest sorts first. */
function liveIds({ kind, account }: Owner, { id, createdAt }: CountedCredential) {
  const position = `${String(inverseInstant - createdAt).padStart(15, "0")}_${id}`;
  return { kind: kind.name, account, position };
}

function endedIds({ kind, account }: Owner, number: number) {
  return { kind: kind.name, account, position: String(inverseNumber - number) };
}

/** The counts of an account, and the revision of their document; `null` if there is none. */
interface Counted {
  counts: z.output<typeof Counts>;
  revision: Revision | null;
}

function countsWrite(
  { kind, account }: Owner,
  { counts, revision }: Counted,
  change: Partial<Counted["counts"]>,
): WriteOperation {
  return countsOfKinds.save(revision, { kind: kind.name, account }, { ...counts, ...change });
}

function liveWrite(owner: Owner, credential: CountedCredential): WriteOperation {
  const { id, endsAt, epoch } = credential;
  return indexes.active.create(liveIds(owner, credential), { id, endsAt, epoch });
}

/**
 * Returns the writes that delete the ended credential that `number` pushes beyond the maximum. Empty if there is none.
 */
async function eraseOldest(counting: Counting, number: number): Promise<WriteOperation[]> {
  if (number <= maxEnded) return [];
  const { documents, kind, account } = counting;
  const entry = await indexes.ended.get(documents, endedIds(counting, number - maxEnded));
  if (!entry) return [];
  const { id } = entry.value;
  const companions = await kind.companions(documents, id);
  return [
    { key: entry.key },
    kind.credentials.drop({ account, id }),
    ...companions.map(({ key }) => ({ key })),
  ];
}

/** Returns the writes that give an ended credential the next number and the time of its deletion. */
async function endedWrites(
  counting: Counting,
  { id, epoch }: CountedCredential,
  { endsAt, number }: { endsAt: number; number: number },
): Promise<WriteOperation[]> {
  const expiresAt = deletedAt(endsAt);
  const companions = await counting.kind.companions(counting.documents, id);
  return [
    indexes.ended.put(endedIds(counting, number), { id, endsAt, epoch }, { expiresAt }),
    ...companions.map((companion) => ({ ...companion, expiresAt })),
    ...(await eraseOldest(counting, number)),
  ];
}

/** Counts a page of credentials that an older release created. Returns false if there are no further ones. */
async function countPage(counting: Counting, counted: Counted): Promise<boolean> {
  const { documents, kind, account, at } = counting;
  const after = counted.counts.scanned || undefined;
  const page = await kind.credentials.list(documents, { account }, { after, limit: pageSize });
  const counts = { ...counted.counts };
  const writes: WriteOperation[] = [];
  for (const found of page) {
    const credential = kind.counted(found.value);
    const { id, endsAt } = credential;
    counts.scanned = id;
    if (endsAt === null || endsAt > at) {
      counts.live += 1;
      writes.push(liveWrite(counting, credential));
      continue;
    }
    counts.ended += 1;
    writes.push(
      kind.credentials.replace(found, found.value),
      ...(await endedWrites(counting, credential, { endsAt, number: counts.ended })),
    );
  }
  if (page.length < pageSize) counts.scanned = null;
  // After a conflict the page is counted again.
  if (page.length > 0) await documents.commit([countsWrite(counting, counted, counts), ...writes]);
  return page.length > 0;
}

/** Reads the counts of an account. First counts the credentials of older releases, which kept no counts. */
async function readCounts(counting: Counting): Promise<Counted> {
  const { documents, kind, account } = counting;
  for (;;) {
    const found = await countsOfKinds.get(documents, { kind: kind.name, account });
    const counts = found ? found.value : { live: 0, ended: 0, scanned: "" };
    const counted = { counts, revision: found };
    if (counts.scanned === null) return counted;
    if (!(await countPage(counting, counted))) return { ...counted, counts: { ...counts, scanned: null } };
    // A store in the same process answers without a turn of the event loop. Yield to other requests here.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/**
 * Removes the entry of an active credential whose document is gone, and its number from the count. An API key with an
 * expiry is deleted 90 days after it expired, even if nothing recorded its end.
 */
function dropEntry(counting: Counting, position: string): Promise<null> {
  const { documents, kind, account } = counting;
  return transact({ documents }, async () => {
    const counted = await readCounts(counting);
    const entry = await indexes.active.get(documents, { kind: kind.name, account, position });
    const live = counted.counts.live - 1;
    const operations = entry ? [countsWrite(counting, counted, { live }), indexes.active.remove(entry)] : [];
    return { operations, result: null };
  });
}

/**
 * Returns the writes that count a new credential. Their commit fails at the first key if another credential was created
 * or ended in between.
 *
 * @param retire Records the end of a credential that has expired or is of an earlier epoch.
 * @throws ToolsError `conflict` if the account has the maximum of active credentials.
 */
export async function countNew(
  counting: Counting,
  value: unknown,
  retire: (id: string) => Promise<unknown>,
): Promise<WriteOperation[]> {
  const { documents, kind, account, at } = counting;
  const credential = kind.counted(value);
  let counted = await readCounts(counting);
  if (counted.counts.live >= maxLiveCredentials) {
    // The count includes credentials that expired since the last change.
    const limit = 2 * maxLiveCredentials;
    const entries = await indexes.active.list(documents, { kind: kind.name, account }, { limit });
    for (const { value, ids } of entries) {
      if (!isOver(value, credential.epoch, at)) continue;
      const found = await kind.credentials.get(documents, { account, id: value.id });
      await (found ? retire(value.id) : dropEntry(counting, ids.position));
    }
    counted = await readCounts(counting);
  }
  const { live } = counted.counts;
  if (live >= maxLiveCredentials)
    throw new ToolsError(
      "conflict",
      `The account already has ${maxLiveCredentials} ${kind.label}, the maximum. Revoke a ${kind.noun} first.`,
    );
  return [countsWrite(counting, counted, { live: live + 1 }), liveWrite(counting, credential)];
}

/**
 * Returns the writes that record the end of a credential, for the commit that ends it. Returns none if the end is
 * already recorded. The commit fails at the first key if another credential was created or ended in between.
 */
export async function countEnded(counting: Counting, value: unknown): Promise<WriteOperation[]> {
  const credential = counting.kind.counted(value);
  const counted = await readCounts(counting);
  const entry = await indexes.active.get(counting.documents, liveIds(counting, credential));
  if (!entry) return [];
  const number = counted.counts.ended + 1;
  const endsAt = credential.endsAt ?? counting.at;
  return [
    countsWrite(counting, counted, { live: counted.counts.live - 1, ended: number }),
    { key: entry.key },
    ...(await endedWrites(counting, credential, { endsAt, number })),
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
 * @param epoch The account's `credentialEpoch`.
 * @param retire Records the end of a credential.
 */
export async function pageOfCredentials<Value>(
  counting: Counting<Value>,
  { state, after, limit }: CredentialPageRequest,
  epoch: number,
  retire: (id: string) => Promise<unknown>,
): Promise<CredentialPage<Value>> {
  const { documents, kind, account, at } = counting;
  await readCounts(counting);
  const found: { item: Value; position: string }[] = [];
  // Each round begins after the last, so an entry that cannot be retired does not block the list.
  for (let from = after; found.length <= limit;) {
    const page = { after: from, limit: limit + 1 };
    const entries = await indexes[state].list(documents, { kind: kind.name, account }, page);
    const credentials = await Promise.all(
      entries.map(({ value: { id } }) => kind.credentials.get(documents, { account, id })),
    );
    for (const [index, { value, ids }] of entries.entries()) {
      const credential = credentials[index];
      if (credential && (state === "ended" || !isOver(value, epoch, at)))
        found.push({ item: credential.value, position: ids.position });
      else if (credential) await retire(value.id);
      else if (state === "active") await dropEntry(counting, ids.position);
    }
    if (entries.length <= limit) break;
    from = entries.at(-1)?.ids.position;
  }
  const items = found.slice(0, limit);
  return {
    items: items.map(({ item }) => item),
    next: found.length > limit ? (items.at(-1)?.position ?? null) : null,
  };
}

/** Deletes the counts and indexes of a closed account. */
export async function eraseCounts({ documents, kind, account }: Counting): Promise<void> {
  for (const index of Object.values(indexes)) await index.erase(documents, { kind: kind.name, account });
  await documents.commit([countsOfKinds.drop({ kind: kind.name, account })]);
}
