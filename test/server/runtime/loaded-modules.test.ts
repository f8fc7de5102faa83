import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolsApi } from "../command.ts";
import { temporaryFolder } from "../server-process.ts";

const hooks = fileURLToPath(new URL("list-modules-hooks.mjs", import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** Returns the environment of a program that lists its modules, and a function that returns their paths. */
function listingModules(name: string): { environment: Record<string, string>; modules: () => string[] } {
  const file = join(folder.path, name);
  return {
    environment: {
      DATABASE_URL: `sqlite:${join(folder.path, `${name}.db`)}`,
      MODULES_FILE: file,
      NODE_OPTIONS: `--import=${hooks}`,
    },
    modules: () => [...new Set(readFileSync(file, "utf8").trim().split("\n"))],
  };
}

/** Returns the modules whose paths match, to show what was loaded. */
const matching = (modules: readonly string[], pattern: RegExp) => modules.filter((url) => pattern.test(url));

describe("tools-api keys create", () => {
  it("loads no module of pages, of documents of the API, of mails or of the conversion of images", async () => {
    const { environment, modules } = listingModules("keys");
    const { code } = await toolsApi(
      ["keys", "create", "--email", "ada@example.com", "--create"],
      environment,
    );
    expect(code).toBe(0);
    const loaded = modules();
    expect(matching(loaded, /server\/dist\/cli\/keys\.js$/)).toHaveLength(1);
    expect(
      matching(
        loaded,
        /\/node_modules\/hono\/|server\/dist\/(?:account\/(?!call\/permissions)|docs|operator|openapi|mcp|oauth|mail\/mail-channel|ui\/layout)|core\/dist\/image\/convert-within/,
      ),
    ).toEqual([]);
  });
});
