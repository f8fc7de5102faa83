import { existsSync } from "node:fs";
import { openSqlite } from "@tools-api/adapters/storage/sqlite";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { accountKey, apiKeyKey } from "@tools-api/core/internal";
import type { DocumentStore, WriteOperation } from "@tools-api/core/storage";
import type { Customer } from "./customer.ts";
import { openSqliteStores } from "./engines/sqlite.ts";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const customersPerCommit = 500;
// SQLite writes a whole transaction to the write-ahead log before it copies it to the database file.
const rowsPerTransaction = 100_000;

/** Creates a store that collects commits for one larger commit. It assumes that it is the only writer. */
export function collect(documents: DocumentStore): { store: DocumentStore; take: () => WriteOperation[] } {
  let operations: WriteOperation[] = [];
  return {
    store: {
      ...documents,
      async commit(more) {
        operations.push(...more);
        return { committed: true, version: 0 };
      },
    },
    take() {
      const taken = operations;
      operations = [];
      return taken;
    },
  };
}

async function customerIn(documents: DocumentStore, email: string): Promise<Customer> {
  const { id: account } = await createAccount(documents, { email }, { at: Date.now() });
  const { apiKey, secret } = await createApiKey(documents, account, {}, { at: Date.now() });
  return { account, keyId: apiKey.id, key: secret };
}

/**
 * Returns the text at `index` of `count` texts of 22 characters in order, spread over the alphabet like
 * random ones.
 */
function spreadIdentifier(index: number, count: number): string {
  let rest = Math.floor((index * base62.length ** 4) / count);
  let prefix = "";
  for (let digit = 0; digit < 4; digit++) {
    prefix = base62.charAt(rest % base62.length) + prefix;
    rest = Math.floor(rest / base62.length);
  }
  return prefix + String(index).padStart(18, "0");
}

function spreadDigest(index: number, count: number): string {
  const prefix = Math.floor((index * 2 ** 32) / count)
    .toString(16)
    .padStart(8, "0");
  return prefix + String(index).padStart(56, "0");
}

/** The documents of one customer, from which those of any other are made. */
interface Template {
  customer: Customer;
  email: string;
  digest: string;
  documents: { key: string; text: string }[];
}

async function makeTemplate(documents: DocumentStore): Promise<Template> {
  const email = "template@example.com";
  const { store, take } = collect(documents);
  const customer = await customerIn(store, email);
  const made = take().map(({ key, value }) => ({ key, text: JSON.stringify(value) }));
  const digest = /[0-9a-f]{64}/.exec(made.map(({ key }) => key).join("\n"))?.[0] ?? "";
  return { customer, email, digest, documents: made.toSorted((a, b) => (a.key < b.key ? -1 : 1)) };
}

/** Writes the documents of customers directly to the file, in key order, with the usage of each. */
async function fill(path: string, template: Template, count: number, version: number): Promise<void> {
  const database = await openSqlite(path);
  // The file is temporary and need not survive a failure.
  database.exec("PRAGMA synchronous = OFF");
  database.exec("BEGIN");
  const insert = database.prepare(
    "INSERT INTO documents (key, value, version, expires_at) VALUES (?, ?, ?, NULL)",
  );
  for (const { key, text } of template.documents)
    for (let index = 0; index < count; index++) {
      const id = spreadIdentifier(index, count);
      const adapt = (original: string) =>
        original
          .replaceAll(template.customer.account, `acct_${id}`)
          .replaceAll(template.customer.keyId, `key_${id}`)
          .replaceAll(template.email, `customer-${id}@example.com`)
          .replaceAll(encodeURIComponent(template.email), encodeURIComponent(`customer-${id}@example.com`))
          .replaceAll(template.digest, spreadDigest(index, count));
      insert.run(adapt(key), adapt(text), version);
      if (index % rowsPerTransaction === rowsPerTransaction - 1) database.exec("COMMIT; BEGIN");
    }
  database.exec("COMMIT");
  const now = Date.now();
  const dayMs = 86_400_000;
  const day = Math.floor(now / dayMs) * dayMs;
  const accounts = "FROM documents WHERE key > 'accounts/' AND key < 'accounts0'";
  database.exec(`
    INSERT INTO usage_fences (id, revision) SELECT key, version ${accounts};
    INSERT INTO usage_fences (id, revision)
      SELECT key, version FROM documents WHERE key > 'keys/' AND key < 'keys0';
    INSERT INTO usage_counters (account, id, used, ends)
      SELECT substr(key, 10), 'day:${new Date(day).toISOString().slice(0, 10)}', 1, ${day + dayMs} ${accounts};
    INSERT INTO usage_buckets (account, start, endpoint, calls, succeeded, failed, server_errors, rejected, bytes_in,
      bytes_out, duration_us)
      SELECT substr(key, 10), ${day}, 'profile', 1, 1, 0, 0, 0, 0, 800, 900 ${accounts};
    INSERT INTO usage_lifetimes (account, calls, first_call_at, last_call_at)
      SELECT substr(key, 10), 1, ${day}, ${day} ${accounts}`);
  database.close();
}

/**
 * Fills a new SQLite file with customers who have called before, and with callers whose keys it returns. The
 * usage store knows `known` of the callers, as if from earlier calls.
 */
export async function populate(
  path: string,
  { customers, callers, known }: { customers: number; callers: number; known: number },
): Promise<Customer[]> {
  if (existsSync(path)) throw new Error(`${path} exists.`);

  if (customers > 0) {
    const { documents, usage, close } = await openSqliteStores(path);
    const first = await documents.commit([{ key: "population", value: customers }]);
    await usage.ping();
    const template = await makeTemplate(documents);
    await close();
    await fill(path, template, customers, first.committed ? first.version : 0);
  }

  const { documents, usage, close } = await openSqliteStores(path);
  const found: Customer[] = [];
  while (found.length < callers) {
    const { store, take } = collect(documents);
    const start = found.length;
    const end = Math.min(callers, start + customersPerCommit);
    while (found.length < end) found.push(await customerIn(store, `caller-${found.length}@example.com`));
    const result = await documents.commit(take());
    if (!result.committed) throw new Error(`${result.conflict} already exists.`);
    for (const { account, keyId } of found.slice(start, Math.max(start, known)))
      for (const id of [accountKey(account), apiKeyKey(account, keyId)])
        await usage.fence(id, result.version);
  }
  await close();
  return found;
}
