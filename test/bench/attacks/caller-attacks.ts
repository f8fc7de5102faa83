import type { Attack } from "./attack.ts";

const core = "packages/core/src";
const server = "packages/server/src";
const credential = `${server}/api/http/credential.ts`;
const keyAuthenticator = "packages/adapters/src/auth/api-key.ts";

function managing(name: string): Attack["test"] {
  return { file: "server/account/management.test.ts", name };
}

function guessing(name: string): Attack["test"] {
  return { file: "server/api/guesses.test.ts", name };
}

const oddHeaders: Attack["test"] = {
  file: "server/api/jwt.test.ts",
  name: "a JWT as a bearer token is rejected in a header that is repeated, has control characters, or is too long",
};

function owasp(name: string): Attack["test"] {
  return { file: "journeys/owasp-api-top-10.test.ts", name };
}

/** Attacks on callers with a key or a token. */
export const callerAttacks: readonly Attack[] = [
  {
    attack: "credential in query",
    test: {
      file: "server/api/errors.test.ts",
      name: "401 ignores a credential in the query when the header is missing",
    },
    cuts: [
      {
        file: credential,
        text: 'const header = c.req.header("Authorization");',
        by: 'const header = c.req.header("Authorization") ?? `Bearer ${new URL(c.req.url).searchParams.get("access_token")}`;',
      },
    ],
  },
  {
    attack: "credential in query or body in addition to the header",
    test: {
      file: "server/api/errors.test.ts",
      name: "400 and JSON parsing returns invalid_request for a credential in the query or the body in addition to the header",
    },
    cuts: [{ file: credential, text: "if (stray)", by: "if (stray === null)" }],
  },
  {
    attack: "credential in the body of a management call",
    test: managing("the caller of a management call is never taken from the query or the body"),
    cuts: [
      {
        file: `${server}/account/management/route.ts`,
        text: "refuseStrayCredentials(c, body);",
        by: "delete body.api_key;",
      },
    ],
    note: "Bodies are strict, so without the check the field is refused as unknown. The second cut drops it.",
  },
  {
    attack: "two Authorization headers",
    test: oddHeaders,
    cuts: [
      {
        file: credential,
        text: 'const header = c.req.header("Authorization");',
        by: 'const header = c.req.header("Authorization")?.split(", ")[0];',
      },
    ],
    note: "Node joins them by a comma, which no credential contains.",
  },
  {
    attack: "header with control characters",
    test: oddHeaders,
    cuts: [
      {
        file: credential,
        text: 'return match && (match[1] ?? "");',
        by: 'return match && (match[1] ?? "").replace(/[\\0-\\x1f]/g, "");',
      },
    ],
    note: "Node's parser answers 400 to every control character except the tab. Another row covers the others.",
  },
  {
    attack: "header with control characters, past Node's parser",
    test: owasp(
      "API2:2023 Broken Authentication rejects a credential with a control character, whichever parser reads the header",
    ),
    cuts: [
      {
        file: credential,
        text: 'return match && (match[1] ?? "");',
        by: 'return match && (match[1] ?? "").replace(/[\\0-\\x1f]/g, "");',
      },
    ],
    note: "The test's parser accepts them, as Node's does with insecureHTTPParser.",
  },
  {
    attack: "10,000 guesses",
    test: guessing(
      "10,000 guesses from one address get 20 responses a minute, while a valid key is served throughout",
    ),
    cuts: [
      {
        file: `${server}/api/failed-attempts.ts`,
        text: "limiter.take(addressBlock(address)) === 0",
        by: "limiter.take(addressBlock(address)) >= 0",
      },
    ],
  },
  {
    attack: "10,000 guesses from the 2^64 addresses of a host",
    test: guessing("the memory of failed attempts treats all spellings of an address and its /64 as one"),
    cuts: [
      {
        file: `${server}/api/address-block.ts`,
        text: "if (!groups) return address;",
        by: "if (groups) return address;",
      },
    ],
  },
  {
    attack: "10,000 guesses under forged addresses",
    test: guessing("X-Forwarded-For is ignored unless a proxy is configured"),
    cuts: [
      {
        file: `${server}/runtime/client-address.ts`,
        text: "if (proxies === 0) return peerAddress;",
        by: "if (proxies === 0) proxies = 1;",
      },
    ],
  },
  {
    attack: "10,000 guesses under forged addresses, through a proxy",
    test: guessing(
      "X-Forwarded-For is trusted only for the configured proxies, whatever the client has prepended",
    ),
    cuts: [
      { file: `${server}/runtime/client-address.ts`, text: "forwarded.at(-proxies)", by: "forwarded.at(0)" },
    ],
  },
  {
    attack: "10,000 guesses with random texts as addresses",
    test: guessing("X-Forwarded-For with invalid entries counts as the proxy, never as a separate caller"),
    cuts: [
      {
        file: `${server}/runtime/client-address.ts`,
        text: "return isIP(bare) === 0 ? null : bare;",
        by: "return isIP(bare) === 0 ? entry || null : bare;",
      },
    ],
  },
  {
    attack: "keys read from the store",
    test: {
      file: "core/identity/api-keys.test.ts",
      name: "digests of API keys stores the digest of a key as HMAC-SHA-256 under the pepper, so that the store alone does not reveal whether it has a key",
    },
    cuts: [
      { file: `${core}/identity/api-key-digests.ts`, text: "= [...signed, sha256];", by: "= [sha256];" },
    ],
  },
  {
    attack: "expired key",
    test: {
      file: "adapters/auth/api-key.test.ts",
      name: "apiKeyAuthenticator rejects a key from the instant of its expiry, cached or not",
    },
    cuts: [
      {
        file: "packages/adapters/src/auth/credential-cache.ts",
        text: "if (expiresAt !== null && expiresAt + leewayMs <= clock.now())",
        by: "if (expiresAt === -1)",
      },
    ],
  },
  {
    attack: "revoked key",
    test: managing(
      "the caller of a management call is checked on every call: a revoked key, an ended session and a suspended account are rejected immediately",
    ),
    cuts: [
      {
        file: `${core}/identity/find-api-key.ts`,
        text: "if (!found || found.value.revokedAt !== null)",
        by: "if (!found)",
      },
    ],
  },
  {
    attack: "revoked key, cached by a process",
    test: managing(
      "the caller of a management call is checked on every call: a revoked key, an ended session and a suspended account are rejected immediately",
    ),
    cuts: [
      {
        file: `${server}/account/management/caller.ts`,
        text: "identify(c, services, true)",
        by: "identify(c, services, false)",
      },
    ],
  },
  {
    attack: "suspended account",
    test: {
      file: "server/api/errors.test.ts",
      name: "403 returns account_suspended immediately, and serves the account immediately after it is restored",
    },
    cuts: [
      {
        file: `${server}/api/middleware/authenticate.ts`,
        text: 'if (principal.account.status === "suspended")',
        by: "if (principal.account.status === null)",
      },
    ],
  },
  {
    attack: "closed account",
    test: managing(
      "the account accepts no credential after it is closed, releases its email address, and keeps no personal data",
    ),
    cuts: [
      { file: keyAuthenticator, text: ' || owner.value.status === "closed"', by: "" },
      {
        file: `${server}/api/middleware/authenticate.ts`,
        text: 'if (principal.account.status === "closed")',
        by: "if (principal.account.status === null)",
      },
      { file: `${core}/identity/close-account.ts`, text: "await eraseKeys(stores, id, at);", by: "" },
    ],
    note: "Closing erases its keys, and both the authenticator and the middleware refuse them.",
  },
  {
    attack: "scope that the credential lacks",
    test: {
      file: "server/api/errors.test.ts",
      name: "403 returns insufficient_scope and names the scope in the challenge",
    },
    cuts: [
      {
        file: `${server}/api/middleware/authenticate.ts`,
        text: "if (!principal.credential.scopes.includes(scope))",
        by: "if (principal.credential.scopes.length === 0)",
      },
    ],
  },
  {
    attack: "a credential as a request id, in the log and the response",
    test: {
      file: "server/api/redaction.test.ts",
      name: "X-Request-Id is a new id when the client sends a refresh token, and no log line contains the credential",
    },
    cuts: [
      {
        file: "packages/server/src/api/http/request-id.ts",
        text: "&& redactCredentials(header) === header",
        by: "",
      },
    ],
  },
  {
    attack: "a credential in the body of an error",
    test: {
      file: "server/api/redaction.test.ts",
      name: "credentials of a path are absent from the body of an error",
    },
    cuts: [
      {
        file: "packages/server/src/api/http/problem.ts",
        text: "boundedText(redactCredentials(instance), maxInstanceBytes)",
        by: "boundedText(instance, maxInstanceBytes)",
      },
    ],
  },
  {
    attack: "plain http after a first visit by https",
    test: {
      file: "server/api/security-headers.test.ts",
      name: "every response forbids content sniffing and, under an https PUBLIC_URL, plain http: GET /v1/user/profile",
    },
    cuts: [
      {
        file: "packages/server/src/api/http/security-headers.ts",
        text: 'publicUrl.startsWith("https:") &&',
        by: 'publicUrl === "" &&',
      },
    ],
  },
];
