// oidc-provider as an identity provider of another party. Sends its URL; tokens for a resource that ends in `opaque` are
// opaque, those for any other are JWTs. Users sign in to the client `portal` with any name and password.
import { createServer } from "node:http";
import { generateKeyPair, exportJWK } from "jose";
import { Provider } from "oidc-provider";

async function signingKey(alg) {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, use: "sig" };
}

const clientOf = (client_id, grant_types, others = {}) => ({
  client_id,
  client_secret: `${client_id}: the secret+of/the client & 32 characters`,
  grant_types,
  redirect_uris: [],
  response_types: [],
  ...others,
});
const portal = { redirect_uris: ["https://portal.example/callback"], response_types: ["code"] };

const login = { redirect_uris: ["https://tools.example/sign-in/oidc/callback"], response_types: ["code"] };

// The issuer's URL has its port, so that the port has to be known before.
const server = createServer((request, response) => handle(request, response));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  clients: [
    clientOf("batch", ["client_credentials"]),
    clientOf("tools-api", []),
    clientOf("portal", ["authorization_code"], portal),
    clientOf("login", ["authorization_code"], login),
  ],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => {
      const [, email] = id.split("#");
      return { sub: id, name: "Ada", ...(email && { email, email_verified: !id.startsWith("unverified") }) };
    },
  }),
  jwks: { keys: [await signingKey("ES256"), await signingKey("RS256")] },
  scopes: ["openid", "text:analyze", "profile:read"],
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: true },
    introspection: { enabled: true, allowedPolicy: (_, client) => client.clientId === "tools-api" },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_, resource) => ({
        scope: "text:analyze profile:read",
        audience: resource,
        accessTokenFormat: resource.endsWith("opaque") ? "opaque" : "jwt",
        jwt: { sign: { alg: resource.endsWith("rs256") ? "RS256" : "ES256" } },
      }),
    },
  },
});
const handle = provider.callback();
process.send({ issuer });
process.once("disconnect", () => process.exit());
