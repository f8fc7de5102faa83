import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { toolsApi } from "../command.ts";
import { startServer, temporaryFolder } from "../server-process.ts";

const hooks = fileURLToPath(new URL("list-modules-hooks.mjs", import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** Returns the modules in a file of the bundle, which its source map lists, or the URL of any other file. */
function modulesOf(url: string): string[] {
  if (!/server\/dist\/(?:cli|chunks\/[^/]+)\.js$/.test(url)) return [url];
  // The bundler writes maps of this form.
  const { sources } = JSON.parse(readFileSync(new URL(`${url}.map`), "utf8")) as { sources: string[] };
  return sources.map((source) =>
    new URL(source, url).href.replace("/src/", "/dist/").replace(/\.tsx?$/, ".js"),
  );
}

/** Returns the environment of a program that lists its modules, and a function that returns their paths. */
function listingModules(name: string): { environment: Record<string, string>; modules: () => string[] } {
  const file = join(folder.path, name);
  return {
    environment: {
      DATABASE_URL: `sqlite:${join(folder.path, `${name}.db`)}`,
      MODULES_FILE: file,
      NODE_OPTIONS: `--import=${hooks}`,
    },
    modules: () => [...new Set(readFileSync(file, "utf8").trim().split("\n").flatMap(modulesOf))],
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
        /\/node_modules\/hono\/|server\/dist\/(?:account\/(?!call\/permissions)|docs|operator|openapi|mcp|oauth|mail\/mail-channel|ui\/layout)|core\/dist\/(?:image\/convert-within|index|internal|billing\/index|identity\/index|usage\/meter)\.js$/,
      ),
    ).toEqual([]);
  });
});

describe("tools-api serve", () => {
  /** Matches the modules of everything that a server has next to the calls of its API. */
  const site =
    /server\/dist\/(?:account\/(?!webhooks\/webhook-queue)|docs\/(?!docs-routes)|operator|openapi|oauth|mail\/mail-channel|ui\/layout)|server\/dist\/mcp\/call-tool|adapters\/dist\/payments|core\/dist\/image\/convert-within/;

  it("loads pages, documents and the authorization server with the first requests for them", async () => {
    const { environment, modules } = listingModules("server");
    const server = await startServer(environment);
    onTestFinished(async () => void (await server.stop()));
    const call = { headers: { Authorization: `Bearer ${server.key}` } };
    expect((await fetch(`${server.url}/v1/user/profile`, call)).status).toBe(200);
    expect(matching(modules(), site)).toEqual([]);

    const statuses = {
      "/sign-in": 200,
      // The first key has no scope of the management calls.
      "/account/keys": 403,
      "/docs": 200,
      "/openapi.json": 200,
      "/.well-known/oauth-authorization-server": 200,
      "/acount/sessions": 404,
    };
    // Two clients each, while the modules are loaded.
    const requests = [...Object.entries(statuses), ...Object.entries(statuses)];
    const responses = await Promise.all(requests.map(([path]) => fetch(server.url + path, call)));
    expect(responses.map(({ status }) => status)).toEqual(requests.map(([, status]) => status));
    expect(await responses.at(-1)?.json()).toMatchObject({
      detail: "There is nothing at /acount/sessions. Did you mean /account/sessions?",
    });
    expect(matching(modules(), /core\/dist\/image\/convert-within/)).toEqual([]);
  });
});
