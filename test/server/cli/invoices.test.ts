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
});
