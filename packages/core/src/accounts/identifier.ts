const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A source of random bytes, from a cryptographically secure generator. */
export type RandomBytes = (length: number) => Uint8Array;

/** The runtime's generator (Web Crypto). */
export const secureRandomBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

/** `length` characters of base62, each equally likely. */
export function randomBase62(length: number, randomBytes: RandomBytes): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      // 248 is the largest multiple of 62 in a byte: taking the rest as well would favour some characters.
      if (byte < 248) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** A number in base62, padded with zeros on the left. */
export function base62(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62))
    text = alphabet[rest % 62] + text;
  return text;
}

/** An identifier such as `acct_4fJd…`, with 131 random bits. */
export function newIdentifier(kind: string, randomBytes: RandomBytes): string {
  return `${kind}_${randomBase62(22, randomBytes)}`;
}

/** Whether a text has the shape of the identifiers of a kind. */
export function isIdentifier(kind: string, text: string): boolean {
  return text.startsWith(`${kind}_`) && /^[0-9A-Za-z]{22}$/.test(text.slice(kind.length + 1));
}
