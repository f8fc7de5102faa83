import { Buffer } from "node:buffer";
import { ToolsError } from "@tools-api/core";
import { bucketMs, type UsageBucket } from "@tools-api/core/storage";
import { emptyBucket } from "../lib/row-order.ts";
import { requireWhole } from "./internal/whole-number.ts";

/** The keys of one account. All have its hash tag, so that a Cluster stores them on one node. */
export interface AccountKeys {
  /** A hash with the account's lifetime, the progress of packing, fences, the unpacked buckets and their extra units. */
  account: string;
  /** A hash of the packed days. */
  days: string;
  /** Returns the key of a hash with the responses to the batches of a minute. */
  batches(at: number): string;
  /** Returns the key of a window's counter. */
  window(id: string): string;
}

const batchSliceMs = 60_000;

/**
 * Milliseconds for which the batches of a minute are kept, counted from the first one: the hour that the port promises
 * after the last one, and some minutes of clock difference between servers.
 */
export const batchSliceKeptMs = 65 * 60_000;

// Characters that end a hash tag or mark an escape, and lone surrogates, which UTF-8 cannot encode.
const special = /[%{}]|\p{Surrogate}/gu;

// A cheaper test: most names have none of these and need no test of whole characters.
const perhapsSpecial = /[%{}\ud800-\udfff]/;

/** Escapes text uniquely, so that Redis sees no hash tag in it. */
function escapeText(text: string): string {
  if (!perhapsSpecial.test(text)) return text;
  return text.replaceAll(special, (character) => `%${character.codePointAt(0)?.toString(16)};`);
}

/** Returns the text that `escapeText` has escaped. */
function unescapeText(text: string): string {
  return text.replaceAll(/%([\da-f]+);/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

/** Returns the hash tag of an account's keys on a Cluster. */
export function hashTag(account: string): string {
  // An empty tag would make Redis hash the whole key. No text is escaped to a bare %.
  return escapeText(account) || "%";
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Returns the field of a batch in its account's hash. A UUID takes 22 characters instead of 36, because a busy store
 * holds millions.
 */
export function batchField(method: "consume" | "complete" | "refund", id: string): string {
  const initial = method === "consume" ? "a" : method === "complete" ? "o" : "r";
  if (!uuid.test(id)) return `${initial}:${escapeText(id)}`;
  return initial + Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
}

/** Returns the field of a fence in its account's hash. */
export function fenceField(id: string): string {
  return `fence:${escapeText(id)}`;
}

/**
 * Returns the account of a fence.
 *
 * @throws ToolsError `invalid_parameter` if the id names no account.
 */
export function accountOfFence(id: string): string {
  const account = id.split("/")[1];
  if (account === undefined)
    throw new ToolsError(
      "invalid_parameter",
      `fence: expected a path whose second segment is an account, received ${JSON.stringify(id)}`,
    );
  return account;
}

/** The account and window, or the credential, that a key belongs to. */
export type KeyName = { account: string; window?: string } | { credential: string };

/** Returns the names of all keys under a prefix. */
export function keysUnder(prefix: string) {
  if (/[{}]/.test(prefix))
    throw new ToolsError(
      "invalid_parameter",
      `prefix: expected no braces, because Redis Cluster looks for the account in braces, received ${JSON.stringify(prefix)}`,
    );
  return {
    /** The key of the layout version under the prefix. */
    schema: `${prefix}schema`,
    /** Returns a disposable key. Its hash tag selects the node. */
    ping: (tag: string) => `${prefix}{${tag}}:ping`,
    lastUse: (credential: string) => `${prefix}last-use:${escapeText(credential)}`,
    /** Parses a key of usage. Returns `null` for another key. */
    parse(key: string): KeyName | null {
      const name = key.slice(prefix.length);
      const [, credential] = /^last-use:(.*)$/s.exec(name) ?? [];
      if (credential !== undefined) return { credential: unescapeText(credential) };
      const [, tag, window] = /^\{([^}]+)\}:(?:account|days|window:(.*))$/s.exec(name) ?? [];
      if (tag === undefined) return null;
      const account = tag === "%" ? "" : unescapeText(tag);
      return window === undefined ? { account } : { account, window: unescapeText(window) };
    },
    of(account: string): AccountKeys {
      const tag = `${prefix}{${hashTag(account)}}:`;
      return {
        account: `${tag}account`,
        days: `${tag}days`,
        batches: (at) => `${tag}batches:${Math.floor(requireWhole("batch.at", at) / batchSliceMs)}`,
        window: (id) => `${tag}window:${escapeText(id)}`,
      };
    },
  };
}

/** The keys of a store. */
export type Keys = ReturnType<typeof keysUnder>;

/** The counts of a bucket in their stored order, without its units. The scripts depend on it. */
export const countNames = [
  "calls",
  "rejected",
  "succeeded",
  "failed",
  "serverErrors",
  "bytesIn",
  "bytesOut",
  "durationUs",
] as const satisfies readonly (keyof UsageBucket)[];

/** Returns the field of an unpacked bucket. */
export function bucketField(at: number, endpoint: string): string {
  return `${Math.floor(at / bucketMs)}/${endpoint}`;
}

/**
 * Returns the fields of an account's hash that are buckets or their extra units, which are those beyond one per call. The
 * latter have the name of the bucket after a `u`. They are separate because earlier releases rewrite buckets. No other
 * field has one of these forms.
 */
export function bucketFields(hash: Record<string, string>): [field: string, record: string][] {
  return Object.entries(hash).filter(([field]) => /^u?\d/.test(field));
}

/**
 * Parses a bucket, or one that has only extra units, from its field and its record. A record is the counts, separated by
 * spaces.
 */
export function parseBucket(field: string, record: string): UsageBucket {
  const slash = field.indexOf("/");
  const isExtra = field.startsWith("u");
  const quarter = Number(field.slice(isExtra ? 1 : 0, slash));
  const bucket = emptyBucket(field.slice(slash + 1), quarter * bucketMs);
  const numbers = record.split(" ");
  if (!isExtra) for (const [index, name] of countNames.entries()) bucket[name] = Number(numbers[index]);
  bucket.units = isExtra ? Number(record) : bucket.calls;
  return bucket;
}
