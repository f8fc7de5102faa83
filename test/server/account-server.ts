import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { type Account, signUp } from "@tools-api/core/accounts";
import { type AccountDependencies, createAccountApp } from "@tools-api/server";

/** The server's hasher with a low cost. */
const quickHasher = scryptHasher({ logCost: 10, concurrency: 2, slots: 64 });

/** The pages in this process, served on a port. The test has access to the stores. */
export interface AccountServer {
  url: string;
  documents: AccountDependencies["documents"];
  usage: AccountDependencies["usage"];
  /** The paths of all pages in the router. An unknown id replaces a parameter. */
  pages: readonly string[];
  /** The paths that accept forms, in the format of `pages`. */
  forms: readonly string[];
  /** Creates an account with a password. */
  account: (email: string, password: string) => Promise<Account>;
  close: () => Promise<void>;
}

/** Serves `createAccountApp` with memory stores, unless the test passes others. */
export async function startAccounts(overrides: Partial<AccountDependencies> = {}): Promise<AccountServer> {
  const { documents = memoryDocuments(), usage = memoryUsage(), passwords = quickHasher } = overrides;
  let app: ReturnType<typeof createAccountApp> | undefined;
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const fetch: Parameters<typeof serve>[0]["fetch"] = (request, env) =>
      app?.fetch(request, env) ?? new Response(null, { status: 503 });
    const starting = serve({ fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(starting));
  });
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  app = createAccountApp({
    documents,
    usage,
    passwords,
    authenticator: apiKeyAuthenticator({ documents }),
    publicUrl: url,
    clientAddress: (context) => getConnInfo(context).remote.address ?? "",
    signUp: { mode: "open", domains: [] },
    ...overrides,
  });
  // The router also has the management API, assets, and files, whose names contain a dot.
  const routes = app.routes.filter(
    ({ path }) =>
      !/^\/(account|assets|v1|operator\/(accounts|balances|invitations|invoices|mail-failures|overview|retry-mails|test-mail|webhooks))\b|\./.test(
        path,
      ),
  );
  const pathsOf = (wanted: string) => [
    ...new Set(
      routes.filter(({ method }) => method === wanted).map(({ path }) => path.replace(":id", "none")),
    ),
  ];
  return {
    url,
    documents,
    usage,
    pages: pathsOf("GET"),
    forms: pathsOf("POST"),
    async account(email, password) {
      return (await signUp({ documents, passwords }, { email, password }, Date.now())).account;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

/** A browser's part in a page request: stores cookies and sends the origin of forms. */
export interface Browser {
  cookies: Map<string, string>;
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** Submits a form. An empty header is omitted. */
  post: (path: string, fields: Record<string, string>, headers?: Record<string, string>) => Promise<Response>;
}

/** Returns a browser that follows no redirects, so that tests see them. */
export function openBrowser(url: string, userAgent = "Test Browser/1.0"): Browser {
  const cookies = new Map<string, string>();
  async function request(path: string, init: RequestInit, headers: Record<string, string>) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { "User-Agent": userAgent, Cookie: cookie, ...headers };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
    const response = await fetch(url + path, { ...init, headers: sent, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*max-age=0(;|$)/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }
  return {
    cookies,
    get: (path, headers = {}) => request(path, {}, headers),
    post: (path, fields, headers = {}) =>
      request(path, { method: "POST", body: new URLSearchParams(fields) }, { Origin: url, ...headers }),
  };
}
