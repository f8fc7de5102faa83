import { readFileSync } from "node:fs";
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
    for (const [tool, drawing] of [
      ["text-analyzer", "text"],
      ["image-converter", "image"],
    ] as const) {
      const page = await (await browser.get(`/playground?tool=${tool}`)).text();
      expect(page).toContain(
        `<tool-playground data-base="/tools" data-url="${publicUrl}" data-tool="${tool}"`,
      );
      expect(page).toContain(`href="/tools/playground?tool=${tool}" aria-current="page"`);
      expect(page).toContain(`${publicUrl}/v1/tools/${tool}`);
      expect(page).toMatch(
        /<script type="module" fetchpriority="low" src="\/tools\/assets\/\w+\/playground\.js">/,
      );
      expect(page).toMatch(new RegExp(`data-draw="/tools/assets/\\w+/draw-${drawing}\\.js"`));
    }
  });

  it("allows its scripts to call only this server and to show local images", async () => {
    const response = await browser.get("/playground");
    const policy = response.headers.get("Content-Security-Policy")?.split("; ");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("img-src 'self' data: blob:");
  });

  it("shows the first tool and its first example if the path names none or an unknown one", async () => {
    for (const query of ["", "?tool=%3Cscript%3E", "?example=9", "?example=-1", "?example=x"]) {
      const page = await (await browser.get(`/playground${query}`)).text();
      expect(page).toContain('href="/tools/playground?tool=text-analyzer" aria-current="page"');
      expect(page).toMatch(/example=1" aria-current="page">Restaurant review</);
      expect(page).toMatch(/>We booked a table [^<]*<\/textarea>/);
    }
  });

  it("shows the default of each option as the documentation of the library states it", async () => {
    const readme = readFileSync(new URL("../../../../packages/core/README.md", import.meta.url), "utf8");
    const wrong: string[] = [];
    for (const [tool, heading] of [
      ["text-analyzer", "## Text options"],
      ["image-converter", "## Image options"],
    ] as const) {
      const html = await (await browser.get(`/playground?tool=${tool}`)).text();
      const [, table = ""] = readme.split(`${heading}\n`);
      for (const [, names = "", value = ""] of table
        .split("\n## ")[0]
        ?.matchAll(/^\| (`\w[^|]*`) +\| `?"?([\w:]+)"?`? +\|/gm) ?? [])
        for (const [, camel = ""] of names.matchAll(/`(\w+)`/g)) {
          const name = camel.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
          const [control = ""] = new RegExp(`data-name="${name}".{0,900}`, "s").exec(html) ?? [];
          const shown = [`>Default: ${value}<`, `placeholder="${value}"`, 'class="all" checked=""'];
          if (control !== "" && value !== "required" && !shown.some((words) => control.includes(words)))
            wrong.push(`${name}: ${value}`);
        }
    }
    expect(wrong).toEqual([]);
  });

  it("redirects a signed-out visitor to the sign-in, and back to the tool", async () => {
    const response = await openBrowser(server.url).get("/playground?tool=image-converter");
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe(
      `/tools/sign-in?next=${encodeURIComponent("/tools/playground?tool=image-converter")}`,
    );
  });
});
