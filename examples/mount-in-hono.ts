// Mounts the API in an existing Hono app: with `route`, and with `mount` under a prefix.
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { createApi } from "@tools-api/server";
import { createClient } from "@tools-api/server/client";
import { Hono } from "hono";

const documents = memoryDocuments();
const api = createApi({
  documents,
  usage: memoryUsage(),
  authenticator: apiKeyAuthenticator({ documents }),
  clientAddress: (context) => getConnInfo(context).remote.address ?? "",
});

const app = new Hono();
app.get("/", (c) => c.text("Your own app."));
app.route("/", api); // POST /v1/tools/text-analyzer
app.mount("/tools", api.fetch); // POST /tools/v1/tools/text-analyzer

const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
const { secret } = await createApiKey(documents, account.id, {}, { at: Date.now() });

const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, async ({ port }) => {
  for (const path of ["/", "/tools"]) {
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}${path}`, token: secret });
    const { result, policies } = await client.withResponse.profile();
    console.log(path, result.email, policies[0]?.remaining);
  }
  server.close();
});
