import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "./server/server-process.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
const guides = "packages/server/guides";
const documents = [
  "README.md",
  ...["core", "adapters", "server"].map((name) => `packages/${name}/README.md`),
  ...readdirSync(join(repository, guides)).map((name) => `${guides}/${name}`),
];

/** The values that the text around the snippets introduces. */
const given = `
import type { Authenticator, DocumentStore, UsageStore } from "@tools-api/core";
import type { describeUsageStore } from "@tools-api/adapters/testing";
import type { AuthorizationServerDependencies } from "@tools-api/server";
import type { Hono } from "hono";
declare global {
  const app: Hono;
  const authenticator: Authenticator;
  const bytes: Uint8Array;
  const clientId: string;
  const create: Parameters<typeof describeUsageStore>[0]["create"];
  const dependencies: AuthorizationServerDependencies;
  const documents: DocumentStore;
  const issuer: string;
  const landed: URL;
  const publicUrl: string;
  const secret: () => Promise<string>;
  const usage: UsageStore;
}`;

/** Returns the TypeScript blocks of a document, also those that a list indents. */
function snippets(document: string): string[] {
  const text = readFileSync(join(repository, document), "utf8");
  return [...text.matchAll(/^ *```ts\n([^]*?)^ *```$/gm)].map(([, code = ""]) => code);
}

it("every TypeScript snippet of the READMEs and guides compiles", () => {
  const folder = temporaryFolder();
  const write = (name: string, content: string) => writeFileSync(join(folder.path, name), content);
  symlinkSync(join(repository, "test/node_modules"), join(folder.path, "node_modules"));
  write("package.json", '{ "type": "module" }');
  write("given.d.ts", given);
  // The packages' own declarations are in dist, so their sources are not compiled again.
  const compilerOptions = {
    customConditions: [],
    types: ["node"],
    typeRoots: [join(repository, "node_modules/@types")],
  };
  const base = { extends: join(repository, "test/tsconfig.json"), compilerOptions, include: ["."] };
  write("tsconfig.json", JSON.stringify(base));
  const codes = documents.flatMap((document) =>
    snippets(document).map((code, index) => ({
      name: document.replaceAll("/", "-").concat(`-${index}.ts`),
      code,
    })),
  );
  expect(codes.length).toBeGreaterThanOrEqual(11);
  for (const { name, code } of codes) write(name, `${code}export {};\n`);
  const compiler = join(repository, "node_modules/.bin/tsc");
  let faults = "";
  try {
    execFileSync(compiler, ["-p", folder.path, "--noEmit"], { encoding: "utf8" });
  } catch (error) {
    // The error of a compiler that found faults has what it printed.
    faults = (error as { stdout: string }).stdout;
  } finally {
    folder.remove();
  }
  expect(faults).toBe("");
});
