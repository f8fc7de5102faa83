import { ToolsError } from "@tools-api/core";
import { analyzeText } from "@tools-api/core/text";
import type { TextOfSize } from "./texts.ts";

/** An analysis and the language in which it runs. */
export interface Job {
  analysis: string;
  language: string;
}

/** The cost of one text in two lengths, in milliseconds of processor time. */
export interface Growth {
  small: number;
  large: number;
}

/** Smaller costs are noise. */
const leastMs = 50;

/** Returns the growth factor of the cost from the short text to the long one. */
export function growthFactor({ small, large }: Growth): number {
  return large / Math.max(leastMs, small);
}

async function cost(text: string, { analysis, language }: Job): Promise<number> {
  const before = process.cpuUsage();
  await analyzeText(text, { analysisType: analysis, language }).catch((error: unknown) => {
    // An oversized record is rejected during the analysis.
    if (!(error instanceof ToolsError && error.code === "processing_limit")) throw error;
  });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Measures how the cost of a text grows from one length to another, as the lowest processor time of several
 * runs. The machine's other work only adds to a cost. A run that stays under `maxFactor` is not repeated.
 */
export async function measureGrowth(
  text: TextOfSize,
  job: Job,
  { sizes: [short, long], maxFactor }: { sizes: readonly [number, number]; maxFactor: number },
): Promise<Growth> {
  const first = await cost(text(short), job);
  let large = await cost(text(long), job);
  // The first run may have loaded a model.
  const small = Math.min(first, await cost(text(short), job));
  for (let tries = 1; tries < 4 && large > maxFactor * Math.max(leastMs, small) && large < 20_000; tries++)
    large = Math.min(large, await cost(text(long), job));
  return { small, large };
}
