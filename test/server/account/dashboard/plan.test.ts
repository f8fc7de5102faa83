import { defaultPlans } from "@tools-api/core";
import { markInvoicePaid, recordFailedPayment } from "@tools-api/core/billing";
import { beforeAll, describe, expect, it } from "vitest";
import { type ManagementServer, managementServer } from "../../management-server.ts";
import { fieldsOf, openOwnerPages, type OwnerPages, wordsOf } from "./owner-pages.ts";
import {
  asBrowser,
  change,
  confirm,
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
    await recordFailedPayment(billing(), { account: owner.account, id: "00000001" }, { attempt: 0 }, now);
    const words = wordsOf(await pageOf(owner, "/plan"));
    expect(words).toContain(
      "$29.00 is due, and a payment failed. Pay as agreed with the operator of this server",
    );
    expect(words).toContain("You keep the pro plan until Apr 16, 2027, 00:00 UTC .");
    expect(words).toMatch(/Invoice INV-\d{6} , \$29\.00/);
    expect(wordsOf(await pageOf(owner, "/plan/change?plan=enterprise", 409))).toContain(
      "The account is past due. Pay its open invoices before you upgrade (1).",
    );
    await markInvoicePaid(billing(), { account: owner.account, id: "00000001" }, now);
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
    expect(listed.map(([invoice = ""]) => invoice.slice(0, "INV-000001".length))).toEqual(
      invoices.map(({ number }) => number),
    );
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
        .map(([invoice = ""]) => invoice.slice(0, "INV-000001".length)),
    ).toEqual(invoices.slice(0, 5).map(({ number }) => number));
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

describe("the preview of a plan change", () => {
  it("shows each line of the calculation, and the invoice equals it to the cent", async () => {
    const owner = await newOwner();
    await change(owner, "plan=pro");
    now += 10 * day + 3 * 60 * minute + 12 * minute + 1234;
    const html = await pageOf(owner, "/plan/change?plan=enterprise");
    const shown = rowsOf(html);
    for (const [what = "", amount = ""] of shown.slice(1, -2)) {
      const [, price = "", left = "", whole = ""] = /\$([\d.]+) × ([\d,]+) of ([\d,]+) s = /.exec(what) ?? [];
      const [cents, seconds, all] = [price.replace(".", ""), left, whole].map((text) =>
        BigInt(text.replaceAll(",", "")),
      );
      if (cents === undefined || seconds === undefined || !all) throw new Error(`no computation: ${what}`);
      // Rounded up, with integers of any size.
      const expected = Number((cents * seconds + all - 1n) / all);
      expect(amount.replace("-", "")).toBe(dollars({ amount: expected }));
    }
    expect(shown[1]?.[0]).toContain("19 days 20 h 47 min 59 s of 30 days left.");

    now += 14 * minute;
    expect(await confirm(owner, html)).toBe("/plan?notice=changed&invoice=00000002");
    const [invoice] = await invoicesOf(owner);
    expect(invoice?.lines.map(({ kind, plan, amount }) => [kind, plan, dollars(amount)])).toEqual([
      ["credit", "pro", shown[1]?.[1]],
      ["charge", "enterprise", shown[2]?.[1]],
    ]);
    expect([invoice?.total, invoice?.amount_due].map((money) => dollars(money ?? { amount: 0 }))).toEqual(
      shown.slice(-2).map(([, amount]) => amount),
    );
    expect(html).toContain(`Change to enterprise for ${dollars(invoice?.amount_due ?? { amount: 0 })}`);
    const after = await planOf(owner);
    expect(valueOf(html, "Total due")).toContain(`${dollars(after.amount_due)} after`);
    expect(valueOf(html, "Next invoice")).toContain(dollars(after.next_invoice?.total ?? { amount: 0 }));
    const printed = await (await owner.get("/account/invoices/00000002", asBrowser)).text();
    expect(rowsOf(printed).slice(0, -1)).toEqual(shown.slice(0, -1));
  });

  it("makes one change for two concurrent clicks and a repeated form, with the same response each time", async () => {
    const owner = await newOwner();
    const html = await pageOf(owner, "/plan/change?plan=pro");
    const clicks = await Promise.all([confirm(owner, html), confirm(owner, html)]);
    now += 20 * minute;
    const again = await confirm(owner, html);
    expect(new Set([...clicks, again])).toEqual(new Set(["/plan?notice=changed&invoice=00000001"]));
    expect(await invoicesOf(owner)).toHaveLength(1);
    const plan = await pageOf(owner, again);
    expect(wordsOf(plan)).toContain(
      "You are on the pro plan. From the next call, you have 10,000 calls a day.",
    );
    expect(plan).toMatch(/<a href="\/account\/invoices\/00000001">View invoice INV-\d{6}<\/a>/);
  });

  it("is shown again with the reason if it expired or the account has changed, and can then be confirmed", async () => {
    const owner = await newOwner();
    const late = await pageOf(owner, "/plan/change?plan=pro&effective=now");
    now += 15 * minute;
    const refused = await owner.post("/plan", fieldsOf(late, "/plan"));
    const anew = await refused.text();
    expect([refused.status, wordsOf(anew)]).toEqual([
      409,
      expect.stringContaining(
        "The quote expired after 15 minutes. Request a new preview. Your plan did not change.",
      ),
    ]);
    await owner.ask("PATCH /account", { name: "Another" });
    const other = await owner.post("/plan", fieldsOf(anew, "/plan"));
    const last = await other.text();
    expect([other.status, wordsOf(last)]).toEqual([
      409,
      expect.stringContaining(
        "has changed since the preview. Request a new preview. Your plan did not change.",
      ),
    ]);
    expect(await invoicesOf(owner)).toEqual([]);
    await confirm(owner, last);
    expect(await planOf(owner)).toMatchObject({ plan: "pro" });
  });

  it("is rejected for the current plan, such as after a change in another tab, and for an unknown plan", async () => {
    const owner = await newOwner();
    const tab = await pageOf(owner, "/plan/change?plan=pro");
    await change(owner, "plan=pro");
    const refused = await owner.post("/plan", fieldsOf(tab, "/plan"));
    expect([refused.status, wordsOf(await refused.text())]).toEqual([
      409,
      expect.stringContaining("You are already on the pro plan."),
    ]);
    expect(await pageOf(owner, "/plan/change?plan=pro", 409)).not.toContain('name="quote"');
    await pageOf(owner, "/plan/change?plan=gold", 422);
    await pageOf(owner, "/plan/change", 422);
  });
});

describe("a downgrade", () => {
  it("is scheduled for the cycle's end, charges nothing, and is canceled by one click or two", async () => {
    const owner = await newOwner();
    await change(owner, "plan=enterprise");
    now += 12 * day;
    const html = await pageOf(owner, "/plan/change?plan=free");
    expect(wordsOf(html)).toContain("You pay nothing today.");
    expect(valueOf(html, "Takes effect")).toBe("May 1, 2027, 00:00 UTC");
    expect(await confirm(owner, html)).toBe("/plan?notice=scheduled");
    const scheduled = await pageOf(owner, "/plan?notice=scheduled");
    expect(wordsOf(scheduled)).toContain(
      "You scheduled the change to the free plan. Nothing changes until then.",
    );
    expect(await planOf(owner)).toMatchObject({ plan: "enterprise", next_invoice: null });

    expect(wordsOf(await pageOf(owner, "/plan/change?plan=free"))).toContain(
      "You already scheduled this change.",
    );
    expect(wordsOf(await pageOf(owner, "/plan/change?plan=pro"))).toContain(
      "This cancels the change to the free plan",
    );

    const fields = fieldsOf(scheduled, "/plan/cancel-change");
    for (const click of [
      await owner.post("/plan/cancel-change", fields),
      await owner.post("/plan/cancel-change", fields),
    ])
      expect([click.status, click.headers.get("Location")]).toEqual([303, "/plan?notice=called-off"]);
    const page = wordsOf(await pageOf(owner, "/plan?notice=called-off"));
    expect(page).toContain("You canceled the change. You stay on the enterprise plan.");
    expect(await planOf(owner)).toMatchObject({ plan: "enterprise", scheduled: null });
    const late = await owner.post("/plan/cancel-change", [["key", "another"]]);
    expect([late.status, wordsOf(await late.text())]).toEqual([
      409,
      expect.stringContaining("No plan change is scheduled."),
    ]);
    // A notice in the address is not proof of a change, because anyone can write it.
    expect(wordsOf(await pageOf(owner, "/plan?notice=scheduled"))).not.toContain("You scheduled");
  });
});
