import { jwtAuthenticator } from "@tools-api/adapters/auth/jwt";
import { introspectionAuthenticator } from "@tools-api/adapters/auth/introspection";
import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

// Declares only the part of Deno's global that this program uses.
declare const Deno: {
  serve(
    options: { port: number; onListen: () => void },
    handler: (request: Request) => Response,
  ): { addr: { port: number }; shutdown(): Promise<void> };
};

const { publicKey, privateKey } = await generateKeyPair("ES256");
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "one" }] };
const audience = "https://tools.example.com";
const server = Deno.serve({ port: 0, onListen: () => {} }, ({ url }) =>
  Response.json(url.endsWith("/jwks") ? jwks : { active: true, sub: "ada", aud: audience }),
);
const issuer = `http://127.0.0.1:${server.addr.port}`;
const documents = memoryDocuments();
const known = { issuer, audience, provision: true };
const byKeys = jwtAuthenticator({ documents, issuers: [{ ...known, jwks_uri: `${issuer}/jwks` }] });
const byQuestion = introspectionAuthenticator({
  documents,
  server: { ...known, introspection_endpoint: `${issuer}/introspect`, client_id: "a", client_secret: "b" },
});

function tokenFor(aud: string): Promise<string> {
  const claims = new SignJWT({ sub: "ada" }).setIssuer(issuer).setAudience(aud).setExpirationTime("1 minute");
  return claims.setProtectedHeader({ alg: "ES256", kid: "one" }).sign(privateKey);
}

const principal = await byKeys.authenticate(await tokenFor(audience));
const other = await byQuestion.authenticate("opaque");
const refusal: unknown = await byKeys
  .authenticate(await tokenFor("https://other.example.com"))
  .catch((error: unknown) => error);
console.log(
  JSON.stringify({
    methods: [principal?.credential.method, other?.credential.method],
    sameAccount: principal?.account.id === other?.account.id,
    refusal: refusal instanceof Error && "code" in refusal ? refusal.code : refusal,
  }),
);
await server.shutdown();
