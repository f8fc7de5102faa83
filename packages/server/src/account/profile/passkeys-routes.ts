import { ToolsError } from "@tools-api/core";
import {
  addPasskey as addStoredPasskey,
  listPasskeys as listStoredPasskeys,
  type Passkey,
  removePasskey as removeStoredPasskey,
} from "@tools-api/core/accounts";
import { invalidParameters, nameExpected, nameSchema, parameter } from "@tools-api/core/internal/schema";
import { z } from "zod";
import {
  RegistrationAnswer,
  registrationOptions,
  verifyRegistration,
} from "../../session/passkeys/ceremonies.ts";
import { confirmOwner, OwnerConfirmation } from "../call/confirm-owner.ts";
import { accountExample } from "../call/account-record.ts";
import { pageExample, pageRecord } from "../call/page.ts";
import { passkeyExample, PasskeyOptionsRecord, PasskeyRecord } from "../call/records.ts";
import { type ManagementCall, type ManagementRoute, managementRoute, notFound } from "../call/route.ts";

/** Returns the record of a passkey. */
export function passkeyRecord({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyRecord {
  return { id, name, createdAt, lastUsedAt };
}

/** Returns the session of the caller. Attack: with a leaked key, a passkey would take over the account. */
function requireSession({ caller }: ManagementCall) {
  if (caller.session) return caller.session;
  throw new ToolsError("insufficient_scope", "Only a browser session can add a passkey.");
}

const password = parameter("the account's password, if it has one", z.string().max(1000).optional(), {
  purpose: "The password of the account, if it has one. It proves that the owner makes the call.",
});

export const listPasskeys = managementRoute({
  method: "GET",
  path: "/account/passkeys",
  operationId: "list-passkeys",
  summary: "List the passkeys of the account.",
  description: "An account has at most ten, so the list has one page.",
  status: 200,
  answer: pageRecord(PasskeyRecord),
  example: pageExample(passkeyExample, {}),
  async handle({ services, caller }) {
    const passkeys = await listStoredPasskeys(services.documents, caller.account);
    return { items: passkeys.map(passkeyRecord), next: null };
  },
});

const createPasskeyOptions = managementRoute({
  method: "POST",
  path: "/account/passkey-options",
  operationId: "create-passkey-options",
  summary: "Create the options with which a browser creates a passkey.",
  description:
    "The options are `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. Their challenge is valid for five minutes, " +
    "once, in the session that makes this call.",
  errors: ["conflict"],
  sessionOnly: true,
  status: 200,
  answer: PasskeyOptionsRecord,
  example: {
    answer: {
      public_key: {
        challenge: "eEVk…",
        rp: { id: "tools.example.com", name: "Tools API" },
        user: { id: "YWNjdF8…", name: accountExample.email, displayName: accountExample.email },
        pubKeyCredParams: [{ type: "public-key", alg: -7 }],
        timeout: 300_000,
        attestation: "none",
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        excludeCredentials: [],
      },
    },
  },
  async handle(call) {
    const { services, caller } = call;
    const session = requireSession(call);
    const passkeys = await listStoredPasskeys(services.documents, caller.account);
    return { publicKey: await registrationOptions(services, caller.account, session.id, passkeys) };
  },
});

export const addPasskey = managementRoute({
  method: "POST",
  path: "/account/passkeys",
  operationId: "add-passkey",
  summary: "Add a passkey, which signs in without the password.",
  description:
    "`credential` is the browser's `RegistrationResponseJSON` for the options of `POST /account/passkey-options`. " +
    "Requires a session, and the password. An account without a password needs a session that began less than 15 " +
    "minutes ago.",
  errors: ["conflict", "overloaded"],
  sessionOnly: true,
  body: () =>
    z.strictObject({
      name: parameter(nameExpected(1, 100), nameSchema(100), {
        purpose: "The name of the passkey, such as `Laptop`.",
      }),
      credential: parameter("the RegistrationResponseJSON of a browser", RegistrationAnswer, {
        purpose: "The `RegistrationResponseJSON` that the browser returned.",
      }),
      password,
    }),
  status: 201,
  answer: PasskeyRecord,
  example: {
    body: {
      name: passkeyExample.name,
      credential: {
        id: "2fZ0uW3xq1R4",
        type: "public-key",
        response: {
          clientDataJSON: "eyJ0eXBlIjoi",
          attestationObject: "o2NmbXRkbm9u",
          transports: ["internal"],
        },
      },
      password: "correct horse battery",
    },
    answer: { ...passkeyExample, last_used_at: null },
  },
  async handle(call) {
    const { services, caller, body, now } = call;
    const session = requireSession(call);
    await confirmOwner(call, body.password);
    const verified = await verifyRegistration(services, session.id, body.credential);
    if (!verified)
      throw invalidParameters([
        {
          name: "credential",
          detail: "expected the answer of a new passkey to the current options, received another value",
        },
      ]);
    const { transports } = body.credential.response;
    const fields = { name: body.name, transports, ...verified };
    const change = { at: now, by: services.by };
    return passkeyRecord(await addStoredPasskey(services.documents, caller.account, fields, change));
  },
});

export const removePasskey = managementRoute({
  method: "DELETE",
  path: "/account/passkeys/{id}",
  operationId: "remove-passkey",
  summary: "Remove a passkey.",
  description:
    "It no longer signs in from then on. Sessions that began with it continue. Requires the password. An account without a " +
    "password needs a session that began less than 15 minutes ago.",
  errors: ["not_found", "conflict", "overloaded"],
  body: () => OwnerConfirmation,
  status: 204,
  example: { parameters: { id: passkeyExample.id }, body: { password: "correct horse battery" } },
  async handle(call) {
    const { services, caller, body, id, now } = call;
    const passkeys = await listStoredPasskeys(services.documents, caller.account);
    // Before the password: the response about another account's passkey must be that about a missing one.
    if (!passkeys.some((passkey) => passkey.id === id)) throw notFound("passkey", id);
    await confirmOwner(call, body.password);
    const change = { at: now, by: services.by };
    if (!(await removeStoredPasskey(services.documents, caller.account, id, change)))
      throw notFound("passkey", id);
  },
});

/** The management calls for passkeys. */
export const passkeyRoutes: readonly ManagementRoute[] = [
  listPasskeys,
  createPasskeyOptions,
  addPasskey,
  removePasskey,
];
