import { isIP } from "node:net";
import { ToolsError } from "@tools-api/core";
import type { Passkey, SignedChallenge } from "@tools-api/core/accounts";
import { z } from "zod";
import type { AccountServices } from "../services.ts";
import { type Ceremony, challengeMs, newChallenge, readChallenge } from "./challenges.ts";

type CeremonyServices = Pick<AccountServices, "publicUrl" | "secret" | "clock" | "brand">;

// EdDSA, ES256 and RS256 (RFC 9053, RFC 8812).
const algorithms = [-8, -7, -257];

/** Text in base64url. A credential id has at most 1,023 bytes (WebAuthn Level 3 §4). */
const base64url = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(maxLength);

const credentialFields = {
  id: base64url(1364).describe("The id of the passkey, in base64url."),
  type: z.literal("public-key").describe("Always the type of passkeys."),
};

/** The answer of a new passkey, as `RegistrationResponseJSON` of WebAuthn Level 3 §5.1. Other members are ignored. */
export const RegistrationAnswer = z.object({
  ...credentialFields,
  response: z
    .object({
      clientDataJSON: base64url(8192).describe("The data that the browser signed, in base64url."),
      attestationObject: base64url(16_384).describe(
        "The public key with the data of the device, in base64url.",
      ),
      transports: z
        .array(z.string().max(32))
        .max(10)
        .default([])
        .describe("How the browser reaches the passkey, such as `internal`."),
    })
    .describe("The answer of the device."),
});

/** The answer of a passkey at a sign-in, as `AuthenticationResponseJSON` of WebAuthn Level 3 §5.1. */
export const SignInAnswer = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url(8192),
    authenticatorData: base64url(4096),
    signature: base64url(4096),
    // A discoverable credential always has one.
    userHandle: base64url(128),
  }),
});

/** Returns the host of all passkeys, or `null` if it is an IP address. Browsers make no passkeys for addresses. */
export function relyingParty({ publicUrl }: Pick<AccountServices, "publicUrl">): string | null {
  const { hostname } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? hostname : null;
}

/** Returns the host of all passkeys. Throws `conflict` if the server has only an IP address. */
function requireRelyingParty(services: CeremonyServices): string {
  const host = relyingParty(services);
  if (host !== null) return host;
  throw new ToolsError(
    "conflict",
    "Passkeys need a host name, and the address of this server is an IP address. The operator can set PUBLIC_URL.",
  );
}

/** Returns the id of an account as the user handle of its passkeys, in base64url. It has no personal data. */
export function userHandle(account: { id: string }): string {
  return Buffer.from(account.id).toString("base64url");
}

/** Returns the options of a sign-in, as `PublicKeyCredentialRequestOptionsJSON`. */
export async function signInOptions(services: CeremonyServices) {
  return {
    challenge: await newChallenge(services, ["sign-in"]),
    rpId: requireRelyingParty(services),
    timeout: challengeMs,
    userVerification: "required",
  } as const;
}

/** Returns the options of a new passkey, as `PublicKeyCredentialCreationOptionsJSON`. */
export async function registrationOptions(
  services: CeremonyServices,
  account: { id: string; email: string },
  session: string,
  passkeys: readonly Passkey[],
) {
  return {
    challenge: await newChallenge(services, ["registration", session]),
    rp: { id: requireRelyingParty(services), name: services.brand.name },
    user: { id: userHandle(account), name: account.email, displayName: account.email },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
    timeout: challengeMs,
    attestation: "none" as const,
    authenticatorSelection: { residentKey: "required" as const, userVerification: "required" as const },
    excludeCredentials: passkeys.map(({ credential, transports }) => ({
      type: "public-key" as const,
      id: credential,
      transports,
    })),
  };
}

/** The checks that both ceremonies share. `signed` is set once the challenge is verified. */
function expectations(services: CeremonyServices, ceremony: Ceremony) {
  const found: { signed: SignedChallenge | null } = { signed: null };
  return {
    found,
    expected: {
      async expectedChallenge(challenge: string) {
        found.signed = await readChallenge(services, ceremony, challenge);
        return found.signed !== null;
      },
      expectedOrigin: new URL(services.publicUrl).origin,
      expectedRPID: requireRelyingParty(services),
      requireUserVerification: true,
    },
  };
}

/** Loads the library at the first answer of a passkey: it takes 10 MB, and many servers never need it. */
function load() {
  return Promise.all([import("@simplewebauthn/server"), import("@simplewebauthn/server/helpers")]);
}

/** Returns the result of a check, or `null` if it throws. The library reports every invalid answer by an error. */
async function orNull<Result>(check: () => Promise<Result>): Promise<Result | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}

/** Returns the credential of a new passkey, or `null` if its answer is invalid. */
export async function verifyRegistration(
  services: CeremonyServices,
  session: string,
  answer: z.output<typeof RegistrationAnswer>,
): Promise<(Pick<Passkey, "credential" | "publicKey" | "counter"> & { signed: SignedChallenge }) | null> {
  const { expected, found } = expectations(services, ["registration", session]);
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await load();
  return orNull(async () => {
    const bytes = new Uint8Array(Buffer.from(answer.response.attestationObject, "base64url"));
    const attestation = decodeAttestationObject(bytes);
    // Attack: the library fetches the revocation lists that the certificates of an attestation name. The options ask for
    // none, so an answer with certificates is not from a browser.
    if (!["none", "packed"].includes(attestation.get("fmt")) || attestation.get("attStmt").get("x5c"))
      return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response: {
        ...answer,
        rawId: answer.id,
        clientExtensionResults: {},
        response: withoutTransports(answer),
      },
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo || !found.signed) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credential: id,
      publicKey: Buffer.from(publicKey).toString("base64url"),
      counter,
      signed: found.signed,
    };
  });
}

function withoutTransports({ response }: z.output<typeof RegistrationAnswer>) {
  const { clientDataJSON, attestationObject } = response;
  return { clientDataJSON, attestationObject };
}

/** Returns the new counter of a passkey, or `null` if its answer is invalid. */
export async function verifySignIn(
  services: CeremonyServices,
  passkey: Passkey,
  answer: z.output<typeof SignInAnswer>,
): Promise<{ counter: number; signed: SignedChallenge } | null> {
  const { expected, found } = expectations(services, ["sign-in"]);
  const [{ verifyAuthenticationResponse }] = await load();
  return orNull(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response: { ...answer, rawId: answer.id, clientExtensionResults: {} },
      credential: {
        id: passkey.credential,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
      },
    });
    return verified && found.signed ? { counter: authenticationInfo.newCounter, signed: found.signed } : null;
  });
}
