import type { Attack } from "./attack.ts";

const core = "packages/core/src";
const sessions = "packages/server/src/account/sessions";
const ownPath = "packages/server/src/account/pages/next-page.tsx";
const throttle = `${sessions}/sign-in-throttle.ts`;

function session(name: string): Attack["test"] {
  return { file: "server/account/sessions.test.ts", name };
}

function signIn(name: string): Attack["test"] {
  return { file: "server/account/sign-in.test.ts", name };
}

const openRedirect: Attack["test"] = {
  file: "server/account/pages.test.ts",
  name: "the target of a form is never another site, whatever `next` contains (open redirect)",
};

/** Attacks on sessions, passwords and pages. */
export const browserAttacks: readonly Attack[] = [
  {
    attack: "open redirect: next of sign-in",
    test: openRedirect,
    cuts: [
      {
        file: ownPath,
        text: "const start = `${basePath}/`;",
        by: "if (next) return next;\n  const start = `${basePath}/`;",
      },
    ],
  },
  {
    attack: "open redirect: next that browsers parse differently",
    test: openRedirect,
    cuts: [
      {
        file: ownPath,
        text: "const url = new URL(next, publicUrl);",
        by: 'if (next.startsWith("/") && !next.startsWith("//")) return next;\n  const url = new URL(next, publicUrl);',
      },
    ],
  },
  {
    attack: "open redirect: next with dots before two slashes",
    test: openRedirect,
    cuts: [{ file: ownPath, text: 'url.pathname.startsWith("//") ? start : ', by: "" }],
  },
  {
    attack: "session fixation: the session from before the sign-in",
    test: session(
      "a session gets a new token at sign-in, and the browser's previous session ends (fixation)",
    ),
    cuts: [
      {
        file: `${sessions}/session.ts`,
        text: "if (before) await endStoredSession(",
        by: "if (!created) await endStoredSession(",
      },
    ],
  },
  {
    attack: "session fixation: a planted token",
    test: session("a session never starts with a token from the browser (fixation)"),
    cuts: [
      {
        file: `${core}/identity/sessions.ts`,
        text: "const token = newToken(randomBytes);",
        by: "const token = fields.planted ?? newToken(randomBytes);",
      },
      {
        file: `${sessions}/session.ts`,
        text: "    method,\n",
        by: "    method,\n    planted: sessionToken(c, services),\n",
      },
    ],
    note: "The server never takes the token from the request. Both cuts together make one that does.",
  },
  {
    attack: "session cookie planted by a sibling host",
    test: session("the session cookie is bound to the host and to TLS if the public URL is https"),
    cuts: [
      {
        file: `${sessions}/cookie.ts`,
        text: 'return publicUrl.startsWith("https:") ? "host" : undefined;',
        by: "return undefined;",
      },
    ],
  },
  {
    attack: "sessions read from the store",
    test: session("the session cookie is stored only as a digest: no document contains a token"),
    cuts: [
      {
        file: `${core}/identity/token.ts`,
        text: 'return hexadecimal(await crypto.subtle.digest("SHA-256"',
        by: 'if (token) return token;\n  return hexadecimal(await crypto.subtle.digest("SHA-256"',
      },
    ],
  },
  {
    attack: "CSRF",
    test: session(
      "cross-site request forgery is rejected on every form, whichever header shows another origin, and if no header shows the origin",
    ),
    cuts: [{ file: `${sessions}/same-origin.ts`, text: "if (isGuarded &&", by: "if (isGuarded === null &&" }],
  },
  {
    attack: "CSRF by JSON",
    test: session(
      "cross-site request forgery is rejected for bodies that are not forms, if they have the cookie",
    ),
    cuts: [
      {
        file: `${sessions}/same-origin.ts`,
        text: "(sessionToken(c, services) !== undefined || formTypes.has(mediaType(c)));",
        by: "formTypes.has(mediaType(c));",
      },
    ],
  },
  {
    attack: "CSRF of the sign-in",
    test: session(
      "cross-site request forgery of the sign-in is rejected even without a cookie, so a victim is not signed in to another account",
    ),
    cuts: [
      {
        file: `${sessions}/same-origin.ts`,
        text: "(sessionToken(c, services) !== undefined || formTypes.has(mediaType(c)));",
        by: "sessionToken(c, services) !== undefined;",
      },
    ],
  },
  {
    attack: "suspended account: its sessions",
    test: session("a session is rejected as soon as its account is suspended, and no new one starts"),
    cuts: [
      {
        file: `${core}/identity/sessions.ts`,
        text: '|| owner?.value.status !== "active"',
        by: "|| !owner",
      },
    ],
  },
  {
    attack: "suspended account: its sign-in",
    test: session("a session is rejected as soon as its account is suspended, and no new one starts"),
    cuts: [
      {
        file: `${core}/identity/sign-in.ts`,
        text: 'if (account.status !== "active")',
        by: "if (account.status === null)",
      },
    ],
  },
  {
    attack: "ended session",
    test: {
      file: "core/identity/sessions.test.ts",
      name: "sessions keeps a session ended if it ends while it is being used",
    },
    cuts: [
      {
        file: `${core}/identity/sessions.ts`,
        text: "sessions.replace(found, seen)",
        by: "sessions.put(seen, seen)",
      },
    ],
  },
  {
    attack: "a session of another account",
    test: session("a session of another account cannot be ended"),
    cuts: [
      {
        file: `${core}/identity/sessions.ts`,
        text: "const found = await sessions.get(documents, { account, id });\n  if (!found) return false;",
        by: "const found = (await sessions.list(documents, {}, { limit: 1000 })).find(({ ids }) => ids.id === id);\n  if (!found) return false;",
      },
    ],
  },
  {
    attack: "link used twice",
    test: {
      file: "core/identity/sign-in-links.test.ts",
      name: "sign-in links redeems a sign-in link for exactly one of the racing callers that have all found it valid",
    },
    cuts: [
      {
        file: `${core}/identity/sign-in-links.ts`,
        text: "signInLinks.remove(found.link)",
        by: "{ key: found.link.key }",
      },
    ],
  },
  {
    attack: "a link that is old",
    test: {
      file: "core/identity/sign-in-links.test.ts",
      name: "sign-in links ends a sign-in link after 15 minutes, even if the clock of the store is slow",
    },
    cuts: [
      {
        file: `${core}/identity/sign-in-links.ts`,
        text: "if (!link || link.value.expiresAt <= at) return null;",
        by: "if (!link) return null;",
      },
    ],
  },
  {
    attack: "links read from the store",
    test: {
      file: "core/identity/sign-in-links.test.ts",
      name: "sign-in links stores a sign-in link only as a digest",
    },
    cuts: [
      {
        file: `${core}/identity/sign-in-links.ts`,
        text: "signInLinks.put({ digest: await tokenDigest(token) }, link)",
        by: "signInLinks.put({ digest: token }, link)",
      },
    ],
  },
  {
    attack: "guesses at a password from one address",
    test: signIn(
      "guesses at passwords are limited by address, the /64 of IPv6, however many accounts they are spread over",
    ),
    cuts: [{ file: throttle, text: "attempts: 20,", by: "attempts: 1e9," }],
  },
  {
    attack: "guesses at a password from many addresses",
    test: signIn(
      "guesses at passwords are limited by account, however many addresses they come from, whether the account exists or not",
    ),
    cuts: [{ file: throttle, text: "attempts: 10,", by: "attempts: 1e9," }],
  },
  {
    attack: "guesses at a password, all in parallel",
    test: signIn("guesses at passwords cannot exceed the limit concurrently"),
    cuts: [
      {
        file: "packages/server/src/api/attempt-limiter.ts",
        text: "window.taken += 1;",
        by: "void Promise.resolve().then(() => setTimeout(() => (window.taken += 1), 500));",
      },
    ],
  },
  {
    attack: "the owner locked out by a stranger's guesses",
    test: signIn("guesses at passwords do not lock out the owner in a browser with an earlier sign-in"),
    cuts: [{ file: throttle, text: "if (device !== undefined) {", by: "if (device === null) {" }],
  },
  {
    attack: "a forged mark of a known browser",
    test: signIn(
      "guesses at passwords cannot use the cookie of such a browser for another account, or forge it",
    ),
    cuts: [
      {
        file: `${sessions}/known-device.ts`,
        text: "timingSafeEqual(received, expected) ? nonce",
        by: "received.length > 0 ? nonce",
      },
    ],
  },
  {
    attack: "mass creation of accounts",
    test: signIn("signing up is limited by address"),
    cuts: [{ file: throttle, text: "attempts: 30,", by: "attempts: 1e9," }],
  },
  {
    attack: "a session started with the previous password",
    test: {
      file: "core/identity/sessions.test.ts",
      name: "sessions rejects a session with a password that was replaced since its check, at whatever instant",
    },
    cuts: [
      {
        file: `${core}/identity/sessions.ts`,
        text: "if (passwordHash === undefined) return [];",
        by: "if (passwordHash !== null) return [];",
      },
    ],
  },
  {
    attack: "a session started with the previous password, at the instant of its change",
    test: {
      file: "core/identity/sessions.test.ts",
      name: "sessions rejects a session with a password that was replaced since its check, at whatever instant",
    },
    cuts: [
      {
        file: `${core}/identity/sessions.ts`,
        text: "[passwordHashes.replace(kept, kept.value)]",
        by: "[]",
      },
    ],
  },
  {
    attack: "account enumeration by timing",
    test: {
      file: "core/identity/passwords.test.ts",
      name: "passwords spends the same work on a sign-in whether or not the account or its password exists",
    },
    cuts: [
      {
        file: `${core}/identity/passwords.ts`,
        text: "    await passwords.hash(normalized);\n    return null;",
        by: "    return null;",
      },
    ],
  },
  {
    attack: "an unattended browser: the password changed",
    test: {
      file: "server/account/pages.test.ts",
      name: "a form changes the password with the current one, ends all other sessions, and renews this one",
    },
    cuts: [
      {
        file: `${core}/identity/change-password.ts`,
        text: "return (await getPasswordHash(documents, account.id)) !== null;",
        by: "return false;",
      },
    ],
  },
  {
    attack: "a stolen session after the password was changed",
    test: {
      file: "server/account/pages.test.ts",
      name: "a form changes the password with the current one, ends all other sessions, and renews this one",
    },
    cuts: [
      {
        file: `${core}/identity/change-password.ts`,
        text: "await endSessions(documents, account.id);",
        by: "",
      },
      { file: `${core}/identity/sessions.ts`, text: " || epoch !== sessionEpoch(owner.value)", by: "" },
    ],
    note: "A new password removes the sessions, and raises the epoch that they must have.",
  },
  {
    attack: "memory exhaustion by many parallel sign-ins",
    test: {
      file: "adapters/auth/scrypt.test.ts",
      name: "the scrypt hasher rejects passwords with overloaded when all slots are taken",
    },
    cuts: [
      {
        file: "packages/adapters/src/auth/scrypt.ts",
        text: "if (free < 1 || share >= free)",
        by: "if (share < 0)",
      },
    ],
  },
];
