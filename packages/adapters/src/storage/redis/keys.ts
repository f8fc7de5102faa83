import { Buffer } from "node:buffer";
import { ToolsError } from "@tools-api/core";
import { requireWhole } from "./whole-number.ts";

/** The keys of one account. All have its hash tag, so that a Cluster keeps them on one node. */
export interface AccountKeys {
  /** A hash: sums over the account's life, how far its days are packed, fences, and the buckets that are not packed. */
  account: string;
  /** A hash of the days that are. */
  days: string;
  /** A hash of the answers to the batches of a minute. */
  batches(at: number): string;
  /** The counter of a window. */
  window(id: string): string;
}

const batchSliceMs = 60_000;

/**
 * How long the batches of a minute are kept from the first of them on: the hour that the port promises after the
 * last one, and some minutes by which the clocks of two servers may differ.
 */
export const batchSliceKeptMs = 65 * 60_000;

// What would end a hash tag or stand for another character, and lone surrogates, which UTF-8 cannot hold.
const special = /[%{}]|\p{Surrogate}/gu;

// Names as they are as a rule need no look at whole characters.
const perhapsSpecial = /[%{}\ud800-\udfff]/;

/** Text that no other text is escaped to, and in which Redis sees no hash tag. */
function escapeText(text: string): string {
  if (!perhapsSpecial.test(text)) return text;
  return text.replaceAll(special, (character) => `%${character.codePointAt(0)?.toString(16)};`);
}

/** What the keys of an account are hashed by on a Cluster. */
export function hashTag(account: string): string {
  // It must not be empty, or Redis hashes the whole key; a bare % is what nothing is escaped to.
  return escapeText(account) || "%";
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * The field of a batch among those of its account. A UUID takes 22 characters in place of 36, since a busy store
 * holds millions.
 */
export function batchField(method: "consume" | "complete" | "refund", id: string): string {
  const initial = method === "consume" ? "a" : method === "complete" ? "o" : "r";
  if (!uuid.test(id)) return `${initial}:${escapeText(id)}`;
  return initial + Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
}

/** The field of a fence in the hash of its account. */
export function fenceField(id: string): string {
  return `fence:${escapeText(id)}`;
}

/** The account to which a fence belongs. */
export function accountOfFence(id: string): string {
  const account = id.split("/")[1];
  if (account === undefined)
    throw new ToolsError(
      "invalid_parameter",
      `fence: expected a path whose second segment is an account, received ${JSON.stringify(id)}`,
    );
  return account;
}

/** Returns the names of all keys under a prefix. */
export function keysUnder(prefix: string) {
  if (/[{}]/.test(prefix))
    throw new ToolsError(
      "invalid_parameter",
      `prefix: expected no braces, in which Redis Cluster looks for the account, received ${JSON.stringify(prefix)}`,
    );
  return {
    /** The version of what stands under the prefix. */
    schema: `${prefix}schema`,
    /** A key of no consequence, that a hash tag places on a node. */
    ping: (tag: string) => `${prefix}{${tag}}:ping`,
    lastUse: (credential: string) => `${prefix}last-use:${escapeText(credential)}`,
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
