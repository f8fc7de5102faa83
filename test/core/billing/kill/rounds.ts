import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { ToolsError } from "@tools-api/core";
import { createAccount, getAccount, type Stores } from "@tools-api/core/accounts";
import { changePlan, listNumberedInvoices } from "@tools-api/core/billing";
import { bundleSource } from "../../../adapters/storage/bundle-source.mjs";
import type { StorePlace } from "../../../adapters/storage/engines.ts";
import { faultsOf, readBooks } from "../books.ts";
import { opened, operationNamed, repeat } from "./operations.ts";
import type { Task } from "./program.ts";
import { attemptsIn, billingOn, countedStores, type Moment } from "./stores.ts";

let bundled: Promise<string> | undefined;

/** Returns the program as JavaScript. It is bundled once, because each process runs for a moment only. */
function program(): Promise<string> {
  bundled ??= bundleSource(new URL("program.ts", import.meta.url).href);
  return bundled;
}

/** Opens an account on the pro plan, and prepares it for an operation. */
async function prepare(stores: Stores, name: string, providerFile: string) {
  const { prepare: prepareFor, settings = {} } = operationNamed(name);
  const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: opened });
  const plain = billingOn(stores, settings.provider ? { provider: settings.provider } : {}, providerFile);
  await changePlan(plain, id, { plan: "pro" }, { now: opened });
  const billing = billingOn(stores, settings, providerFile);
  const memo = (await prepareFor?.(billing, id)) ?? "";
  const account = await getAccount(stores.documents, id);
  if (!account) throw new Error("There is no account.");
  // A process has admitted calls by this revision of the account.
  await stores.usage.fence(`accounts/${id}`, account.version);
  return { billing, id, memo, revision: account.version };
}

/** Returns a value with the names of its objects in order. PostgreSQL keeps them in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}

/** Returns all documents, with the same names in every place. Repeated requests have further audit entries. */
async function dump({ documents }: Stores, id: string): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await documents.list("", { limit: 500, ...(after !== undefined && { after }) });
    for (const { key, value } of page)
      if (!/^(audit|audit-log|idempotency)\//.test(key))
        found.push(`${key} ${JSON.stringify(sorted(value))}`.replaceAll(id, "account"));
    after = page.at(-1)?.key;
    if (page.length < 500) return found.toSorted((one, other) => one.localeCompare(other));
  }
}

/** Resolves with the outcome of a call by a process that knows a revision of the account. */
async function admission({ usage }: Stores, account: string, revision: number) {
  const windows = [{ id: `day:${opened}`, limit: 1000, ends: opened + 86_400_000 }];
  const fences = [{ id: `accounts/${account}`, revision }];
  const call = { account, endpoint: "profile", at: opened, windows, fences };
  const [answer] = await usage.consume({ id: crypto.randomUUID(), at: opened, items: [call] });
  return answer?.outcome;
}

/** The result of an operation without interruption. */
export interface Uninterrupted {
  writes: number;
  documents: string[];
  isStale: boolean;
}

/** Runs an operation on memory stores without interruption, and again. */
export async function uninterrupted(name: string): Promise<Uninterrupted> {
  const folder = await mkdtemp(join(tmpdir(), "tools-api-kill-"));
  const providerFile = join(folder, "provider");
  try {
    const stores = { documents: memoryDocuments(), usage: memoryUsage() };
    const { id, memo, revision } = await prepare(stores, name, providerFile);
    const operation = operationNamed(name);
    const counted = countedStores(stores);
    await operation.run(billingOn(counted, operation.settings ?? {}, providerFile), id, memo);
    const isStale = (await admission(stores, id, revision)) === "stale";
    return { writes: counted.writes(), documents: await dump(stores, id), isStale };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The end of a process at a write of an operation. */
export interface Death {
  name: string;
  write: number;
  moment: Moment;
}

/** Runs an operation until it dies. Resolves with whether it did: it can end before its nth write. */
type Interrupt = (stores: Stores, task: Omit<Task, "location">) => Promise<boolean>;

/**
 * Interrupts an operation at a write, checks the books and the numbers of the invoices, repeats the operation, and
 * compares every document with those of a run without interruption.
 */
async function checkInterrupted(
  stores: Stores,
  { name, write, moment }: Death,
  expected: Uninterrupted,
  interrupt: Interrupt,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tools-api-kill-"));
  const providerFile = join(folder, "provider");
  try {
    const { billing, id, memo, revision } = await prepare(stores, name, providerFile);
    const hasDied = await interrupt(stores, { operation: name, id, memo, providerFile, write, moment });
    assert.ok(hasDied, "The operation has fewer writes.");
    await expectGoodBooks(stores, id);
    await repeat(operationNamed(name), { billing, id, memo }).catch((error: unknown) => {
      // It was made: nothing is left to cancel or approve.
      if (!(error instanceof ToolsError) || error.code !== "conflict") throw error;
    });
    await expectGoodBooks(stores, id);
    assert.deepEqual(await dump(stores, id), expected.documents);
    const keys = attemptsIn(providerFile).map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length);
    // Stores in one database raise fences in the commit of the change.
    if (expected.isStale && stores.documents.capabilities.durable)
      assert.equal(await admission(stores, id, revision), "stale");
  } catch (error) {
    throw new Error(`${name}, ${moment} write ${write}: ${String(error)}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Checks the end of a process by kill -9 at a write of an operation. */
export async function killAt(place: StorePlace, death: Death, expected: Uninterrupted): Promise<void> {
  const stores = { documents: await place.documents(), usage: await place.usage() };
  await checkInterrupted(stores, death, expected, async (_, task) => {
    const file = join(dirname(task.providerFile), "program.mjs");
    await writeFile(file, await program());
    const argument: Task = { location: place.location, ...task };
    const child = fork(file, [JSON.stringify(argument)], { execArgv: [] });
    const [code, signal] = await once(child, "close");
    assert.ok(signal === "SIGKILL" || code === 0, `the process ended with ${code}`);
    // PostgreSQL may still be in the commit whose process has died.
    if (death.moment === "during") await sleep(100);
    return signal === "SIGKILL";
  });
}

class Crash extends Error {}

/** Checks the end of an operation at a write on memory stores, where every later write of it fails. */
export async function crashAt(death: Death, expected: Uninterrupted): Promise<void> {
  const memory = { documents: memoryDocuments(), usage: memoryUsage() };
  await checkInterrupted(memory, death, expected, async (stores, task) => {
    const { run, settings = {} } = operationNamed(task.operation);
    const dying = countedStores(stores, { ...death, now: () => Promise.reject(new Crash()) });
    await run(billingOn(dying, settings, task.providerFile), task.id, task.memo).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
    return dying.writes() >= death.write;
  });
}

async function expectGoodBooks(stores: Stores, id: string): Promise<void> {
  const books = await readBooks(stores, id);
  assert.deepEqual(faultsOf(books), []);
  const numbered = await listNumberedInvoices(stores.documents, { limit: 1000 });
  assert.deepEqual(
    numbered.map(({ number, invoice }) => [number, invoice.serial]),
    books.invoices.map(({ number }) => [number, `INV-${String(number).padStart(6, "0")}`]),
  );
}
