import { invoiceRecord } from "@tools-api/core/internal";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans, type DocumentStore, ToolsError, type UsageStore } from "@tools-api/core";
import { createAccount, getAccount, type Stores } from "@tools-api/core/accounts";
import { changePlan, currentCycle, type QuotedBilling, sweepBilling } from "@tools-api/core/billing";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresAt } from "../../adapters/storage/postgres-database.ts";
import { newSqliteFile } from "../../adapters/storage/sqlite-file.ts";
import { newUnstorageFolder } from "../../adapters/storage/unstorage-folder.ts";
import { canStartPostgres, type PostgresServer, startPostgres } from "../../engines/postgres.ts";
import { faultsOf, readBooks } from "./books.ts";
import { checkHistory, histories } from "./history.ts";
import { hmacQuotes } from "./hmac-quotes.ts";

/** A store of accounts and usage that several processes share. */
interface Engine {
  /** Opens the stores. Several may be open on one state, as if each were in a process of its own. */
  open(): Promise<Stores>;
  remove(): Promise<void>;
}

const opened = Date.parse("2027-01-31T09:30:00.250Z");

async function memoryEngine(): Promise<Engine> {
  const stores = { documents: memoryDocuments(), usage: memoryUsage() };
  return { open: async () => stores, remove: async () => {} };
}

async function sqliteEngine(): Promise<Engine> {
  const file = await newSqliteFile();
  return {
    open: async () => ({ documents: await file.documents(), usage: await file.usage() }),
    remove: () => file.remove(),
  };
}

async function unstorageEngine(): Promise<Engine> {
  const folder = await newUnstorageFolder();
  const stores = { documents: folder.documents(), usage: folder.usage() };
  return { open: async () => stores, remove: () => folder.remove() };
}

let server: PostgresServer | undefined;

async function postgresEngine(): Promise<Engine> {
  // The tests never end the server, and hundreds of transactions would each wait for the disk.
  server ??= await startPostgres(["fsync=off"]);
  const database = postgresAt(await server.newLocation());
  return {
    open: async () => ({ documents: await database.documents(), usage: await database.usage() }),
    remove: () => database.close(),
  };
}

afterAll(() => server?.remove());

/** The simulated death of the process. */
class Crash extends Error {}

/** Returns stores that crash before or after their nth write, and reject every later write. */
function dyingAt(stores: Stores, fatal: number, when: "before" | "behind"): Stores {
  let writes = 0;
  const write = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    writes += 1;
    if (writes > fatal || (writes === fatal && when === "before")) throw new Crash();
    const result = await work();
    if (writes === fatal) throw new Crash();
    return result;
  };
  const documents: DocumentStore = {
    ...stores.documents,
    commit: (operations) => write(() => stores.documents.commit(operations)),
  };
  const usage: UsageStore = {
    ...stores.usage,
    fence: (id, revision) => write(() => stores.usage.fence(id, revision)),
  };
  return { documents, usage };
}

function billingOn(stores: Stores): QuotedBilling {
  return { ...stores, plans: defaultPlans, quotes: hmacQuotes() };
}

async function newAccount({ documents }: Stores): Promise<string> {
  return (await createAccount(documents, { email: `${crypto.randomUUID()}@example.com` }, opened)).id;
}

/** Resolves with the outcome of a call that was authenticated at this revision of the account. */
async function admission({ usage }: Stores, account: string, revision: number): Promise<string | undefined> {
  const windows = [{ id: "day:2027-02-01", limit: 1000, ends: opened + 86_400_000 }];
  const fences = [{ id: `accounts/${account}`, revision }];
  const call = { account, endpoint: "profile", at: opened, windows, fences };
  const [answer] = await usage.consume({ id: crypto.randomUUID(), at: opened, items: [call] });
  return answer?.outcome;
}

const engines: (readonly [string, () => Promise<Engine>])[] = [
  ["memory", memoryEngine],
  ["SQLite", sqliteEngine],
  ["unstorage", unstorageEngine],
  ...(canStartPostgres() ? [["PostgreSQL", postgresEngine] as const] : []),
];

describe.each(engines)("billing on %s", (_, newEngine) => {
  let engine: Engine;
  let processes: [Stores, Stores];
  beforeAll(async () => {
    engine = await newEngine();
    processes = [await engine.open(), await engine.open()];
  });
  afterAll(() => engine.remove());

  it("makes one change of racing requests with one Idempotency-Key, and returns its answer to all of them", async () => {
    const [stores] = processes;
    const id = await newAccount(stores);
    const clicks = processes.flatMap((each) => Array.from({ length: 4 }, () => billingOn(each)));
    const answers = await Promise.all(
      clicks.map((billing) =>
        changePlan(billing, id, { plan: "pro" }, opened + 1000, { idempotencyKey: "click" }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const books = await readBooks(stores, id);
    expect([books.lines.length, books.invoices.length, faultsOf(books)]).toEqual([1, 1, []]);
  });

  it("makes one change of two racing requests without a key, and rejects the other", async () => {
    const [stores] = processes;
    const id = await newAccount(stores);
    const outcomes = await Promise.all(
      processes.map((each) =>
        changePlan(billingOn(each), id, { plan: "pro" }, opened + 1000).then(
          () => "changed",
          (error: unknown) => (error instanceof ToolsError ? error.code : String(error)),
        ),
      ),
    );
    expect(outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual(["changed", "conflict"]);
    expect(await readBooks(stores, id)).toMatchObject({ invoices: [{ number: 1 }], lines: [{ number: 1 }] });
  });

  it("makes one change of a request and its retry, wherever the first crashes between two writes", async () => {
    const [stores, another] = processes;
    let deaths = 0;
    for (let fatal = 1, finished = 0; finished < 2; fatal++) {
      finished = 0;
      for (const when of ["before", "behind"] as const) {
        const id = await newAccount(stores);
        // Pro, then two cycles later enterprise: the change closes the cycles in between.
        await changePlan(billingOn(stores), id, { plan: "pro" }, opened);
        const before = await getAccount(stores.documents, id);
        const later = currentCycle(opened, opened + 75 * 86_400_000).start + 1000;
        const order = () => ({ plan: "enterprise" as const });
        const first = await changePlan(billingOn(dyingAt(stores, fatal, when)), id, order(), later, {
          idempotencyKey: "click",
        }).catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
          return null;
        });
        if (first) finished += 1;
        else deaths += 1;
        const repeat = (by: Stores, at: number) =>
          changePlan(billingOn(by), id, order(), at, { idempotencyKey: "click" });
        const repeated = await repeat(another, later + 5000);
        const books = await readBooks(stores, id);
        expect(faultsOf(books)).toEqual([]);
        // The cycles of January, February and March, and the change.
        const [, , , charged, ...others] = books.invoices;
        expect(others).toEqual([]);
        if (!charged) throw new Error("The change has no invoice.");
        const { id: invoice, lines, total } = invoiceRecord(charged);
        // The retry made the change only if the first did not.
        expect([later, later + 5000]).toContain(charged.at);
        expect(repeated).toMatchObject({ plan: "enterprise", invoice, lines, total });
        expect([null, repeated]).toContainEqual(first);
        expect(await repeat(stores, later + 10_000)).toEqual(repeated);
        expect(await getAccount(stores.documents, id)).toMatchObject({ value: { plan: "enterprise" } });
        expect(await admission(stores, id, before?.version ?? 0)).toBe("stale");
      }
    }
    // Before and after two closings, the change, and its fence.
    expect(deaths).toBeGreaterThanOrEqual(7);
  });

  it("closes every ended cycle once, however many processes sweep at the same time", async () => {
    const [stores] = processes;
    const id = await newAccount(stores);
    await changePlan(billingOn(stores), id, { plan: "pro" }, opened);
    const months = 14;
    const later = Date.parse("2028-03-31T12:00:00Z");
    const failures: unknown[] = [];
    await Promise.all(
      [...processes, ...processes].map((each) =>
        sweepBilling(billingOn(each), later, (failed) => failures.push(failed)),
      ),
    );
    expect(failures).toEqual([]);
    const books = await readBooks(stores, id);
    expect(faultsOf(books)).toEqual([]);
    expect(books.invoices.map(({ total }) => total)).toEqual(Array.from({ length: months + 1 }, () => 2900));
    expect(books.invoices.map(({ cycle }) => cycle.start)).toEqual(
      Array.from({ length: months + 1 }, (__, month) => {
        const day = currentCycle(opened, Date.UTC(2027, month + 1, 15)).start;
        return day;
      }),
    );
  });

  it("keeps the books equal to the model for random histories", async () => {
    const [stores] = processes;
    const checked = fc.assert(
      fc.asyncProperty(histories, ({ anchor, steps }) =>
        checkHistory(stores, {
          anchor,
          // The store keeps the prices that it first used, and the tests above use these.
          prices: { pro: defaultPlans.pro.price.amount, enterprise: defaultPlans.enterprise.price.amount },
          // A sweep would also close the cycles of the other histories.
          steps: steps.filter(({ kind }) => kind !== "sweep"),
        }),
      ),
      { numRuns: 8 },
    );
    await expect(checked).resolves.toBeUndefined();
  });
});
