import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { nodeListener } from "@tools-api/server/node";
import express from "express";
import fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { expectProblem, getRequest, jsonRequest } from "../server/contract.ts";
import { memoryApi } from "../server/memory-api.ts";

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Requires that a host answers calls of the API, their errors, and its own routes. */
async function expectServed(url: string, secret: string): Promise<void> {
  const path = `${url}/v1/tools/text-analyzer`;
  const analyze = (body: object) => fetch(path, jsonRequest(secret, body));
  const response = await analyze({ text: "Käse ist gut.", analysis_type: "language", language: "de" });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ language: { code: "de" }, statistics: { characters: 13 } });
  await expectProblem(await analyze({ text: 5 }), 422, "invalid_parameter");
  const profile = await fetch(`${url}/v1/user/profile`, getRequest(secret));
  expect(profile.status).toBe(200);
  expect(await (await fetch(`${url}/own`)).text()).toBe("own");
}

it.each([
  ["before any parser", []],
  ["after express.json()", [express.json()]],
  ["after all parsers", [express.json(), express.urlencoded(), express.text(), express.raw()]],
])("Express serves the API %s", async (_place, parsers) => {
  const { api, secret } = await memoryApi();
  const host = express();
  for (const parser of parsers) host.use(parser);
  const listener = nodeListener(api.fetch);
  host.use((request, response, next) => {
    if (request.path.startsWith("/v1/")) listener(request, response);
    else next();
  });
  host.get("/own", (_request, response) => void response.send("own"));
  await expectServed(await listen(createServer(host)), secret);
});

it("accepts a compressed body that Express has decoded", async () => {
  const { api, secret } = await memoryApi();
  const host = express().use(express.json());
  const listener = nodeListener(api.fetch);
  host.use((request, response) => listener(request, response));
  const url = await listen(createServer(host));
  const { method, headers } = jsonRequest(secret, {});
  const fields = new Headers(headers);
  fields.set("Content-Encoding", "gzip");
  const body = gzipSync('{"text":"Hello","analysis_type":"language"}');
  const init = { method, headers: fields, body };
  expect((await fetch(`${url}/v1/tools/text-analyzer`, init)).status).toBe(200);
});

it("Fastify serves the API in a scope without parsers, and parses the bodies of its own routes", async () => {
  const { api, secret } = await memoryApi();
  const host = fastify();
  const listener = nodeListener(api.fetch);
  await host.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null));
    scope.all("/v1/*", (request, reply) => {
      reply.hijack();
      listener(request.raw, reply.raw);
    });
    done();
  });
  host.get("/own", () => "own");
  host.post("/echo", (request) => request.body);
  onTestFinished(() => host.close());
  const url = await host.listen({ port: 0 });
  await expectServed(url, secret);
  const echo = await fetch(`${url}/echo`, jsonRequest(secret, { tea: 1 }));
  expect(await echo.json()).toEqual({ tea: 1 });
});
