import { accessTokenAuthenticator, jwtAccessTokens } from "@tools-api/adapters/auth/access-token";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { type Account, createAccount, createSession } from "@tools-api/core/accounts";
import { createOAuthClient, type OAuthClient } from "@tools-api/core/oauth";
import {
  type ApiDependencies,
  type AuthorizationServerDependencies,
  createAccountApp,
  createApi,
  createAuthorizationServer,
  createMcp,
} from "@tools-api/server";
import type { Context } from "hono";
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { ticketOf } from "../../engines/cookie-browser.ts";
import { callScopes } from "../../scopes.ts";

/** A user with a browser that is signed in. */
export interface User {
  account: Account;
  cookie: string;
}

/** A client as its program knows it, with its secret if it has one. */
export interface Program {
  client: Pick<OAuthClient, "id">;
  secret: string | null;
}

/** A registered client, with its secret if it has one. */
export interface Party {
  client: OAuthClient;
  secret: string | null;
}

export type Form = Record<string, string>;

/** An answer of the token endpoint or a similar one. */
export interface TokenAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export const publicUrl = "https://tools.example";
export const callback = "https://app.example/callback";

function bearer(token: unknown): Form {
  return { Authorization: `Bearer ${String(token)}` };
}

/** Opens an authorization server with the API in this process, with a clock that the test sets. */
export function openWorld(
  overrides: Partial<Pick<ApiDependencies, "publicUrl" | "tools">> &
    Pick<AuthorizationServerDependencies, "selfRegistration" | "refreshOverlapMs" | "fetchDocument"> = {},
) {
  let now = Date.parse("2026-11-22T10:00:00Z");
  const clock = { now: () => now };
  const documents = memoryDocuments({ clock });
  const usage = memoryUsage();
  const stores = { documents, usage };
  const issuer = overrides.publicUrl ?? publicUrl;
  const secret = async () => "a secret of this installation, of 32 characters or more";
  const keys = { documents, secret, clock };
  const accessTokens = jwtAccessTokens({ ...keys, issuer });
  const authenticator = accessTokenAuthenticator({ documents, accessTokens, clock });
  const shared = {
    ...stores,
    clock,
    publicUrl: issuer,
    ...(overrides.tools && { tools: overrides.tools }),
    authenticator,
    passwords: scryptHasher({ logCost: 4 }),
    sessionSecret: "a secret of this installation, of 32 characters or more",
    clientAddress: (c: Context) => c.req.header("X-Address") ?? "192.0.2.1",
  };
  const { selfRegistration, refreshOverlapMs, fetchDocument } = overrides;
  const app = createApi(shared);
  app.route("/", createAccountApp(shared));
  app.route(
    "/",
    createAuthorizationServer({
      ...shared,
      accessTokens,
      ...(selfRegistration !== undefined && { selfRegistration }),
      ...(refreshOverlapMs !== undefined && { refreshOverlapMs }),
      ...(fetchDocument && { fetchDocument }),
    }),
  );
  const verifier = generateRandomCodeVerifier();
  let users = 0;

  async function user(): Promise<User> {
    users += 1;
    const account = await createAccount(documents, { email: `u${users}@example.com` }, { at: now });
    const created = await createSession(documents, { account: account.id, method: "password" }, now);
    return { account, cookie: `__Host-session=${created?.token ?? ""}` };
  }

  async function register(
    owner: User,
    fields: Partial<Parameters<typeof createOAuthClient>[2]> = {},
  ): Promise<Party> {
    return createOAuthClient(
      documents,
      owner.account.id,
      { name: "App", redirectUris: [callback], scopes: callScopes, ...fields },
      { at: now },
    );
  }

  /** Returns an authorization request with the test's changes. Empty values are omitted. */
  async function requestOf({ client }: Program, parameters: Form = {}): Promise<string> {
    const all = {
      client_id: client.id,
      redirect_uri: callback,
      response_type: "code",
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state: "xyz",
      ...parameters,
    };
    return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== "")).toString();
  }

  async function authorize(as: User | null, party: Program, parameters: Form = {}): Promise<Response> {
    const query = await requestOf(party, parameters);
    return app.request(`/oauth/authorize?${query}`, { headers: as ? { Cookie: as.cookie } : {} });
  }

  async function decide(as: User, form: Form, headers: Form = { Origin: issuer }): Promise<Response> {
    return app.request("/oauth/authorize", {
      method: "POST",
      headers: { Cookie: as.cookie, ...headers },
      body: new URLSearchParams(form),
    });
  }

  /** Returns a code, after consent if asked. */
  async function code(as: User, party: Program, parameters: Form = {}): Promise<string> {
    const asked = await authorize(as, party, parameters);
    const answered =
      asked.status === 200
        ? await decide(as, { ticket: ticketOf(await asked.text()), decision: "allow" })
        : asked;
    return new URL(answered.headers.get("Location") ?? "").searchParams.get("code") ?? "";
  }

  /** Registers a client by RFC 7591. */
  async function registerSelf(metadata: object, address = "192.0.2.1"): Promise<TokenAnswer> {
    const response = await app.request("/oauth/register", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Address": address },
      body: JSON.stringify(metadata),
    });
    // Every answer of the endpoint is a JSON object.
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  }

  async function post(path: string, form: Form | string, headers: Form = {}): Promise<TokenAnswer> {
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const body = typeof form === "string" ? form : new URLSearchParams(form).toString();
    const response = await app.request(path, { method: "POST", headers: { ...type, ...headers }, body });
    // Every answer of these endpoints is a JSON object.
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body: answer };
  }

  const credentials = ({ client, secret: known }: Program): Form => ({
    client_id: client.id,
    ...(known !== null && { client_secret: known }),
  });

  app.route("/", createMcp({ api: app }));

  /** Sends a message to `/mcp`. */
  async function mcp(token: unknown, message: object): Promise<Response> {
    return app.request("/mcp", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        Host: new URL(issuer).host,
        "MCP-Protocol-Version": "2025-11-25",
        ...(token !== undefined && bearer(token)),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
    });
  }

  return {
    mcp,
    request: async (path: string, init: RequestInit = {}): Promise<Response> => app.request(path, init),
    stores,
    keys,
    accessTokens,
    authenticator,
    verifier,
    user,
    register,
    registerSelf,
    requestOf,
    authorize,
    decide,
    code,
    post,
    credentials,
    pass(ms: number): void {
      now += ms;
    },
    token: (party: Program, form: Form) => post("/oauth/token", { ...credentials(party), ...form }),
    exchange(party: Program, granted: string, form: Form = {}): Promise<TokenAnswer> {
      const fixed = { grant_type: "authorization_code", redirect_uri: callback, code_verifier: verifier };
      return post("/oauth/token", { ...credentials(party), ...fixed, code: granted, ...form });
    },
    refresh: (party: Program, token: unknown, form: Form = {}) =>
      post("/oauth/token", {
        ...credentials(party),
        grant_type: "refresh_token",
        refresh_token: String(token),
        ...form,
      }),
    /** Returns the status, and the code of the error, of a call with a token. */
    async call(token: unknown, path = "/v1/user/profile"): Promise<string> {
      const response = await app.request(path, { headers: bearer(token) });
      // An error body has a code.
      const body = (await response.json()) as { code?: string };
      return body.code === undefined ? String(response.status) : `${response.status} ${body.code}`;
    },
  };
}
