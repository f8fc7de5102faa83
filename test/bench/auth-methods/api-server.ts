// The API of createApi on stores in memory, with the authentication method from AUTH_METHOD. Prints a line
// with its port and a credential.
import { generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import { accessTokenAuthenticator, jwtAccessTokens } from "@tools-api/adapters/auth/access-token";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { introspectionAuthenticator } from "@tools-api/adapters/auth/introspection";
import { jwtAuthenticator } from "@tools-api/adapters/auth/jwt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { type Authenticator, defaultPlans } from "@tools-api/core";
import { createAccount, createApiKey, fence, getAccount, sessionSecret } from "@tools-api/core/accounts";
import { createOAuthClient } from "@tools-api/core/oauth";
import { createApi } from "@tools-api/server";
import { nodeListener } from "@tools-api/server/node";
import { callScopes } from "../../scopes.ts";

interface Method {
  authenticator: Authenticator;
  credential: string;
}

const documents = memoryDocuments();
const account = await createAccount(documents, { email: "ada@example.com", name: "Ada" }, { at: Date.now() });
const issuer = "https://login.example.com/";
const audience = "https://tools.example.com";

/** Accepts every request as the same caller, without reading the credential. */
async function constant(): Promise<Method> {
  const found = await getAccount(documents, account.id);
  const principal = {
    account,
    credential: { method: "api_key", id: "key_1", name: "default", scopes: callScopes, expiresAt: null },
    fences: found ? [fence(found)] : [],
  } as const;
  return { authenticator: { authenticate: async () => principal }, credential: "anything" };
}

async function apiKey(): Promise<Method> {
  const { secret } = await createApiKey(documents, account.id, {}, { at: Date.now() });
  return { authenticator: apiKeyAuthenticator({ documents }), credential: secret };
}

async function jwt(): Promise<Method> {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, exp: now + 3600 };
  const claims = { iss: issuer, aud: audience, sub: account.id, client_id: "batch", ...times };
  const input = `${part({ alg: "ES256", kid: "one", typ: "at+jwt" })}.${part({ ...claims, scope: callScopes.join(" ") })}`;
  const signature = sign("sha256", Buffer.from(input), { key: privateKey, dsaEncoding: "ieee-p1363" });
  const jwks = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one" }] };
  return {
    authenticator: jwtAuthenticator({ documents, issuers: [{ issuer, audience, jwks }] }),
    credential: `${input}.${signature.toString("base64url")}`,
  };
}

async function accessToken(): Promise<Method> {
  const secret = () => sessionSecret(documents);
  const accessTokens = jwtAccessTokens({ documents, issuer, secret });
  const { client } = await createOAuthClient(
    documents,
    account.id,
    { name: "batch", scopes: callScopes },
    { at: Date.now() },
  );
  const issuedAt = Math.floor(Date.now() / 1000) * 1000;
  const times = { issuedAt, expiresAt: issuedAt + 3_600_000 };
  const token = { id: "one", client: client.id, resource: "", scopes: callScopes, ...times, user: null };
  const credential = await accessTokens.issue(token);
  return { authenticator: accessTokenAuthenticator({ documents, accessTokens }), credential };
}

async function introspection(): Promise<Method> {
  const server = {
    issuer,
    audience,
    introspection_endpoint: "https://login.example.com/introspect",
    client_id: "tools-api",
    client_secret: "secret",
  };
  const answer = { active: true, sub: account.id, aud: audience, scope: callScopes.join(" ") };
  const authenticator = introspectionAuthenticator({
    documents,
    server,
    // A provider across a network is asked every 30 s.
    fetch: async () => Response.json(answer),
  });
  return { authenticator, credential: "9l3kYQ0m1xq8Zr7Wb2Vn5Tc6Hs4Jd0Pf" };
}

const methods: Readonly<Record<string, () => Promise<Method>>> = {
  none: constant,
  "API key": apiKey,
  "JWT of an issuer": jwt,
  "access token of our own": accessToken,
  "opaque token, introspected": introspection,
};

const method = methods[process.env["AUTH_METHOD"] ?? "none"];
if (!method) throw new Error(`AUTH_METHOD: expected one of ${Object.keys(methods).join(", ")}`);
const { authenticator, credential } = await method();
const free = { ...defaultPlans.free, dailyLimit: 1_000_000_000 };
const api = createApi({ documents, usage: memoryUsage(), authenticator, plans: { ...defaultPlans, free } });
const server = createServer(nodeListener(api.fetch)).listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`listening on ${address?.port} with ${credential}`);
});
