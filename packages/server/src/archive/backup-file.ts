import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { pipeline as pipelined } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { ToolsError } from "@tools-api/core";
import type { ArchiveOptions, ArchiveReader, RecordKind, StoreRecord } from "@tools-api/core/storage";
import { type CollectionSum, collectionSums, type Progress } from "./synchronize.ts";

/* A backup is lines of text, compressed with gzip: a header as JSON, then a line for each record, and a footer as JSON.
 * The line of a record has its kind, its key as a JSON string, and its text, separated by tabs, which JSON never
 * contains. */

interface Header {
  format: "tools-api-backup";
  /** The version of the format. */
  version: 1;
  /** RFC 3339. */
  created_at: string;
  /** The instant before which usage is summed by day, RFC 3339. */
  fold_before: string;
  /** The version of the last commit of documents. */
  commit: number;
}

interface Footer {
  records: number;
  /** The SHA-256 of all lines before, as UTF-8 in hexadecimal. */
  sha256: string;
}

/** The facts of a backup that was read to its end. */
export interface BackupFacts {
  createdAt: string;
  foldBefore: number;
  commit: number;
  bytes: number;
  records: number;
  collections: CollectionSum[];
  counts: ReadonlyMap<RecordKind, number>;
}

/** The instants with which the source was opened. */
type BackupInstants = Required<Pick<ArchiveOptions, "now" | "foldBefore">>;

const level = 4;
const linesAtOnce = 500;

async function* linesOf(
  source: ArchiveReader,
  { now, foldBefore }: BackupInstants,
  progress: Progress,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let records = 0;
  const encode = (text: string) => {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    return bytes;
  };
  const header: Header = {
    format: "tools-api-backup",
    version: 1,
    created_at: new Date(now).toISOString(),
    fold_before: new Date(foldBefore).toISOString(),
    commit: await source.version(),
  };
  yield encode(`${JSON.stringify(header)}\n`);
  for (const kind of source.kinds) {
    let ofKind = 0;
    for await (const page of source.read(kind)) {
      yield encode(page.map(({ key, text }) => `${kind}\t${JSON.stringify(key)}\t${text}\n`).join(""));
      records += page.length;
      progress(kind, (ofKind += page.length));
    }
  }
  const footer: Footer = { records, sha256: hash.digest("hex") };
  yield Buffer.from(`${JSON.stringify(footer)}\n`);
}

function damaged(path: string, found: string, cause?: unknown): ToolsError {
  return new ToolsError("invalid_parameter", `${path}: expected a complete backup, found ${found}`, {
    cause,
  });
}

/** Yields the lines of a file in groups. */
async function* readLines(path: string): AsyncGenerator<string[]> {
  // An error of the file reaches the reader of the text, which reports it.
  const text = pipeline(createReadStream(path), createGunzip(), () => {}).setEncoding("utf8");
  let rest = "";
  // With an encoding, the chunks are strings.
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
  if (rest !== "") yield [rest];
}

function parseRecord(line: string): { kind: RecordKind; record: StoreRecord } {
  const [kind = "", key = "", text = ""] = line.split("\t");
  // `linesOf` writes these parts, and the digest of the file was checked.
  return { kind: kind as RecordKind, record: { key: JSON.parse(key) as string, text } };
}

function parseHeader(path: string, line: string | undefined): Header {
  try {
    const header = JSON.parse(line ?? "") as Header;
    if (header.format === "tools-api-backup" && header.version === 1) return header;
  } catch (cause) {
    throw damaged(path, "another file", cause);
  }
  throw damaged(path, "another format, or one of a newer release");
}

/**
 * Reads a backup to its end.
 *
 * @throws ToolsError `invalid_parameter` if it is incomplete or was changed.
 */
export async function checkBackup(path: string): Promise<BackupFacts> {
  const hash = createHash("sha256");
  const sums = collectionSums();
  const counts = new Map<RecordKind, number>();
  let header: Header | undefined;
  let last: string | undefined;
  let records = 0;

  function add(line: string): void {
    hash.update(`${line}\n`);
    if (!header) {
      header = parseHeader(path, line);
      return;
    }
    const { kind, record } = parseRecord(line);
    sums.add(kind, record);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    records++;
  }

  try {
    for await (const lines of readLines(path))
      for (const line of lines) {
        if (last !== undefined) add(last);
        last = line;
      }
  } catch (cause) {
    // A missing file, or no permission.
    if (cause instanceof ToolsError || (cause instanceof Error && "syscall" in cause)) throw cause;
    throw damaged(path, "a part of one, or another file", cause);
  }
  if (!header) throw damaged(path, "none");
  const footer = JSON.parse(last?.startsWith("{") ? last : "{}") as Partial<Footer>;
  if (footer.records !== records || footer.sha256 !== hash.digest("hex"))
    throw damaged(path, "a part of one, or changes");
  const { size } = await stat(path);
  return {
    createdAt: header.created_at,
    foldBefore: Date.parse(header.fold_before),
    commit: header.commit,
    bytes: size,
    records,
    collections: sums.list(),
    counts,
  };
}

/**
 * Writes the content of an archive to a file that only its owner can read, and reads it again. The file has its name when
 * it is complete and on the disk; before, it has the suffix `.part`.
 */
export async function writeBackup(
  path: string,
  source: ArchiveReader,
  instants: BackupInstants,
  progress: Progress,
): Promise<BackupFacts> {
  const partial = `${path}.part`;
  await pipelined(
    linesOf(source, instants, progress),
    createGzip({ level }),
    createWriteStream(partial, { mode: 0o600 }),
  );
  const file = await open(partial, "r+");
  await file.sync().finally(() => file.close());
  const facts = await checkBackup(partial);
  await rename(partial, path);
  return facts;
}

/** Opens a backup that was checked. */
export function backupReader(path: string, { commit, counts }: BackupFacts): ArchiveReader {
  return {
    kinds: ["document", "usage", "last-use"],
    count: async (kind) => counts.get(kind) ?? 0,
    async *read(kind) {
      let page: StoreRecord[] = [];
      for await (const lines of readLines(path))
        for (const line of lines) {
          if (!line.startsWith(`${kind}\t`)) continue;
          page.push(parseRecord(line).record);
          if (page.length < linesAtOnce) continue;
          yield page;
          page = [];
        }
      yield page;
    },
    version: async () => commit,
    async close() {},
  };
}
