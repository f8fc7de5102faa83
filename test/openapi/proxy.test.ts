import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../engines/free-port.ts";
import { startWhole, type WholeServer } from "../journeys/whole-server.ts";
import { operationsOf, prepare, type ServedDocument } from "./example-calls.ts";
import { judgeCommand, writeJudged } from "./judge.ts";
import { runSample, type Send } from "./run-sample.ts";

let server: WholeServer;
let document: ServedDocument;
let proxy: ChildProcess;
let proxyUrl: string;

/** A description that the server does not fulfill: its response is a page. */
const wrong = {
  path: "/docs/errors",
  item: {
    get: {
      responses: {
        "200": {
          description: "A record.",
          headers: { "X-Absent": { required: true, schema: { type: "string" } } },
          content: { "text/html": { schema: { type: "integer" } } },
        },
      },
    },
  },
};

/** Starts Prism in front of the server, and returns when it listens. */
async function startProxy(): Promise<void> {
  const port = await freePort();
  proxyUrl = `http://127.0.0.1:${port}`;
  const paths = { ...document.paths, [wrong.path]: wrong.item };
  const path = await writeJudged("proxy.json", JSON.stringify({ ...document, paths }));
  const words = ["proxy", path, server.url, "--port", String(port), "--host", "127.0.0.1"];
  proxy = spawn(judgeCommand("prism"), words, { stdio: ["ignore", "pipe", "inherit"] });
  if (!proxy.stdout) throw new Error("Prism has no standard output.");
  const lines: string[] = [];
  for await (const line of createInterface(proxy.stdout)) {
    lines.push(line);
    if (line.includes("is listening")) break;
  }
  expect(lines.join("\n")).toContain("is listening");
  proxy.stdout.resume();
}

beforeAll(async () => {
  server = await startWhole();
  // The tests of the document check the shape.
  document = (await (await server.call("GET /openapi.json")).json()) as ServedDocument;
  await startProxy();
});
afterAll(async () => {
  proxy.kill();
  await once(proxy, "exit");
  await server.close();
});

/** Returns a `fetch` through the proxy that keeps the responses. */
function throughProxy(responses: Response[]): Send {
  return async (url, options) => {
    const target = url.replace(server.url, proxyUrl);
    const response = await fetch(target, { ...options, redirect: "manual" });
    responses.push(response);
    return response.status === 303 ? new Response("a redirect") : response;
  };
}

function violations(response: Response | undefined): unknown {
  const header = response?.headers.get("sl-violations");
  return header ? JSON.parse(header) : [];
}

describe("Prism in front of a whole server", () => {
  it("reports no violation of the document by the example of any operation or by its response", async () => {
    const found: unknown[] = [];
    for (const { operationId, samples } of operationsOf(document)) {
      const { environment, fill } = await prepare(server, document, operationId);
      const { source = "" } = samples.find(({ lang }) => lang === "TypeScript") ?? {};
      const responses: Response[] = [];
      await runSample(fill(source), environment, throughProxy(responses)).catch((error: unknown) => {
        found.push({ operationId, error: String(error) });
      });
      expect(responses, operationId).toHaveLength(1);
      const [response] = responses;
      const reported = violations(response);
      if (!Array.isArray(reported) || reported.length > 0) found.push({ operationId, reported });
    }
    expect(found).toEqual([]);
  });

  it("reports requests and responses that violate a description, so that its silence is evidence", async () => {
    const request = await fetch(`${proxyUrl}/v1/user/profile?include_stats=perhaps`);
    expect(violations(request)).not.toEqual([]);
    const response = await fetch(proxyUrl + wrong.path);
    expect(response.status).toBe(200);
    expect(violations(response)).not.toEqual([]);
  });
});
