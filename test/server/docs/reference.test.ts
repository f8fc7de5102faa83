import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { errorCodes } from "@tools-api/core";
import { createApi } from "@tools-api/server";
import { beforeAll, describe, expect, it } from "vitest";
import qrCode from "../../../examples/tools/qr-code.ts";
import { readDocument } from "../openapi/described.ts";
import { type ManagementServer, managementServer } from "../management-server.ts";

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<
    string,
    { description: string; headers?: object; content?: Record<string, { schema?: Schema }> }
  >;
}

let server: ManagementServer;
/** All pages of the reference, as one text. */
let reference: string;
/** The pages by their path. */
let pages: Map<string, string>;
let errors: string;
let operations: { method: string; path: string; operation: Operation }[];

beforeAll(async () => {
  server = managementServer();
  const readPage = async (path: string) => (await server.call(`GET ${path}`)).text();
  const start = await readPage("/docs");
  const paths = [...new Set(all(start, /href="(\/docs\/reference\/[^"#]+)/g))];
  pages = new Map();
  for (const path of paths) pages.set(path, await readPage(path));
  // The first page lists the operations. Their sections are on the others.
  pages.set("/docs", start);
  reference = [...pages.values()].join("\n");
  errors = await (await server.call("GET /docs/errors")).text();
  const document = await readDocument<{ paths: Record<string, Record<string, Operation>> }>(
    await server.call("GET /openapi.json"),
  );
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
});

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = ""]) => found);
const idsOf = (html: string) => all(html, /\sid="([^"]+)"/g);

/** Returns the visible text of a page, without tags. */
const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Returns the paths of all fields of a schema, at any depth. */
function fieldPaths(schema: Schema = {}): string[] {
  const here = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    name,
    ...fieldPaths(field).map((path) => `${name}.${path}`),
  ]);
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(fieldPaths);
  return [...here, ...inner];
}

describe("the reference", () => {
  it("has a section for every operation, with its method, path and description", () => {
    const words = wordsOf(reference);
    for (const { method, path, operation } of operations) {
      const { operationId, summary, description = "" } = operation;
      const [section = ""] = reference.split(`id="${operationId}"`).slice(1);
      expect(wordsOf(section.slice(section.indexOf(">") + 1)), operationId).toMatch(
        new RegExp(`^${method} ${path.replaceAll(/[{}]/g, String.raw`\$&`)}`),
      );
      for (const text of [summary, description])
        expect(words, operationId).toContain(text.replaceAll("`", ""));
    }
  });

  it("has one anchor for every parameter and every field of every body and response", () => {
    const ids = idsOf(reference);
    expect(ids.length).toBeGreaterThan(400);
    for (const html of pages.values()) {
      const own = idsOf(html);
      expect(own.filter((id, index) => own.indexOf(id) !== index)).toEqual([]);
    }
    const expected = operations.flatMap(({ operation }) => {
      const { operationId, parameters = [], requestBody, responses } = operation;
      const [first] = Object.keys(requestBody?.content ?? {});
      const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
        fieldPaths(schema).map((path) => (type === first ? `body.${path}` : `${type}.${path}`)),
      );
      const answers = Object.entries(responses)
        .filter(([status]) => status.startsWith("2"))
        .flatMap(([, { content = {} }]) =>
          Object.values(content).flatMap(({ schema }) => fieldPaths(schema)),
        );
      return [
        ...parameters.map(({ name, in: place }) => `${place}.${name}`),
        ...bodies,
        ...answers.map((path) => `answer.${path}`),
      ].map((path) => `${operationId}.${path}`);
    });
    expect(expected.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("documents every header, status and error code of the responses, and every allowed value of a field", () => {
    const words = wordsOf(reference);
    for (const { operation } of operations) {
      const [, section = ""] = reference.split(`id="${operation.operationId}"`);
      const [own = ""] = section.split("</section>");
      for (const [status, { description, headers = {} }] of Object.entries(operation.responses)) {
        expect(own).toContain(`>${status}</span>`);
        for (const code of all(description, /`([a-z_]+)`:/g)) expect(own).toContain(`/docs/errors#${code}"`);
        for (const name of Object.keys(headers))
          expect(reference, name).toContain(`id="header-${name.toLowerCase()}"`);
      }
      for (const { schema } of operation.parameters ?? [])
        for (const value of schema.enum ?? []) expect(words).toContain(String(value));
    }
  });

  it("has no broken links", () => {
    const shown = new Map([...pages, ["/docs/errors", errors]]);
    const targets = new Map([...shown].map(([path, html]) => [path, new Set(idsOf(html))]));
    for (const [own, html] of shown)
      for (const link of all(html, /href="([^"]*#[^"]+)"/g)) {
        const [path = "", id = ""] = link.split("#");
        if (path.startsWith("https://iana.org/")) continue;
        expect(targets.get(path || own)?.has(decodeURIComponent(id)), link).toBe(true);
      }
  });

  it("opens with a call, its response and an error, then limits, and ends with rules and what only operators call", () => {
    const start = pages.get("/docs") ?? "";
    const places = [
      "curl-first",
      "answer-first",
      "problem-first",
      "limits-and-costs",
      "authentication",
      "headers",
      "rules",
    ];
    const found = places.map((id) => start.indexOf(`id="${id}"`));
    expect(found).toEqual(found.filter((place) => place > 0).toSorted((one, other) => one - other));
    const [, article = ""] = start.split("<article>");
    const [callers = "", operators = ""] = article.split('id="for-operators"');
    expect(callers).not.toMatch(/id="operator-|href="\/docs\/reference\/operator/);
    expect(operators).toContain("/docs/reference/operator");
  });

  it("says for the errors of a tool what to change, with its limits, and shows the tables of the tool", () => {
    const text = wordsOf(pages.get("/docs/reference/text-analyzer") ?? "");
    const image = wordsOf(pages.get("/docs/reference/image-converter") ?? "");
    for (const words of [
      "1,000,000 bytes",
      "The call does not count.",
      "How to read a sentiment",
      "German (de)",
    ])
      expect(text).toContain(words);
    for (const words of ["50 megapixels", "25 MiB", "larger_than_original"]) expect(image).toContain(words);
  });

  it("is compressed, and cached with revalidation", async () => {
    const small = await server.call("GET /docs", { headers: { "Accept-Encoding": "gzip, deflate, br" } });
    expect(small.headers.get("Content-Encoding")).toBe("br");
    const first = await server.call("GET /docs", { headers: { "Accept-Encoding": "gzip" } });
    expect(first.headers.get("Cache-Control")).toBe("no-cache");
    expect(first.headers.get("Content-Encoding")).toBe("gzip");
    const tag = first.headers.get("ETag") ?? "";
    expect(tag).not.toBe("");
    const again = await server.call("GET /docs", { headers: { "If-None-Match": tag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const other = await server.call("GET /docs", { headers: { "If-None-Match": '"another"' } });
    expect(other.status).toBe(200);
    const refusing = await server.call("GET /docs", { headers: { "Accept-Encoding": "gzip;q=0, *" } });
    expect(refusing.headers.get("Content-Encoding")).toBeNull();
  });
});

describe("the pages of the reference", () => {
  it("load nothing from other origins, and run only scripts of this server", async () => {
    for (const path of [...pages.keys(), "/docs/errors"]) {
      const response = await server.call(`GET ${path}`);
      expect(response.headers.get("Content-Security-Policy")).toBe(
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
          "style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      const html = await response.text();
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
      const loaded = all(html, /<(?:link|script|img|form|iframe)[^>]*\s(?:href|src|action)="([^"]*)"/g);
      const own = /^(?:#end|\/(?:assets\/.*|sign-out|preferences|docs\/search|docs(?:\/[\w/-]+)?\.md))$/;
      expect(loaded.filter((url) => !own.test(url))).toEqual([]);
      for (const url of loaded.filter((name) => name.endsWith(".css"))) {
        const asset = await server.call(`GET ${url}`);
        expect(asset.status).toBe(200);
        expect(await asset.text()).not.toMatch(/url\((?!"data:image\/svg)|@import/);
      }
    }
  });

  it("are served next to an API without accounts, under the path of its public URL", async () => {
    const documents = memoryDocuments();
    const api = createApi({
      documents,
      usage: memoryUsage(),
      authenticator: apiKeyAuthenticator({ documents }),
      publicUrl: "https://api.example.com/tools",
    });
    for (const path of ["/docs", "/docs/errors"]) {
      const html = await (await api.request(path)).text();
      const links = all(html, /(?:href|src)="([^"#][^"]*)"/g).filter((link) => !link.startsWith("data:"));
      expect(links.filter((link) => !/^\/tools\/|^https:\/\/iana\.org\//.test(link))).toEqual([]);
      expect(html).not.toMatch(/\/account\/|\/sign-in|aria-label="Sections"/);
      const [script = ""] = all(html, /<script[^>]*src="\/tools([^"]+)"/g);
      expect((await api.request(script)).status).toBe(200);
    }
  });
});

describe("GET /docs/errors", () => {
  const sectionOf = (code: string) => {
    const [, section = ""] = errors.split(`<section class="card" id="${code}"`);
    return wordsOf(section.split("</section>")[0] ?? "");
  };

  it("has a section for every code, with its explanation and an example body", () => {
    for (const [code, sentence] of Object.entries(errorCodes)) {
      const section = sectionOf(code);
      expect(section, code).toContain(sentence);
      expect(section).toContain(`"code": "${code}"`);
    }
  });

  it("is the target of a problem's type, and documents the actual message, status and whether the call counts", async () => {
    const owner = await server.owner({ scopes: ["text:analyze", "qr:create", "usage:read"] });
    const text = "/v1/tools/text-analyzer";
    const bearer = owner.key;
    const vietnamese = "Hôm nay trời đẹp và nắng ấm khắp thành phố.";
    const own = managementServer({ stores: server, tools: [qrCode] });
    const calls: [string, string, object, ManagementServer?][] = [
      ["invalid_json", `POST ${text}`, { bearer, body: "{" }],
      ["invalid_request", `POST ${text}?api_key=x`, { bearer, body: { text: "a" } }],
      ["missing_credentials", `GET ${text}`.replace("GET", "POST"), { body: { text: "a" } }],
      ["invalid_credentials", `POST ${text}`, { bearer: `tk_live_${"0".repeat(38)}`, body: { text: "a" } }],
      ["insufficient_scope", "GET /v1/user/profile", { bearer }],
      ["not_found", "GET /v1/tools/translator", { bearer }],
      ["method_not_allowed", "POST /v1/user/profile", { bearer }],
      [
        "unsupported_media_type",
        `POST ${text}`,
        { bearer, body: "a", headers: { "Content-Type": "text/plain" } },
      ],
      ["payload_too_large", "POST /v1/tools/qr-code", { bearer, body: { text: "a".repeat(1_204_118) } }, own],
      ["invalid_parameter", "GET /v1/analytics/usage?granularity=year", { bearer }],
      [
        "unsupported_language",
        `POST ${text}`,
        { bearer, body: { text: vietnamese, analysis_type: "sentiment" } },
      ],
      [
        "cross_origin_request",
        "POST /account/keys",
        { as: owner, headers: { Origin: "https://evil.example" } },
      ],
      ["conflict", "POST /account/plan", { as: owner, body: { plan: "free" } }],
    ];
    const used = async () => {
      const response = await server.call("GET /account/usage", { as: owner });
      return ((await response.json()) as { quota: { used: number } }).quota.used;
    };
    for (const [code, call, options, on = server] of calls) {
      const before = await used();
      const response = await on.call(call, options);
      const problem = (await response.json()) as { code: string; type: string; message: string };
      expect(problem.code, `${call}: ${problem.message}`).toBe(code);
      expect(problem.type).toBe(`http://localhost:3000/docs/errors#${code}`);
      const section = sectionOf(code);
      expect(section).toContain(String(response.status));
      expect(section.includes("Yes, under /v1."), code).toBe((await used()) > before);
      expect(section.includes("The seconds after which a retry can succeed.")).toBe(
        response.headers.has("Retry-After"),
      );
      // Names of analyses and plans differ.
      const shown = JSON.stringify(problem.message)
        .replace("but sentiment", "but the analysis")
        .replace("free", "pro");
      expect(section).toContain(`"message": ${shown}`);
    }
  });
});

describe("an unknown path", () => {
  it("returns a page to browsers, and a problem to programs and under /v1", async () => {
    const browser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const page = await server.call("GET /nothing", { headers: browser });
    expect([page.status, page.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain("There is nothing at /nothing.");
    for (const [path, headers] of [
      ["/nothing", {}],
      ["/nothing", { Accept: "*/*" }],
      ["/v1/nothing", browser],
      ["/account/nothing", browser],
    ] as const) {
      const response = await server.call(`GET ${path}`, { headers });
      expect([response.status, response.headers.get("Content-Type")]).toEqual([
        404,
        "application/problem+json",
      ]);
    }
  });
});
