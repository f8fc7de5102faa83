// Accepts users of your own identity provider. Its JWTs are bearer tokens, verified with the keys that it publishes.
// The first call of a user creates an account.
// npx tsx external-issuer.ts ISSUER AUDIENCE TOKEN
import { jwtAuthenticator } from "@tools-api/adapters/auth/jwt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createApi } from "@tools-api/server";

const [issuer = "", audience = "", ...tokens] = process.argv.slice(2);
if (!URL.canParse(issuer) || tokens.length === 0) {
  console.error(
    "Usage: npx tsx external-issuer.ts ISSUER AUDIENCE TOKEN, with the URL of your identity provider.",
  );
  process.exit(2);
}

// OpenID Connect Discovery 1.0 §4. The server reads the same settings from JWT_ISSUERS.
const discovered = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
const { jwks_uri } = (await discovered.json()) as { jwks_uri: string };

const documents = memoryDocuments();
const api = createApi({
  documents,
  usage: memoryUsage(),
  authenticator: jwtAuthenticator({
    documents,
    issuers: [{ issuer, audience, jwks_uri, typ: "at+jwt", provision: true, scopes: [] }],
  }),
});

for (const token of tokens) {
  const response = await api.request("/v1/user/profile", { headers: { Authorization: `Bearer ${token}` } });
  console.log(response.status, await response.text());
}
