import { ToolsError } from "@tools-api/core/errors";
import type { ArchiveReader, RecordKind, StoreArchive, StoreRecord } from "@tools-api/core/storage";
import { type CollectionSum, type Progress, synchronize } from "./synchronize.ts";

/** The key of the document that a store has until a copy into it is complete. It is before all other keys. */
export const unfinishedCopyKey = "-/unfinished-copy";

/**
 * The start of the keys of the documents that mark a store as used by servers. They are before all keys except that of an
 * unfinished copy, and no copy has them.
 */
export const runningServerPrefix = "-/used-by/";

/** The result of a copy. */
export interface CopyFacts {
  /** The number of records that were written. */
  written: number;
  /** The number of records that have changed in the source since. 0 for a complete copy. */
  changed: number;
  collections: CollectionSum[];
}

/** Reads an archive without the documents that mark an unfinished copy and running servers. */
export function withoutMarks<Archive extends ArchiveReader>(archive: Archive): Archive {
  const isMark = (key: string) => key === unfinishedCopyKey || key.startsWith(runningServerPrefix);
  async function* read(kind: RecordKind) {
    for await (const page of archive.read(kind))
      yield kind === "document" ? page.filter(({ key }) => !isMark(key)) : page;
  }
  return { ...archive, read };
}

/** Returns the first record of a kind. */
async function firstRecord(archive: ArchiveReader, kind: RecordKind): Promise<StoreRecord | undefined> {
  for await (const [first] of archive.read(kind)) if (first) return first;
  return undefined;
}

/** Returns the source of the unfinished copy that an archive contains, or `null`. */
async function findMark(archive: ArchiveReader): Promise<string | null> {
  const first = await firstRecord(archive, "document");
  if (first?.key !== unfinishedCopyKey) return null;
  // `mark` writes this text.
  const [, , { from }] = JSON.parse(first.text) as [version: number, expiresAt: null, mark: { from: string }];
  return from;
}

/** Returns whether an archive has no record. */
async function isEmpty(archive: ArchiveReader): Promise<boolean> {
  for (const kind of archive.kinds) if (await firstRecord(archive, kind)) return false;
  return true;
}

/**
 * Checks that a store has content to copy, and all of it.
 *
 * @throws ToolsError `invalid_parameter` if it is empty, like that of a mistyped URL, or has an unfinished copy.
 */
export async function requireContent(source: ArchiveReader): Promise<void> {
  const from = await findMark(source);
  if (from !== null)
    throw new ToolsError(
      "invalid_parameter",
      `the source: expected a complete store, found an unfinished copy of ${from}`,
    );
  if (await isEmpty(source))
    throw new ToolsError("invalid_parameter", "the source: expected records, found an empty store");
}

async function mark(target: StoreArchive, from: string): Promise<void> {
  const known = await findMark(target);
  if (known === from) return;
  if (known !== null)
    throw new ToolsError(
      "invalid_parameter",
      `the target: expected the unfinished copy of ${from} or an empty store, found one of ${known}`,
    );
  if (!(await isEmpty(target)))
    throw new ToolsError(
      "invalid_parameter",
      "the target: expected an empty store, found records. A copy never replaces what a server has written.",
    );
  const text = JSON.stringify([0, null, { from }]);
  await target.write("document", { put: [{ key: unfinishedCopyKey, text }], remove: [] });
}

/**
 * Copies everything from a source to an empty target, and compares them record by record. If it is interrupted, the next
 * call continues. Until it is complete, a document marks the target, and no server starts on it.
 *
 * @param options.from Identifies the source in later calls.
 * @param options.openSource Opens the source for one pass.
 * @param options.isInUse Whether servers still use the source. The copy then stays incomplete.
 * @throws ToolsError `invalid_parameter` if the target has other content, `conflict` if the source has changed since the
 *   copy started.
 */
export async function copyAll(options: {
  from: string;
  openSource: () => Promise<ArchiveReader>;
  isInUse: boolean;
  target: StoreArchive;
  progress: (step: "copy" | "compare", source: ArchiveReader) => Promise<Progress>;
}): Promise<CopyFacts> {
  const { from, openSource, progress } = options;
  const target = withoutMarks(options.target);

  async function withSource<Result>(work: (source: ArchiveReader) => Promise<Result>): Promise<Result> {
    const source = await openSource();
    try {
      return await work(source);
    } finally {
      await source.close();
    }
  }

  const pass = (step: "copy" | "compare") =>
    withSource(async (source) => {
      const report = await progress(step, source);
      const compared = await synchronize(withoutMarks(source), target, {
        write: step === "copy",
        progress: report,
      });
      if (step === "copy") await target.raiseVersion(await source.version());
      return compared;
    });

  await withSource(requireContent);
  await mark(options.target, from);
  const copied = await pass("copy");
  // A pass that had nothing to write has compared everything.
  const { collections, differences } = copied.differences === 0 ? copied : await pass("compare");
  const facts = { written: copied.differences, changed: differences, collections };
  if (options.isInUse) return facts;
  if (differences > 0)
    throw new ToolsError(
      "conflict",
      `The source has changed: ${differences} records differ from the copy. Stop the servers and run the same command again. It writes only what differs.`,
    );
  await target.write("document", { put: [], remove: [unfinishedCopyKey] });
  return facts;
}
