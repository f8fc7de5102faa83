const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A cryptographically secure source of random bytes. */
export type RandomBytes = (length: number) => Uint8Array;

/** The runtime's generator (Web Crypto). */
export const secureRandomBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

/** Returns `length` characters of base62, each equally likely. */
export function randomBase62(length: number, randomBytes: RandomBytes): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      // 248 is the largest multiple of 62 in a byte. Accepting more would favor some characters.
      if (byte < 248) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** Returns a number in base62, padded with zeros on the left. */
export function base62(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62))
    text = alphabet[rest % 62] + text;
  return text;
}

/** Returns eight characters that sort instants newest first, because stores list in ascending order only. */
export function newestFirst(at: number): string {
  // Eight digits hold every instant until the year 5138.
  return base62(1e14 - Math.floor(at), 8);
}

/** Returns a new identifier such as `acct_4fJd…`, with 131 random bits. */
export function newIdentifier(kind: string, randomBytes: RandomBytes): string {
  return `${kind}_${randomBase62(22, randomBytes)}`;
}

/** Returns whether a text has the shape of an identifier of a kind. */
export function isIdentifier(kind: string, text: string): boolean {
  return text.startsWith(`${kind}_`) && /^[0-9A-Za-z]{22}$/.test(text.slice(kind.length + 1));
}
