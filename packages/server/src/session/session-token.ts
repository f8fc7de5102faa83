import type { Session } from "@tools-api/core/accounts";
import { deriveKey } from "@tools-api/core/internal";
import { base64url, decodeJwt, errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { AccountServices } from "./services.ts";

/** Lifetime of a token in milliseconds. Scripts fetch another token when it expires. */
const sessionTokenMs = 10 * 60_000;

// As for access tokens: clocks of servers differ.
const leewaySeconds = 5;

const algorithm = "HS256";
// The type separates these tokens from everything else that the secret signs, such as plan quotes.
const header = { alg: algorithm, typ: "session-token+jwt" };
const tokenStart = `${base64url.encode(JSON.stringify(header))}.`;

// Genuine tokens have about 400 characters.
const maxTokenLength = 2048;

const Claims = z.object({ sub: z.string(), sid: z.string(), exp: z.number() });

/** The claims of a genuine token. */
export interface SessionTokenClaims {
  account: string;
  session: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** The services that sign and read tokens. Processes with the same secret and public URL accept each other's tokens. */
export type SessionTokenServices = Pick<AccountServices, "secret" | "publicUrl" | "clock">;

function signingKey({ secret }: SessionTokenServices): Promise<Uint8Array> {
  return secret().then((text) => deriveKey(text, "session tokens"));
}

/**
 * Creates a bearer token for the scripts of the pages, which cannot read the session cookie. The token names the
 * session, is invalid without it, and expires no later.
 */
export async function signSessionToken(
  services: SessionTokenServices,
  session: Session,
): Promise<{ token: string; expiresAt: number }> {
  const { publicUrl, clock } = services;
  const now = clock.now();
  const end = Math.min(now + sessionTokenMs, session.expiresAt);
  const seconds = Math.floor(end / 1000);
  const token = await new SignJWT({ sid: session.id })
    .setProtectedHeader(header)
    .setIssuer(publicUrl)
    .setAudience(publicUrl)
    .setSubject(session.account)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(seconds)
    .sign(await signingKey(services));
  return { token, expiresAt: seconds * 1000 };
}

/**
 * Returns the claims of a token. `null`: a token of another kind or installation. `unknown`: of this kind, but not
 * signed here. `ended`: expired.
 */
export async function readSessionToken(
  services: SessionTokenServices,
  token: string,
): Promise<SessionTokenClaims | "unknown" | "ended" | null> {
  if (!token.startsWith(tokenStart) || token.length > maxTokenLength) return null;
  const { publicUrl, clock } = services;
  try {
    if (decodeJwt(token).iss !== publicUrl) return null;
    const { payload } = await jwtVerify(token, await signingKey(services), {
      algorithms: [algorithm],
      typ: header.typ,
      issuer: publicUrl,
      audience: publicUrl,
      clockTolerance: leewaySeconds,
      currentDate: new Date(clock.now()),
    });
    const { sub, sid, exp } = Claims.parse(payload);
    return { account: sub, session: sid, expiresAt: exp * 1000 };
  } catch (error) {
    // jose verifies the signature before it checks the times.
    if (error instanceof errors.JWTExpired) return "ended";
    if (error instanceof errors.JOSEError) return "unknown";
    throw error;
  }
}
