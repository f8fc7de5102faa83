import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccountServer, type Browser, openBrowser, startAccounts } from "../../account-server.ts";

const publicUrl = "https://example.com/tools";

describe("the playground of a server under a path", () => {
  let server: AccountServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startAccounts({ publicUrl });
    browser = openBrowser(server.url);
    const fields = { email: "ada@example.com", password: "correct horse battery" };
    await browser.post("/sign-up", fields, { Origin: "https://example.com" });
  });
  afterAll(() => server.close());

  it("passes the API's address to its scripts, and uses it in links and commands", async () => {
    for (const [tool, path] of [
      ["text", "/v1/tools/text-analyzer"],
      ["image", "/v1/tools/image-converter"],
    ] as const) {
      const page = await (await browser.get(`/playground?tool=${tool}`)).text();
      expect(page).toContain(
        `<${tool}-playground class="needs-script" data-base="/tools" data-url="${publicUrl}">`,
      );
      expect(page).toContain(`href="/tools/playground?tool=${tool}" aria-current="page"`);
      expect(page).toContain(`${publicUrl}${path}`);
      expect(page).toMatch(
        new RegExp(`<script type="module" src="/tools/assets/\\w+/playground-${tool}\\.js">`),
      );
    }
  });

  it("allows its scripts to call only this server and to show local images", async () => {
    const response = await browser.get("/playground");
    const policy = response.headers.get("Content-Security-Policy")?.split("; ");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("img-src 'self' data: blob:");
  });

  it("shows the text analyzer if the path names no tool or an unknown one", async () => {
    for (const path of ["/playground", "/playground?tool=%3Cscript%3E"]) {
      const page = await (await browser.get(path)).text();
      expect(page).toContain("<text-playground");
      expect(page).not.toContain("<image-playground");
    }
  });

  it("redirects a signed-out visitor to the sign-in, and back to the tool", async () => {
    const response = await openBrowser(server.url).get("/playground?tool=image");
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe(
      `/tools/sign-in?next=${encodeURIComponent("/tools/playground?tool=image")}`,
    );
  });
});
