import { allowClient, issueCode, redeemCode, rotateRefreshToken } from "@tools-api/core/internal/identity";
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { openPlace, storeEngines } from "../../adapters/storage/engines.ts";

const [account, client, redirectUri] = ["acct_1", "client_1", "https://app.example/"];
const scopes = ["usage:read"];

describe.each(storeEngines)("on $engine, a refresh token", (engine) => {
  it("gives racing processes siblings, and exactly one line survives the first race after the overlap", async () => {
    const place = await openPlace(engine);
    const stores = await Promise.all(
      [1, 2].map(async () => ({ documents: await place.documents(), usage: await place.usage() })),
    );
    const [first, second] = stores;
    if (!first || !second) throw new Error("There are two handles.");
    const grant = await allowClient(first, { account, client, scopes }, 0);
    const codeVerifier = generateRandomCodeVerifier();
    const codeChallenge = await calculatePKCECodeChallenge(codeVerifier);
    const at = Date.now();
    const asked = {
      account,
      client,
      grant: grant.id,
      resource: "",
      scopes,
      redirectUri,
      authenticatedAt: at,
    };
    const code = (await issueCode(first.documents, { ...asked, codeChallenge }, at)) ?? "";
    const presented = { client, code, redirectUri: undefined, codeVerifier, resource: undefined };
    const redeemed = await redeemCode(first, { ...presented, refreshable: true }, at);
    if (typeof redeemed === "string") throw new Error(redeemed);

    const refresh = async (of: typeof first, refreshToken: string, when: number) => {
      const rotated = await rotateRefreshToken(of, { refreshToken, client, scopes: null }, when);
      return typeof rotated === "string" ? rotated : rotated.refreshToken;
    };
    const race = (tokens: readonly string[], when: number) =>
      Promise.all(tokens.map((token, index) => refresh(index % 2 === 0 ? first : second, token, when)));
    const siblings = await race(Array(4).fill(redeemed.refreshToken ?? ""), at);
    expect(siblings.filter((token) => token.startsWith("trt_"))).toHaveLength(4);

    const survivors = await race(siblings, at + 60_000);
    expect(survivors.filter((token) => token.startsWith("trt_"))).toHaveLength(1);
    // The others were copies, as far as the server can tell.
    expect(new Set(await race(survivors, at + 60_001))).toEqual(new Set(["ended", "unknown"]));
  });
});
