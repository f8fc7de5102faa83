// A gateway in front of the API authenticates callers and names them in a signed header, as identity-aware proxies do.
// An authenticator is one function. `firstAuthenticator` tries several in order, so API keys continue to work.
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { type Authenticator, firstAuthenticator, ToolsError } from "@tools-api/core";
import { createAccount, createApiKey, fence, getAccount } from "@tools-api/core/accounts";
import { createApi } from "@tools-api/server";
import { jwtVerify, SignJWT } from "jose";

const documents = memoryDocuments();
const account = await createAccount(documents, { email: "ada@example.com", plan: "pro" }, { at: Date.now() });
const { secret: apiKey } = await createApiKey(documents, account.id, {}, { at: Date.now() });
const gatewaySecret = crypto.getRandomValues(new Uint8Array(32));
const scheme = "gateway~";

const gatewayUsers: Authenticator = {
  async authenticate(credential) {
    if (!credential.startsWith(scheme)) return null;
    const expected = { algorithms: ["HS256"], audience: "tools-api", requiredClaims: ["exp"] };
    const verified = await jwtVerify(credential.slice(scheme.length), gatewaySecret, expected).catch(
      () => null,
    );
    const found = verified && (await getAccount(documents, verified.payload.sub ?? ""));
    if (!found) throw new ToolsError("invalid_credentials", "The gateway has not signed this header.");
    return {
      account: found.value,
      credential: { method: "jwt", id: "gateway", name: "gateway", scopes: null, expiresAt: null },
      // The fence makes a plan change or a suspension take effect at the next call, in every process.
      fences: [fence(found)],
    };
  },
};

const api = createApi({
  documents,
  usage: memoryUsage(),
  authenticator: firstAuthenticator(apiKeyAuthenticator({ documents }), gatewayUsers),
});

/** Moves the gateway's header to `Authorization`, the only place where the API reads credentials. */
function fetchBehindGateway(request: Request): Response | Promise<Response> {
  const user = request.headers.get("X-Gateway-User");
  if (user === null) return api.fetch(request);
  const headers = new Headers(request.headers);
  headers.set("Authorization", `Bearer ${scheme}${user}`);
  return api.fetch(new Request(request, { headers }));
}

const signedHeader = (secret: Uint8Array) =>
  new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(account.id)
    .setAudience("tools-api")
    .setExpirationTime("1 minute")
    .sign(secret);

const callers: Record<string, HeadersInit> = {
  "through the gateway": { "X-Gateway-User": await signedHeader(gatewaySecret) },
  "with another signature": { "X-Gateway-User": await signedHeader(new Uint8Array(32)) },
  "with an API key": { Authorization: `Bearer ${apiKey}` },
};
for (const [caller, headers] of Object.entries(callers)) {
  const response = await fetchBehindGateway(new Request("http://localhost/v1/user/profile", { headers }));
  console.log(caller, response.status, response.headers.get("RateLimit-Policy"));
}
