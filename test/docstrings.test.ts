import { randomUUID } from "node:crypto";
import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatWithOptions } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { examples, type PublicFunction, publicFunctions } from "./public-functions.ts";
import { temporaryFolder } from "./server/server-process.ts";
import { canStartPostgres, type PostgresServer, startPostgres } from "./engines/postgres.ts";
import { canStartRedis, type RedisServer, startRedis } from "./engines/redis.ts";

const functions = publicFunctions();
const described = functions.filter(({ module }) => module.endsWith("/testing"));
const folder = temporaryFolder();

/** Writes the modules of an example, and returns the path of the last one. A comment names each of several. */
function writeExample(code: string): string {
  const modules = code.split(/^(?=\/\/ [\w-]+\.[jt]s$)/m);
  const paths = modules.map((module) => {
    const [, name = "program.ts"] = /^\/\/ ([\w-]+\.[jt]s)\n/.exec(module) ?? [];
    // A module is evaluated once, so each program has a name of its own.
    const path = join(folder.path, name === "program.ts" ? `${randomUUID()}.ts` : name);
    writeFileSync(path, module);
    return path;
  });
  return paths.at(-1) ?? "";
}

/** Returns what a comment after each `console.log` says that it prints. */
function promisedLines(code: string): string[] {
  return [...code.matchAll(/console\.log\([^]*?\); \/\/ (.*)$/gm)].map(([, line = ""]) => line);
}

/** Runs an example, and returns what it prints, with double quotes as the code of this repository has them. */
async function printedLines(path: string): Promise<string[]> {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...values: unknown[]) => {
    lines.push(formatWithOptions({ breakLength: Infinity }, ...values).replaceAll("'", '"'));
  });
  try {
    await import(path);
  } finally {
    log.mockRestore();
  }
  return lines;
}

/** Code of the examples, and what runs in its place: addresses of the started engines, and passwords with fewer rounds. */
const replacements = new Map([["passwords: scryptHasher()", "passwords: scryptHasher({ logCost: 10 })"]]);

/** Runs the examples of a function one after the other. Returns what they print, and what they promise to print. */
async function runExamples({
  docstring,
}: PublicFunction): Promise<{ printed: string[]; promised: string[] }> {
  const printed: string[] = [];
  for (const example of examples(docstring)) {
    let code = example;
    for (const [written, replacement] of replacements) code = code.replaceAll(written, replacement);
    const lines = await printedLines(writeExample(code));
    if (promisedLines(example).length > 0) printed.push(...lines);
  }
  return { printed, promised: examples(docstring).flatMap(promisedLines) };
}

function connects({ docstring }: PublicFunction, address: string): boolean {
  return examples(docstring).some((code) => code.includes(address));
}

const redisAddress = "redis://127.0.0.1:6379";
const postgresAddress = "postgres://localhost/tools";
const engines = [
  { address: redisAddress, canStart: canStartRedis() },
  { address: postgresAddress, canStart: canStartPostgres() },
];
const isMissing = (subject: PublicFunction) =>
  engines.some(({ address, canStart }) => !canStart && connects(subject, address));

symlinkSync(fileURLToPath(new URL("node_modules", import.meta.url)), join(folder.path, "node_modules"));

describe("the docstrings", () => {
  const workingFolder = process.cwd();
  let redis: RedisServer | undefined;
  let postgres: PostgresServer | undefined;

  beforeAll(async () => {
    if (canStartRedis()) redis = await startRedis();
    if (canStartPostgres()) postgres = await startPostgres();
    if (redis) replacements.set(redisAddress, `redis://${redis.host}:${redis.port}`);
    if (postgres) replacements.set(postgresAddress, await postgres.newLocation());
    // The files that examples read.
    for (const [from, to] of [
      ["asymmetric.heic", "photo.heic"],
      ["two-pages.pdf", "paper.pdf"],
    ] as const)
      copyFileSync(new URL(`fixtures/images/${from}`, import.meta.url), join(folder.path, to));
    await sharp({ create: { width: 64, height: 48, channels: 3, background: "olive" } }).toFile(
      join(folder.path, "photo.jpg"),
    );
    process.chdir(folder.path);
  });

  afterAll(async () => {
    process.chdir(workingFolder);
    await redis?.remove();
    await postgres?.remove();
    folder.remove();
  });

  it.each(functions)("$name of $module has an example", ({ docstring }) => {
    expect(examples(docstring)).not.toEqual([]);
  });

  it.each(functions.filter((subject) => !described.includes(subject) && !isMissing(subject)))(
    "the example of $name of $module prints what it promises",
    async (subject) => {
      const { printed, promised } = await runExamples(subject);
      expect(printed).toEqual(promised);
    },
  );
});

// A conformance suite describes its own tests.
for (const subject of described) await runExamples(subject);
