// Checks the spans of random texts of hostile pieces in each offset unit:
// pnpm --filter @tools-api/bench hostile-spans [--texts COUNT] [--seed SEED]
import { parseArgs } from "node:util";
import { analyzeText } from "@tools-api/core/text";
import * as fc from "fast-check";
import { hostileTexts, spanFaults } from "../hostile-spans.ts";

const { values: options } = parseArgs({
  options: { texts: { type: "string", default: "20000" }, seed: { type: "string", default: "1" } },
});
const texts = fc.sample(hostileTexts, { numRuns: Number(options.texts), seed: Number(options.seed) });
const units = ["utf16", "code_point", "utf8"] as const;
const languages = ["en", "auto", "de", "fr", "ja", "ru", "ar"];

let faulty = 0;
for (const [index, text] of texts.entries()) {
  const language = languages[index % languages.length] ?? "en";
  const analysisType = language === "en" ? "all,syntax" : "all";
  for (const offsetUnit of units) {
    const faults = spanFaults(text, await analyzeText(text, { analysisType, language, offsetUnit }));
    if (faults.length === 0) continue;
    faulty += 1;
    console.log(JSON.stringify({ language, offsetUnit, text, faults }));
    break;
  }
}
console.log(`${faulty} of ${texts.length} texts have a span at fault, in ${units.join(", ")}`);
process.exitCode = faulty > 0 ? 1 : 0;
