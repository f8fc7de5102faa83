import process from "node:process";
import * as fc from "fast-check";
import { afterEach, beforeAll } from "vitest";
import { propertySeed } from "./whole.ts";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: propertySeed });

/** The output of this process, which all test files of the process share. */
interface KeptOutput {
  print: (text: string) => boolean;
  text: string;
}

declare global {
  var toolsApiTestOutput: KeptOutput | undefined;
}

const shownCharacters = 4_000;
const output = (globalThis.toolsApiTestOutput ??= {
  print: process.stderr.write.bind(process.stderr),
  text: "",
});

/** Keeps what a server under test prints about the failures that tests cause. Only a failed test shows it. */
function keep(chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean {
  const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
  output.text = (output.text + text).slice(-shownCharacters);
  const written = typeof encoding === "function" ? encoding : done;
  if (typeof written === "function") process.nextTick(written);
  return true;
}
process.stdout.write = keep;
process.stderr.write = keep;

beforeAll(() => {
  output.text = "";
});

afterEach(({ task }) => {
  if (task.result?.state === "fail" && output.text !== "")
    output.print(`\nThe output before “${task.name}” failed:\n${output.text}\n`);
});
