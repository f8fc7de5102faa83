import process from "node:process";
import { foldingHorizon } from "@tools-api/core/storage";
import { copyAll } from "../archive/copy.ts";
import { readConfig } from "../runtime/config.ts";
import { openArchive, type StoreUrls } from "../runtime/stores/open-archive.ts";
import { redactor } from "../runtime/stores/redact.ts";
import { documentsUrlFault, usageUrlFault } from "../runtime/stores/url-faults.ts";
import { type Command, parseArguments, required } from "./command.ts";
import { endProgress, printCollections, showProgress } from "./copy-progress.ts";
import { UsageError } from "./usage-error.ts";

/** Returns the stores of `--from` or `--to`. Usage is in the same store without an option of its own. */
function storeUrls(option: string, databaseUrl: string, usageUrl = databaseUrl): StoreUrls {
  const fault = documentsUrlFault(databaseUrl);
  if (fault !== null) throw new UsageError(`--${option}: ${fault}.`);
  const usageFault = usageUrlFault(usageUrl, databaseUrl);
  if (usageFault !== null) throw new UsageError(`--${option}-usage: ${usageFault}.`);
  return { databaseUrl, usageUrl, names: [`--${option}`, `--${option}-usage`] };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Runs `tools-api migrate`. */
export const migrate: Command = async (words) => {
  const { values } = parseArguments(words, {
    from: { type: "string" },
    "from-usage": { type: "string" },
    to: { type: "string" },
    "to-usage": { type: "string" },
    "while-running": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const from = storeUrls("from", required(values.from, "from"), values["from-usage"]);
  const to = storeUrls("to", required(values.to, "to"), values["to-usage"]);
  const started = performance.now();
  const now = Date.now();
  const foldBefore = foldingHorizon(now, readConfig(process.env).usageRetentionDays);
  const target = await openArchive(to, { now, foldBefore });
  try {
    const { written, changed, collections } = await copyAll({
      from: redactor([from.databaseUrl, from.usageUrl])([from.databaseUrl, from.usageUrl].join(" ")),
      openSource: () => openArchive(from, { now, foldBefore, readOnly: true }),
      isInUse: values["while-running"],
      target,
      progress: (step, source) => showProgress(step === "copy" ? "Copying" : "Comparing", source),
    });
    endProgress();
    printCollections(collections, values.json);
    const next = values["while-running"]
      ? `${changed} have changed since. Stop the servers and run the command without --while-running.`
      : "Servers can start on the target.";
    process.stderr.write(
      `Wrote ${written} records and compared each with its source, in ${seconds(performance.now() - started)}. ${next}\n`,
    );
  } finally {
    endProgress();
    await target.close();
  }
};
