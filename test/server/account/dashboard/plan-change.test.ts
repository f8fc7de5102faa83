import { beforeAll, describe, expect, it } from "vitest";
import { type ManagementServer, managementServer } from "../../management-server.ts";
import { fieldsOf, openOwnerPages, type OwnerPages, wordsOf } from "./owner-pages.ts";
import {
  asBrowser,
  change,
  confirm,
  dollars,
  invoicesOf,
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

/** Creates an owner whose first cycle begins, and sets the clock to its start. */
function newOwner(): Promise<OwnerPages> {
  now = opened;
  return openOwnerPages(server, { now });
}

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
    expect(plan).toContain('<a href="/account/invoices/00000001">View invoice 00000001</a>');
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
