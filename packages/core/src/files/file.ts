import { z } from "zod";
import { collection, type Stored } from "../store/collection.ts";
import { ToolsError } from "../errors.ts";
import { isIdentifier } from "../store/identifier.ts";
import type { BlobId, DocumentStore } from "../store/storage.ts";
import { dayMs, minuteMs } from "../time.ts";
import { nameSchemas } from "../schema/schema-names.ts";
import { parameter } from "../schema/validate.ts";
import { StoredInstant, timestamp } from "../schema/wire.ts";

/** The shortest and the longest life of a file, and the default, in seconds. */
export const fileSeconds = { min: 60, max: 604_800, usual: 3600 };

/** Milliseconds for which the owner of an expired file learns when it expired. */
const rememberedMs = dayMs;

/** The maximum number of files of an account. */
export const maxFiles = 10_000;

const maxNameLength = 255;
// Attack: the name of a download must not be a path, and must not break a header field.
const unfit = /[/\\\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** Returns whether a file can have a name. */
function isFileName(text: string): boolean {
  return text.length <= maxNameLength && text.isWellFormed() && text !== "" && !unfit.test(text);
}

/** The parameters of an upload, without its bytes. */
export const NewFile = z.strictObject({
  name: parameter(
    `a name of 1 to ${maxNameLength} characters without /, \\ and control characters`,
    z.string().refine(isFileName).nullable().default(null),
    { purpose: "The name under which the file is downloaded, such as `photo.jpg`. Default: none." },
  ),
  expires_in: parameter(
    `a whole number of seconds from ${fileSeconds.min} to ${fileSeconds.max}`,
    z.int().min(fileSeconds.min).max(fileSeconds.max).default(fileSeconds.usual),
    {
      purpose:
        "The seconds after which the file is erased. Default: 3600, which is an hour; at most 604800, which is a week.",
    },
  ),
});

/** A file as responses have it. */
export const FileRecord = z.object({
  id: z.string().describe("The handle of the file, which file fields of tools accept in place of base64."),
  bytes: z.int().describe("The size of the file in bytes."),
  media_type: z.string().describe("The media type that the sender stated. Tools look at the bytes instead."),
  name: z.string().nullable().describe("The name of the file, or `null` if the sender stated none."),
  sha256: z.string().describe("The SHA-256 of the bytes, in 64 hexadecimal digits."),
  created_at: timestamp.describe("The instant of the upload, in RFC 3339 and UTC."),
  expires_at: timestamp.describe("The instant from which the file is erased, in RFC 3339 and UTC."),
  download_url: z
    .string()
    .optional()
    .describe(
      "A URL that returns the bytes once, within ten minutes and without a credential. Only on request.",
    ),
});

nameSchemas({ File: FileRecord });

const FileDocument = z.object({
  bytes: z.int().min(0),
  mediaType: z.string(),
  name: z.string().nullable(),
  sha256: z.string(),
  createdAt: StoredInstant,
  expiresAt: StoredInstant,
});

/** The files of accounts. The documents outlive the bytes by a day, to say when a file expired. */
export const files = collection("files/{account}/{id}", FileDocument, {
  expiresAt: ({ expiresAt }) => expiresAt + rememberedMs,
});

/** The number and the bytes of an account's files whose bytes are stored. */
export const fileTotals = collection(
  "file-totals/{account}",
  z.object({ files: z.int().min(0), bytes: z.int().min(0) }),
);

/** A file of an account. Instants are epoch milliseconds. */
export interface StoredFile extends z.output<typeof FileDocument> {
  id: string;
}

/** The account and the id of a file. */
export interface FileIds {
  account: string;
  id: string;
}

/** A file as it is stored, under its account and its id. */
export type FoundFile = Stored<z.output<typeof FileDocument>, "account" | "id">;

/**
 * Returns whether a text has the shape of a handle, such as `file_4fJd…`.
 *
 * @example
 * ```ts
 * import { isFileHandle } from "@tools-api/core/files";
 *
 * console.log(isFileHandle("file_4fJdR2rT9wXbK7mPq1sVzA"), isFileHandle("photo.jpg")); // true false
 * ```
 */
export function isFileHandle(text: string): boolean {
  return isIdentifier("file", text);
}

/** Returns the blob with the bytes of a file. */
export function blobOf({ id, expiresAt }: Pick<StoredFile, "id" | "expiresAt">): BlobId {
  return { id, expiresAt };
}

/** Returns the words for a time in the past, such as "12 minutes ago". */
function ago(ms: number): string {
  const minutes = Math.floor(ms / minuteMs);
  if (minutes < 1) return "less than a minute ago";
  if (minutes < 120) return `${minutes} ${minutes === 1 ? "minute" : "minutes"} ago`;
  return `${Math.floor(minutes / 60)} hours ago`;
}

/**
 * Returns a file of an account as it is stored.
 *
 * @param at Epoch milliseconds.
 * @throws ToolsError `not_found` for an id that is unknown, expired or of another account.
 */
export async function findFile(documents: DocumentStore, ids: FileIds, at: number): Promise<FoundFile> {
  const found = isFileHandle(ids.id) ? await files.get(documents, ids) : null;
  if (!found) throw new ToolsError("not_found", `There is no file ${ids.id}.`);
  if (found.value.expiresAt <= at)
    throw new ToolsError("not_found", `The file ${ids.id} expired ${ago(at - found.value.expiresAt)}.`);
  return found;
}

/**
 * Returns a file of an account, without its bytes.
 *
 * @param at Epoch milliseconds.
 * @throws ToolsError `not_found` for an id that is unknown, expired or of another account.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { getFile } from "@tools-api/core/files";
 *
 * const ids = { account: "acct_1", id: "file_4fJdR2rT9wXbK7mPq1sVzA" };
 * await getFile(memoryDocuments(), ids, Date.now()).catch((error) => console.log(error.code)); // not_found
 * ```
 */
export async function getFile(documents: DocumentStore, ids: FileIds, at: number): Promise<StoredFile> {
  const { value } = await findFile(documents, ids, at);
  return { ...value, id: ids.id };
}

/** The page of a list of files: at most `limit`, from 1, after the file with the id `after`. */
interface FilePage {
  after?: string | undefined;
  limit: number;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * Returns the files of an account that have not expired, ordered by id.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { listFiles } from "@tools-api/core/files";
 *
 * console.log(await listFiles(memoryDocuments(), "acct_1", { at: Date.now(), limit: 100 })); // []
 * ```
 */
export async function listFiles(
  documents: DocumentStore,
  account: string,
  { at, ...page }: FilePage,
): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  for (let { after } = page; found.length < page.limit;) {
    const read = await files.list(documents, { account }, { after, limit: page.limit });
    found.push(...read.flatMap(({ ids, value }) => (value.expiresAt > at ? [{ ...value, id: ids.id }] : [])));
    if (read.length < page.limit) break;
    after = read.at(-1)?.ids.id;
  }
  return found.slice(0, page.limit);
}

/**
 * Returns the number and the bytes of the files of an account. Files that have just expired are counted until the next sweep.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { getFileTotals } from "@tools-api/core/files";
 *
 * console.log(await getFileTotals(memoryDocuments(), "acct_1")); // { files: 0, bytes: 0 }
 * ```
 */
export async function getFileTotals(
  documents: DocumentStore,
  account: string,
): Promise<{ files: number; bytes: number }> {
  return (await fileTotals.get(documents, { account }))?.value ?? { files: 0, bytes: 0 };
}
