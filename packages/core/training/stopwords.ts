// Packs the stopword lists of all languages: pnpm --filter @tools-api/training stopwords
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { writeModel } from "./write-model.ts";

const path = createRequire(import.meta.url).resolve("stopwords-iso");
// The package documents this form: the words of each language by its code.
const lists = JSON.parse(readFileSync(path, "utf8")) as Record<string, string[]>;
const parts = Object.entries(lists).map(([language, words]) => [language, words.join("\n")] as const);
const size = writeModel("stopwords", Object.fromEntries(parts));
console.log(`${parts.length} languages, ${size} bytes`);
