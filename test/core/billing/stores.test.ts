import { defaultPlans, ToolsError } from "@tools-api/core";
import { createAccount, type Stores } from "@tools-api/core/accounts";
import { changePlan, currentCycle, type QuotedBilling, sweepBilling } from "@tools-api/core/billing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StorePlace, storeEngines } from "../../adapters/storage/engines.ts";
import { faultsOf, readBooks } from "./books.ts";
import { hmacQuotes } from "./hmac-quotes.ts";

const opened = Date.parse("2027-01-31T09:30:00.250Z");

function billingOn(stores: Stores): QuotedBilling {
  return { ...stores, plans: defaultPlans, quotes: hmacQuotes() };
}

async function newAccount({ documents }: Stores): Promise<string> {
  return (await createAccount(documents, { email: `${crypto.randomUUID()}@example.com` }, { at: opened })).id;
}

describe.each(storeEngines)("billing on $engine", ({ open }) => {
  let place: StorePlace;
  let processes: [Stores, Stores];
  beforeAll(async () => {
    place = await open();
    const process = async () => ({ documents: await place.documents(), usage: await place.usage() });
    processes = [await process(), await process()];
  });
  afterAll(() => place.remove());

  it("makes one change of racing requests with one Idempotency-Key, and returns its answer to all of them", async () => {
    const [stores] = processes;
    const id = await newAccount(stores);
    const clicks = processes.flatMap((each) => Array.from({ length: 4 }, () => billingOn(each)));
    const answers = await Promise.all(
      clicks.map((billing) =>
        changePlan(billing, id, { plan: "pro" }, { now: opened + 1000, idempotencyKey: "click" }),
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
        changePlan(billingOn(each), id, { plan: "pro" }, { now: opened + 1000 }).then(
          () => "changed",
          (error: unknown) => (error instanceof ToolsError ? error.code : String(error)),
        ),
      ),
    );
    expect(outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual(["changed", "conflict"]);
    expect(await readBooks(stores, id)).toMatchObject({ invoices: [{ number: 1 }], lines: [{ number: 1 }] });
  });

  it("closes every ended cycle once, however many processes sweep at the same time", async () => {
    const [stores] = processes;
    const id = await newAccount(stores);
    await changePlan(billingOn(stores), id, { plan: "pro" }, { now: opened });
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
});
