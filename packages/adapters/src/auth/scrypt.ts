import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { ToolsError } from "@tools-api/core";
import type { PasswordHasher } from "@tools-api/core/accounts";
import { fairTurns } from "@tools-api/core/internal";

/** The options of {@link scryptHasher}. */
export interface ScryptOptions {
  /** Base-2 logarithm of the cost N. Default: 17. With `r` 8, each hash in progress takes 128 MiB (OWASP). */
  logCost?: number;
  /** Number of concurrent hashes, each with its memory on a thread of the runtime's pool. Default: 2. */
  concurrency?: number;
  /**
   * Number of passwords that can wait in addition to those in progress. A further one fails with `overloaded`. Default:
   * 16.
   */
  slots?: number;
}

interface Parameters {
  logCost: number;
  blockSize: number;
  parallelism: number;
}

interface Parsed extends Parameters {
  salt: Buffer;
  key: Buffer;
}

const blockSize = 8;
const parallelism = 1;
const saltBytes = 16;
const keyBytes = 32;

// Hashes come only from the store, but one with a cost of 2^30 would take a terabyte.
const maxMemoryBytes = 512 * 1024 * 1024;

const shape =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{16,128})\$([A-Za-z0-9+/]{22,128})$/;

function memoryBytes({ logCost, blockSize: r }: Parameters): number {
  return 128 * 2 ** logCost * r;
}

function derive(password: string, salt: Buffer, length: number, parameters: Parameters): Promise<Buffer> {
  const { logCost, blockSize: r, parallelism: p } = parameters;
  // OpenSSL counts a few blocks more than RFC 7914 §6.
  const options = { N: 2 ** logCost, r, p, maxmem: memoryBytes(parameters) + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

function parse(hash: string): Parsed | null {
  const [, cost, r, p, salt = "", key = ""] = shape.exec(hash) ?? [];
  if (cost === undefined) return null;
  const parsed = {
    logCost: Number(cost),
    blockSize: Number(r),
    parallelism: Number(p),
    salt: Buffer.from(salt, "base64"),
    key: Buffer.from(key, "base64"),
  };
  const isPossible = parsed.logCost > 0 && parsed.blockSize > 0 && parsed.parallelism > 0;
  return isPossible && memoryBytes(parsed) <= maxMemoryBytes ? parsed : null;
}

/**
 * Hashes passwords with the runtime's scrypt (RFC 7914), as PHC strings `$scrypt$ln=17,r=8,p=1$<salt>$<key>`. The
 * parameters follow OWASP's Password Storage Cheat Sheet. Concurrency is bounded; otherwise many simultaneous sign-ins
 * would take all memory.
 *
 * @example
 * ```ts
 * import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
 *
 * const passwords = scryptHasher();
 * const hash = await passwords.hash("correct horse battery staple");
 * console.log(await passwords.verify("correct horse battery staple", hash)); // true
 * ```
 */
export function scryptHasher({
  logCost = 17,
  concurrency = 2,
  slots = 16,
}: ScryptOptions = {}): PasswordHasher {
  const parameters: Parameters = { logCost, blockSize, parallelism };
  const line = fairTurns({ slots: Array.from({ length: concurrency }, (_, slot) => slot) });
  let present = 0;
  const presentFrom = new Map<string, number>();

  function count(address: string, change: 1 | -1): void {
    present += change;
    const left = (presentFrom.get(address) ?? 0) + change;
    if (left === 0) presentFrom.delete(address);
    else presentFrom.set(address, left);
  }

  async function inTurn<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    const free = concurrency + slots - present;
    // An address can take half of the slots that others leave free. Without this, one that sends its 20 attempts per
    // minute together would lock out everyone.
    const share = address === "" ? 0 : (presentFrom.get(address) ?? 0);
    if (free < 1 || share >= free)
      throw new ToolsError("overloaded", "Too many passwords are being checked. Try again in a moment.");
    count(address, 1);
    try {
      const turn = await line.take(address === "" ? {} : { caller: { account: address, address } });
      try {
        return await work();
      } finally {
        turn.end();
      }
    } finally {
      count(address, -1);
    }
  }

  const hasherFor = (address: string): PasswordHasher => ({
    forAddress: hasherFor,
    async hash(password) {
      const salt = randomBytes(saltBytes);
      const key = await inTurn(address, () => derive(password, salt, keyBytes, parameters));
      return `$scrypt$ln=${logCost},r=${blockSize},p=${parallelism}$${base64(salt)}$${base64(key)}`;
    },
    async verify(password, hash) {
      const kept = parse(hash);
      if (!kept) return false;
      const key = await inTurn(address, () => derive(password, kept.salt, kept.key.length, kept));
      return timingSafeEqual(key, kept.key);
    },
    needsRehash(hash) {
      const kept = parse(hash);
      return kept?.logCost !== logCost || kept.blockSize !== blockSize || kept.parallelism !== parallelism;
    },
  });
  return hasherFor("");
}
