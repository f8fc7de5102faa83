// Compares the short English texts per second of `all` with wink-nlp's whole pipeline and compromise, in turn
// and in one run. Also measures whether the cost grows only with the length:
// pnpm --filter @tools-api/bench text-speed
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { systems as compromise } from "./evaluate-text/peers/compromise.ts";
import { systems as winkNlp } from "./evaluate-text/peers/wink-nlp.ts";
import type { System } from "./evaluate-text/systems/system.ts";
import { toolsApi } from "./evaluate-text/systems/tools-api.ts";
import { median } from "./median.ts";
import { noteResult } from "./results.ts";

const shortLength = 280;
const textsPerRound = 400;
/** Rounds that load the models and warm up the compiler before the clock runs, enough for all systems. */
const warmUpRounds = 3;
const warmUpPasses = 4;

const repository = fileURLToPath(new URL("../..", import.meta.url));
const shared = resolve(repository, process.env["TOOLS_API_DATA"] ?? "../shared/data");
const news = readFileSync(join(shared, "text/dev/throughput-news-1mb.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => String(JSON.parse(line).text));

const shortTexts = news.flatMap((text) =>
  Array.from({ length: Math.floor(text.length / shortLength) }, (_, index) =>
    text.slice(index * shortLength, (index + 1) * shortLength),
  ),
);
const rounds = Array.from({ length: Math.floor(shortTexts.length / textsPerRound) }, (_, round) =>
  shortTexts.slice(round * textsPerRound, (round + 1) * textsPerRound),
);

async function millisecondsPerText({ analyzeAll }: System, texts: readonly string[]): Promise<number> {
  const start = performance.now();
  for (const text of texts) await analyzeAll?.(text);
  return (performance.now() - start) / texts.length;
}

/** Milliseconds per text of each round: of texts new to the system, and of the same texts again. */
interface Times {
  fresh: number[];
  again: number[];
}

const systems = [toolsApi, ...winkNlp, ...compromise];
const times = new Map(systems.map(({ name }): [string, Times] => [name, { fresh: [], again: [] }]));
for (let pass = 0; pass < warmUpPasses; pass++)
  for (const texts of rounds.slice(0, warmUpRounds))
    for (const system of systems) await millisecondsPerText(system, texts);
const measured = rounds.slice(warmUpRounds);
for (const texts of measured)
  for (const system of systems) {
    times.get(system.name)?.fresh.push(await millisecondsPerText(system, texts));
    times.get(system.name)?.again.push(await millisecondsPerText(system, texts));
  }

const passes = { fresh: "new texts", again: "the same texts again" } as const;
console.log(`${measured.length} rounds of ${textsPerRound} texts of ${shortLength} characters, in turn:`);
for (const pass of ["fresh", "again"] as const) {
  console.log(`  ${passes[pass]}:`);
  const ours = times.get(toolsApi.name)?.[pass] ?? [];
  for (const [name, { [pass]: spent }] of times) {
    const ratios = spent.map((time, round) => time / (ours[round] ?? 0));
    const ratio =
      name === toolsApi.name
        ? ""
        : `, ours analyzes ${median(ratios).toFixed(2)} times as many texts a second`;
    if (name !== toolsApi.name)
      noteResult({
        benchmark: "text-speed",
        measure: "all analyses of a short text",
        unit: "ms",
        setting: passes[pass],
        peer: name,
        ours: median(ours),
        theirs: median(spent),
        ratio: median(ratios),
        isHeadline: pass === "fresh",
      });
    console.log(`    ${name.padEnd(12)} ${median(spent).toFixed(3)} ms a text${ratio}`);
  }
}

const whole = news.join("\n\n");
const lengths = [10_000, 100_000, 980_000];
const perKilobyte = new Map<number, number[]>(lengths.map((length) => [length, []]));
for (let round = 0; round < 5; round++)
  for (const length of lengths) {
    // The same number of characters of each length, from all over the texts.
    const texts = Array.from({ length: Math.floor(whole.length / length) }, (_, index) =>
      whole.slice(index * length, (index + 1) * length),
    );
    const time = await millisecondsPerText(toolsApi, texts);
    perKilobyte.get(length)?.push(time / (length / 1000));
  }
const least = median(perKilobyte.get(10_000) ?? []);
for (const [length, spent] of perKilobyte) {
  const cost = median(spent);
  console.log(
    `${length} characters: ${cost.toFixed(3)} ms a kB, ${(cost / least).toFixed(2)} times that of 10,000`,
  );
}
