import { createOAuthClient } from "@tools-api/core/oauth";
import { allowClient } from "@tools-api/core/internal/identity";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createApiKey } from "@tools-api/core/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSigner, type Signer } from "../engines/issuers/signer.ts";
import { pageRoutes } from "../server/account/dashboard/all-pages.ts";
import { type OpenApiDocument, readDocument } from "../server/openapi/described.ts";
import { startWhole, type WholeServer } from "./whole-server.ts";

/** The paths that another party was asked for. */
const asked: string[] = [];

let others: Server;
let elsewhere: string;
let signer: Signer;
let server: WholeServer;
let document: OpenApiDocument;
let owner: Awaited<ReturnType<WholeServer["owner"]>>;
let operator: typeof owner;

beforeAll(async () => {
  signer = await newSigner("ES256", "k");
  others = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => others.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  elsewhere = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;
  server = await startWhole();
  owner = await server.owner();
  operator = await server.operator();
  // The tests of the document check the shape.
  document = await readDocument(await server.call("GET /openapi.json"));
});
afterAll(async () => {
  others.closeAllConnections();
  others.close();
  await server.close();
});

interface Operation {
  call: string;
  /** A key that can make the call. */
  bearer: string;
  path: string;
  method: string;
  /** The field names of its JSON body. Absent if it has none. */
  fields: string[] | undefined;
  query: string[];
}

/** Returns all operations of the document. */
function operations(): Operation[] {
  return Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, { requestBody, parameters = [] }]) => {
      const schema = requestBody?.content["application/json"]?.schema;
      const fields = schema && "properties" in schema ? Object.keys(Object(schema.properties)) : undefined;
      const query = parameters.filter((one) => one.in === "query").map(({ name }) => name);
      const url = path
        .replace("{account}", owner.account.id)
        .replace("{id}", "none")
        .replace("{delivery}", "none")
        .replace("{event}", "none")
        .replace("{token}", "none");
      const bearer = path.startsWith("/operator") ? operator.key : owner.key;
      return { call: `${method.toUpperCase()} ${url}`, bearer, path, method, fields, query };
    }),
  );
}

// The owner of a lost password has no credential.
const management = () =>
  operations().filter(
    ({ path }) => path.startsWith("/account") && !path.startsWith("/account/password-reset"),
  );

const keyWith = async (granted: string[]) =>
  (await createApiKey(server.stores.documents, owner.account.id, { scopes: granted }, { at: Date.now() }))
    .secret;

describe("API1:2023 Broken Object Level Authorization", () => {
  // Every call with an id, by every caller: isolation.test.ts.
  it("has no call with a parameter for the owner of objects, which is always the caller", async () => {
    const owning = /^(account|account_id|user|user_id|owner|tenant|email_of|customer)$/;
    // Only the operator's log is of all accounts.
    const ofCallers = operations().filter(({ call }) => call !== "GET /operator/audit");
    for (const { call, fields = [], query } of ofCallers)
      expect([call, ...fields, ...query].filter((name) => owning.test(name))).toEqual([]);
    const other = await server.owner();
    for (const path of ["/v1/user/profile", "/v1/analytics/usage", "/account", "/account/keys"])
      for (const name of ["id", "account_id", "user_id"]) {
        const call = `GET ${path}?${name}=${other.account.id}`;
        expect((await server.call(call, { bearer: owner.key })).status, call).toBe(422);
      }
  });
});

describe("API2:2023 Broken Authentication", () => {
  // Keys, tokens, sessions, guesses and links have their own files. test/attacks.md lists the attacks.
  it("accepts a credential in one place, and rejects two credentials", async () => {
    const { key } = owner;
    const bearer = ["Authorization", `Bearer ${key}`];
    const status = async (headers: string[]) => (await server.raw("GET /v1/user/profile", headers)).status;
    expect(await status(bearer)).toBe(200);
    for (const headers of [
      [...bearer, "Authorization", "Bearer x"],
      ["Authorization", "Bearer x", ...bearer],
      ["Authorization", `Basic ${btoa(`${key}:`)}`],
      ["Authorization", key],
      ["Proxy-Authorization", `Bearer ${key}`],
      ["X-API-Key", key],
      ["Cookie", `session=${key}; access_token=${key}`],
    ])
      expect(await status(headers), headers.join(" ").replaceAll(key, "KEY")).toBe(401);
  });

  it("rejects a credential with a control character, whichever parser reads the header", async () => {
    const status = (credential: string, isLenient: boolean) =>
      server.rawStatus(
        `GET /v1/user/profile HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${credential}\r\n\r\n`,
        isLenient,
      );
    const [head, tail] = [owner.key.slice(0, 20), owner.key.slice(20)];
    expect(await status(owner.key, true)).toBe(200);
    for (const character of ["\t", "\u0001", "\u007f", "\u001b"]) {
      expect(await status(`${head}${character}${tail}`, true)).toBe(401);
      expect([400, 401]).toContain(await status(`${head}${character}${tail}`, false));
    }
  });
});

describe("API3:2023 Broken Object Property Level Authorization", () => {
  // The stored fields of an account, key, client, grant or session, and fields that an attacker can guess.
  const properties =
    "id account account_id status role is_admin plan daily_limit scopes created_at revoked_at expires_at digest " +
    "secret client_secret secret_digest generation previous_ends_at cycle_anchor type grant_types authorizations " +
    "revoked_tokens constructor prototype";

  it("rejects every unknown field of a call, and lists all of them (mass assignment)", async () => {
    const withBody = operations().filter(({ fields }) => fields);
    expect(withBody.length).toBeGreaterThanOrEqual(12);
    for (const { call, bearer, fields = [] } of withBody) {
      const unknown = properties.split(" ").filter((name) => !fields.includes(name));
      // An error lists at most 20 fields.
      for (const names of [unknown.slice(0, 13), unknown.slice(13)]) {
        const body = Object.fromEntries(names.map((name) => [name, null]));
        const response = await server.call(call, { bearer, body });
        expect(response.status, call).toBe(422);
        // The shape of a problem.
        const { errors } = (await response.json()) as { errors: { pointer: string }[] };
        const pointers = errors.map(({ pointer }) => pointer);
        expect(pointers, call).toEqual(expect.arrayContaining(names.map((name) => `#/${name}`)));
      }
    }
  });

  it("returns no secret, no digest and no internal field", async () => {
    const { documents } = server.stores;
    const { account, key } = await server.owner();
    const fields = { name: "App", redirectUris: ["https://app.example/"], scopes: ["usage:read"] };
    const { client } = await createOAuthClient(documents, account.id, fields, { at: Date.now() });
    const allowed = { account: account.id, client: client.id, scopes: ["usage:read"] };
    await allowClient(server.stores, allowed, Date.now());
    const internal =
      /digest|hash|salt|secret|fence|revision|version|generation|revoked_tokens|not_before|authorizations|anchor|pepper/i;
    for (const { call, method, path } of operations().filter((one) =>
      /^\/(v1|account|operator)/.test(one.path),
    )) {
      if (method !== "get") continue;
      const bearer = path.startsWith("/operator") ? operator.key : key;
      const text = await (await server.call(call.replace(owner.account.id, account.id), { bearer })).text();
      expect(text, call).not.toMatch(/scrypt|[0-9a-f]{64}|tk_live_\w{5}|tcs_/);
      for (const [, name = ""] of text.matchAll(/"([^"\\]*)":/g)) {
        // The version of a plan is public.
        const isOfPlan = name === "version" && /\/(plan|accounts)\b/.test(call);
        expect(isOfPlan ? "" : name, call).not.toMatch(internal);
        expect(name, call).toMatch(/^[a-z0-9_-]+$/);
      }
    }
  });
});

describe("API4:2023 Unrestricted Resource Consumption", () => {
  // Images, texts, queues, memory and time: image-*.test.ts, long-texts.test.ts, overload.test.ts. Calls: metering.
  const form = "application/x-www-form-urlencoded";

  it("rejects a body without a length as soon as it is too large", async () => {
    const status = async (path: string, type: string, headers: Record<string, string>) => {
      let sent = 0;
      const body = new ReadableStream({
        pull(controller) {
          sent += 16_384;
          controller.enqueue(new Uint8Array(16_384).fill(0x20));
          if (sent > 50e6) controller.close();
        },
      });
      const init = { method: "POST", headers: { ...headers, "Content-Type": type }, body, duplex: "half" };
      const response = await fetch(server.url + path, init);
      expect(sent, path).toBeLessThan(20e6);
      return response.status;
    };
    const browser = { Cookie: owner.cookie, Origin: server.url };
    expect(await status("/account/keys", "application/json", { Authorization: `Bearer ${owner.key}` })).toBe(
      413,
    );
    expect(await status("/oauth/token", form, {})).toBe(413);
    expect(await status("/password", form, browser)).toBe(413);
  });

  it("returns at most a hundred items of any list", async () => {
    const lists = operations().filter(({ query }) => query.includes("limit"));
    expect(lists.length).toBeGreaterThanOrEqual(4);
    for (const { call, bearer } of lists)
      for (const [limit, status] of [
        [100, 200],
        [101, 422],
        [0, 422],
      ])
        expect((await server.call(`${call}?limit=${limit}`, { bearer })).status, call).toBe(status);
  });
});

describe("API5:2023 Broken Function Level Authorization", () => {
  it("lets only keys with the scope read or change the account", async () => {
    const [calling, reading] = [
      await keyWith(["text:analyze", "profile:read"]),
      await keyWith(["account:read"]),
    ];
    expect(management().length).toBeGreaterThan(20);
    for (const { call, method, fields } of management())
      for (const bearer of method === "get" ? [calling] : [calling, reading]) {
        const response = await server.call(call, { bearer, body: fields && {} });
        expect(response.status, call).toBe(403);
      }
    expect((await server.call("GET /v1/user/profile", { bearer: reading })).status).toBe(403);
  });
});

describe("API7:2023 Server Side Request Forgery", () => {
  it("never fetches a URL from a caller: in images, URIs, requests or tokens", async () => {
    asked.length = 0;
    const secret = `${elsewhere}/secret`;
    const inSvg = (content: string, before = "") =>
      `${before}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">` +
      `<rect width="9" height="9"/>${content}</svg>`;
    const pictures = [
      inSvg(`<image href="${secret}" width="9" height="9"/>`),
      inSvg(`<style>@import url(${secret}); rect { fill: url(${secret}#a) }</style>`),
      inSvg("<text>&x;</text>", `<!DOCTYPE svg [<!ENTITY x SYSTEM "${secret}">]>`),
    ];
    const convert = (image: string) =>
      server.call("POST /v1/tools/image-converter", { bearer: owner.key, body: { image, format: "png" } });
    const statuses = await Promise.all(
      pictures.map(async (svg) => (await convert(Buffer.from(svg).toString("base64"))).status),
    );
    expect(statuses.every((status) => status === 200 || status === 422)).toBe(true);
    expect((await convert(Buffer.from(inSvg("")).toString("base64"))).status).toBe(200);
    for (const image of [secret, `data:,${secret}`, `data:text/uri-list,${secret}`, "file:///etc/passwd"])
      expect((await convert(image)).status, image).toBe(422);
    const redirect_uris = [`${secret}/callback`];
    const app = { name: "App", redirect_uris };
    const made = await server.call("POST /account/clients", { bearer: owner.key, body: app });
    // The response of the call on success.
    const { id } = (await made.json()) as { id: string };
    expect(made.status).toBe(201);
    const body = { ...app, jwks_uri: secret, logo_uri: secret, sector_identifier_uri: secret };
    expect((await server.call("POST /account/clients", { bearer: owner.key, body })).status).toBe(422);
    const query = new URLSearchParams({
      client_id: id,
      redirect_uri: redirect_uris[0] ?? "",
      response_type: "code",
      request_uri: secret,
    });
    expect((await server.call(`GET /oauth/authorize?${query}`)).status).toBe(303);
    for (const header of [{ jku: secret }, { x5u: secret }, { kid: secret }]) {
      const token = await signer.sign({ iss: "https://nobody.example", jwks_uri: secret }, header);
      expect((await server.call("GET /v1/user/profile", { bearer: token })).status).toBe(401);
    }
    const text = { text: `See ${secret} and ![x](${secret}).` };
    expect(
      (await server.call("POST /v1/tools/text-analyzer", { bearer: owner.key, body: text })).status,
    ).toBe(200);
    expect(asked).toEqual([]);
  });
});

/** Returns method and path of every route in the server's router. */
function servedRoutes(): string[] {
  const routes = server.app.routes.filter(({ method }) => method !== "ALL");
  return [
    ...new Set(
      routes.map(
        ({ method, path }) => `${method} ${path.replaceAll(/:(id|account|delivery|event|token)\b/g, "{$1}")}`,
      ),
    ),
  ].toSorted();
}

const oauthPaths = "authorize introspect jwks register revoke token"
  .split(" ")
  .map((name) => `/oauth/${name}`);
const metadataPaths = [
  "oauth-authorization-server",
  "oauth-protected-resource",
  "oauth-protected-resource/mcp",
].flatMap((name) => [`/.well-known/${name}`, `/.well-known/${name}/`]);

describe("API8:2023 Security Misconfiguration", () => {
  it("allows pages of other sites to read only public resources, and without cookies", async () => {
    const open = new Set([
      ...metadataPaths,
      "/oauth/jwks",
      "/oauth/register",
      "/oauth/token",
      "/oauth/revoke",
    ]);
    for (const route of servedRoutes()) {
      const [method = "", path = ""] = route.split(" ");
      const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": method };
      for (const asking of ["OPTIONS", method === "GET" ? "GET" : "OPTIONS"]) {
        const url = path.replace("{id}", "none").replace("{account}", "none");
        const response = await server.call(`${asking} ${url}`, { headers });
        const allowed = response.headers.get("Access-Control-Allow-Origin");
        expect(allowed, `${asking} ${path}`).toBe(open.has(path) ? "*" : null);
        expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
      }
    }
  });

  it("reveals no cause, path or version in an error", async () => {
    const failing = [
      await server.call("GET /account", { bearer: "explode" }),
      await server.call("GET /v1/user/profile", { bearer: "explode" }),
      await server.call("POST /oauth/token", { body: {} }),
      await server.call("GET /nothing"),
      await server.call("GET /oauth/authorize?client_id=%ff"),
      await server.call("POST /sign-in", { headers: { Origin: server.url, "Content-Type": "text/plain" } }),
      await server.call("POST /account/keys", { bearer: owner.key, headers: { "Content-Type": "%" } }),
    ];
    expect(failing.map(({ status }) => status)).toEqual([500, 500, 400, 404, 400, 415, 415]);
    for (const response of failing) {
      for (const name of ["Server", "X-Powered-By", "X-AspNet-Version", "Via"])
        expect(response.headers.get(name)).toBeNull();
      const text = await response.text();
      expect(text).not.toMatch(
        /a word of ours|\n\s+at |node_modules|\.ts\b|\/packages\/|zod|hono|node\/|v\d+\.\d+\.\d+/i,
      );
    }
  });

  it("rejects unknown methods, and never echoes header fields (cross-site tracing)", async () => {
    const sent = ["Cookie", owner.cookie, "Origin", server.url, "X-Canary", "canary"];
    for (const path of ["/", "/sign-in", "/account/keys", "/v1/user/profile", "/oauth/token", "/nothing"])
      for (const method of ["TRACE", "PURGE"]) {
        const { status, body, headers } = await server.raw(`${method} ${path}`, sent);
        expect([404, 405], `${method} ${path}`).toContain(status);
        expect(body + JSON.stringify(headers)).not.toMatch(/canary|session=/);
      }
    const overrides = { "X-HTTP-Method-Override": "DELETE", "X-HTTP-Method": "DELETE" };
    expect((await server.call("GET /account", { bearer: owner.key, headers: overrides })).status).toBe(200);
  });
});

/** The files that pages load or link to. */
const files = [
  ..."/docs.md /docs/errors.md /docs/guides.md /docs/changelog.md /docs/search.json /llms.txt".split(" "),
  ..."/favicon.ico /robots.txt /sitemap.xml".split(" "),
  ..."/assets/:folder/:name /usage.csv /operator/billing/invoices.csv /sign-in/passkey.json".split(" "),
];

/** The targets of forms whose path is no page's. */
const targets = [
  "/preferences",
  ..."/sign-out /profile/sessions/end /profile/verify /profile/mails /sign-in/passkey".split(" "),
  ..."/keys/:id/rotate /plan/cancel-change /plan/payment-method /plan/portal /plan/retry-payments".split(" "),
  ...["/webhooks", "/operator/endpoints"].flatMap((path) =>
    ["send", "rotate", "enable"].map((change) => `${path}/:id/${change}`),
  ),
];

describe("API9:2023 Improper Inventory Management", () => {
  it("serves only documented routes: the API in /openapi.json, OAuth in its metadata, and the pages", async () => {
    const described = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const served = servedRoutes();
    expect(described.filter((route) => !served.includes(route))).toEqual([]);
    const metadata = await (await server.call(`GET ${metadataPaths[0]}`)).text();
    for (const path of oauthPaths) expect(metadata).toContain(`"${server.url}${path}"`);
    const known = new Set([...oauthPaths, ...metadataPaths]);
    const rest = served
      .filter((route) => !described.includes(route) && !known.has(route.split(" ")[1] ?? ""))
      .map((route) => route.replaceAll(/[{}]/g, (brace) => (brace === "{" ? ":" : "")));
    const pages = pageRoutes.filter(
      (path) =>
        path !== "/*" && !described.includes(`GET ${path.replace(":id", "{id}")}`) && !known.has(path),
    );
    expect(rest.filter((route) => route.startsWith("GET ")).toSorted()).toEqual(
      [...new Set([...pages, ...files])].map((path) => `GET ${path}`).toSorted(),
    );
    const accepting = new Set([...pages, ...targets].map((path) => `POST ${path}`));
    expect(rest.filter((route) => !route.startsWith("GET ") && !accepting.has(route))).toEqual([]);
  });
});
