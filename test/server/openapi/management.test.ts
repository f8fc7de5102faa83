import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, describe, expect, it } from "vitest";
import { startWhole } from "../../journeys/whole-server.ts";
import { describedBy, readDocument } from "./described.ts";
import { operationsOf, prepare, type ServedDocument } from "./example-calls.ts";
import { runSample, type Send } from "./run-sample.ts";

const server = await startWhole();
afterAll(() => server.close());
const received = await server.call("GET /openapi.json");
// The first test checks the shape.
const served = (await received.clone().json()) as ServedDocument;
/** The served document without references. */
const document = await readDocument(received);
const expectDescribed = describedBy(document);

const operationsUnder = (prefix: string) =>
  operationsOf(served).filter(({ path }) => `${path}/`.startsWith(`${prefix}/`));

const securityOf = ({ method, path }: { method: string; path: string }) =>
  document.paths[path]?.[method.toLowerCase()]?.security;

describe("GET /openapi.json of a whole server", () => {
  it("is a valid OpenAPI 3.1 document", async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors).toBeUndefined();
    expect(operationsUnder("/account").length).toBeGreaterThanOrEqual(57);
    expect(operationsUnder("/operator").length).toBeGreaterThanOrEqual(44);
  });

  it("lists the session for every call, and bearer credentials and OAuth with the scope for all except session tokens and new passkeys", () => {
    for (const { method, path } of operationsUnder("/account")) {
      const scope = method === "GET" ? "account:read" : "account:write";
      const isForSessions =
        method === "POST" && /^\/account\/(session-token|passkey-options|passkeys)$/.test(path);
      const bearers = isForSessions ? [] : [{ bearer: [scope] }, { oauth2: [scope] }];
      // The owner of a lost password has no credential.
      const isOpen = path.startsWith("/account/password-reset");
      expect(securityOf({ method, path }), `${method} ${path}`).toEqual(
        isOpen ? [] : [{ session: [] }, ...bearers],
      );
    }
    for (const operation of operationsUnder("/operator"))
      expect(securityOf(operation), operation.path).toEqual([{ session: [] }, { bearer: ["operator"] }]);
    expect(securityOf({ method: "GET", path: "/v1/user/profile" })).toEqual([
      { bearer: ["profile:read"] },
      { oauth2: ["profile:read"] },
    ]);
    const tokenUrl = `${server.url}/oauth/token`;
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: "http" },
      session: { type: "apiKey", name: "session" },
      oauth2: {
        type: "oauth2",
        flows: {
          authorizationCode: { authorizationUrl: `${server.url}/oauth/authorize`, tokenUrl },
          clientCredentials: { tokenUrl },
        },
      },
    });
  });

  it.each(operationsOf(served))(
    "describes the response to the example of $operationId, which its sample in TypeScript sends",
    async ({ operationId, method, path, samples }) => {
      const { environment, fill } = await prepare(server, served, operationId);
      const responses: Response[] = [];
      // The host of the application does not exist.
      const send: Send = async (url, options) => {
        const response = await fetch(url, { ...options, redirect: "manual" });
        responses.push(response.clone());
        return response.status === 303 ? new Response("a redirect") : response;
      };
      const { source = "" } = samples.find(({ lang }) => lang === "TypeScript") ?? {};
      expect(await runSample(fill(source), environment, send)).toHaveLength(1);
      const [response] = responses;
      if (!response) throw new Error("The sample sends no request.");
      await expectDescribed(response, path, method.toLowerCase());
    },
  );

  it.each(["/v1", "/account", "/operator"])("describes the errors of every call under %s", async (prefix) => {
    const owner = await server.owner();
    const operator = await server.operator();
    const isForOperators = prefix === "/operator";
    for (const { method, path } of operationsUnder(prefix)) {
      const url = `${method} ${path.replaceAll(/\{\w+\}/g, "key_none")}`;
      const body = method === "GET" ? {} : { body: {} };
      for (const response of [
        await server.call(url),
        await server.call(`${url}?no=1`, { bearer: isForOperators ? operator.key : owner.key, ...body }),
        await server.call(url, { bearer: isForOperators ? owner.key : "none" }),
      ])
        await expectDescribed(response, path, method.toLowerCase());
    }
  });
});
