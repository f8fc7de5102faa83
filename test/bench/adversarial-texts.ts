// Finds texts whose analysis cost grows faster than their length, or takes more than a few seconds:
// pnpm --filter @tools-api/bench adversarial-texts [--only WORD] [--random COUNT] [--seed SEED] [--sizes
// SMALL,LARGE]
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { analyzeText } from "@tools-api/core/text";
import { type Growth, growthFactor, type Job, measureGrowth } from "./adversarial-texts/growth.ts";
import { adversarialTexts, randomTexts } from "./adversarial-texts/texts.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    random: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    sizes: { type: "string", default: "125000,1000000" },
  },
});
const [small = 125_000, large = 1_000_000] = options.sizes.split(",").map(Number);

/** The maximum growth of the cost for eight times the length. */
const maxFactor = 12;
const maxSeconds = 5;
/** A text that takes longer is reported without its measurements. */
const deadlineMs = 120_000;
/** Each analysis in the languages for which its code differs. */
const analyses: readonly (readonly [analysis: string, language: string])[] = [
  ["all,syntax", "en"],
  ["sentiment", "en"],
  ["sentiment", "de"],
  ["entities", "en"],
  ["keywords", "en"],
  ["keywords", "ko"],
  ["language", "auto"],
  ["summary", "en"],
  ["readability", "en"],
  ["syntax", "en"],
  ["pii", "en"],
];

const texts = [
  ...Object.entries(adversarialTexts).map(([name, text]) => ({ name, text })),
  ...randomTexts(Number(options.random), Number(options.seed)),
];

interface IndexedJob extends Job {
  index: number;
}

interface Measurement extends Growth {
  /** Bytes of the answer as JSON, or zero for an error. */
  answer: number;
  /** The peak resident memory of the process in megabytes. */
  rss: number;
}

async function measure(job: IndexedJob): Promise<Measurement> {
  const text = texts[job.index]?.text ?? (() => "");
  const growth = await measureGrowth(text, job, { sizes: [small, large], maxFactor });
  const rss = process.resourceUsage().maxRSS / 1024;
  const options = { analysisType: job.analysis, language: job.language };
  const answer = await analyzeText(text(large), options).then(JSON.stringify, () => "");
  return { ...growth, answer: answer.length, rss };
}

if (process.send) {
  process.on("message", (job: IndexedJob) => {
    void measure(job).then((measurement) => process.send?.(measurement));
  });
} else {
  await run();
}

async function ask(child: ChildProcess, job: IndexedJob): Promise<Measurement | null> {
  return new Promise((resolve) => {
    const settle = (result: Measurement | null) => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(result);
    };
    const timer = setTimeout(() => settle(null), deadlineMs);
    child.once("message", (measurement) => settle(measurement as Measurement));
    child.once("exit", () => settle(null));
    child.send(job);
  });
}

async function run(): Promise<void> {
  let child: ChildProcess | undefined;
  let found = 0;
  for (const [analysis, language] of analyses) {
    for (const [index, { name }] of texts.entries()) {
      const label = `${analysis} ${language}: ${name}`;
      if (!label.includes(options.only)) continue;
      child ??= fork(fileURLToPath(import.meta.url), process.argv.slice(2));
      const result = await ask(child, { analysis, language, index });
      if (!result) {
        child.kill("SIGKILL");
        child = undefined;
        found += 1;
        console.log(`NO ANSWER ${label}`);
        continue;
      }
      const factor = growthFactor(result);
      const isFound = factor > maxFactor || result.large > maxSeconds * 1000;
      if (isFound) found += 1;
      console.log(
        `${isFound ? "FOUND " : ""}${label}: ${result.small.toFixed(0)} and ${result.large.toFixed(0)} ms, ` +
          `factor ${factor.toFixed(1)}, answer ${(result.answer / 1e6).toFixed(2)} MB, RSS at most ${result.rss.toFixed(0)} MB`,
      );
      // A process reports its highest RSS ever. A new process after each large answer keeps the figure
      // meaningful.
      if (result.rss > 700) {
        child.kill();
        child = undefined;
      }
    }
  }
  child?.kill();
  console.log(`${found} found`);
}
