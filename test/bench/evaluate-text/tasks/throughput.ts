import { throughputFigures } from "../metrics/throughput.ts";
import type { Examples, Line, Task } from "./task.ts";
import { textOf } from "./task.ts";

/** Texts that load the models and warm up the compiler before the clock runs. */
const warmUp = 50;

function timed(texts: readonly string[]): Examples["score"] {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return async ({ analyzeAll }) => {
    if (!analyzeAll) return undefined;
    for (const text of texts.slice(0, warmUp)) await analyzeAll(text);
    const start = performance.now();
    for (const text of texts) await analyzeAll(text);
    const seconds = (performance.now() - start) / 1000;
    const figures = throughputFigures({ texts: texts.length, bytes, seconds });
    return {
      figures: {
        "texts/s": figures.textsPerSecond,
        "MB/s": figures.megabytesPerSecond,
        "ms/kB": figures.millisecondsPerKilobyte,
      },
    };
  };
}

/** Speed of all analyses of a system, warm and one text after the other. */
export const throughput: Task = {
  name: "throughput",
  prefix: "throughput",
  form: '{"text"}',
  recognizes: (line) => Object.keys(line).every((field) => field === "text" || field === "id"),
  reader: () => {
    const texts: string[] = [];
    let unscored = 0;
    return {
      add: (line: Line) => {
        const text = textOf(line);
        if (text === "") unscored += 1;
        else texts.push(text);
      },
      examples: () => ({ count: texts.length, unscored, score: timed(texts) }),
    };
  },
};
