import { defaultPlans } from "@tools-api/core";
import { markInvoicePaid, recordFailedPayment } from "@tools-api/core/billing";
import { beforeAll, describe, expect, it } from "vitest";
import { type ManagementServer, managementServer } from "../../management-server.ts";
import { openOwnerPages, type OwnerPages, wordsOf } from "./owner-pages.ts";
import {
  asBrowser,
  change,
  dollars,
  invoicesOf,
  listOf,
  pageOf,
  planOf,
  rowsOf,
  valueOf,
} from "./owner-plan.ts";

const minute = 60_000;
const day = 1440 * minute;

// A cycle of thirty days begins.
const opened = Date.parse("2027-04-01T00:00:00Z");
let now = opened;
let server: ManagementServer;

beforeAll(() => {
  server = managementServer({ now: () => now });
});

const billing = () => ({ documents: server.documents, usage: server.usage, plans: defaultPlans });

/** Creates an owner whose first cycle begins, and sets the clock to its start. */
function newOwner(): Promise<OwnerPages> {
  now = opened;
  return openOwnerPages(server, { now });
}

interface LedgerLine {
  amount: { amount: number };
  balance: { amount: number };
}

describe("the plan page", () => {
  it("shows the values of the management API: plan, limit, cycle, next invoice and available plans", async () => {
    const owner = await newOwner();
    const free = await pageOf(owner, "/plan");
    expect(wordsOf(free)).toContain("Free $0.00 a month 1,000 calls a day Your plan");
    expect(wordsOf(free)).toContain("You have no invoices yet.");
    expect(valueOf(free, "Next invoice")).toBe("None. The next billing cycle is free.");
    await change(owner, "plan=pro");
    now += 3 * day;
    const pro = await pageOf(owner, "/plan");
    const state = await planOf(owner);
    expect(valueOf(pro, "Billing cycle")).toBe("Apr 1, 2027, 00:00 UTC to May 1, 2027, 00:00 UTC");
    expect(valueOf(pro, "Next invoice")).toBe(
      `${dollars(state.next_invoice?.total ?? { amount: 0 })} on May 1, 2027, 00:00 UTC`,
    );
    expect(wordsOf(pro)).toContain(
      `${dollars(state.amount_due)} is due. Pay as agreed with the operator of this server, who then marks`,
    );
    const offered = [...pro.matchAll(/href="\/plan\/change\?plan=(\w+)"/g)].map(([, plan]) => plan);
    expect(offered).toEqual(["free", "enterprise"]);
  });
});

describe("an account that is past due", () => {
  it("shows the due amount, the deadline and the next step, and rejects an upgrade", async () => {
    const owner = await newOwner();
    await change(owner, "plan=pro");
    now += day;
    await recordFailedPayment(billing(), owner.account, "00000001", 0, now);
    const words = wordsOf(await pageOf(owner, "/plan"));
    expect(words).toContain(
      "$29.00 is due, and a payment failed. Pay as agreed with the operator of this server",
    );
    expect(words).toContain("You keep the pro plan until Apr 16, 2027, 00:00 UTC .");
    expect(words).toContain("Invoice 00000001 , $29.00");
    expect(wordsOf(await pageOf(owner, "/plan/change?plan=enterprise", 409))).toContain(
      "The account is past due. Pay these invoices before you upgrade: 00000001.",
    );
    await markInvoicePaid(billing(), owner.account, "00000001", now);
    expect(wordsOf(await pageOf(owner, "/plan"))).not.toContain("due.");
    await change(owner, "plan=enterprise");
    expect(await planOf(owner)).toMatchObject({ plan: "enterprise" });
  });
});

describe("invoices and ledger", () => {
  it("list all items over pages, newest first, with the balance after each line", async () => {
    const owner = await newOwner();
    for (let changes = 0; changes < 60; changes++) {
      now += 7 * 60 * minute;
      const plan = changes % 2 === 0 ? "enterprise" : "free";
      await owner.ask("POST /account/plan", { plan, effective: "now" });
    }
    const pages = async (path: string) => {
      const rows: string[][] = [];
      for (let next: string | undefined = path; next !== undefined;) {
        const html = await pageOf(owner, next);
        rows.push(...rowsOf(html).slice(1));
        next = /<a class="button quiet" href="([^"]+)"/.exec(html)?.[1];
      }
      return rows;
    };
    const invoices = await invoicesOf(owner);
    const listed = await pages("/plan/invoices");
    expect(listed.map(([invoice = ""]) => invoice.slice(0, 8))).toEqual(invoices.map(({ id }) => id));
    expect(listed.map(([, , total]) => total)).toEqual(invoices.map(({ total }) => dollars(total)));
    const ledger = (await listOf(owner, "ledger?order=desc&limit=100")) as LedgerLine[];
    expect((await pages("/plan/ledger")).map(([, ...amounts]) => amounts)).toEqual(
      ledger.map(({ amount, balance }) => [dollars(amount), dollars(balance)]),
    );
    const { amount_due: due, credit } = await planOf(owner);
    expect(ledger[0]?.balance.amount).toBe(due.amount - credit.amount);
    expect(
      rowsOf(await pageOf(owner, "/plan"))
        .slice(1)
        .map(([invoice = ""]) => invoice.slice(0, 8)),
    ).toEqual(invoices.slice(0, 5).map(({ id }) => id));
  });

  it("are empty without a charge, and redirect a signed-out visitor to the sign-in and back", async () => {
    const owner = await newOwner();
    expect(wordsOf(await pageOf(owner, "/plan/invoices"))).toContain("You have no invoices yet.");
    expect(wordsOf(await pageOf(owner, "/plan/ledger"))).toContain("You have no charges or payments yet.");
    for (const path of ["/plan", "/plan/invoices", "/plan/ledger", "/account/invoices/00000001"]) {
      const response = await server.call(`GET ${path}`, { headers: asBrowser });
      const next = encodeURIComponent(path);
      expect([response.status, response.headers.get("Location")]).toEqual([303, `/sign-in?next=${next}`]);
    }
  });
});
