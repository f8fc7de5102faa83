import { join } from "node:path";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { createAccount } from "@tools-api/core/accounts";
import { createOAuthClient } from "@tools-api/core/oauth";
import { allowClient } from "@tools-api/core/internal/identity";
import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { deliverDue, enqueue, listDeadMessages, Undeliverable } from "@tools-api/core/outbox";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SmtpServer, startSmtp } from "../../engines/smtp.ts";
import { runCommand } from "../command.ts";
import { temporaryFolder } from "../server-process.ts";

const folder = temporaryFolder();
const path = join(folder.path, "tools-api.db");
const settings = { DATABASE_URL: `sqlite:${path}` };
const database = await openSqlite(path);
const documents = sqliteDocuments({ database });
let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtp();
});
beforeEach(() => {
  smtp.refuse = () => undefined;
});
afterAll(async () => {
  await smtp.close();
  database.close();
  folder.remove();
});

/** Queues a mail that the mail server refuses, and returns its id. */
async function failMail(expiresAt?: number): Promise<string> {
  const at = Date.now();
  const message = { account: null, type: "key.created", to: "ada@example.com", data: {}, at };
  await documents.commit(enqueue({ ...message, ...(expiresAt !== undefined && { expiresAt }) }));
  const refuse = () => Promise.reject(new Undeliverable("550 no such user"));
  while ((await deliverDue({ documents, channels: { mail: refuse } }, at)) > 0);
  return (await listDeadMessages(documents, { limit: 100 })).items.at(-1)?.id ?? "";
}

describe("tools-api mail", () => {
  it("retry sends one failed mail again, or all except those whose links have expired", async () => {
    const id = await failMail();
    expect(await runCommand(["mail", "retry", id], settings)).toContain(id);
    await expect(runCommand(["mail", "retry", id], settings)).rejects.toThrow("no failed message");
    const sent: string[] = [];
    const mail = async (message: { id: string }) => void sent.push(message.id);
    while ((await deliverDue({ documents, channels: { mail } }, Date.now())) > 0);
    expect(sent).toEqual([id]);
    await failMail();
    const expired = await failMail(Date.now() - 1);
    await expect(runCommand(["mail", "retry", expired], settings)).rejects.toThrow("of no use");
    expect(await runCommand(["mail", "retry", "--all"], settings)).toBe(
      "A server sends 1 failed mails again. 1 stay failed, because their links have expired.\n",
    );
    for (const words of [[], [expired, "--all"]])
      await expect(runCommand(["mail", "retry", ...words], settings)).rejects.toThrow("or --all");
  });

  it("test sends a mail to an address, and fails with the answer of a mail server that refuses it", async () => {
    const environment = { ...settings, SMTP_URL: smtp.url, MAIL_FROM: "no-reply@example.com" };
    const test = (...words: string[]) => runCommand(["mail", "test", ...words], environment);
    expect(await test("ada@example.com")).toContain("accepted the test mail to ada@example.com");
    expect(smtp.received.map(({ to }) => to)).toEqual([["ada@example.com"]]);
    smtp.refuse = () => ({ code: 550, text: "5.7.1 relaying denied" });
    await expect(test("ada@example.com")).rejects.toThrow("550 5.7.1 relaying denied");
    await expect(test("nowhere")).rejects.toThrow("Expected an email address");
    await expect(runCommand(["mail", "test", "ada@example.com"], settings)).rejects.toThrow("SMTP_URL");
  });
});

describe("tools-api grants", () => {
  it("list shows the grants of an account, and revoke ends one of that account only", async () => {
    const now = Date.now();
    const stores = { documents, usage: memoryUsage() };
    const [ada] = await Promise.all([
      createAccount(documents, { email: "ada@example.com" }, { at: now }),
      createAccount(documents, { email: "eve@example.com" }, { at: now }),
    ]);
    const fields = { name: "Reader", redirectUris: ["https://reader.example/"], scopes: ["usage:read"] };
    const { client } = await createOAuthClient(documents, ada.id, fields, { at: now });
    const grant = await allowClient(
      stores,
      { account: ada.id, client: client.id, scopes: ["usage:read"] },
      now,
    );
    const list = async () =>
      JSON.parse(
        await runCommand(["grants", "list", "--email", "ada@example.com", "--json"], settings),
      ) as unknown;
    expect(await list()).toMatchObject([
      { grant_id: grant.id, client_id: client.id, scopes: ["usage:read"] },
    ]);
    const revoke = (email: string) => runCommand(["grants", "revoke", grant.id, "--email", email], settings);
    await expect(revoke("eve@example.com")).rejects.toThrow(grant.id);
    expect(await revoke("ada@example.com")).toContain(grant.id);
    expect(await list()).toEqual([]);
  });
});
