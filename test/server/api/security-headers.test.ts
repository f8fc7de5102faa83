import { readConfig, type RunningServer, serveNode } from "@tools-api/server/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const settings = { PORT: "0", DATABASE_URL: "memory:", LOG_LEVEL: "silent" };
let server: RunningServer;
let plain: RunningServer;

beforeAll(async () => {
  server = await serveNode(readConfig({ ...settings, PUBLIC_URL: "https://tools.example" }));
  plain = await serveNode(readConfig(settings));
});
afterAll(() => Promise.all([server.close(), plain.close()]));

const requests: [method: string, path: string, status: number][] = [
  ["GET", "/v1/user/profile", 401],
  ["OPTIONS", "/v1/user/profile", 204],
  ["POST", "/v1/user/profile", 405],
  ["GET", "/v1/nothing", 404],
  ["GET", "/nothing", 404],
  ["GET", "/healthz", 200],
  ["POST", "/healthz", 404],
  ["GET", "/readyz", 200],
  ["GET", "/metrics", 200],
  ["GET", "/openapi.json", 200],
  ["GET", "/docs", 200],
  ["GET", "/assets/none/none.css", 404],
  ["GET", "/", 200],
  ["GET", "/keys", 303],
  ["GET", "/sign-in", 200],
  ["GET", "/account/keys", 401],
  ["GET", "/.well-known/oauth-authorization-server", 200],
  ["GET", "/oauth/jwks", 200],
  ["GET", "/oauth/token", 405],
  ["POST", "/oauth/token", 400],
  ["OPTIONS", "/oauth/token", 204],
  ["GET", "/oauth/authorize", 400],
];

describe("every response", () => {
  it.each(requests)(
    "forbids content sniffing and, under an https PUBLIC_URL, plain http: %s %s",
    async (method, path, status) => {
      const [secure, insecure] = await Promise.all(
        [server, plain].map(({ url }) => fetch(url + path, { method, redirect: "manual" })),
      );
      expect(secure?.status).toBe(status);
      expect(secure?.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(secure?.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
      expect(insecure?.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(insecure?.headers.get("Strict-Transport-Security")).toBeNull();
    },
  );

  it("forbids content sniffing and plain http for the assets of the pages", async () => {
    const page = await (await fetch(`${server.url}/sign-in`)).text();
    const path = /href="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? "";
    const { status, headers } = await fetch(server.url + path);
    expect([status, headers.get("X-Content-Type-Options"), headers.get("Strict-Transport-Security")]).toEqual(
      [200, "nosniff", "max-age=31536000"],
    );
  });
});
