import { assignPlan, defaultPlans, markInvoicePaid, recordFailedPayment } from "@tools-api/core";
import { beforeAll, describe, expect, it } from "vitest";
import { type ManagementServer, managementServer } from "../server/management-server.ts";
import { fieldsOf, openOwnerPages, type OwnerPages, withFields, wordsOf } from "./owner-pages.ts";

const minute = 60_000;
const day = 1440 * minute;

// Thirty days begin.
const opened = Date.parse("2027-04-01T00:00:00Z");
let now = opened;
let server: ManagementServer;

beforeAll(() => {
  server = managementServer({ now: () => now });
});

const billing = () => ({ documents: server.documents, usage: server.usage, plans: defaultPlans });

/** An owner whose first cycle begins, and the clock then. */
function newOwner(): Promise<OwnerPages> {
  now = opened;
  return openOwnerPages(server, { now });
}

const asBrowser = { Accept: "text/html,application/xhtml+xml" };

interface Money {
  amount: number;
}

interface PlanState {
  plan: string;
  scheduled: { plan: string } | null;
  amount_due: Money;
  credit: Money;
  next_invoice: { total: Money; amount_due: Money } | null;
}

interface Invoice {
  id: string;
  status: string;
  lines: { kind: string; plan: string; amount: Money }[];
  total: Money;
  credit_applied: Money;
  amount_due: Money;
}

interface LedgerLine {
  amount: Money;
  balance: Money;
}

// The shapes are what the contract requires; each test requires what it reads of them.
const planOf = async (owner: OwnerPages) => (await owner.ask("GET /account/plan")) as PlanState;
const listOf = async (owner: OwnerPages, list: string) =>
  ((await owner.ask(`GET /account/${list}`)) as { items: unknown[] }).items;
const invoicesOf = async (owner: OwnerPages) =>
  (await listOf(owner, "invoices?order=desc&limit=100")) as Invoice[];

const dollars = ({ amount }: Money) =>
  new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).format(amount / 100);

/** What the cells of a page's tables say, row by row. */
function rowsOf(html: string): string[][] {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => wordsOf(cell)),
  );
}

/** What stands beside a term of a page. */
function valueOf(html: string, term: string): string {
  const [, value = ""] = new RegExp(`<dt>${term}</dt><dd>(.*?)</dd>`).exec(html) ?? [];
  return wordsOf(value);
}

async function pageOf(owner: OwnerPages, path: string, status = 200): Promise<string> {
  const response = await owner.get(path);
  const html = await response.text();
  expect(response.status, wordsOf(html)).toBe(status);
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  return html;
}

/** Sends the confirmation on a page, and resolves with where that leads. */
async function confirm(owner: OwnerPages, html: string): Promise<string> {
  const response = await owner.post("/plan", fieldsOf(html, "/plan"));
  expect(response.status, wordsOf(await response.text())).toBe(303);
  return response.headers.get("Location") ?? "";
}

const change = async (owner: OwnerPages, query: string) =>
  confirm(owner, await pageOf(owner, `/plan/change?${query}`));

describe("the page of the plan", () => {
  it("says what the management call says: plan, limit, cycle, next invoice, and the plans on offer", async () => {
    const owner = await newOwner();
    const free = await pageOf(owner, "/plan");
    expect(wordsOf(free)).toContain("Free $0.00 a month 1,000 calls a day Your plan");
    expect(wordsOf(free)).toContain("There are no invoices yet.");
    expect(valueOf(free, "Next invoice")).toBe("None: the next billing cycle costs nothing");
    await change(owner, "plan=pro");
    now += 3 * day;
    const pro = await pageOf(owner, "/plan");
    const state = await planOf(owner);
    expect(valueOf(pro, "Billing cycle")).toBe("2027-04-01 00:00 UTC to 2027-05-01 00:00 UTC");
    expect(valueOf(pro, "Next invoice")).toBe(
      `${dollars(state.next_invoice?.total ?? { amount: 0 })} on 2027-05-01 00:00 UTC`,
    );
    expect(wordsOf(pro)).toContain(`${dollars(state.amount_due)} is due. This server takes no payments`);
    const offered = [...pro.matchAll(/href="\/plan\/change\?plan=(\w+)"/g)].map(([, plan]) => plan);
    expect(offered).toEqual(["free", "enterprise"]);
  });

  it("says what an operator has agreed to beside what the plan has", async () => {
    const owner = await newOwner();
    const agreed = { plan: "enterprise", dailyLimit: 250_000 } as const;
    await assignPlan(billing(), owner.account, agreed, now);
    expect(wordsOf(await pageOf(owner, "/plan"))).toContain(
      "100,000 calls a day , 250,000 as agreed for you Your plan",
    );
  });
});

describe("the preview of a change", () => {
  it("shows each line as it is computed, and what is booked is that to the cent", async () => {
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
      // Rounded up, in numbers of any size.
      const expected = Number((cents * seconds + all - 1n) / all);
      expect(amount.replace("-", "")).toBe(dollars({ amount: expected }));
    }
    expect(shown[1]?.[0]).toContain("19 days 20 h 47 min 59 s of 30 days are left.");

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
    expect(valueOf(html, "Due in all")).toContain(`${dollars(after.amount_due)} after`);
    expect(valueOf(html, "Next invoice")).toContain(dollars(after.next_invoice?.total ?? { amount: 0 }));
    const printed = await (await owner.get("/account/invoices/00000002", asBrowser)).text();
    expect(rowsOf(printed).slice(0, -1)).toEqual(shown.slice(0, -1));
  });

  it("counts in days where they are whole", async () => {
    const owner = await newOwner();
    now += 10 * day;
    const [, line] = rowsOf(await pageOf(owner, "/plan/change?plan=pro"));
    expect(line).toEqual([
      "Charge for the pro plan 2027-04-11 00:00 UTC to 2027-05-01 00:00 UTC 20 days of 30 days are left. " +
        "$29.00 × 20 of 30 days = $19.3333, rounded up",
      "$19.34",
    ]);
  });

  it("makes one change of two clicks at once and of the form sent again, and says the same each time", async () => {
    const owner = await newOwner();
    const html = await pageOf(owner, "/plan/change?plan=pro");
    const clicks = await Promise.all([confirm(owner, html), confirm(owner, html)]);
    now += 20 * minute;
    const again = await confirm(owner, html);
    expect(new Set([...clicks, again])).toEqual(new Set(["/plan?notice=changed&invoice=00000001"]));
    expect(await invoicesOf(owner)).toHaveLength(1);
    const plan = await pageOf(owner, again);
    expect(wordsOf(plan)).toContain(
      "You are on the pro plan. From the next call on you have 10,000 calls a day.",
    );
    expect(plan).toContain('<a href="/account/invoices/00000001">See invoice 00000001</a>');
  });

  it("is shown anew, with why, when it is confirmed too late or of another state, and can be confirmed then", async () => {
    const owner = await newOwner();
    const late = await pageOf(owner, "/plan/change?plan=pro&effective=now");
    now += 15 * minute;
    const refused = await owner.post("/plan", fieldsOf(late, "/plan"));
    const anew = await refused.text();
    expect([refused.status, wordsOf(anew)]).toEqual([
      409,
      expect.stringContaining("The quote was good for 15 minutes. Nothing was changed."),
    ]);
    await owner.ask("PATCH /account", { name: "Another" });
    const other = await owner.post("/plan", fieldsOf(anew, "/plan"));
    const last = await other.text();
    expect([other.status, wordsOf(last)]).toEqual([
      409,
      expect.stringContaining("have changed since the quote was made. Nothing was changed."),
    ]);
    expect(await invoicesOf(owner)).toEqual([]);
    await confirm(owner, last);
    expect(await planOf(owner)).toMatchObject({ plan: "pro" });
  });

  it("is refused for the plan that stands, such as after a change on another tab, and for what is no plan", async () => {
    const owner = await newOwner();
    const tab = await pageOf(owner, "/plan/change?plan=pro");
    await change(owner, "plan=pro");
    const refused = await owner.post("/plan", fieldsOf(tab, "/plan"));
    expect([refused.status, wordsOf(await refused.text())]).toEqual([
      409,
      expect.stringContaining("You are on the pro plan already."),
    ]);
    expect(await pageOf(owner, "/plan/change?plan=pro", 409)).not.toContain('name="quote"');
    await pageOf(owner, "/plan/change?plan=gold", 422);
    await pageOf(owner, "/plan/change", 422);
  });

  it("books nothing by a quote that was touched, or from another origin", async () => {
    const owner = await newOwner();
    const fields = fieldsOf(await pageOf(owner, "/plan/change?plan=enterprise"), "/plan");
    const touched = await owner.post("/plan", withFields(fields, [["quote", "e30.e30.e30"]]));
    expect(touched.status).toBe(422);
    const foreign = await owner.post("/plan", fields, { Origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    expect(await planOf(owner)).toMatchObject({ plan: "free" });
  });
});

describe("a downgrade", () => {
  it("waits for the cycle's end by itself, charges nothing, and is called off by one click or two", async () => {
    const owner = await newOwner();
    await change(owner, "plan=enterprise");
    now += 12 * day;
    const html = await pageOf(owner, "/plan/change?plan=free");
    expect(wordsOf(html)).toContain("Nothing is charged or credited today.");
    expect(valueOf(html, "Takes effect")).toBe("2027-05-01 00:00 UTC");
    expect(await confirm(owner, html)).toBe("/plan?notice=scheduled");
    const scheduled = await pageOf(owner, "/plan?notice=scheduled");
    expect(wordsOf(scheduled)).toContain(
      "The change to the free plan is scheduled. Until then nothing changes.",
    );
    expect(await planOf(owner)).toMatchObject({ plan: "enterprise", next_invoice: null });

    expect(wordsOf(await pageOf(owner, "/plan/change?plan=free"))).toContain("scheduled already");
    expect(wordsOf(await pageOf(owner, "/plan/change?plan=pro"))).toContain(
      "This calls off the change to the free plan",
    );

    const fields = fieldsOf(scheduled, "/plan/call-off");
    for (const click of [
      await owner.post("/plan/call-off", fields),
      await owner.post("/plan/call-off", fields),
    ])
      expect([click.status, click.headers.get("Location")]).toEqual([303, "/plan?notice=called-off"]);
    const page = wordsOf(await pageOf(owner, "/plan?notice=called-off"));
    expect(page).toContain("The change is called off. You stay on the enterprise plan.");
    expect(await planOf(owner)).toMatchObject({ plan: "enterprise", scheduled: null });
    const late = await owner.post("/plan/call-off", [["key", "another"]]);
    expect([late.status, wordsOf(await late.text())]).toEqual([
      409,
      expect.stringContaining("No change of plan is scheduled."),
    ]);
    // What an address says that somebody else has made up.
    expect(wordsOf(await pageOf(owner, "/plan?notice=scheduled"))).not.toContain("is scheduled");
  });

  it("made at once is set against what is open", async () => {
    const owner = await newOwner();
    await change(owner, "plan=pro");
    now += day;
    await change(owner, "plan=enterprise");
    now += day;
    const down = await pageOf(owner, "/plan/change?plan=free&effective=now");
    expect(rowsOf(down).at(-1)).toEqual(["Due today", "$0.00"]);
    const before = await planOf(owner);
    await confirm(owner, down);
    const after = await planOf(owner);
    expect(after.amount_due.amount).toBeLessThan(before.amount_due.amount);
    expect(valueOf(down, "Due in all")).toBe(
      `${dollars(before.amount_due)} before, ${dollars(after.amount_due)} after, of all open invoices`,
    );
  });

  it("made at once leaves as credit what was paid, and the next charge is paid by that", async () => {
    const owner = await newOwner();
    await change(owner, "plan=enterprise");
    await markInvoicePaid(billing(), owner.account, "00000001", now);
    now += day;
    const down = await pageOf(owner, "/plan/change?plan=pro&effective=now");
    expect(wordsOf(down)).toContain("in your favour");
    await confirm(owner, down);
    const { credit } = await planOf(owner);
    expect(credit.amount).toBeGreaterThan(0);
    expect(valueOf(down, "Credit")).toBe(`$0.00 before, ${dollars(credit)} after`);
    now += day;
    const back = await pageOf(owner, "/plan/change?plan=enterprise");
    await confirm(owner, back);
    const [invoice] = await invoicesOf(owner);
    expect(invoice?.credit_applied.amount).toBeGreaterThan(0);
    expect(rowsOf(back).slice(-2)).toEqual([
      ["Paid by credit", dollars(invoice?.credit_applied ?? { amount: 0 })],
      ["Due today", dollars(invoice?.amount_due ?? { amount: 0 })],
    ]);
  });
});

describe("an account that is past due", () => {
  it("is told what is due, until when its plan stays and what to do, and is refused a dearer plan", async () => {
    const owner = await newOwner();
    await change(owner, "plan=pro");
    now += day;
    await recordFailedPayment(billing(), owner.account, "00000001", 0, now);
    const words = wordsOf(await pageOf(owner, "/plan"));
    expect(words).toContain("$29.00 is due, and a payment has failed. This server takes no payments itself");
    expect(words).toContain("The pro plan stays until 2027-04-16 00:00 UTC .");
    expect(words).toContain("Open: invoice 00000001 ($29.00)");
    expect(wordsOf(await pageOf(owner, "/plan/change?plan=enterprise", 409))).toContain(
      "a dearer plan has to wait until it is paid: 00000001.",
    );
    await markInvoicePaid(billing(), owner.account, "00000001", now);
    expect(wordsOf(await pageOf(owner, "/plan"))).not.toContain("due.");
    await change(owner, "plan=enterprise");
    expect(await planOf(owner)).toMatchObject({ plan: "enterprise" });
  });
});

describe("invoices and ledger", () => {
  it("list the newest first over as many pages as there are, with the balance behind each line", async () => {
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

  it("are empty without a charge, and lead who is not signed in to the sign-in and back", async () => {
    const owner = await newOwner();
    expect(wordsOf(await pageOf(owner, "/plan/invoices"))).toContain("There are no invoices yet.");
    expect(wordsOf(await pageOf(owner, "/plan/ledger"))).toContain("Nothing has been charged or paid yet.");
    for (const path of ["/plan", "/plan/invoices", "/plan/ledger", "/account/invoices/00000001"]) {
      const response = await server.call(`GET ${path}`, { headers: asBrowser });
      const next = encodeURIComponent(path);
      expect([response.status, response.headers.get("Location")]).toEqual([303, `/sign-in?next=${next}`]);
    }
  });

  it("show nobody else's invoice, by a page to browsers and by a problem to programs", async () => {
    const owner = await newOwner();
    await change(owner, "plan=pro");
    const other = await openOwnerPages(server, { now });
    const page = await other.get("/account/invoices/00000001", asBrowser);
    expect([page.status, page.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    const problem = await other.get("/account/invoices/00000001", { Accept: "application/json" });
    expect([problem.status, problem.headers.get("Content-Type")]).toEqual([404, "application/problem+json"]);
    expect((await owner.get("/account/invoices/00000001")).headers.get("Vary")).toContain("Accept");
  });
});
