import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { type DocumentStore, ToolsError } from "@tools-api/core";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { createAccountApp, createApi } from "@tools-api/server";
import { nodeListener } from "@tools-api/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { turnsDuring } from "../../event-loop.ts";

const lines = 2_500;
const publicUrl = "http://localhost:3000";

/** Returns documents of an account with a long ledger. */
async function longLedger() {
  const documents = memoryDocuments();
  const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
  const { secret } = await createApiKey(
    documents,
    account.id,
    { scopes: ["account:read"] },
    { at: Date.now() },
  );
  for (let number = 1; number <= lines; number++)
    await documents.commit([
      {
        key: `ledger/${account.id}/${String(number).padStart(8, "0")}`,
        value: {
          account: account.id,
          number,
          kind: "charge",
          plan: "pro",
          from: 0,
          to: 1000,
          price: 2900,
          amount: 1,
          balance: number,
          currency: "usd",
          invoice: 1,
          at: 1000,
        },
      },
    ]);
  return { documents, secret };
}

/** Starts an API with the management calls on a port. */
async function serve(documents: DocumentStore): Promise<string> {
  const authenticator = apiKeyAuthenticator({ documents });
  const shared = { documents, usage: memoryUsage(), authenticator, publicUrl };
  const app = createApi({ ...shared, served: ["management"] });
  app.route("/", createAccountApp({ ...shared, passwords: scryptHasher({ logCost: 10 }) }));
  const server = createServer(nodeListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on TCP has an `AddressInfo`.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/account/export`;
}

const bearing = (secret: string) => ({ headers: { Authorization: `Bearer ${secret}` } });

describe("GET /account/export", () => {
  it("is read page by page while it is sent, so that other requests run in between", async () => {
    const { documents, secret } = await longLedger();
    const lists: number[] = [];
    const counted: DocumentStore = {
      ...documents,
      list(prefix, page) {
        if (prefix.startsWith("ledger/")) lists.push(page.limit);
        return documents.list(prefix, page);
      },
    };
    const url = await serve(counted);
    let body: { ledger: unknown[] } = { ledger: [] };
    const turns = await turnsDuring(async () => {
      const response = await fetch(url, bearing(secret));
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      // The test reads no more of it.
      body = (await response.json()) as typeof body;
    });
    expect(body.ledger).toHaveLength(lines);
    expect(lists.every((limit) => limit <= 100)).toBe(true);
    expect(turns).toBeGreaterThan(lines / 100);
  });

  it("reads no further page while the client does not read", async () => {
    const { documents, secret } = await longLedger();
    let lists = 0;
    const counted: DocumentStore = {
      ...documents,
      list(prefix, page) {
        if (prefix.startsWith("ledger/")) lists++;
        return documents.list(prefix, page);
      },
    };
    const authenticator = apiKeyAuthenticator({ documents });
    const shared = { documents: counted, usage: memoryUsage(), authenticator, publicUrl };
    const app = createAccountApp({ ...shared, passwords: scryptHasher({ logCost: 10 }) });
    const response = await app.request(`${publicUrl}/account/export`, bearing(secret));
    expect(response.status).toBe(200);
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(lists).toBeLessThan(2);
    await response.body?.cancel();
  });

  it("closes the connection if the store fails during the export, and returns 503 if it fails before", async () => {
    const { documents, secret } = await longLedger();
    let failFrom = "ledger/";
    const failing: DocumentStore = {
      ...documents,
      async list(prefix, page) {
        if (prefix.startsWith(failFrom) && (failFrom !== "ledger/" || page.after !== undefined))
          throw new ToolsError("storage_unavailable", "The store does not respond.");
        return documents.list(prefix, page);
      },
      async get(key) {
        if (failFrom === "passwords/" && key.startsWith(failFrom))
          throw new ToolsError("storage_unavailable", "The store does not respond.");
        return documents.get(key);
      },
    };
    const url = await serve(failing);
    const cut = await fetch(url, bearing(secret));
    expect(cut.status).toBe(200);
    await expect(cut.text()).rejects.toThrow("terminated");
    failFrom = "passwords/";
    const refused = await fetch(url, bearing(secret));
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: "storage_unavailable" });
  });
});
