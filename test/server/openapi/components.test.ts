import { beforeAll, describe, expect, it } from "vitest";
import { managementServer } from "../management-server.ts";

interface Document {
  paths: Record<string, Record<string, { description?: string; responses: Record<string, object> }>>;
  components: Record<string, Record<string, object>>;
}

let document: Document;

beforeAll(async () => {
  // The tests check the shape.
  document = (await (await managementServer().call("GET /openapi.json")).json()) as Document;
});

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Returns all schemas of bodies. */
function bodySchemas(): object[] {
  const found: object[] = [];
  JSON.stringify([document.paths, document.components["responses"]], (key, value: unknown) => {
    if (key === "application/json" || key === "application/problem+json")
      found.push((value as { schema: object }).schema);
    return value;
  });
  return found;
}

describe("the components of /openapi.json", () => {
  it("have every record and every request, by the name of the thing", () => {
    expect(Object.keys(document.components["schemas"] ?? {})).toEqual(
      expect.arrayContaining([
        "TextAnalysis",
        "TextAnalyzerRequest",
        "ConvertedImage",
        "ImageConverterRequest",
        "UsageReport",
        "Profile",
        "Account",
        "ApiKey",
        "ApiKeyPage",
        "CreateKeyRequest",
        "Invoice",
        "InvoiceLine",
        "Plan",
        "Price",
        "Quota",
        "Session",
        "OAuthClient",
        "Grant",
        "Problem",
      ]),
    );
    for (const schema of bodySchemas()) expect(Object.keys(schema)).toEqual(["$ref"]);
  });

  it("have one name for each record, and no two with the same contents", () => {
    for (const [kind, components] of Object.entries(document.components)) {
      const names = Object.keys(components);
      // A number would tell two components apart that have the same name.
      expect(names.filter((name) => /\d$/.test(name) && name !== "oauth2")).toEqual([]);
      if (kind === "securitySchemes") continue;
      const contents = names.map((name) => JSON.stringify(components[name]));
      expect(names.filter((_, index) => contents.indexOf(contents[index] ?? "") !== index)).toEqual([]);
    }
  });

  it("are referenced by every response of an error, and by every header", () => {
    for (const { responses } of operations()) {
      const failures = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
      for (const [, response] of failures) expect(Object.keys(response)).toEqual(["$ref"]);
    }
    for (const response of Object.values(document.components["responses"] ?? {}))
      for (const header of Object.values("headers" in response ? (response.headers as object) : {}))
        expect(header).toHaveProperty("$ref");
  });

  it("describe the defaults of requests, which generators would require as `default`", () => {
    expect(JSON.stringify(document)).not.toContain('"default":');
    expect(document.components["schemas"]?.["TextAnalyzerRequest"]).toMatchObject({
      properties: { offset_unit: { description: expect.stringContaining("Default: `utf16`.") } },
    });
  });
});

describe("the operations of /openapi.json", () => {
  it("all have a description", () => {
    expect(operations().filter(({ description }) => !description)).toEqual([]);
  });

  it("name each status of a response, and no range", () => {
    const statuses = operations().flatMap(({ responses }) => Object.keys(responses));
    expect(statuses.filter((status) => !/^\d{3}$/.test(status))).toEqual([]);
  });

  it("take at most 608 KiB with their code samples, half of their size without components and samples", () => {
    expect(JSON.stringify(document).length).toBeLessThan(608 * 1024);
  });
});
