import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { openSqlite, sqliteDocuments, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import { defaultPlans } from "@tools-api/core";
import { createApiKey, signUp } from "@tools-api/core/accounts";
import { changePlan } from "@tools-api/core/billing";
import type { DocumentStore, WriteOperation } from "@tools-api/core/storage";
import type { Credentials } from "../../engines/chromium.ts";

const credentials = { email: "crowded@example.com", password: "correct horse battery" };
const hourMs = 3_600_000;
const batch = 500;

/** Commits operations in batches, as stores accept them. */
async function commitAll(documents: DocumentStore, operations: readonly WriteOperation[]): Promise<void> {
  for (let start = 0; start < operations.length; start += batch)
    await documents.commit(operations.slice(start, start + batch));
}

/** Copies the first invoice and its line of an account, as if every cycle had ended so. */
async function copyInvoices(documents: DocumentStore, account: string, count: number): Promise<void> {
  const read = async (key: string) => {
    const found = await documents.get(key);
    if (!found) throw new Error(`There is no ${key}.`);
    // The stores hold JSON objects.
    return found.value as Record<string, unknown>;
  };
  const key = (kind: string, number: number) => `${kind}/${account}/${String(number).padStart(8, "0")}`;
  const [invoice, line] = await Promise.all([read(key("invoices", 1)), read(key("ledger", 1))]);
  const operations: WriteOperation[] = [];
  for (let number = 1; number <= count; number++) {
    const id = String(number).padStart(8, "0");
    const paid = { amountPaid: 2900, amountDue: 0, status: "paid", paidAt: invoice["at"] };
    const serial = `INV-${String(number).padStart(6, "0")}`;
    const own = { ...line, number, invoice: number };
    operations.push(
      {
        key: key("invoices", number),
        value: { ...invoice, ...paid, id, number, serial, lines: [{ ...own, id }] },
      },
      { key: key("ledger", number), value: own },
    );
  }
  const subscription = await read(`subscriptions/${account}`);
  operations.push({
    key: `subscriptions/${account}`,
    value: { ...subscription, lines: count, invoices: count, balance: 0, open: [] },
  });
  await commitAll(documents, operations);
}

/** Seeds a SQLite file with an account that has many ended keys and paid invoices. */
export async function seedCrowdedAccount(
  path: string,
  { keys, invoices }: { keys: number; invoices: number },
): Promise<Credentials> {
  const databases = { documents: await openSqlite(path), usage: await openSqlite(path) };
  const documents = sqliteDocuments({ database: databases.documents });
  const usage = sqliteUsage({ database: databases.usage });
  const now = Date.now();
  const opened = now - 24 * hourMs;
  const { account } = await signUp(
    { documents, passwords: scryptHasher({ logCost: 10 }) },
    credentials,
    opened,
  );
  await changePlan({ documents, usage, plans: defaultPlans }, account.id, { plan: "pro" }, { now: opened });
  // No commit below has to survive a crash.
  databases.documents.exec("PRAGMA synchronous = OFF");
  await copyInvoices(documents, account.id, invoices);
  for (let index = 0; index < keys; index++) {
    const at = opened + index;
    await createApiKey(documents, account.id, { name: `Key ${index}`, expiresAt: at + 1 }, { at });
  }
  await createApiKey(documents, account.id, { name: "Live" }, { at: now - hourMs });
  await Promise.all([documents.close(), usage.close()]);
  for (const database of Object.values(databases)) database.close();
  return credentials;
}
