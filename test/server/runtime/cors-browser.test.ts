import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, startBrowser, type TestBrowser, type Visitor } from "../../engines/chromium.ts";
import { servePage } from "../../engines/page-origin.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { startServerOn, type StartedServer, temporaryFolder } from "../server-process.ts";

/** The response that a script of a page can read, or the error that it gets. */
interface Read {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  error?: string;
}

/** Calls the API from a script of the page. */
function call({ page }: Visitor, url: string, init: RequestInit = {}): Promise<Read> {
  // Playwright sends only JSON to the page.
  const plain = init as { method?: string; headers?: Record<string, string>; body?: string };
  return page.evaluate(
    async ([target, options]): Promise<Read> => {
      try {
        const response = await fetch(target, options);
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: await response.text(),
        };
      } catch (error) {
        return { error: String(error) };
      }
    },
    [url, plain] as const,
  );
}

describe.skipIf(!hasChromium()).each(testedRuntimes)(
  "a page in a browser, with the server on %s",
  (runtime) => {
    const folder = temporaryFolder();
    let listed: Awaited<ReturnType<typeof servePage>>;
    let unlisted: typeof listed;
    let server: StartedServer;
    let browser: TestBrowser;

    beforeAll(async () => {
      [listed, unlisted, browser] = await Promise.all([servePage(), servePage(), startBrowser()]);
      server = await startServerOn(runtime, {
        DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}`,
        CORS_ORIGINS: `https://app.example.com, ${listed.origin}`,
        PLAN_FREE_DAILY_LIMIT: "5",
      });
    });
    afterAll(async () => {
      await Promise.all([browser.close(), server.stop()]);
      for (const page of [listed, unlisted]) page.server.close();
      folder.remove();
    });

    async function open(origin: string): Promise<Visitor> {
      const visitor = await browser.visit(origin);
      await visitor.goTo("/");
      return visitor;
    }

    const at = (path: string) => server.url + path;
    const bearer = () => ({ Authorization: `Bearer ${server.key}` });
    const post = (body: unknown) => ({
      method: "POST",
      headers: {
        ...bearer(),
        "Content-Type": "application/json",
        "Idempotency-Key": crypto.randomUUID(),
        "X-Request-Id": "from-a-page",
      },
      body: JSON.stringify(body),
    });

    it("of a listed origin calls /v1, and reads RateLimit on every status", async () => {
      const visitor = await open(listed.origin);
      const profile = await call(visitor, at("/v1/user/profile"), { headers: bearer() });
      expect(profile.status).toBe(200);
      expect(profile.headers?.["ratelimit"]).toMatch(/^"daily";r=4;t=\d+$/);
      const text = await call(visitor, at("/v1/tools/text-analyzer"), post({ text: "Good." }));
      expect(text.status).toBe(200);
      // The preflight of the call was not counted.
      expect(text.headers).toMatchObject({
        ratelimit: expect.stringMatching(/^"daily";r=3;/) as string,
        "ratelimit-policy": '"daily";q=5;w=86400',
        "x-ratelimit-remaining": "3",
        "x-request-id": "from-a-page",
      });
      const image = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'/>").toString(
        "base64",
      );
      const converted = await call(visitor, at("/v1/tools/image-converter"), {
        ...post({ image, format: "png" }),
        headers: { ...post({}).headers, Accept: "image/png" },
      });
      expect(converted.headers?.["content-type"]).toBe("image/png");
      expect(JSON.parse(converted.headers?.["x-image"] ?? "")).toMatchObject({ format: "png", width: 2 });
      const refusals: [string, RequestInit, number][] = [
        ["/v1/user/profile", {}, 401],
        ["/v1/nothing", { headers: bearer() }, 404],
        ["/v1/user/profile", post({}), 405],
        ["/v1/tools/text-analyzer", post({ text: 1 }), 422],
      ];
      for (const [path, init, status] of refusals) {
        const refused = await call(visitor, at(path), init);
        expect(refused.status).toBe(status);
        expect(refused.headers?.["ratelimit"]).toMatch(/;r=\d+;t=\d+$/);
        expect(refused.headers?.["www-authenticate"] !== undefined).toBe(status === 401);
      }
      await call(visitor, at("/v1/user/profile"), { headers: bearer() });
      const full = await call(visitor, at("/v1/user/profile"), { headers: bearer() });
      expect(full.status).toBe(429);
      expect(Number(full.headers?.["retry-after"])).toBeGreaterThan(0);
      expect(full.headers?.["ratelimit"]).toMatch(/^"daily";r=0;/);
      const document = await call(visitor, at("/openapi.json"));
      expect(JSON.parse(document.body ?? "")).toMatchObject({ openapi: "3.1.1" });
    });

    it("of another origin cannot read a response of the API", async () => {
      const visitor = await open(unlisted.origin);
      for (const [path, init] of [
        ["/v1/user/profile", { headers: bearer() }],
        ["/v1/user/profile", {}],
        ["/v1/tools/text-analyzer", post({ text: "Good." })],
        ["/openapi.json", {}],
      ] as const)
        expect(await call(visitor, at(path), init)).toEqual({ error: "TypeError: Failed to fetch" });
    });

    it("of a listed origin cannot call the API with the visitor's cookies, or read other paths", async () => {
      const visitor = await open(listed.origin);
      const withCookies = { credentials: "include" } as const;
      for (const [path, init] of [
        ["/v1/user/profile", withCookies],
        ["/openapi.json", withCookies],
        ["/account", {}],
        ["/", {}],
      ] as const)
        expect(await call(visitor, at(path), init)).toEqual({ error: "TypeError: Failed to fetch" });
    });
  },
);
