import type { Attack } from "./attack.ts";

const core = "packages/core/src";
const server = "packages/server/src";

const recovery = (name: string): Attack["test"] => ({
  file: "server/account/account-recovery.test.ts",
  name,
});
const afterCrash = recovery(
  "an owner who replaces a squatter's password by a sign-in link ends all access before the password is stored, so no access survives if the process ends then",
);
const inProgress = recovery(
  "an owner who replaces a squatter's password by a sign-in link prevents requests that were authenticated before from creating access or changing the account",
);
const names = (name: string): Attack["test"] => ({ file: "server/account/names.test.ts", name });
const refusedName = names(
  "a name with control characters, line breaks or marks of direction is rejected as the name of an account, a key and a client, and the error names the parameter",
);
const counts = (name: string): Attack["test"] => ({ file: "core/identity/credential-counts.test.ts", name });
const twice = (name: string): Attack["test"] => ({
  file: "server/account/dashboard/sent-twice.test.ts",
  name,
});

/** Attacks on ownership of an account, on names, on limits and on forms. */
export const accountAttacks: readonly Attack[] = [
  {
    attack: "squatter: the API key after the owner recovered the account",
    test: afterCrash,
    cuts: [
      {
        file: "packages/adapters/src/auth/api-key.ts",
        text: 'if (apiKey.epoch !== credentialEpoch(owner.value)) return "ended";',
        by: "",
      },
    ],
  },
  {
    attack: "squatter: tokens of users after the owner recovered the account",
    test: afterCrash,
    cuts: [
      {
        file: `${core}/identity/oauth/access-tokens.ts`,
        text: "grant.value.client !== client.id || epoch !== credentialEpoch(account.value)",
        by: "grant.value.client !== client.id",
      },
    ],
  },
  {
    attack: "squatter: the client secret after the owner recovered the account",
    test: afterCrash,
    cuts: [
      {
        file: `${core}/identity/oauth/access-tokens.ts`,
        text: "if (client.epoch !== credentialEpoch(owner.value)) return null;",
        by: "",
      },
    ],
  },
  {
    attack: "squatter: the session after the owner recovered the account",
    test: afterCrash,
    cuts: [{ file: `${core}/identity/sessions.ts`, text: " || epoch !== sessionEpoch(owner.value)", by: "" }],
  },
  {
    attack: "squatter: a pending sign-in link after the owner recovered the account",
    test: afterCrash,
    cuts: [
      {
        file: `${core}/identity/sign-in-links.ts`,
        text: " && link.value.epoch === sessionEpoch(account)",
        by: "",
      },
    ],
  },
  {
    attack: "squatter: a change in progress while the owner recovers the account",
    test: inProgress,
    cuts: [
      {
        file: `${core}/identity/credential-epoch.ts`,
        text: "sessionEpoch(account) !== sessionEpoch(caller) || credentialEpoch(account) !== credentialEpoch(caller)",
        by: "false",
      },
    ],
  },
  {
    attack: "squatter: a key created by a request in progress",
    test: inProgress,
    cuts: [
      {
        file: `${core}/identity/api-keys.ts`,
        text: "await currentEpochs(documents, account, epochs)",
        by: "await currentEpochs(documents, account, undefined)",
      },
    ],
  },
  {
    attack: "names that drive a terminal or reorder a page",
    test: refusedName,
    cuts: [
      {
        file: `${core}/name.ts`,
        text: "return !unshowable.test(text) && text.isWellFormed();",
        by: "return true;",
      },
    ],
  },
  {
    attack: "names of older releases that reorder a page",
    test: names(
      "a name with control characters, line breaks or marks of direction from an older release is never shown on a page or in a list of the API",
    ),
    cuts: [{ file: `${core}/name.ts`, text: "decode: showableName,", by: "decode: (name) => name," }],
  },
  {
    attack: "a store filled with ended keys",
    test: counts(
      "ended API keys keeps up to 1,000 ended keys: creating, rotating and revoking in a loop does not fill the store",
    ),
    cuts: [
      {
        file: `${core}/identity/credential-counts.ts`,
        text: "if (number <= maxEnded) return [];",
        by: "if (number > 0) return [];",
      },
    ],
  },
  {
    attack: "ended keys that are never deleted",
    test: counts(
      "ended API keys deletes a key that has ended, with all documents that refer to it, exactly 90 days after its end",
    ),
    cuts: [
      {
        file: `${core}/identity/api-key.ts`,
        text: "return end === null ? undefined : deletedAt(end);",
        by: "return undefined;",
      },
    ],
  },
  {
    attack: "more than 100 keys by creating them in parallel",
    test: counts(
      "the limit on API keys admits exactly 100 active keys, however many are created in parallel",
    ),
    cuts: [
      {
        file: `${core}/identity/credential-counts.ts`,
        text: "countsOfKinds.save(revision, ",
        by: "countsOfKinds.put(",
      },
    ],
  },
  {
    attack: "a page that reads every key of the account",
    test: counts("API keys of a release without counts reads 2,000 active keys by the page"),
    cuts: [
      {
        file: `${core}/identity/credential-counts.ts`,
        text: "const page = { after: from, limit: limit + 1 };",
        by: "const page = { after: from, limit: 10_000 };",
      },
    ],
  },
  {
    attack: "a form that is sent twice creates two keys",
    test: twice(
      "a form that is sent twenty times in parallel creates one key, and redirects all other responses to it",
    ),
    cuts: [
      {
        file: `${core}/identity/api-keys.ts`,
        text: "const forms = await formWrites(documents, form, id, at);",
        by: "const forms = await formWrites(documents, undefined, id, at);",
      },
    ],
  },
  {
    attack: "a store filled with the answers to forms",
    test: twice("the answers to forms are stored in one document, with the latest 100 of an account"),
    cuts: [{ file: `${core}/identity/idempotency.ts`, text: ".slice(0, maxForms)", by: "" }],
  },
  {
    attack: "a form filled in by one account, shown to another",
    test: twice(
      "a form that is sent after the session has ended is never shown to another account, and creates nothing by itself",
    ),
    cuts: [
      {
        file: `${server}/account/pages/sign-in.tsx`,
        text: "if (!(await wasFormShownTo(page.services, key, page.signedIn.account))) return null;",
        by: "",
      },
    ],
  },
];
