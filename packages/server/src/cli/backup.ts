import process from "node:process";
import { foldingHorizon } from "@tools-api/core/storage";
import { backupReader, type BackupFacts, checkBackup, writeBackup } from "../archive/backup-file.ts";
import { copyAll, requireContent, withoutMarks } from "../archive/copy.ts";
import { readConfig } from "../runtime/config.ts";
import { openArchive } from "../runtime/stores/open-archive.ts";
import { announceOwnStores, type Command, parseArguments } from "./command.ts";
import { endProgress, printCollections, showProgress } from "./copy-progress.ts";

const json = { json: { type: "boolean", default: false } } as const;

function describe({ records, bytes, createdAt }: BackupFacts): string {
  return `${records} records of ${createdAt}, ${bytes} bytes`;
}

/** Runs `tools-api backup`. */
export const backup: Command = async (words) => {
  const { values, positionals } = parseArguments(words, json, { minimum: 1, maximum: 1 });
  const [path = ""] = positionals;
  const now = Date.now();
  const config = readConfig(process.env);
  const foldBefore = foldingHorizon(now, config.usageRetentionDays);
  announceOwnStores(config);
  const source = await openArchive(config, { now, foldBefore, readOnly: true });
  try {
    await requireContent(source);
    const facts = await writeBackup(
      path,
      withoutMarks(source),
      { now, foldBefore },
      await showProgress("Saving", source),
    );
    endProgress();
    printCollections(facts.collections, values.json);
    process.stderr.write(`Wrote ${path} and read it again: ${describe(facts)}.\n`);
  } finally {
    endProgress();
    await source.close();
  }
};

/** Runs `tools-api restore`. */
export const restore: Command = async (words) => {
  const { values, positionals } = parseArguments(words, json, { minimum: 1, maximum: 1 });
  const [path = ""] = positionals;
  const facts = await checkBackup(path);
  // As of the instant of the backup, so that the comparison finds what has expired since.
  const now = Date.parse(facts.createdAt);
  const config = readConfig(process.env);
  const announceNew = announceOwnStores(config);
  const target = await openArchive(config, { now, foldBefore: facts.foldBefore });
  try {
    await announceNew();
    const { written, collections } = await copyAll({
      from: `the backup of ${facts.createdAt}`,
      openSource: async () => backupReader(path, facts),
      isInUse: false,
      target,
      progress: (step, source) => showProgress(step === "copy" ? "Restoring" : "Comparing", source),
    });
    endProgress();
    printCollections(collections, values.json);
    process.stderr.write(
      `Wrote ${written} records and compared each with ${path}: ${describe(facts)}. Servers can start on the stores.\n`,
    );
  } finally {
    endProgress();
    await target.close();
  }
};
