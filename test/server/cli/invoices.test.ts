import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCommand } from "../command.ts";
import { temporaryFolder } from "../server-process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe("the billing commands", () => {
  it("change an account's plan and limit, list its charges, and mark an invoice as paid", async () => {
    const settings = { DATABASE_URL: `sqlite:${join(folder.path, "state.db")}` };
    const email = ["--email", "ada@example.com"];
    const run = (...words: string[]) => runCommand(words, settings);
    await run("keys", "create", ...email);
    const set = await run(
      "accounts",
      "set-plan",
      ...email,
      "--plan",
      "enterprise",
      "--daily-limit",
      "250000",
    );
    expect(set).toBe("ada@example.com is on the enterprise plan with 250000 calls a day.\n");
    expect(JSON.parse(await run("accounts", "list", "--json"))).toMatchObject([
      { email: "ada@example.com", plan: "enterprise", daily_limit: 250_000 },
    ]);
    const list = async () => JSON.parse(await run("invoices", "list", ...email, "--json")) as unknown;
    expect(await list()).toMatchObject([
      { invoice: "00000001", status: "open", total: 29_900, currency: "usd" },
    ]);
    const paid = await run("invoices", "mark-paid", "00000001", ...email);
    expect(paid).toBe("Invoice 00000001 of ada@example.com is paid.\n");
    expect(await list()).toMatchObject([{ status: "paid", amount_due: 0 }]);
    await expect(run("invoices", "mark-paid", "00000002", ...email)).rejects.toThrow(
      "There is no invoice 00000002.",
    );
  });

  it("void, write off, refund, credit, pay out and approve, also on a closed account", async () => {
    const settings = {
      DATABASE_URL: `sqlite:${join(folder.path, "corrections.db")}`,
      INVOICE_SERIES: "ACME-",
      SELLER_NAME: "ACME Ltd",
    };
    const run = (...words: string[]) => runCommand(words, settings);
    const email = ["--email", "ada@example.com"];
    // The first account is an operator, and the last operator cannot be closed.
    await run("keys", "create", "--email", "first@example.com");
    const created = JSON.parse(await run("keys", "create", ...email, "--json")) as { account_id: string };
    const account = ["--account", created.account_id];
    const set = (plan: string) => run("accounts", "set-plan", ...email, "--plan", plan);
    await set("pro");
    expect(await run("invoices", "void", "00000001", ...email, "--reason", "Ordered twice.")).toBe(
      "Invoice 00000001 of ada@example.com is void.\n",
    );
    await set("enterprise");
    await run("invoices", "mark-paid", "00000002", ...email);
    const refund = ["--amount", "900", "--reference", "transfer-1"];
    for (let repeat = 0; repeat < 2; repeat++)
      expect(await run("invoices", "refund", "00000002", ...email, ...refund)).toContain("has the refund.");
    await run("accounts", "credit", ...email, "--amount", "500", "--reason", "Outage.");
    const balances = async () => JSON.parse(await run("invoices", "balances", "--json")) as unknown;
    expect(await balances()).toMatchObject([{ email: "ada@example.com", due: 0 }]);
    await run("accounts", "close", ...email);
    expect(JSON.parse(await run("invoices", "list", ...account, "--json"))).toMatchObject([
      { number: "ACME-000001", status: "void" },
      { number: "ACME-000002", status: "paid" },
      { number: "ACME-000003", status: "credit" },
    ]);
    const [open] = (await balances()) as { credit: number }[];
    const all = ["--amount", String(open?.credit), "--reason", "By transfer."];
    expect(await run("accounts", "pay-out", ...account, ...all)).toContain("invoice 00000004");
    expect(await balances()).toEqual([]);
    await expect(run("accounts", "approve-plan", ...account)).rejects.toThrow("No upgrade is requested.");
    await expect(run("invoices", "list")).rejects.toThrow("Expected one of --email and --account.");
    await expect(run("accounts", "credit", ...account, "--amount", "1.5", "--reason", "x")).rejects.toThrow(
      '--amount: expected an integer from 1, in cents, received "1.5".',
    );
  });
});
