import process from "node:process";
import { ToolsError } from "@tools-api/core";
import { foldingHorizon, type StoreArchive } from "@tools-api/core/storage";
import { copyAll } from "../archive/copy.ts";
import { readConfig } from "../runtime/config.ts";
import { findRunningServers } from "../runtime/running-servers.ts";
import { openArchive, type StoreUrls } from "../runtime/stores/open-archive.ts";
import { redactor } from "../runtime/stores/redact.ts";
import { documentsUrlFault, usageUrlFault } from "../runtime/stores/url-faults.ts";
import { announceStores, type Command, parseArguments, required } from "./command.ts";
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

/**
 * Checks that no server uses the source of a complete copy.
 *
 * @throws ToolsError `conflict` with the servers that do.
 */
async function requireStoppedServers(source: StoreArchive): Promise<void> {
  const servers = await findRunningServers(source);
  if (servers.length === 0) return;
  const listed = servers.map((server) => `${server.url} (${server.process})`).join(", ");
  const until = new Date(Math.max(...servers.map(({ expiresAt }) => expiresAt))).toISOString();
  throw new ToolsError(
    "conflict",
    `--from: expected no running server, found ${listed}. Stop it, or make a first copy with --while-running. ` +
      `A server that was killed counts as running until ${until}.`,
  );
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
  const openSource = () => openArchive(from, { now, foldBefore, readOnly: true });
  announceStores(from);
  // Before the target is created.
  const source = await openSource();
  try {
    if (!values["while-running"]) await requireStoppedServers(source);
  } finally {
    await source.close();
  }
  const announceNew = announceStores(to);
  const target = await openArchive(to, { now, foldBefore });
  try {
    await announceNew();
    const { written, changed, collections } = await copyAll({
      from: redactor([from.databaseUrl, from.usageUrl])([from.databaseUrl, from.usageUrl].join(" ")),
      openSource,
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
