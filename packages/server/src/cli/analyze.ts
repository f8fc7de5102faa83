import { readFile } from "node:fs/promises";
import process from "node:process";
import { text as readText } from "node:stream/consumers";
import { toWire } from "@tools-api/core/internal/schema";
import { analyzeText, TextAnalysisRecord } from "@tools-api/core/text";
import { type Command, parseArguments } from "./command.ts";

/** Runs `tools-api analyze`. */
export const analyze: Command = async (words) => {
  const { values, positionals } = parseArguments(
    words,
    { type: { type: "string" }, language: { type: "string" } },
    { minimum: 0, maximum: 1 },
  );
  const [file = "-"] = positionals;
  const text = file === "-" ? await readText(process.stdin) : await readFile(file, "utf8");
  const analysis = await analyzeText(text, {
    ...(values.type !== undefined && { analysisType: values.type }),
    ...(values.language !== undefined && { language: values.language }),
  });
  process.stdout.write(`${JSON.stringify(toWire(TextAnalysisRecord, analysis), null, 2)}\n`);
};
