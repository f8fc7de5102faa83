import { introspectionAuthenticator } from "@tools-api/adapters/auth/introspection";
import { jwtAuthenticator } from "@tools-api/adapters/auth/jwt";
import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import { decodeJwt } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { startIdentityProvider } from "../../engines/issuers/oidc-provider.ts";

const provider = await startIdentityProvider();
afterAll(() => provider.stop());

describe("authenticators with a real identity provider", () => {
  it.each(["es256", "rs256"])(
    "accept access tokens of RFC 9068 signed with %s, and reject those for another audience",
    async (algorithm) => {
      const audience = `https://tools.example.com/${algorithm}`;
      const { issuer } = provider;
      const authenticator = jwtAuthenticator({
        documents: memoryDocuments(),
        issuers: [{ issuer, audience, jwks_uri: `${issuer}/jwks`, typ: "at+jwt", provision: true }],
      });
      const token = await provider.token(audience, "profile:read");
      const principal = await authenticator.authenticate(token);
      expect(principal?.credential).toMatchObject({ method: "jwt", name: "batch", scopes: ["profile:read"] });
      const again = await authenticator.authenticate(await provider.token(audience));
      expect(again?.account.id).toBe(principal?.account.id);
      const elsewhere = await provider.token("https://other.example.com/");
      await expect(authenticator.authenticate(elsewhere)).rejects.toMatchObject({
        code: "invalid_credentials",
      });
    },
  );

  it.each<Record<string, string>>([{}, { nonce: "n-0S6_WzA2Mj" }])(
    "accept a user's access token and reject the ID token of the same sign-in, even if the client id is an audience: %o",
    async (parameters) => {
      const { issuer } = provider;
      const resource = "https://tools.example.com/es256";
      const trusted = { issuer, jwks_uri: `${issuer}/jwks`, provision: true };
      const { access_token, id_token } = await provider.signIn(resource, parameters);
      const claims = decodeJwt(id_token);
      expect([claims.iss, claims.aud, claims["nonce"]]).toEqual([issuer, "portal", parameters["nonce"]]);
      for (const audience of [resource, "portal", [resource, "portal"]]) {
        const authenticator = jwtAuthenticator({
          documents: memoryDocuments(),
          issuers: [{ ...trusted, audience, algorithms: ["ES256", "RS256"] }],
        });
        await expect(authenticator.authenticate(id_token)).rejects.toMatchObject({
          code: "invalid_credentials",
        });
        if (audience === "portal") continue;
        const principal = await authenticator.authenticate(access_token);
        expect(principal?.credential).toMatchObject({ name: "portal", scopes: ["profile:read"] });
      }
    },
  );

  it("accept opaque tokens by introspection, and reject revoked, unknown and foreign ones", async () => {
    const { issuer } = provider;
    const audience = "https://tools.example.com/opaque";
    const authenticator = introspectionAuthenticator({
      documents: memoryDocuments(),
      server: {
        issuer,
        audience,
        introspection_endpoint: `${issuer}/token/introspection`,
        client_id: "tools-api",
        client_secret: provider.secretOf("tools-api"),
        account_claim: "client_id",
        provision: true,
      },
    });
    const token = await provider.token(audience);
    expect(token).not.toContain(".");
    const principal = await authenticator.authenticate(token);
    expect(principal?.credential).toMatchObject({
      method: "oauth2",
      name: "batch",
      scopes: ["text:analyze", "profile:read"],
    });
    expect(principal?.credential.expiresAt).toBeGreaterThan(Date.now());
    await provider.revoke(token);
    for (const bad of [token, "never-issued", await provider.token("https://other.example.com/opaque")])
      await expect(authenticator.authenticate(bad, { fresh: true })).rejects.toMatchObject({
        code: "invalid_credentials",
      });
  });
});
