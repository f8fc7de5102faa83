import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ToolsError } from "@tools-api/core";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { attacks } from "../../engines/issuers/attacks.ts";
import { part } from "../../engines/issuers/signer.ts";
import { audience, newWorld, type World } from "../../engines/issuers/world.ts";

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

/** Returns the id of the account that a token authenticates, or `refused`. */
async function accountOf(token: string): Promise<string> {
  try {
    const principal = await world.authenticator.authenticate(token);
    return principal?.account.id ?? "refused";
  } catch (error) {
    if (error instanceof ToolsError && error.code === "invalid_credentials") return "refused";
    throw error;
  }
}

describe("jwtAuthenticator", () => {
  it("accepts the valid tokens from which the attacks are derived", async () => {
    const { ec, rsa, strict, claims, account } = world;
    const strictClaims = claims({ iss: "https://strict.example.com/" });
    const tokens = await Promise.all([
      ec.sign(claims()),
      rsa.sign(claims({ aud: ["https://other.example.com", audience] })),
      ec.sign(claims(), { kid: undefined }),
      ec.sign(claims(), { typ: "application/at+jwt" }),
      strict.sign(strictClaims, { typ: "at+jwt" }),
    ]);
    for (const token of tokens) expect(await accountOf(token)).toBe(account.id);
  });

  it.each(Object.entries(attacks))("refuses %s", async (_, attack) => {
    const tokens = await attack(world);
    expect(tokens.length).toBeGreaterThan(0);
    for (const token of tokens) expect(await accountOf(token), token.slice(0, 200)).toBe("refused");
  });

  it("returns an account or a refusal for any signed header and claims, and never throws another error", async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(
        "ES256",
        "RS256",
        "none",
        "ec-1",
        "at+jwt",
        ["b64"],
        ["exp"],
        false,
        -1,
        1e308,
        "\ud800",
      ),
    );
    const some = (...names: string[]) =>
      fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value, { maxKeys: 4 });
    const header = some("alg", "kid", "typ", "crit", "b64", "jwk", "jku", "x5c", "zip", "cty");
    const changes = some("iss", "aud", "sub", "exp", "nbf", "iat", "scope", "scp", "client_id", "azp", "cnf");
    await fc.assert(
      fc.asyncProperty(header, changes, async (fields, claims) => {
        const token = await world.ec.sign(world.claims(claims), fields);
        expect([world.account.id, "refused"]).toContain(await accountOf(token));
      }),
      { numRuns: 300 },
    );
  });

  it("never fetches a key from a URL in the token", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end(JSON.stringify(world.attacker.jwks));
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A server that listens on TCP has an `AddressInfo`.
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/keys`;
    for (const header of [{ jku: url }, { x5u: url }, { jku: url, kid: url }, { kid: url }])
      expect(await accountOf(await world.attacker.sign(world.claims(), header))).toBe("refused");
    expect(asked).toEqual([]);
  });

  it("uses the last of duplicate claims, both to choose the issuer and to find the account", async () => {
    const { ec, attacker, claims, account } = world;
    const rest = JSON.stringify(claims({ iss: undefined, sub: undefined })).slice(1);
    const twice = (iss: string[], sub: string[]) =>
      `{${[...iss.map((value) => `"iss":"${value}"`), ...sub.map((value) => `"sub":"${value}"`)].join()},${rest}`;
    const ours = "https://login.example.com/";
    expect(await accountOf(await ec.sign(twice([ours], ["acct_nobody", account.id])))).toBe(account.id);
    expect(await accountOf(await ec.sign(twice([ours], [account.id, "acct_nobody"])))).toBe("refused");
    expect(await accountOf(await ec.sign(twice([ours, "https://else/"], [account.id])))).toBe("refused");
    expect(await accountOf(await ec.sign(twice(["https://strict.example.com/", ours], [account.id])))).toBe(
      account.id,
    );
    const [, payload, signature] = (await attacker.sign(claims())).split(".");
    for (const header of ['{"alg":"ES256","alg":"none"}', '{"alg":"none","alg":"ES256"}'])
      expect(await accountOf(`${part(header)}.${payload}.${signature}`)).toBe("refused");
  });

  it("does not count a genuine token outside its validity period, or without an account, as a guess", async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const refusalOf = (changes: object) =>
      world.ec
        .sign(world.claims({ ...changes }))
        .then((token) => world.authenticator.authenticate(token))
        .catch((error: unknown) => error);
    for (const changes of [{ exp: seconds - 60 }, { nbf: seconds + 60 }, { sub: "acct_nobody" }])
      expect(await refusalOf(changes)).toMatchObject({ code: "invalid_credentials", wasValid: true });
    // These tokens are no different from guesses.
    for (const changes of [{ exp: seconds - 60, aud: "x" }, { exp: "never" }])
      expect(await refusalOf(changes)).toMatchObject({ code: "invalid_credentials", wasValid: false });
    expect(
      await world.attacker
        .sign(world.claims({ exp: seconds - 60 }))
        .then((token) => world.authenticator.authenticate(token))
        .catch((error: unknown) => error),
    ).toMatchObject({ code: "invalid_credentials", wasValid: false });
  });
});
