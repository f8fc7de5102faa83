import type { Attack } from "./attack.ts";

const core = "packages/core/src";
const server = "packages/server/src/oauth";
const redirectUri = `${core}/identity/oauth/redirect-uri.ts`;
const request = `${server}/authorization-request.ts`;
const endpoint = `${server}/authorization-endpoint.ts`;
const ticket = `${server}/consent-ticket.ts`;
const respondPage = "packages/server/src/account/pages/respond-page.ts";

function authorizing(name: string): Attack["test"] {
  return { file: "server/oauth/authorize.test.ts", name };
}

const wrongRequest = authorizing(
  "an authorization request that is invalid returns its error to the client, with its state and our issuer (mix-up)",
);
const answeredConsent = authorizing(
  "the consent page is accepted only in the session that it was shown in, unchanged, once and in time",
);

/** Attacks on the authorization endpoint, its clients and its users. */
export const oauthAttacks: readonly Attack[] = [
  {
    attack: "open redirect: redirect_uri with the registered one as its prefix",
    test: authorizing(
      "the redirect URI that differs from the registered one in any character leads to an error page and never to a redirect",
    ),
    cuts: [
      {
        file: redirectUri,
        text: "if (registered.includes(requested)) return true;",
        by: "if (registered.some((uri) => requested.startsWith(uri))) return true;",
      },
    ],
  },
  {
    attack: "open redirect: redirect_uri that a browser parses differently (loopback)",
    test: authorizing(
      "the redirect URI can have any port on the loopback interface, and no other difference",
    ),
    cuts: [{ file: redirectUri, text: "if (!isRegistrableRedirectUri(uri)) return null;", by: "" }],
  },
  {
    attack: "open redirect: a client with a scheme that runs code",
    test: {
      file: "server/account/management.test.ts",
      name: "OAuth clients and grants are rejected with an invalid redirect URI, with the reason at the field",
    },
    cuts: [
      {
        file: redirectUri,
        text: 'if (url.protocol !== "https:" && !isLoopback(url))',
        by: 'if (uri === "")',
      },
      {
        file: redirectUri,
        text: "if (!uri.startsWith(`${url.protocol}//${url.hostname}`))",
        by: 'if (uri === "")',
      },
    ],
  },
  {
    attack: "revoked client: users sent to it",
    test: authorizing(
      "the redirect URI is not followed for a client that is unknown or revoked, or whose owner is suspended",
    ),
    cuts: [{ file: request, text: "found.value.revokedAt !== null || ", by: "" }],
  },
  {
    attack: "suspended account: users sent to its client",
    test: authorizing(
      "the redirect URI is not followed for a client that is unknown or revoked, or whose owner is suspended",
    ),
    cuts: [{ file: request, text: '|| owner?.value.status !== "active")', by: ")" }],
  },
  {
    attack: "PKCE missing",
    test: wrongRequest,
    cuts: [
      { file: request, text: "if (!isCodeChallenge(codeChallenge))", by: "if (codeChallenge === null)" },
    ],
  },
  {
    attack: "plain PKCE",
    test: wrongRequest,
    cuts: [
      {
        file: request,
        text: 'requireOnly(value("code_challenge_method"), "S256", "code_challenge_method");',
        by: "",
      },
    ],
  },
  {
    attack: "scope beyond the client's",
    test: wrongRequest,
    cuts: [
      {
        file: `${server}/scopes.ts`,
        text: "words.includes(scope) && allowed.includes(scope)",
        by: "words.includes(scope)",
      },
    ],
  },
  {
    attack: "mix-up (iss in the redirect)",
    test: wrongRequest,
    cuts: [{ file: request, text: ", iss: publicUrl });", by: " });" }],
  },
  {
    attack: "SSRF and replaced parameters by request_uri",
    test: wrongRequest,
    cuts: [
      { file: request, text: 'for (const name of ["request", "request_uri"])', by: "for (const name of [])" },
    ],
  },
  {
    attack: "another app on the device that impersonates the client",
    test: authorizing(
      "an authorization request needs consent every time if any app on the device could receive the response",
    ),
    cuts: [{ file: endpoint, text: " || !identifiesClient(redirectUri)", by: "" }],
  },
  {
    attack: "CSRF on consent: same-origin check",
    test: authorizing("the consent page is accepted only from our own page (CSRF)"),
    cuts: [
      {
        file: `${server}/authorization-server.ts`,
        text: "unmetered(services), sameOrigin(services)",
        by: "unmetered(services)",
      },
    ],
  },
  {
    attack: "CSRF on consent: the ticket of another session",
    test: answeredConsent,
    cuts: [{ file: ticket, text: "if (ticket.session !== session) throw stale;", by: "" }],
  },
  {
    attack: "CSRF on consent: a modified ticket",
    test: answeredConsent,
    cuts: [
      {
        file: ticket,
        text: "const { payload } = await jwtVerify(sealed, await ticketKey(services), {",
        by: 'const payload = (await import("jose")).decodeJwt(sealed);\n    if (session === null) await jwtVerify(sealed, await ticketKey(services), {',
      },
    ],
  },
  {
    attack: "CSRF on consent: a ticket used twice",
    test: answeredConsent,
    cuts: [{ file: endpoint, text: "ifAbsent: true, expiresAt: ticket.exp", by: "expiresAt: ticket.exp" }],
  },
  {
    attack: "consent to a client that has changed since",
    test: authorizing("the consent page uses the client's state at the time of the response"),
    cuts: [
      {
        file: endpoint,
        text: "const target = await readAgain(services, ticket);",
        by: `const found = await (await import("@tools-api/core/oauth")).findOAuthClient(services.documents, ticket.client);
          const target = { client: found.client, redirectUri: ticket.redirectUri, state: ticket.state };
          if (session === null) await readAgain(services, ticket);`,
      },
    ],
  },
  {
    attack: "clickjacking of the consent page",
    test: authorizing(
      "the consent page cannot be framed, run scripts or send its form to another scheme (clickjacking)",
    ),
    cuts: [
      { file: respondPage, text: "\"frame-ancestors 'none'\",", by: "" },
      { file: respondPage, text: '"X-Frame-Options": "DENY",', by: "" },
    ],
    note: "Browsers obey either header.",
  },
];
