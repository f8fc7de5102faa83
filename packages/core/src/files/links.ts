import { z } from "zod";
import { collection, type Stored } from "../store/collection.ts";
import { ToolsError } from "../errors.ts";
import { isIdentifier, secureRandomBytes } from "../store/identifier.ts";
import { newToken, tokenDigest } from "../store/token.ts";
import type { DocumentStore, Fence } from "../store/storage.ts";
import { minuteMs } from "../time.ts";
import { StoredInstant } from "../schema/wire.ts";

/** Milliseconds for which a link is valid. */
export const fileLinkMs = 10 * minuteMs;

const maxLinks = 100;

const FileLink = z.object({
  /** The file to download; `null` for an upload. */
  file: z.string().nullable(),
  name: z.string().nullable(),
  /** Seconds after which an uploaded file expires. */
  expiresIn: z.int(),
  /** The id of the credential that made the link. */
  credential: z.string(),
  /** The documents of the credential. The link ends when one of them changes. */
  fences: z.array(z.object({ id: z.string(), revision: z.number() })),
  expiresAt: StoredInstant,
});

/** The one-time links to upload and to download a file. Only the digest of the secret is stored. */
export const fileLinks = collection("file-links/{account}/{digest}", FileLink, {
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** A one-time link to upload or to download a file. */
export type FoundFileLink = Stored<z.output<typeof FileLink>, "account" | "digest">;

/** The caller who makes a link, and what the link is for. */
export interface NewFileLink {
  credential: string;
  fences: readonly Fence[];
  /** The id of the file to download, or the terms of the file to upload. */
  use: { file: string } | { name: string | null; expiresIn: number };
  /** Epoch milliseconds. */
  at: number;
}

/**
 * Creates a one-time link, which is valid for ten minutes and ends with its credential.
 *
 * @returns The token of the link. It names the account, whose links are stored together.
 * @throws ToolsError `conflict` if the account has 100 unused links.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createFileLink } from "@tools-api/core/files";
 *
 * const use = { name: "photo.jpg", expiresIn: 3600 };
 * const caller = { credential: "key_1", fences: [] };
 * const token = await createFileLink(memoryDocuments(), "acct_1", { ...caller, use, at: Date.now() });
 * console.log(token.split(".")[0]); // acct_1
 * ```
 */
export async function createFileLink(
  documents: DocumentStore,
  account: string,
  { credential, fences, use, at }: NewFileLink,
): Promise<string> {
  const open = await fileLinks.list(documents, { account }, { limit: maxLinks });
  if (open.length === maxLinks)
    throw new ToolsError(
      "conflict",
      `The account has ${maxLinks} unused links to files. Use one, or wait until one expires; each is valid for ten minutes.`,
    );
  const secret = newToken(secureRandomBytes);
  const terms = "file" in use ? { ...use, name: null, expiresIn: 0 } : { ...use, file: null };
  const link = { ...terms, credential, fences: [...fences], expiresAt: at + fileLinkMs };
  await documents.commit([fileLinks.create({ account, digest: await tokenDigest(secret) }, link)]);
  return `${account}.${secret}`;
}

async function isCurrent(documents: DocumentStore, { id, revision }: Fence): Promise<boolean> {
  return (await documents.get(id))?.version === revision;
}

/**
 * Returns the link with a token, without using it. Returns `null` if it is unknown, used or expired, or if its credential or
 * account has changed since.
 *
 * @param at Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { findFileLink } from "@tools-api/core/files";
 *
 * console.log(await findFileLink(memoryDocuments(), "of no link", Date.now())); // null
 * ```
 */
export async function findFileLink(
  documents: DocumentStore,
  token: string,
  at: number,
): Promise<FoundFileLink | null> {
  const [account = "", secret = ""] = token.split(".");
  if (!isIdentifier("acct", account)) return null;
  const found = await fileLinks.get(documents, { account, digest: await tokenDigest(secret) });
  if (!found || found.value.expiresAt <= at) return null;
  for (const fence of found.value.fences) if (!(await isCurrent(documents, fence))) return null;
  return found;
}

/**
 * Uses a link. Of several concurrent calls, one returns true.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createFileLink, findFileLink, useFileLink } from "@tools-api/core/files";
 *
 * const documents = memoryDocuments();
 * const at = Date.now();
 * const use = { name: null, expiresIn: 3600 };
 * const account = "acct_4fJdR2rT9wXbK7mPq1sVzA";
 * const token = await createFileLink(documents, account, { credential: "key_1", fences: [], use, at });
 * const link = await findFileLink(documents, token, at);
 * console.log(link && (await useFileLink(documents, link)), await findFileLink(documents, token, at)); // true null
 * ```
 */
export async function useFileLink(documents: DocumentStore, link: FoundFileLink): Promise<boolean> {
  return (await documents.commit([fileLinks.remove(link)])).committed;
}
