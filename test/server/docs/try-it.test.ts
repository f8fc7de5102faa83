import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Dashboard, hasChromium, runAxe, startDashboard, type Visitor } from "../../engines/chromium.ts";

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
    const section = page.locator(`[id="${operation}"]`);
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

  it("marks the section being read in the table of contents", async () => {
    await visitor.goTo("/docs#list-invoices");
    const current = visitor.page.locator(".contents.beside [aria-current]");
    await expect.poll(() => current.allTextContents()).toEqual(["GET /account/invoices"]);
    await visitor.page.locator("#authentication").evaluate((section) => section.scrollIntoView());
    await expect.poll(() => current.allTextContents()).toEqual(["Authentication"]);
  });

  // Loading the whole reference takes a second of CPU time, so the tests continue on the same page.
  it("asks a signed-out visitor for a key, and links to the sign-in form that leads back", async () => {
    const form = await open("text-analyzer");
    await form.send();
    expect(await form.alert()).toBe("You are not signed in. Enter an API key, or sign in.");
    const link = visitor.page.getByRole("link", { name: "sign in", exact: true });
    expect(await link.getAttribute("href")).toBe("/sign-in?next=%2Fdocs");
    visitor.expectQuiet(/status of 401/);
  });

  it("asks for a key if the API has no sign-in, without a request for a session", async () => {
    const { page } = visitor;
    // The HTML of the reference of an API without accounts.
    await page
      .locator("[id=text-analyzer] try-it")
      .evaluate((element) => element.setAttribute("data-session", "false"));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const form = await open("text-analyzer");
    await form.send();
    expect(await form.alert()).toBe("Enter an API key or a token.");
    expect(requests).toEqual([]);
  });

  it("sends a call with the user's session, and shows the status, the rate limit and the body", async () => {
    await visitor.signUp();
    await visitor.goTo("/docs");
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

    // The key is in every other form. It lacks the scope of this one.
    const profile = await open("profile");
    expect(await profile.field("key").inputValue()).toBe(key);
    await profile.send();
    expect(await profile.answer()).toMatchObject({ status: "403", body: { code: "insufficient_scope" } });
    await profile.field("key").fill("");
    await profile.send();
    await expect.poll(profile.words).toContain("200 OK");
  });

  it("sends an image as a file with the other fields, and shortens its base64 in the command", async () => {
    const form = await open("image-converter");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60"/></svg>`;
    await form
      .field("file")
      .setInputFiles({ name: "it's.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) });
    await form.field("query:format").selectOption("png");
    await form.field("query:width").fill("30");
    expect(await form.curl()).toContain(String.raw`-F 'image=@it'\''s.svg'`);
    await form.send();
    expect(await form.answer()).toMatchObject({
      status: "200",
      body: { format: "png", width: 30, height: 20 },
    });
    visitor.expectQuiet(/status of 401/, /status of 422/, /status of 403/);
  });

  it("has no violation of axe-core with everything open, and does not scroll sideways on a phone", async () => {
    const reader = await dashboard.visit({ screen: "phone", colorScheme: "dark" });
    expect(await reader.goTo("/docs")).toBe(200);
    // axe-core takes 15 seconds for the whole page, which another test checks in its initial state.
    await reader.page.evaluate(() => {
      for (const section of document.querySelectorAll("section.operation"))
        if (!["text-analyzer", "image-converter", "get-plan"].includes(section.id)) section.remove();
      for (const details of document.querySelectorAll(".card details")) details.setAttribute("open", "");
    });
    expect(await runAxe(reader.page)).toEqual([]);
    const [scrollWidth, clientWidth] = await reader.page.evaluate(() => {
      const { documentElement } = document;
      return [documentElement.scrollWidth, documentElement.clientWidth];
    });
    expect(scrollWidth).toBe(clientWidth);
    reader.expectQuiet();
    await reader.close();
  });
});
