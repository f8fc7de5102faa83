// Measures the quality and speed of the text analyses on a folder of JSON Lines, next to peers on the same
// texts:
// pnpm evaluate:text [--data DIR] [--only TASK] [--limit N] [--wrap N] [--json]
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ToolsError } from "@tools-api/core";
import { DataError, type DataFile, findFiles, generatedFile, readFile } from "./data-files.ts";
import { loadPeers } from "./peers/load-peers.ts";
import { noteResult } from "../results.ts";
import { type FileResults, formatTask, type Result } from "./report.ts";
import type { System } from "./systems/system.ts";
import { toolsApi } from "./systems/tools-api.ts";
import { icuFigures } from "../../icu-figures.ts";
import { figures } from "./tasks/figures.ts";
import { tasks } from "./tasks/index.ts";

const usage = `Usage: pnpm evaluate:text [--data DIR] [--only TASK] [--limit N] [--wrap N] [--json]

  --data DIR   a folder of JSON Lines, subfolders included, or one file
               (default: text/dev in the folder that TOOLS_API_DATA names, our own lists of sentence ends and
               of expectations, and figures as ICU writes them)
  --only TASK  ${tasks.map(({ name }) => name).join(", ")}
  --limit N    only the first N lines of each file, for a quick look
  --wrap N     wrap the texts at N columns; scores should stay within .01
  --json       machine-readable

A file's task is told by its fields, and by what its name begins with:
${tasks.map(({ name, form }) => `  ${name.padEnd(17)} ${form}`).join("\n")}`;

const repository = fileURLToPath(new URL("../../..", import.meta.url));

function readArguments() {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      only: { type: "string" },
      limit: { type: "string", default: "Infinity" },
      wrap: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const shared = resolve(repository, process.env["TOOLS_API_DATA"] ?? "../shared/data");
  const limit = Number(values.limit);
  if (!(limit >= 1)) throw new DataError(`--limit: expected a number from 1, received ${values.limit}`);
  const wrap = values.wrap === undefined ? undefined : Number(values.wrap);
  if (wrap !== undefined && !(wrap >= 1))
    throw new DataError(`--wrap: expected a number from 1, received ${values.wrap}`);
  if (values.only !== undefined && !tasks.some(({ name }) => name === values.only))
    throw new DataError(
      `--only: expected ${tasks.map(({ name }) => name).join(", ")}, received ${values.only}`,
    );
  const own = ["sentence-ends", "expectations"].map((name) =>
    join(repository, "test", "fixtures", "text", `${name}.jsonl`),
  );
  const folder = values.data ? resolve(values.data) : join(shared, "text", "dev");
  return { ...values, limit, wrap, folder, own: values.data ? [] : own };
}

async function evaluate(file: DataFile, systems: readonly System[]): Promise<FileResults> {
  const { name, task, examples } = file;
  const results: Result[] = [];
  for (const system of systems) {
    const score = await examples.score(system).catch((error: unknown) => {
      // For example, a text that is longer than the limit of analyzeText.
      if (error instanceof ToolsError) throw new DataError(`${name}: ${error.message}`);
      throw error;
    });
    if (score !== undefined) results.push({ system: system.name, score });
  }
  return {
    file: name.replace(/\.jsonl$/, ""),
    task: task.name,
    texts: examples.count,
    unscored: examples.unscored,
    results,
  };
}

/** The figures in the table of `bench`, as far as a task has them. */
const notedFigures = ["F1", "F1@10", "macro F1", "two-class", "of them right", "accuracy"];

/** Notes the main figures of each peer on a file, next to ours. */
function noteFigures({ file, task, results }: FileResults): void {
  const ours = results.find(({ system }) => system === toolsApi.name)?.score;
  if (ours === undefined || typeof ours === "string") return;
  for (const { system, score } of results) {
    if (system === toolsApi.name || typeof score === "string") continue;
    for (const measure of notedFigures) {
      const [mine, theirs] = [ours.figures[measure], score.figures[measure]];
      if (mine === undefined || theirs === undefined) continue;
      noteResult({
        benchmark: "evaluate-text",
        measure: `${task}, ${measure}`,
        unit: "score",
        setting: file,
        peer: system,
        ours: mine,
        theirs,
        ratio: mine / theirs,
      });
    }
  }
}

async function main(): Promise<void> {
  const { folder, own, only, limit, wrap, json, help } = readArguments();
  if (help) {
    console.log(usage);
    return;
  }
  const generated =
    own.length === 0
      ? []
      : [
          generatedFile(
            "figures-icu",
            figures,
            icuFigures()
              .map((row) => ({ ...row }))
              .slice(0, limit),
          ),
        ];
  const files = [...findFiles(folder), ...own]
    .map((file) => readFile(file, folder, tasks, { limit, wrap }))
    .concat(generated)
    .filter(({ task }) => only === undefined || task.name === only);
  if (files.length === 0) throw new DataError(`${folder}: expected a file of the task ${only}, found none`);
  const { systems, missing } = await loadPeers(new Set(files.map(({ task }) => task.name)));
  for (const name of missing) console.error(`Skipped because it is not installed: ${name}`);

  const evaluated: FileResults[] = [];
  for (const { name: task } of tasks) {
    const results: FileResults[] = [];
    for (const file of files.filter((file) => file.task.name === task))
      results.push(await evaluate(file, [toolsApi, ...systems]));
    if (results.length > 0 && !json) console.log(`${formatTask(task, results, toolsApi.name)}\n`);
    for (const result of results) noteFigures(result);
    evaluated.push(...results);
  }
  if (json) console.log(JSON.stringify({ data: folder, missing, files: evaluated }, null, 2));
}

try {
  await main();
} catch (error) {
  const isUsage =
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  if (!(error instanceof DataError) && !isUsage) throw error;
  console.error(isUsage ? `${error.message}\n\n${usage}` : error.message);
  process.exitCode = 1;
}
