import { deriveKey, type Session } from "@tools-api/core";
import { base64url, decodeJwt, errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { AccountServices } from "../account-context.ts";

/** How long a token holds, in milliseconds: scripts fetch another when it ends. */
const sessionTokenMs = 10 * 60_000;

// As for access tokens: the clocks of servers differ.
const leewaySeconds = 5;

const algorithm = "HS256";
// What sets it apart from everything else that is signed with the secret, such as the quote for a plan.
const header = { alg: algorithm, typ: "session-token+jwt" };
const tokenStart = `${base64url.encode(JSON.stringify(header))}.`;

// Ours have about 400 characters.
const longestToken = 2048;

const Claims = z.object({ sub: z.string(), sid: z.string(), exp: z.number() });

/** What a genuine token says. */
export interface SessionTokenClaims {
  account: string;
  session: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** What signs and reads tokens: every process with the same secret and public URL reads those of the others. */
export type SessionTokenServices = Pick<AccountServices, "secret" | "publicUrl" | "clock">;

function signingKey({ secret }: SessionTokenServices): Promise<Uint8Array> {
  return secret().then((text) => deriveKey(text, "session tokens"));
}

/**
 * A bearer token for the scripts of our pages, which cannot read the session's cookie: names the session, without which
 * it is worth nothing, and ends no later than it.
 */
export async function signSessionToken(
  services: SessionTokenServices,
  session: Session,
): Promise<{ token: string; expiresAt: number }> {
  const { publicUrl, clock } = services;
  const now = clock.now();
  const end = Math.min(now + sessionTokenMs, Date.parse(session.expiresAt));
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
 * What a token says. `null`: not of this kind, or another installation's. `unknown`: of this kind, but never signed
 * here. `ended`: it has expired.
 */
export async function readSessionToken(
  services: SessionTokenServices,
  token: string,
): Promise<SessionTokenClaims | "unknown" | "ended" | null> {
  if (!token.startsWith(tokenStart) || token.length > longestToken) return null;
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
    // The signature has been found good before the times are looked at.
    if (error instanceof errors.JWTExpired) return "ended";
    if (error instanceof errors.JOSEError) return "unknown";
    throw error;
  }
}
