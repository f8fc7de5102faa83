import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { accessTokenAuthenticator, jwtAccessTokens } from "@tools-api/adapters/auth/access-token";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { introspectionAuthenticator } from "@tools-api/adapters/auth/introspection";
import { jwtAuthenticator } from "@tools-api/adapters/auth/jwt";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryBlobs, memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { firstAuthenticator, systemClock } from "@tools-api/core";
import { createApiKey, createSession, sessionSecret, setRole, signUp } from "@tools-api/core/accounts";
import type { JwtIssuerSettings, TokenIntrospectionSettings } from "@tools-api/core/oauth";
import {
  createAccountApp,
  createApi,
  createAuthorizationServer,
  failedAttempts,
  fileStorage,
} from "@tools-api/server";
import { paymentPages } from "../server/payment-pages.ts";
import { nodeListener } from "@tools-api/server/node";
import { prometheusMetrics } from "@tools-api/server/prometheus";
import type { Context } from "hono";
import { acceptingMailer } from "../engines/accepting-mailer.ts";
import { everyScope } from "../scopes.ts";

/** A response to a request that was sent byte by byte. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export const password = "correct horse battery";

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    // A server that listens on TCP has an `AddressInfo`.
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Starts all routes of a server, composed as in production, on memory stores that the test can access. */
export async function startWhole(foreign?: {
  issuers: JwtIssuerSettings[];
  introspection: TokenIntrospectionSettings;
}) {
  const documents = memoryDocuments();
  const stores = { documents, usage: memoryUsage() };
  const passwords = scryptHasher({ logCost: 10 });
  const listener = nodeListener((incoming, env) => app.fetch(incoming, env));
  const server = createServer({ requireHostHeader: false }, listener);
  // Node's strict parser rejects some requests before our own checks. This server lets them through.
  const lenient = createServer({ insecureHTTPParser: true }, listener);
  const [port, lenientPort] = await Promise.all([listening(server), listening(lenient)]);
  // Passkeys need a host name.
  const url = `http://localhost:${port}`;
  const accessTokens = jwtAccessTokens({ documents, issuer: url, secret: () => sessionSecret(documents) });
  const shared = {
    ...stores,
    publicUrl: url,
    authenticator: firstAuthenticator(
      {
        async authenticate(credential) {
          if (credential === "explode") throw new Error("a word of ours");
          return null;
        },
      },
      apiKeyAuthenticator({ documents }),
      accessTokenAuthenticator({ documents, accessTokens }),
      ...(foreign
        ? [
            jwtAuthenticator({ documents, issuers: foreign.issuers }),
            introspectionAuthenticator({ documents, server: foreign.introspection }),
          ]
        : []),
    ),
    files: fileStorage({ documents, blobs: memoryBlobs() }),
    attempts: failedAttempts(100_000, systemClock),
    clientAddress: (context: Context) => context.req.header("X-Test-Address") ?? "192.0.2.1",
  };
  const metrics = prometheusMetrics({ processMetrics: false });
  const app = createApi({ ...shared, metrics, served: ["management", "oauth"] });
  app.route(
    "/",
    createAccountApp({
      ...shared,
      passwords,
      mail: { provesAddresses: false, mailer: acceptingMailer },
      payments: paymentPages,
      webhooks: { fetchUrls: "off" },
    }),
  );
  app.route("/", createAuthorizationServer({ ...shared, passwords, accessTokens }));
  let owners = 0;

  return {
    url,
    app,
    stores,
    /** Creates an account with a password, a session and a key. */
    async owner(granted: readonly string[] = everyScope) {
      owners += 1;
      const fields = { email: `owner${owners}@example.com`, password };
      const { account } = await signUp({ documents, passwords }, fields, Date.now());
      const made = await createApiKey(documents, account.id, { scopes: granted }, { at: Date.now() });
      const begun = await createSession(documents, { account: account.id, method: "password" }, Date.now());
      return { account, key: made.secret, apiKey: made.apiKey, cookie: `session=${begun?.token ?? ""}` };
    },
    /** Creates an operator with a key for the operator's calls. */
    async operator() {
      const operator = await this.owner(["operator"]);
      await setRole(stores, operator.account.id, "operator", Date.now());
      return operator;
    },
    /** Sends a JSON body, if any, with the given headers. */
    call(
      call: string,
      {
        bearer,
        body,
        headers = {},
      }: { bearer?: string; body?: unknown; headers?: Record<string, string> } = {},
    ): Promise<Response> {
      const [method = "", path = ""] = call.split(" ");
      return fetch(url + path, {
        method,
        redirect: "manual",
        headers: {
          ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    },
    /** Sends header fields unchanged, without a body. */
    raw(call: string, headers: string[]): Promise<RawAnswer> {
      const [method = "", path = ""] = call.split(" ");
      return new Promise((resolve, reject) => {
        const fields = ["Host", "localhost", ...headers];
        const target = { hostname: "127.0.0.1", port };
        const sent = request({ ...target, method, path, headers: fields }, (response) => {
          let body = "";
          response.on("data", (chunk: Buffer) => (body += chunk.toString()));
          response.on("end", () => {
            sent.destroy();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
          });
        });
        sent.once("error", reject).flushHeaders();
        if (!headers.includes("Content-Length")) sent.end();
      });
    },
    /** Sends bytes to the strict or the lenient parser, and returns the status. */
    rawStatus(bytes: string, isLenient: boolean): Promise<number> {
      return new Promise((resolve, reject) => {
        let answer = "";
        const socket = connect(isLenient ? lenientPort : port, "127.0.0.1", () => socket.write(bytes));
        socket.on("data", (chunk) => (answer += chunk.toString()));
        socket.on("error", reject);
        socket.on("close", () => resolve(Number(answer.split(" ")[1])));
      });
    },
    close: () => Promise.all([closed(server), closed(lenient)]),
  };
}

export type WholeServer = Awaited<ReturnType<typeof startWhole>>;
