import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import type { PlanName } from "@tools-api/core";
import { type Account, type ApiKey, createAccount, createApiKey, setPlan } from "@tools-api/core/accounts";
import { type ApiDependencies, createApi } from "@tools-api/server";

/** An API in this process, served on a port. The test has access to the stores. */
export interface ApiServer extends Pick<ApiDependencies, "documents" | "usage"> {
  url: string;
  /** Creates an account with a key. */
  customer: (options?: CustomerOptions) => Promise<Customer>;
  close: () => Promise<void>;
}

interface CustomerOptions {
  plan?: PlanName;
  dailyLimit?: number;
  /** The id of the key. */
  keyLimit?: number;
  scopes?: string[];
  expiresAt?: number;
}

interface Customer {
  account: Account;
  apiKey: ApiKey;
  key: string;
}

let customers = 0;

/** Serves `createApi` with memory stores and API keys, unless the test passes others. */
export async function startApi(overrides: Partial<ApiDependencies> = {}): Promise<ApiServer> {
  const { documents = memoryDocuments(), usage = memoryUsage() } = overrides;
  const api = createApi({
    documents,
    usage,
    authenticator: apiKeyAuthenticator({ documents }),
    clientAddress: (context) => getConnInfo(context).remote.address ?? "",
    ...overrides,
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const starting = serve({ fetch: api.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(starting));
  });
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    documents,
    usage,
    async customer({ plan = "free", dailyLimit, keyLimit, scopes, expiresAt } = {}) {
      customers += 1;
      const opened = await createAccount(
        documents,
        { email: `c${customers}@example.com`, plan },
        { at: Date.now() },
      );
      const account =
        dailyLimit === undefined
          ? opened
          : await setPlan({ documents, usage }, opened.id, { plan, dailyLimit });
      const fields = { scopes, expiresAt, dailyLimit: keyLimit };
      const { apiKey, secret } = await createApiKey(documents, account.id, fields, { at: Date.now() });
      return { account, apiKey, key: secret };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
