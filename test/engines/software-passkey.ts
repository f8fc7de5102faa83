import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** Deviations of an answer from the specification, for attacks. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  isUserVerified?: boolean;
  userHandle?: string;
  /** The bytes of the attestation object. */
  attestationObject?: Buffer;
}

/** An authenticator with one ES256 passkey, after WebAuthn Level 3 §6. */
export interface SoftwarePasskey {
  id: string;
  /** Returns the JSON of a `RegistrationResponseJSON`. */
  create(
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    deviation?: Deviation,
  ): string;
  /** Returns the JSON of an `AuthenticationResponseJSON`. */
  get(options: { challenge: string; rpId: string }, deviation?: Deviation): string;
}

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();

/** Returns the public key as a COSE key (RFC 9053 §7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
}

/** Returns an attestation object with a statement in CBOR. */
export function attestation(authData: Buffer, format = "none", statement = Buffer.from([0xa0])): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  const length = Buffer.from([0x59, authData.length >> 8, authData.length & 0xff]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text(format),
    text("attStmt"),
    statement,
    text("authData"),
    length,
    authData,
  ]);
}

/** Creates an authenticator for pages of an origin. */
export function softwarePasskey(origin: string): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;
  let handle = "";
  const clientData = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
      }),
    );
  const authenticatorData = (rpId: string, deviation: Deviation, flags: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(deviation.counter ?? ++counter);
    const verified = deviation.isUserVerified === false ? 0 : 4;
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([flags | 1 | verified]), count, more]);
  };
  return {
    id: id.toString("base64url"),
    create({ challenge, rp, user }, deviation = {}) {
      handle = user.id;
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey),
      ]);
      const object =
        deviation.attestationObject ?? attestation(authenticatorData(rp.id, deviation, 0x40, credential));
      return JSON.stringify({
        id: id.toString("base64url"),
        type: "public-key",
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, deviation).toString("base64url"),
          attestationObject: object.toString("base64url"),
          transports: ["internal"],
        },
      });
    },
    get({ challenge, rpId }, deviation = {}) {
      const client = clientData("webauthn.get", challenge, deviation);
      const data = authenticatorData(rpId, deviation, 0);
      return JSON.stringify({
        id: id.toString("base64url"),
        type: "public-key",
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", Buffer.concat([data, sha256(client)]), privateKey).toString("base64url"),
          userHandle: deviation.userHandle ?? handle,
        },
      });
    },
  };
}
