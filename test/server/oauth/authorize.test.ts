import { setStatus } from "@tools-api/core/accounts";
import { revokeOAuthClient, updateOAuthClient } from "@tools-api/core/oauth";
import { describe, expect, it } from "vitest";
import { ticketOf } from "../../engines/cookie-browser.ts";
import { type Form, openWorld, publicUrl } from "./world.ts";
import { toolWith } from "../tools.ts";

/** Returns the parameters of a redirect, and requires that the response is one. */
function answerOf(response: Response): Record<string, string> {
  expect(response.status).toBe(303);
  return Object.fromEntries(new URL(response.headers.get("Location") ?? "").searchParams);
}

describe("the redirect URI", () => {
  // URIs that parsers, browsers and careless comparisons confuse with the registered one.
  const nearMatches = [
    "",
    "https://app.example",
    "https://app.example/callback/",
    "https://app.example/callback?x=1",
    "https://app.example/Callback",
    "https://app.example/callback%2f",
    "https://app.example:443/callback",
    "https://APP.example/callback",
    "https://app.example@evil.example/callback",
    "https://evil.example/https://app.example/callback",
    "https://app.example.evil.example/callback",
    "https://app.example\\@evil.example/callback",
    "http://app.example/callback",
    "https://app.example/callback\r\nLocation: https://evil.example",
    "https://app.example/callback\u0000",
    "javascript:alert(1)//https://app.example/callback",
  ];

  it("that differs from the registered one in any character leads to an error page and never to a redirect", async () => {
    const world = openWorld();
    const user = await world.user();
    const app = await world.register(user);
    for (const redirect_uri of nearMatches) {
      const response = await world.authorize(user, app, { redirect_uri });
      expect([redirect_uri, response.status, response.headers.get("Location")]).toEqual([
        redirect_uri,
        400,
        null,
      ]);
      expect(response.headers.get("Content-Type")).toContain("text/html");
    }
    expect((await world.authorize(user, app)).status).toBe(200);
  });

  it("can have any port on the loopback interface, and no other difference", async () => {
    const world = openWorld();
    const user = await world.user();
    const redirectUris = [
      "http://127.0.0.1/callback",
      "http://[::1]:1/callback",
      "com.example.app:/callback",
    ];
    const app = await world.register(user, { type: "public", redirectUris });
    const statusOf = async (redirect_uri: string) =>
      (await world.authorize(user, app, { redirect_uri })).status;
    for (const uri of [
      "http://127.0.0.1:51004/callback",
      "http://[::1]/callback",
      "com.example.app:/callback",
    ])
      expect([uri, await statusOf(uri)]).toEqual([uri, 200]);
    for (const uri of [
      "http://localhost:51004/callback",
      "http://127.0.0.2:51004/callback",
      "http://127.0.0.1:51004/callback/x",
      "http://127.0.0.1:51004@evil.example/callback",
      "http://0x7f.0.0.1:51004/callback",
      "http://127.0.0.1:51004\\@evil.example/callback",
      "https://127.0.0.1:51004/callback",
      "com.example.app:/callback/x",
    ])
      expect([uri, await statusOf(uri)]).toEqual([uri, 400]);
  });

  it("is not followed for a client that is unknown or revoked, or whose owner is suspended", async () => {
    const world = openWorld();
    const [user, owner] = [await world.user(), await world.user()];
    const [revoked, orphan] = [await world.register(owner), await world.register(owner)];
    await revokeOAuthClient(world.stores, { account: owner.account.id, id: revoked.client.id }, 0);
    const unknown = { ...orphan, client: { ...orphan.client, id: "client_0000000000000000000000" } };
    const odd = { ...orphan, client: { ...orphan.client, id: "../x\u0000\ud800" } };
    for (const party of [revoked, unknown, odd]) {
      const response = await world.authorize(user, party);
      expect([response.status, response.headers.get("Location")]).toEqual([400, null]);
    }
    await setStatus(world.stores, owner.account.id, "suspended");
    expect((await world.authorize(user, orphan)).status).toBe(400);
  });
});

describe("an authorization request", () => {
  it("that is invalid returns its error to the client, with its state and our issuer (mix-up)", async () => {
    const world = openWorld();
    const user = await world.user();
    const app = await world.register(user, { scopes: ["profile:read"] });
    const cases: [Record<string, string>, string][] = [
      [{ response_type: "" }, "invalid_request"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ response_mode: "fragment" }, "invalid_request"],
      [{ code_challenge: "" }, "invalid_request"],
      [{ code_challenge: "short" }, "invalid_request"],
      [{ code_challenge_method: "" }, "invalid_request"],
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ scope: "text:analyze operator" }, "invalid_scope"],
      [{ scope: "everything" }, "invalid_scope"],
      [{ resource: "https://elsewhere.example" }, "invalid_target"],
      [{ prompt: "none login" }, "invalid_request"],
      [{ prompt: "none" }, "consent_required"],
      [{ request: "e30.e30." }, "invalid_request"],
      [{ request_uri: "https://evil.example/request" }, "invalid_request"],
    ];
    for (const [parameters, error] of cases) {
      const response = await world.authorize(user, app, parameters);
      const { error_description, ...answer } = answerOf(response);
      expect(answer).toEqual({ error, state: "xyz", iss: publicUrl });
      expect(error_description).not.toBe("");
      expect(response.headers.get("Location")).toMatch(/^https:\/\/app\.example\/callback\?/);
    }
    const silent = await world.authorize(null, app, { prompt: "none" });
    expect(answerOf(silent)["error"]).toBe("login_required");
    const twice = `${await world.requestOf(app)}&scope=profile:read&scope=profile:read`;
    expect(answerOf(await world.request(`/oauth/authorize?${twice}`))["error"]).toBe("invalid_request");
  });

  it("sends a signed-out user to the sign-in and back to the same request", async () => {
    const world = openWorld();
    const user = await world.user();
    const app = await world.register(user);
    for (const [as, prompt] of [
      [null, ""],
      [user, "login"],
    ] as const) {
      const response = await world.authorize(as, app, { prompt });
      const location = new URL(response.headers.get("Location") ?? "", publicUrl);
      expect([response.status, location.origin, location.pathname]).toEqual([303, publicUrl, "/sign-in"]);
      expect(location.searchParams.get("next")).toBe(`/oauth/authorize?${await world.requestOf(app)}`);
    }
  });

  it("needs no second consent for a client with an https host, unless it requests more", async () => {
    const world = openWorld();
    const user = await world.user();
    const app = await world.register(user);
    const answer = await world.code(user, app, { scope: "profile:read" });
    expect(answer).toMatch(/^toc_/);
    expect(answerOf(await world.authorize(user, app, { scope: "profile:read", prompt: "none" }))).toEqual({
      code: expect.stringMatching(/^toc_/),
      state: "xyz",
      iss: publicUrl,
    });
    expect((await world.authorize(user, app, { scope: "profile:read usage:read" })).status).toBe(200);
    expect((await world.authorize(user, app, { scope: "profile:read", prompt: "consent" })).status).toBe(200);
    expect((await world.authorize(await world.user(), app, { scope: "profile:read" })).status).toBe(200);
  });

  it("needs consent every time if any app on the device could receive the response", async () => {
    const world = openWorld();
    const user = await world.user();
    const redirect_uri = "http://127.0.0.1/callback";
    const app = await world.register(user, { type: "public", redirectUris: [redirect_uri] });
    await world.code(user, app, { redirect_uri });
    expect((await world.authorize(user, app, { redirect_uri })).status).toBe(200);
    expect(answerOf(await world.authorize(user, app, { redirect_uri, prompt: "none" }))["error"]).toBe(
      "consent_required",
    );
  });
});

describe("the consent page", () => {
  async function shown() {
    const world = openWorld();
    const user = await world.user();
    const app = await world.register(user, { name: "<b>App</b>", scopes: ["profile:read", "account:write"] });
    const page = await world.authorize(user, app, { scope: "profile:read account:write" });
    return { world, user, app, page, html: await page.text() };
  }

  it("cannot be framed, run scripts or send its form to another scheme (clickjacking)", async () => {
    const { page, html } = await shown();
    const policy = page.headers.get("Content-Security-Policy");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' https:;");
    expect(page.headers.get("X-Frame-Options")).toBe("DENY");
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(page.headers.get("Referrer-Policy")).toMatch(/^(no-referrer|same-origin)$/);
    expect(html).toContain("&lt;b&gt;App&lt;/b&gt;");
    expect(html).toContain("<strong>app.example</strong>");
    expect(html).toContain("Change your account");
  });

  it("has a line for the scope of each tool, in the order of the tools", async () => {
    const world = openWorld({
      tools: [
        toolWith({ scope: "qr:create", consent: "Create QR codes" }),
        toolWith({ scope: "text:analyze", consent: "Analyze texts" }),
        toolWith({ scope: "text:analyze", consent: "Translate texts" }),
      ],
    });
    const user = await world.user();
    const scopes = ["usage:read", "text:analyze", "qr:create"];
    const app = await world.register(user, { scopes });
    const html = await (await world.authorize(user, app)).text();
    const counts = "which counts against your daily allowance";
    expect([...html.matchAll(/<li>([^<]*)/g)].map(([, line]) => line)).toEqual([
      `Create QR codes, ${counts}`,
      `Analyze texts, ${counts}; Translate texts, ${counts}`,
      "See your usage and how much of your daily allowance is left",
    ]);
    const code = await world.code(user, app);
    expect((await world.exchange(app, code)).body["scope"]).toBe("qr:create text:analyze usage:read");
    const metadata = await world.request("/.well-known/oauth-authorization-server");
    expect(await metadata.json()).toMatchObject({
      scopes_supported: [
        "qr:create",
        "text:analyze",
        "usage:read",
        "profile:read",
        "account:read",
        "account:write",
      ],
    });
  });

  it("is accepted only from our own page (CSRF)", async () => {
    const { world, user, html } = await shown();
    const form = { ticket: ticketOf(html), decision: "allow" };
    const foreign: Form[] = [
      {},
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
    ];
    for (const headers of foreign) expect((await world.decide(user, form, headers)).status).toBe(403);
    expect((await world.decide(user, form)).status).toBe(303);
  });

  it("is accepted only in the session that it was shown in, unchanged, once and in time", async () => {
    const { world, user, app, html } = await shown();
    const ticket = ticketOf(html);
    const attacker = await world.user();
    expect((await world.decide(attacker, { ticket, decision: "allow" })).status).toBe(400);
    const [head = "", payload = "", signature = ""] = ticket.split(".");
    // The segments of a JWT are base64url.
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const changed = Buffer.from(JSON.stringify({ ...claims, scopes: ["account:read"] })).toString(
      "base64url",
    );
    const none = Buffer.from('{"alg":"none","typ":"consent+jwt"}').toString("base64url");
    for (const forged of [`${head}.${changed}.${signature}`, `${none}.${changed}.`, "", "x.y.z"])
      expect((await world.decide(user, { ticket: forged, decision: "allow" })).status).toBe(400);
    const [first, second] = await Promise.all([
      world.decide(user, { ticket, decision: "allow" }),
      world.decide(user, { ticket, decision: "allow" }),
    ]);
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([303, 409]);
    const late = ticketOf(
      await (await world.authorize(user, app, { scope: "account:write", prompt: "consent" })).text(),
    );
    world.pass(601_000);
    expect((await world.decide(user, { ticket: late, decision: "allow" })).status).toBe(400);
  });

  it("uses the client's state at the time of the response", async () => {
    const { world, user, app, html } = await shown();
    const elsewhere = { redirectUris: ["https://app.example/other"] };
    await updateOAuthClient(world.stores, { account: user.account.id, id: app.client.id }, elsewhere);
    const response = await world.decide(user, { ticket: ticketOf(html), decision: "allow" });
    expect([response.status, response.headers.get("Location")]).toEqual([400, null]);
  });

  it("tells the client that the user has denied access, and grants nothing", async () => {
    const { world, user, app, html } = await shown();
    const answer = answerOf(await world.decide(user, { ticket: ticketOf(html), decision: "deny" }));
    expect(answer).toMatchObject({ error: "access_denied", state: "xyz", iss: publicUrl });
    const silent = await world.authorize(user, app, { scope: "profile:read", prompt: "none" });
    expect(answerOf(silent)["error"]).toBe("consent_required");
  });
});
