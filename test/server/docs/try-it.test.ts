import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Dashboard, hasChromium, runAxe, startDashboard, type Visitor } from "../../engines/chromium.ts";

/** The pages of operations in groups. Each tool has its own page. */
const pathOf: Readonly<Record<string, string>> = {
  usage: "/docs/reference/analytics",
  profile: "/docs/reference/user",
  "create-key": "/docs/reference/api-keys",
  "list-keys": "/docs/reference/api-keys",
};

describe.skipIf(!hasChromium())("the reference in a browser", () => {
  let dashboard: Dashboard;
  let visitor: Visitor;

  beforeAll(async () => {
    dashboard = await startDashboard();
    visitor = await dashboard.visit();
  });
  afterAll(() => dashboard.close());

  /** Opens the form of an operation, and returns functions that use it. */
  async function open(operation: string) {
    const { page } = visitor;
    const path = pathOf[operation] ?? `/docs/reference/${operation}`;
    if (new URL(page.url()).pathname !== path) await visitor.goTo(path);
    const section = page.locator(`section[id="${operation}"]`);
    if (!(await section.locator("try-it form").isVisible())) await section.locator("try-it summary").click();
    const form = section.locator("try-it form");
    return {
      field: (name: string) => form.locator(`[name="${name}"]`),
      curl: () => page.locator(`#curl-${operation}`).textContent(),
      send: () => form.locator("button").click(),
      words: () => section.locator(".answer").textContent(),
      /** Returns the status and the body of the next response. */
      async answer() {
        await section.locator(".answer pre").waitFor();
        const status = await section.locator(".answer .badge").textContent();
        const body = await section.locator(".answer pre").textContent();
        return {
          status,
          body: JSON.parse(body === "No body" ? "{}" : (body ?? "")) as Record<string, unknown>,
        };
      },
      remaining: () =>
        section
          .locator(".answer dt", { hasText: /^RateLimit$/ })
          .locator("+ dd")
          .textContent(),
      alert: () => section.locator(".answer [role=alert]").textContent(),
    };
  }

  it("opens the search by / and Control+K, and leads to a result by keyboard only", async () => {
    const { page } = visitor;
    await visitor.goTo("/docs");
    await page.keyboard.press("/");
    const dialog = page.locator("dialog.palette");
    await dialog.waitFor();
    await page.keyboard.type("quota_exceeded");
    await dialog.getByRole("link").first().waitFor();
    expect(await runAxe(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/errors#quota_exceeded$/);
    await page.keyboard.press("Control+k");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    visitor.expectQuiet();
  });

  it("asks a signed-out visitor for a key, and links to the sign-in form that leads back", async () => {
    const form = await open("text-analyzer");
    await form.send();
    expect(await form.alert()).toBe("You are not signed in. Enter an API key, or sign in.");
    const link = visitor.page.getByRole("link", { name: "sign in", exact: true });
    expect(await link.getAttribute("href")).toBe("/sign-in?next=%2Fdocs%2Freference%2Ftext-analyzer");
    visitor.expectQuiet(/status of 401/);
  });

  it("sends a call with the user's session, and shows the status, the rate limit and the body", async () => {
    await visitor.signUp();
    const form = await open("text-analyzer");
    await form.field("body").fill('{"text": "What a wonderful day.", "analysis_type": "sentiment"}');
    await form.send();
    const { status, body } = await form.answer();
    expect(status).toBe("200");
    expect(body).toMatchObject({ sentiment: { label: "positive" } });
    expect(await form.remaining()).toMatch(/^"daily";r=999;t=\d+$/);
  });

  it("shows an error of the API unchanged", async () => {
    const form = await open("usage");
    await form.field("query:start_date").fill("2026-12-01");
    await form.field("query:end_date").fill("2026-11-01");
    await form.send();
    expect(await form.answer()).toMatchObject({ status: "422", body: { code: "invalid_parameter" } });
  });

  it("asks for confirmation before it changes the account, then creates a key that works in the shell command", async () => {
    const form = await open("create-key");
    const warning = "This request changes the account. Press again to send it.";
    await form.send();
    expect(await form.words()).toBe(warning);
    // A change to the form requires a new confirmation.
    await form.field("body").fill(`{"name": "Ada's", "scopes": ["text:analyze"]}`);
    await form.send();
    expect(await form.words()).toBe(warning);
    await form.send();
    const { status, body } = await form.answer();
    expect([status, body["name"]]).toEqual(["201", "Ada's"]);
    const listed = await visitor.page.request.get(`${dashboard.url}/account/keys`);
    expect(((await listed.json()) as { items: object[] }).items).toHaveLength(1);

    const key = String(body["key"]);
    const analyzer = await open("text-analyzer");
    await analyzer.field("key").fill(key);
    await analyzer.field("body").fill(`{"text": "It's Ada's \\"best\\" day.", "analysis_type": "language"}`);
    const curl = (await analyzer.curl()) ?? "";
    const env = { ...process.env, TOOLS_API_KEY: key };
    const { stdout } = await promisify(execFile)("sh", ["-c", curl], { env });
    expect(JSON.parse(stdout)).toMatchObject({ language: { code: "en" } });
    await analyzer.send();
    await expect.poll(analyzer.remaining).toMatch(/r=996;/);

    // The key lacks the scope of this call.
    const profile = await open("profile");
    await profile.field("key").fill(key);
    await profile.send();
    expect(await profile.answer()).toMatchObject({ status: "403", body: { code: "insufficient_scope" } });
    await profile.field("key").fill("");
    await profile.send();
    await expect.poll(profile.words).toContain("200 OK");
  });

  it("keeps a key in the other forms of the page, and loses it with the page", async () => {
    const list = await open("list-keys");
    await list.field("key").fill("tk_live_of_the_page");
    const create = await open("create-key");
    await expect.poll(() => create.field("key").inputValue()).toBe("tk_live_of_the_page");
    await visitor.page.reload();
    expect(await (await open("list-keys")).field("key").inputValue()).toBe("");
  });

  it("writes a key or a test token into the examples of all languages, which then run unchanged", async () => {
    const { page } = visitor;
    await visitor.goTo("/docs/reference/user");
    const curl = page.locator("#curl-profile");
    const original = await curl.textContent();
    await page.getByLabel("API key for the examples").fill("tk_live_example");
    for (const language of ["curl", "typescript", "python"]) {
      const text = await page.locator(`#${language}-profile`).textContent();
      expect(text).toContain("Bearer tk_live_example");
      expect(text).not.toContain("TOOLS_API_KEY");
    }
    await page.getByLabel("API key for the examples").fill("");
    expect(await curl.textContent()).toBe(original);
    await page.getByRole("button", { name: "Use a test token" }).click();
    await expect.poll(() => curl.textContent()).not.toContain("TOOLS_API_KEY");
    const { stdout } = await promisify(execFile)("sh", ["-c", (await curl.textContent()) ?? ""]);
    expect(JSON.parse(stdout)).toMatchObject({ plan: { name: "free" } });
  });
});
