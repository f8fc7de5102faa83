import { describe, expect, it } from "vitest";
import { getRequest, jsonRequest } from "../contract.ts";
import { memoryApi } from "../memory-api.ts";

const profile = {
  path: "/v1/user/profile",
  since: "2026-12-01T00:00:00Z",
  sunset: "2027-06-01T00:00:00Z",
  guide: "https://api.example.com/guides/profile",
};

describe("a deprecated route", () => {
  it("says so in every response, with the instants of RFC 9745 and RFC 8594", async () => {
    const { api, secret } = await memoryApi({ deprecations: [profile] });
    // The credential is cached from the second call on.
    const responses = [
      await api.request(profile.path, getRequest(secret)),
      await api.request(profile.path, getRequest(secret)),
      await api.request(profile.path),
      await api.request(profile.path, { method: "DELETE" }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 401, 405]);
    for (const { headers } of responses) {
      expect(headers.get("Deprecation")).toBe("@1796083200");
      expect(headers.get("Sunset")).toBe("Tue, 01 Jun 2027 00:00:00 GMT");
      expect(headers.get("Link")).toBe(`<${profile.guide}>; rel="deprecation sunset"; type="text/html"`);
    }
  });

  it("is marked in the OpenAPI document, and others are not", async () => {
    const { api } = await memoryApi({ deprecations: [profile] });
    const { paths } = await (await api.request("/openapi.json")).json();
    expect(paths[profile.path].get.deprecated).toBe(true);
    expect(paths["/v1/tools/text-analyzer"].post).not.toHaveProperty("deprecated");
  });

  it("says so to pages of other origins", async () => {
    const exposed = async (deprecations: (typeof profile)[]) => {
      const { api, secret } = await memoryApi({ deprecations, corsOrigins: "*" });
      const request = new Request("http://localhost/v1/user/profile", getRequest(secret));
      request.headers.set("Origin", "https://app.example.com");
      return (await api.request(request)).headers.get("Access-Control-Expose-Headers") ?? "";
    };
    expect(await exposed([profile])).toMatch(/Deprecation, *Sunset, *Link/);
    expect(await exposed([])).not.toContain("Deprecation");
  });

  it("leaves the responses of other routes as they are", async () => {
    const { api, secret } = await memoryApi({ deprecations: [profile] });
    const response = await api.request("/v1/tools/text-analyzer", jsonRequest(secret, { text: "Hi." }));
    expect(response.headers.get("Deprecation")).toBeNull();
  });

  it.each([
    [
      { ...profile, since: "soon" },
      'deprecations: expected an instant in RFC 3339 as since, received "soon"',
    ],
    [
      { ...profile, sunset: "2026-11-01T00:00:00Z" },
      "deprecations: expected a sunset after 2026-12-01T00:00:00Z, received 2026-11-01T00:00:00Z",
    ],
  ])("is refused with malformed instants: %#", async (route, message) => {
    await expect(memoryApi({ deprecations: [route] })).rejects.toThrow(message);
  });
});
