import { beforeAll, describe, expect, it } from "vitest";
import {
  answerOf,
  expectRefusal,
  type ManagementServer,
  managementServer,
  type Owner,
} from "../management-server.ts";

const minute = 60_000;
const usd = (amount: number) => ({ amount, currency: "usd" });

// A cycle of thirty days begins.
const opened = Date.parse("2027-04-01T00:00:00Z");
let now = opened;
let server: ManagementServer;

beforeAll(() => {
  server = managementServer({ now: () => now });
});

/** Creates an owner whose first cycle begins, and sets the clock to its start. */
async function newOwner(): Promise<Owner> {
  now = opened;
  return server.owner();
}

interface Changed {
  plan: string;
  invoice: string | null;
  total: { amount: number };
  lines: { kind: string; amount: { amount: number } }[];
  quote: string;
}

const change = (as: Owner, body: object, headers: Record<string, string> = {}) =>
  server.call("POST /account/plan", { as, body, headers });

describe("the management API of billing", () => {
  it("rejects a quote that is expired, outdated, used, of another account or modified", async () => {
    const as = await newOwner();
    const other = await server.owner();
    const quoteOf = async (plan: string) =>
      (await answerOf<Changed>(await server.call("POST /account/plan/preview", { as, body: { plan } })))
        .quote;
    const late = await quoteOf("pro");
    now += 15 * minute;
    await expectRefusal(await change(as, { quote: late }), 409, "quote_expired");

    const before = await quoteOf("pro");
    await answerOf(await server.call("PATCH /account", { as, body: { name: "Another" } }));
    await expectRefusal(await change(as, { quote: before }), 409, "quote_expired");

    const good = await quoteOf("pro");
    await expectRefusal(await change(other, { quote: good }), 422, "invalid_parameter");
    const [head = "", payload = "", signature = ""] = good.split(".");
    const claims = Buffer.from(payload, "base64url").toString().replace('"price":2900', '"price":1');
    const forged = [head, Buffer.from(claims).toString("base64url"), signature].join(".");
    await expectRefusal(await change(as, { quote: forged }), 422, "invalid_parameter");
    await answerOf(await change(as, { quote: good }));
    await expectRefusal(await change(as, { quote: good }), 409, "quote_expired");
  });

  it("schedules a downgrade for the end of the cycle, changes the headers at that instant, and cancels it on request", async () => {
    const as = await newOwner();
    await answerOf(await change(as, { plan: "pro" }));
    const scheduled = await answerOf(await change(as, { plan: "free" }));
    expect(scheduled).toMatchObject({
      effective: "cycle_end",
      takes_effect_at: "2027-05-01T00:00:00Z",
      lines: [],
    });
    expect(await answerOf(await server.call("DELETE /account/plan/scheduled", { as }))).toMatchObject({
      plan: "pro",
      scheduled: null,
    });
    await expectRefusal(await server.call("DELETE /account/plan/scheduled", { as }), 409, "conflict");
    await answerOf(await change(as, { plan: "free" }));
    const limitAt = async (instant: string) => {
      now = Date.parse(instant);
      const response = await server.call("GET /v1/user/profile", { bearer: as.key });
      const { plan } = await answerOf<{ plan: { name: string } }>(response);
      return [plan.name, response.headers.get("X-RateLimit-Limit")];
    };
    expect(await limitAt("2027-04-30T23:59:59.999Z")).toEqual(["pro", "10000"]);
    expect(await limitAt("2027-05-01T00:00:00.000Z")).toEqual(["free", "1000"]);
  });

  it("shows an owner only its own invoices, as JSON and as a printable page", async () => {
    const as = await newOwner();
    const other = await server.owner();
    const third = await server.owner();
    await answerOf(await change(as, { plan: "enterprise" }));
    await answerOf(await change(other, { plan: "pro" }));
    const invoiceOf = (owner: Owner, id = "00000001") =>
      server.call(`GET /account/invoices/${id}`, { as: owner });
    const shown = { id: "00000001", status: "open", total: usd(29_900), amount_due: usd(29_900) };
    expect(await answerOf(await invoiceOf(as))).toMatchObject(shown);
    expect(await answerOf(await invoiceOf(other))).toMatchObject({ id: "00000001", total: usd(2900) });
    await expectRefusal(await invoiceOf(third), 404, "not_found");
    // The key of the other owner's invoice, if ids were not checked.
    const traversal = encodeURIComponent(`../${other.account.id}/00000001`);
    for (const id of [traversal, "x%2F1", "1", "00000002"])
      await expectRefusal(await invoiceOf(as, id), 404, "not_found");
    const page = await server.call("GET /account/invoices/00000001", {
      as,
      headers: { Accept: "text/html" },
    });
    expect(page.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain("$299.00");
    expect(html).toContain("<print-button>Print or save as PDF</print-button>");
  });
});
