import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "./server/server-process.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
const guides = "packages/server/guides";
/** The guide whose snippets need frameworks. */
export const frameworkGuide = `${guides}/hosts.md`;

/** The READMEs and guides, with their paths in the repository. */
export const documents: readonly string[] = [
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
  const contentKey: string;
  const secret: () => Promise<string>;
  const usage: UsageStore;
}`;

/** Returns the TypeScript blocks of a document, also those that a list indents. */
function snippets(document: string): string[] {
  const text = readFileSync(join(repository, document), "utf8");
  return [...text.matchAll(/^ *```ts\n([^]*?)^ *```$/gm)].map(([, code = ""]) => code);
}

/** Returns the type packages of a `node_modules` folder. */
function typesIn(folder: string): string[] {
  const types = join(folder, "@types");
  return existsSync(types) ? readdirSync(types).map((name) => `@types/${name}`) : [];
}

/**
 * Compiles the snippets of documents, and returns what the compiler finds.
 *
 * @param moduleFolders The folders, relative to `test`, whose `node_modules` have what the snippets import.
 */
export function compileSnippets(
  of: readonly string[],
  moduleFolders: readonly string[],
): { count: number; faults: string } {
  const folder = temporaryFolder();
  const write = (name: string, content: string) => writeFileSync(join(folder.path, name), content);
  const modules = join(folder.path, "node_modules");
  mkdirSync(join(modules, "@types"), { recursive: true });
  for (const source of moduleFolders.map((name) => join(repository, "test", name, "node_modules")))
    for (const name of [...readdirSync(source), ...typesIn(source)])
      if (name !== "@types" && !name.startsWith(".")) symlinkSync(join(source, name), join(modules, name));
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
  const codes = of.flatMap((document) =>
    snippets(document).map((code, index) => ({
      name: document.replaceAll("/", "-").concat(`-${index}.ts`),
      code,
    })),
  );
  for (const { name, code } of codes) write(name, `${code}export {};\n`);
  const compiler = join(repository, "node_modules/.bin/tsc");
  try {
    execFileSync(compiler, ["-p", folder.path, "--noEmit"], { encoding: "utf8" });
    return { count: codes.length, faults: "" };
  } catch (error) {
    // The error of a compiler that found faults has what it printed.
    return { count: codes.length, faults: (error as { stdout: string }).stdout };
  } finally {
    folder.remove();
  }
}
