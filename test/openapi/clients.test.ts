import { build } from "esbuild";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWhole, type WholeServer } from "../journeys/whole-server.ts";
import type { Observed } from "./clients/observed.ts";
import { operationsOf, type ServedDocument } from "../server/openapi/example-calls.ts";
import { judge, judged, type Verdict, writeJudged } from "./judge.ts";

let server: WholeServer;
let compiler: Verdict;

beforeAll(async () => {
  server = await startWhole();
  const response = await server.call("GET /openapi.json");
  const text = await response.text();
  // A generator that fails must not leave the client of an earlier run.
  for (const name of ["openapi-typescript.ts", "out"])
    await rm(judged(name), { recursive: true, force: true });
  const path = await writeJudged("clients.json", text);
  // The tests of the document check the shape.
  const samples = operationsOf(JSON.parse(text) as ServedDocument).map(
    ({ samples: all }) => all.find(({ lang }) => lang === "TypeScript")?.source,
  );
  const blocks = samples.map((source) => `{\n${source}\n}`);
  await writeJudged("samples.ts", [...blocks, "export {};"].join("\n"));
  await judge("openapi-typescript", [path, "-o", judged("openapi-typescript.ts")]);
  [compiler] = await Promise.all([
    judge("tsc", ["-p", "clients"]),
    build({
      entryPoints: [fileURLToPath(new URL("clients/openapi-fetch.ts", import.meta.url))],
      bundle: true,
      format: "esm",
      platform: "node",
      outdir: judged("out"),
    }),
  ]);
});
afterAll(() => server.close());

describe("a client that is generated from the document", () => {
  it("compiles in strict mode, with all code samples in TypeScript", () => {
    expect(compiler).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("calls a server with typed requests, records, files and errors", async () => {
    const { key } = await server.owner();
    // The compiler has checked the module.
    const { observe } = (await import(judged("out/openapi-fetch.js"))) as {
      observe: (url: string, key: string) => Promise<Observed>;
    };
    expect(await observe(server.url, key)).toEqual({
      sentiment: "positive",
      image: { format: "webp", width: 8 },
      file: { type: "image/png", bytes: expect.any(Number) },
      endpoints: ["text-analyzer", "image-converter", "usage", "profile"],
      callsToday: 5,
      issued: { name: "Generated", limit: 5, prefix: "tk_live_" },
      keys: 2,
      refused: { status: 422, code: "invalid_parameter", parameters: ["#/start_date"] },
      plan: "pro",
      due: expect.any(Number),
    });
  });
});
