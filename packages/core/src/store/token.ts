import { randomBase62, type RandomBytes } from "./identifier.ts";

const shape = /^[0-9A-Za-z]{43}$/;

/** Returns a new opaque token for a cookie or a link: 43 random base62 characters, 256 bits. */
export function newToken(randomBytes: RandomBytes): string {
  return randomBase62(43, randomBytes);
}

/** Returns whether a text has the shape of a token. Others are refused without a look-up. */
export function isToken(text: string): boolean {
  return shape.test(text);
}

/** Returns SHA-256 over the UTF-8 of a token, in hexadecimal. Tokens are stored only in this form. */
export async function tokenDigest(token: string): Promise<string> {
  return hexadecimal(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
}

/** Returns bytes as lowercase hexadecimal digits. */
export function hexadecimal(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
