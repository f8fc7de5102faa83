import type { PiiPolicy, PiiType } from "../schema.ts";

const encoder = new TextEncoder();

/** Returns the first 64 bits of an HMAC-SHA-256 (RFC 2104) in hexadecimal. */
async function digestWith(salt: string): Promise<(value: string) => Promise<string>> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(salt), algorithm, false, ["sign"]);
  const known = new Map<string, Promise<string>>();
  const digest = async (value: string) => {
    const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(value)));
    return Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  return (value) => {
    const found = known.get(value) ?? digest(value);
    known.set(value, found);
    return found;
  };
}

const character = /[\p{L}\p{N}]/gu;

/** Writes `*` for each letter and digit before the last `shown` ones. */
function maskCharacters(text: string, shown: number): string {
  let left = shown === 0 ? Infinity : (text.match(character)?.length ?? 0) - shown;
  return text.replace(character, (unit) => (left-- > 0 ? "*".repeat(unit.length) : unit));
}

const shownCharacters = 4;

/** Writes `*` for each letter and digit but the last four. Of a value of fewer than eight, four would show too much. */
function maskStart(text: string): string {
  const isShort = (text.match(character)?.length ?? 0) < 2 * shownCharacters;
  return maskCharacters(text, isShort ? 0 : shownCharacters);
}

const tokenForm = /\[[A-Z][A-Z_]{0,30}_\d{1,9}\]/g;

/** Numbers the values of each type. Equal values have one token. */
class Tokens {
  /** The values by their tokens. */
  readonly values: Record<string, string> = {};
  /** The tokens by type and value. */
  readonly #known = new Map<string, string>();
  readonly #counts = new Map<PiiType, number>();
  /** The parts of the text in the form of a token. The way back would take them for tokens. */
  readonly #held: ReadonlySet<string>;

  constructor(text: string) {
    this.#held = new Set(text.match(tokenForm));
  }

  /** Returns the token of a value. */
  tokenFor(type: PiiType, value: string): string {
    const key = `${type}:${value}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    let number = this.#counts.get(type) ?? 0;
    let token: string;
    do {
      number += 1;
      token = `[${type.toUpperCase()}_${number}]`;
    } while (this.#held.has(token));
    this.#counts.set(type, number);
    this.#known.set(key, token);
    this.values[token] = value;
    return token;
  }
}

/** A finding that a redaction replaces. */
interface Hidden {
  type: PiiType;
  text: string;
}

/** A redaction of a text. */
interface Redaction {
  /** Returns what replaces a finding. `original` is the finding as the caller wrote it. */
  replace: (found: Hidden, original: string) => string | Promise<string>;
  /** Returns the values of the tokens that `replace` has returned. */
  tokens: () => Record<string, string>;
}

/**
 * Creates the redaction of a text.
 *
 * @param policyFor Returns the policy of a type.
 * @param salt The key of the digests.
 * @param written The text as the caller wrote it.
 */
export async function createRedaction(
  policyFor: (type: PiiType) => PiiPolicy,
  salt: string | undefined,
  written: () => string,
): Promise<Redaction> {
  const digest = salt === undefined ? undefined : await digestWith(salt);
  let tokens: Tokens | undefined;
  const writers: Readonly<Record<PiiPolicy, Redaction["replace"]>> = {
    label: ({ type }) => `[${type.toUpperCase()}]`,
    mask: ({ text }) => maskCharacters(text, 0),
    last4: ({ text }) => maskStart(text),
    hash: async ({ type, text }) => `[${type.toUpperCase()}:${await digest?.(text.toLowerCase())}]`,
    token: ({ type }, original) => (tokens ??= new Tokens(written())).tokenFor(type, original),
    keep: (_, original) => original,
  };
  return {
    replace: (found, original) => writers[policyFor(found.type)](found, original),
    tokens: () => tokens?.values ?? {},
  };
}
