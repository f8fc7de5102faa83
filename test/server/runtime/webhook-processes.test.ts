import { listWebhookDeliveries, createWebhookEndpoint } from "@tools-api/core/webhooks";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { expect, it, onTestFinished } from "vitest";
import { newSqliteFile } from "../../adapters/storage/sqlite-file.ts";
import { type Runtime, type ServerProcess, startServer } from "../server-process.ts";
import { startReceiver } from "../webhook-receiver.ts";

const scopes = ["account:read", "account:write"];

it("loses no event of a server that is killed between a change and its delivery, on Node and Deno", async () => {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const receiver = await startReceiver();
  const documents = await file.documents();
  const start = async (runtime: Runtime): Promise<ServerProcess> => {
    const server = await startServer(
      { DATABASE_URL: `sqlite:${file.path}`, FETCH_URLS: receiver.host },
      runtime,
    );
    onTestFinished(() => void server.stop("SIGKILL"));
    return server;
  };
  const servers = [await start("node"), await start("deno")] as const;
  const { id } = await createAccount(documents, { email: "ada@example.com" }, Date.now());
  const { secret } = await createApiKey(documents, id, { scopes }, Date.now());
  const endpoint = await createWebhookEndpoint(documents, id, { url: receiver.url }, { at: Date.now() });
  const keys = new Set<string>();
  const createKeys = async ({ url }: ServerProcess, count: number) => {
    for (let index = 0; index < count; index++) {
      const response = await fetch(`${url}/account/keys`, {
        method: "POST",
        headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
        body: JSON.stringify({ name: "ci", scopes: ["account:read"] }),
      });
      expect(response.status).toBe(201);
      // The documented response.
      keys.add(((await response.json()) as { id: string }).id);
    }
  };
  await Promise.all([createKeys(servers[0], 10), createKeys(servers[1], 10)]);
  await servers[0].stop("SIGKILL");
  await createKeys(servers[1], 10);
  const got = () => new Set(receiver.received.map(({ event }) => event.data["id"]));
  // A message that the killed server had claimed is due again after its lease of three minutes.
  for (const end = Date.now() + 220_000; Date.now() < end && got().size < keys.size;)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(got()).toEqual(keys);
  // At most the message that the killed server was sending arrives twice, under the same id.
  expect(receiver.received.length - keys.size).toBeLessThanOrEqual(1);
  const deliveries = await listWebhookDeliveries(documents, id, endpoint.id);
  expect(deliveries.every(({ status }) => status === 204)).toBe(true);
}, 300_000);
