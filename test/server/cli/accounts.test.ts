import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { join } from "node:path";
import { runCommand } from "../command.ts";
import { temporaryFolder } from "../server-process.ts";

const folder = temporaryFolder();
const settings = { DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}` };
const run = (...words: string[]) => runCommand(words, settings);

interface Row {
  account_id: string;
  email: string;
  status: string;
  role: string;
}

const rows = async (...conditions: string[]) =>
  JSON.parse(await run("accounts", "list", ...conditions, "--json")) as Row[];
const emails = async (...conditions: string[]) =>
  (await rows(...conditions)).map(({ email }) => email).toSorted();

let key: string;

beforeAll(async () => {
  for (const email of ["operator@example.com", "ada@example.com", "grace@example.org"]) {
    const plan = email.startsWith("grace") ? ["--plan", "pro"] : [];
    const made = await run("keys", "create", "--email", email, ...plan, "--json");
    // The tests of the command check the shape.
    ({ key } = JSON.parse(made) as { key: string });
  }
}, 60_000);
afterAll(() => folder.remove());

describe("tools-api accounts", () => {
  it("list finds accounts by address, domain, key prefix, plan and status, and names an invalid value", async () => {
    expect(await emails()).toEqual(["ada@example.com", "grace@example.org", "operator@example.com"]);
    expect(await emails("--query", "ada")).toEqual(["ada@example.com"]);
    expect(await emails("--query", "@example.org")).toEqual(["grace@example.org"]);
    expect(await emails("--query", key.slice(0, 12))).toEqual(["grace@example.org"]);
    expect(await emails("--plan", "pro")).toEqual(["grace@example.org"]);
    expect(await emails("--status", "suspended")).toEqual([]);
    expect(await emails("--past-due")).toEqual([]);
    await expect(rows("--status", "tall")).rejects.toThrow("tall");
  });

  it("suspend and reactivate change the status, and need a reason", async () => {
    const email = ["--email", "ada@example.com"];
    await expect(run("accounts", "suspend", ...email)).rejects.toThrow("--reason is missing.");
    await run("accounts", "suspend", ...email, "--reason", "A key is public.");
    expect(await emails("--status", "suspended")).toEqual(["ada@example.com"]);
    await run("accounts", "reactivate", ...email);
    expect(await emails("--status", "suspended")).toEqual([]);
  });

  it("set-email corrects an address that no other account has, and list shows the role", async () => {
    const change = (email: string, to: string) =>
      run("accounts", "set-email", "--email", email, "--new-email", to);
    await expect(change("ada@example.com", "grace@example.org")).rejects.toThrow("grace@example.org");
    expect(await change("ada@example.com", "lovelace@example.com")).toContain("lovelace@example.com");
    expect(await emails("--query", "ada@")).toEqual([]);
    await change("lovelace@example.com", "ada@example.com");
    const roles = (await rows()).map(({ email, role }) => `${email} ${role}`);
    expect(roles.toSorted()).toEqual([
      "ada@example.com customer",
      "grace@example.org customer",
      "operator@example.com operator",
    ]);
  });

  it("set-role, suspend and close keep the last operator, and close erases every other account", async () => {
    const first = ["--email", "operator@example.com"];
    for (const words of [
      ["set-role", ...first, "--role", "customer"],
      ["suspend", ...first, "--reason", "Test."],
      ["close", ...first],
    ])
      await expect(run("accounts", ...words)).rejects.toThrow("is the last active operator");
    const ada = ["--email", "ada@example.com"];
    expect(await run("accounts", "set-role", ...ada, "--role", "operator")).toBe(
      "ada@example.com is an operator.\n",
    );
    await run("accounts", "set-role", ...first, "--role", "customer");
    expect(await run("accounts", "close", ...first)).toContain(
      "The account of operator@example.com is closed.",
    );
    expect(await emails("--status", "closed")).toEqual([""]);
  });
});
