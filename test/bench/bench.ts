// Runs every benchmark that has a peer, ours and the peers in turn, and writes one table to RESULTS.md, with the machine
// and the versions. A ratio above 1 means that ours is better. Takes about 25 minutes on two cores; nothing else should
// run meanwhile:
// pnpm bench [--only profile-call,text-speed] [--quick]
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { readResults, type Result, resultsVariable } from "./results.ts";

/** A script, with its arguments for a full and for a quick run. */
interface Benchmark {
  title: string;
  about: string;
  script: string;
  full: string[];
  quick: string[];
}

const benchmarks: Readonly<Record<string, Benchmark>> = {
  "tool-call": {
    title: "A call of a tool over HTTP",
    about:
      "`POST /v1/tools/word-count` with an API key: a tool of the host that counts the words of a text of 46 bytes, with its request validated. CPU time of the server and of its store. Ours has its default settings, with a log line and a row of the request log for each call, and counts exactly and durably in SQLite. Express validates with zod, Fastify with its JSON schemas. The peers look the key up in a map and count in memory, or in Redis where the name says so. They run with `NODE_ENV=production`, and Express without etags.",
    script: "metered-call.ts",
    full: ["tool", "7", "0.6"],
    quick: ["tool", "1", "0.3"],
  },
  "profile-call": {
    title: "A call without work over HTTP",
    about:
      "`GET /v1/user/profile` with an API key: CPU time of the server and of its store. Ours has its default settings, with a log line and a row of the request log for each call, and counts exactly and durably in SQLite. The peers look the key up in a map and count in memory, or in Redis where the name says so. They run with `NODE_ENV=production`, and Express without etags.",
    script: "metered-call.ts",
    full: ["profile", "7", "0.6"],
    quick: ["profile", "1", "0.3"],
  },
  admissions: {
    title: "Exact admissions",
    about:
      "Our meter as the server uses it, next to rate-limiter-flexible and to the bare statement (an increment below a limit, as durable as ours) on the same engine. rate-limiter-flexible counts, and records no usage.",
    script: "admissions.ts",
    full: ["sqlite,postgres,redis", "3", "300"],
    quick: ["sqlite", "1", "100"],
  },
  "text-speed": {
    title: "Speed of text analysis",
    about:
      "All analyses of English texts of 280 characters, in one process. The peers compute less: wink-nlp and compromise have no keywords, summary, language, readability or redaction.",
    script: "text-speed.ts",
    full: [],
    quick: [],
  },
  "evaluate-text": {
    title: "Accuracy of text analysis",
    about:
      "The main figures of each task on the development sets. The sets on which our models were trained or chosen are named in the [accuracy guide](../../packages/server/guides/accuracy.md).",
    script: "evaluate-text/main.ts",
    full: [],
    quick: ["--limit", "50"],
  },
  "image-throughput": {
    title: "Image conversion",
    about:
      "The whole conversion over HTTP, each service in a fresh process. sharp runs in a bare Hono app without isolation, queues or accounts; IPX is the image server of Nuxt.",
    script: "image-throughput.ts",
    full: ["3", "8"],
    quick: ["1", "1"],
  },
  "image-avif": {
    title: "AVIF of equal similarity",
    about:
      "Ours at the quality that scores no less than sharp with its defaults; the peers with their defaults.",
    script: "image-avif.ts",
    full: ["1", "6"],
    quick: ["1", "3"],
  },
};

const { values } = parseArgs({
  options: { only: { type: "string" }, quick: { type: "boolean", default: false } },
});
const chosen = values.only?.split(",") ?? Object.keys(benchmarks);
const unknown = chosen.find((name) => benchmarks[name] === undefined);
if (unknown !== undefined)
  throw new Error(`--only: expected ${Object.keys(benchmarks).join(", ")}, received ${unknown}`);

function run(script: string, words: readonly string[], resultsFile: string): Promise<void> {
  const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, script), ...words], {
    cwd: import.meta.dirname,
    stdio: "inherit",
    env: { ...process.env, [resultsVariable]: resultsFile },
  });
  return new Promise((resolve, reject) =>
    // A benchmark that misses one of its bounds ends with 1, after all its results.
    child.once("close", (code) => (code === null ? reject(new Error(`${script} was killed`)) : resolve())),
  );
}

function number(value: number): string {
  const digits = value >= 1000 ? 0 : value >= 100 ? 0 : value >= 10 ? 1 : 3;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Returns the rows of a peer from the worst to the best. */
function rowsOf(results: readonly Result[]): string[] {
  return results
    .toSorted(
      (a, b) => a.peer.localeCompare(b.peer) || a.measure.localeCompare(b.measure) || a.ratio - b.ratio,
    )
    .map(({ measure, setting, unit, peer, ours, theirs, ratio, isHeadline }) => {
      const figure = isHeadline ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2);
      return `| ${peer} | ${measure} | ${setting} | ${number(ours)} | ${number(theirs)} | ${unit} | ${figure} |`;
    });
}

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();

function section({ title, about }: Benchmark, results: readonly Result[]): string {
  return `## ${title}

${about} Measured on ${new Date().toISOString().slice(0, 10)}, commit ${commit}.

| peer | measure | setting | ours | peer's | unit | ratio |
| --- | --- | --- | ---: | ---: | --- | ---: |
${rowsOf(results).join("\n")}
`;
}

const peerPackages = [
  "@fastify/rate-limit",
  "compromise",
  "eld",
  "express",
  "express-rate-limit",
  "fastify",
  "franc",
  "hono",
  "ipx",
  "rake-modified",
  "rate-limiter-flexible",
  "sentiment",
  "sharp",
  "vader-sentiment",
  "wink-nlp",
];

function versionOf(name: string): string {
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  for (const path of paths)
    try {
      // Every package has a version in its manifest.
      return (JSON.parse(readFileSync(join(path, name, "package.json"), "utf8")) as { version: string })
        .version;
    } catch {
      // It is in another folder.
    }
  return "unknown";
}

function introduction(): string {
  const [cpu] = cpus();
  return `# Results

\`pnpm bench\` writes this file. It runs ours and each peer in turn on one machine. A ratio is the median of the rounds; above 1, ours is better. The rows of a peer go from
our worst setting to our best, and the setting that we claim is in bold: default settings and many accounts.

- Machine: ${cpu?.model.trim() ?? "unknown"}, ${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB, shared with other machines
- Node ${process.versions.node}; ${peerPackages.map((name) => `${name} ${versionOf(name)}`).join(", ")}
`;
}

/** Returns the sections of the file of results, by their titles. */
function sectionsOf(text: string): Map<string, string> {
  const sections = text.split(/^(?=## )/m).slice(1);
  return new Map(sections.map((part) => [part.slice("## ".length, part.indexOf("\n")), part]));
}

const folder = mkdtempSync(join(tmpdir(), "tools-api-bench-"));
const file = join(folder, "results");
writeFileSync(file, "");
try {
  for (const name of chosen) {
    const { script, full, quick } = benchmarks[name] ?? { script: "", full: [], quick: [] };
    console.log(`\n${name}`);
    await run(script, values.quick ? quick : full, file);
  }
  const results = readResults(file);
  const path = join(import.meta.dirname, "RESULTS.md");
  const earlier = sectionsOf(readFileSync(path, "utf8"));
  const sections = Object.entries(benchmarks).map(([name, benchmark]) =>
    chosen.includes(name)
      ? section(
          benchmark,
          results.filter((result) => result.benchmark === name),
        )
      : (earlier.get(benchmark.title) ?? ""),
  );
  const text = [introduction(), ...sections].join("\n");
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), parser: "markdown" }));
  console.log(`\nWrote ${path}`);
} finally {
  rmSync(folder, { recursive: true });
}
