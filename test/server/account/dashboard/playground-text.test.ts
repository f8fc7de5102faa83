import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runCommand as runToolsApi } from "../../command.ts";
import { type Dashboard, hasChromium, startDashboard, type Visitor } from "../../../engines/chromium.ts";
import {
  callsLeft,
  openOptions,
  problemOf,
  runCommand,
  runTool,
  shownJson,
  textsOf,
  visitLike,
} from "./playground-page.ts";

const run = promisify(execFile);

const markup = `<img src=x onerror="document.title='stolen'">`;
const text = [
  `Ada Lovelace 😀 met Charles Babbage in London on 5 June 1833. It was a wonderful engine! 👩‍🚀`,
  `The "second" demonstration was awful & broken; it's $HOME, \`id\` and \\n. ${markup}`,
  "שלום Ada Lovelace. Write to ada@example.com!",
].join("\n\n");

interface Span {
  text: string;
  start: number;
  end: number;
}

/** The fields of a response that the tests read. */
interface Analysis {
  sentiment: { label: string; sentences: (Span & { label: string; score: number })[] };
  entities: { text: string; type: string; mentions: Span[] }[];
  keywords: { text: string; score: number }[];
  pii: { entities: Span[]; redacted_text: string };
}

/** Sets the whole text in one step, like pasting. The debugger's typing takes a minute. */
async function choose(page: Page, ...analyses: string[]): Promise<void> {
  await openOptions(page, "Analyses");
  for (const name of analyses) await page.check(`[name=analysis_type][value='"${name}"']`);
}

async function enter(page: Page, text: string): Promise<void> {
  await page.locator("#field-text").evaluate((field: HTMLTextAreaElement, value) => {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
}

describe.skipIf(!hasChromium())("the text playground", () => {
  let dashboard: Dashboard;
  let owner: Visitor;
  let visitor: Visitor;
  beforeAll(async () => {
    dashboard = await startDashboard();
    owner = await dashboard.visit();
    await owner.signUp();
  });
  afterAll(() => dashboard.close());
  beforeEach(async () => {
    visitor = await visitLike(owner, dashboard.visit);
    await visitor.goTo("/playground");
  });
  afterEach(() => visitor.close());

  async function analyze(body: Record<string, unknown>): Promise<Analysis> {
    const response = await fetch(`${dashboard.url}/v1/tools/text-analyzer`, {
      method: "POST",
      headers: { Authorization: `Bearer ${dashboard.server.key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    // In the format of /openapi.json.
    return (await response.json()) as Analysis;
  }

  it("shows the API's results, marks each match at its position, and never treats the text as markup", async () => {
    const { page } = visitor;
    const before = await callsLeft(page);
    await page.fill("#field-text", text);
    await runTool(page);
    expect(await problemOf(page)).toBe("");
    expect(await callsLeft(page)).toBe(before - 1);

    const answer = await analyze({ text });
    expect(await shownJson(page)).toEqual(answer);
    const sentences = '[aria-label="Sentences with their sentiment"]';
    expect(await textsOf(page, sentences)).toEqual([text]);
    expect(await textsOf(page, `${sentences} mark`)).toEqual(
      answer.sentiment.sentences.map((sentence) => sentence.text),
    );
    const kinds = await page
      .locator(`${sentences} mark`)
      .evaluateAll((marks) => marks.map((mark) => mark.getAttribute("data-kind")));
    expect(kinds).toEqual(answer.sentiment.sentences.map(({ label }) => label));
    const mentions = answer.entities.flatMap((entity) => entity.mentions);
    expect(await textsOf(page, '[aria-label="Text with its entities"] mark')).toEqual(
      mentions.toSorted((a, b) => a.start - b.start).map((mention) => mention.text),
    );
    expect(await textsOf(page, ".keyword")).toEqual(answer.keywords.map((keyword) => keyword.text));
    expect(await textsOf(page, '[aria-label="Text with its personal data"] mark')).toEqual(
      answer.pii.entities.map((entity) => entity.text),
    );
    expect(await textsOf(page, '[aria-label="Text without personal data"]')).toEqual([
      answer.pii.redacted_text,
    ]);

    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.title()).toContain("Playground");
    visitor.expectQuiet();
  });

  it("writes the call as a command, in TypeScript and in Python, which return the same result for any characters", async () => {
    const { page } = visitor;
    await page.fill("#field-text", text);
    await choose(page, "sentiment", "entities");
    await page.fill("#field-language", "en");
    await runTool(page);
    const shown = await shownJson(page);
    expect(shown).toMatchObject({ language: { code: "en", detected: false } });
    expect(shown).not.toHaveProperty("pii");
    expect(JSON.parse(await runCommand(page, dashboard.server.key, tmpdir()))).toEqual(shown);
    const env = { ...process.env, TOOLS_API_KEY: dashboard.server.key };
    const code = async (name: string) => {
      await page.getByText(name, { exact: true }).click();
      const id = `#${name.toLowerCase()}`;
      expect(await page.isVisible(id)).toBe(true);
      return (await page.locator(id).textContent()) ?? "";
    };
    const typescript = (await code("TypeScript")).replace(
      /console\.log\((.*)\);$/,
      "console.log(JSON.stringify($1))",
    );
    const python = (await code("Python")).replace(/print\((.*)\)$/, "print(json.dumps($1))");
    for (const [program, ...words] of [
      ["node", "--input-type=module", "-e", typescript],
      ["python3", "-c", python],
    ] as const) {
      const { stdout } = await run(program, words, { env });
      expect(JSON.parse(stdout)).toEqual(shown);
    }
    visitor.expectQuiet();
  });

  it("shows the beginning of a long text, gives its command a file, and sends at most a million bytes", async () => {
    const { page } = visitor;
    // 64 kB. The page shows a third of it.
    const long = "The engine was wonderful! 😀.\n".repeat(2_000);
    await enter(page, long);
    await choose(page, "sentiment");
    expect(await page.innerText("#curl")).toContain("--data-binary '@request.json'");
    await runTool(page);
    expect(await problemOf(page)).toBe("");
    const [drawn = ""] = await textsOf(page, ".marked");
    expect(long.startsWith(drawn)).toBe(true);
    expect(drawn.isWellFormed()).toBe(true);
    expect(drawn.length).toBeGreaterThan(19_900);
    expect(drawn.length).toBeLessThanOrEqual(20_000);
    expect(await page.innerText("#result")).toContain(
      `of ${long.length.toLocaleString("en")} characters. See the JSON for the rest.`,
    );
    const before = await callsLeft(page);
    await enter(page, "世".repeat(333_334));
    await runTool(page);
    expect(await page.innerText("#field-text-error")).toContain("1,000,002 bytes");
    expect(await callsLeft(page)).toBe(before);
    visitor.expectQuiet();
  });

  it("explains an unknown language, an exhausted quota and a missing response", async () => {
    const { page } = visitor;
    await visitor.context.clearCookies();
    const { email } = await visitor.signUp();
    await visitor.goTo("/playground");
    await choose(page, "sentiment");
    await page.fill("#field-language", "ja");
    const before = await callsLeft(page);
    await runTool(page);
    expect(await page.innerText("#field-language-error")).toMatch(
      /^The text is in Japanese \(ja\), but sentiment/,
    );
    expect(await page.getAttribute("#field-language", "aria-describedby")).toBe(
      "field-language-hint field-language-error",
    );
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("field-language");
    expect(await page.locator(".error").count()).toBe(1);
    expect(await callsLeft(page)).toBe(before - 1);
    await page.fill("#field-language", "");

    await visitor.context.setOffline(true);
    await runTool(page);
    expect(await problemOf(page)).toContain("cannot be reached");
    expect(await page.getAttribute(".problem", "role")).toBe("alert");
    expect(await page.locator(".error").count()).toBe(0);
    await visitor.context.setOffline(false);

    const words = ["accounts", "set-plan", "--email", email, "--plan", "enterprise", "--daily-limit", "1"];
    await runToolsApi(words, dashboard.environment);
    await runTool(page);
    expect(await problemOf(page)).toMatch(
      /This run did not count\. Try again after \d{4}-\d\d-\d\d 00:00 UTC, or upgrade/,
    );
    expect(await page.locator(".problem a").getAttribute("href")).toBe("/plan");
    // Below the button, which was the last element on the screen.
    await expect(
      page.locator(".problem .notice").evaluate((notice) => {
        const { top, bottom } = notice.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    ).resolves.toBe(true);
    visitor.expectQuiet(/status of 4(22|29)/, /ERR_INTERNET_DISCONNECTED/);
  });

  it("makes one call for a form that is sent twice, and no further call for a canceled one", async () => {
    const { page } = visitor;
    const before = await callsLeft(page);
    let release = () => {};
    let sent = 0;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/v1/tools/**", async (route) => {
      sent += 1;
      await held;
      await route.continue().catch(() => {});
    });
    await page.click(".run");
    await page.locator("tool-playground form").evaluate((form) => (form as HTMLFormElement).requestSubmit());
    await expect.poll(() => sent).toBe(1);
    expect(await page.innerText(".status")).toBe("Running…");
    release();
    await expect.poll(() => page.innerText(".status")).toBe("Done.");
    expect([sent, await callsLeft(page)]).toEqual([1, before - 1]);

    await page.unroute("**/v1/tools/**");
    await page.route("**/v1/tools/**", () => {});
    await page.click(".run");
    await page.click(".cancel");
    await page.waitForSelector(".problem .notice");
    expect(await problemOf(page)).toContain("Canceled.");
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("run");
    visitor.expectQuiet();
  });

  it("redirects to the sign-in page when the session has ended, and keeps the entered text", async () => {
    const { page } = visitor;
    await visitor.context.clearCookies();
    const credentials = await visitor.signUp();
    await visitor.goTo("/playground?tool=text-analyzer");
    await runTool(page);
    const headers = { Origin: dashboard.url };
    await page.request.post(`${dashboard.url}/sign-out`, { headers });
    await page.fill("#field-text", "Babbage was late.");
    await runTool(page);
    expect(await problemOf(page)).toContain("You are signed out.");
    const [tab] = await Promise.all([page.waitForEvent("popup"), page.click("text=Sign in again")]);
    await tab.fill("#email", credentials.email);
    await tab.fill("#password", credentials.password);
    await tab.click("main form button");
    await tab.waitForURL("**/playground?tool=text-analyzer");
    await runTool(page);
    expect(await page.innerText("#result .summary")).toContain("Babbage was late.");
    visitor.expectQuiet(/status of 401/);
  });

  it("explains that it needs scripts, and shows a command that works unchanged", async () => {
    await visitor.close();
    visitor = await visitLike(owner, dashboard.visit, { javaScriptEnabled: false });
    const { page } = visitor;
    expect(await visitor.goTo("/playground")).toBe(200);
    expect(await page.innerText(".notice")).toContain("needs JavaScript");
    expect(await page.isVisible(".run")).toBe(false);
    expect(await page.isVisible("copy-button")).toBe(false);
    const printed = await runCommand(page, dashboard.server.key, tmpdir());
    expect(JSON.parse(printed)).toMatchObject({ sentiment: { label: "mixed" } });
    visitor.expectQuiet();
  });

  it("says that its script did not load", async () => {
    const { page } = visitor;
    await page.route("**/playground.js", (route) => route.abort());
    await visitor.goTo("/playground?tool=text-analyzer");
    const notice = page.locator(".script-missing");
    expect(await notice.evaluate((element) => getComputedStyle(element).visibility)).toBe("hidden");
    await notice.evaluate((element) => element.getAnimations().forEach((animation) => animation.finish()));
    expect(await notice.evaluate((element) => getComputedStyle(element).visibility)).toBe("visible");
    expect(await notice.innerText()).toContain("The script of the playground did not load.");
  });

  it("says so immediately if a script of the tool does not load", async () => {
    const { page } = visitor;
    await page.route("**/playground-bench.js", (route) => route.abort());
    await visitor.goTo("/playground");
    await page.locator(".script-missing.now").waitFor();
    expect(await page.locator(".script-missing").boundingBox()).not.toBeNull();
  });

  it("opens with the result of the example, which costs no call, and says it in one line", async () => {
    const { page } = visitor;
    const before = await callsLeft(page);
    await visitor.goTo("/playground?example=1");
    const outcome = page.locator(".outcome");
    expect(await outcome.innerText()).toMatch(
      /^Mixed: “the seafood risotto was the best I have ever had”, but “the service was terrible”/,
    );
    expect((await outcome.boundingBox())?.y).toBeLessThan(400);
    const opened = await shownJson(page);
    expect(await callsLeft(page)).toBe(before);
    await runTool(page);
    expect(await shownJson(page)).toEqual(opened);
    expect(await page.locator(".choices .all").first().isChecked()).toBe(true);
    visitor.expectQuiet();
  });

  it("runs after a change once the visitor pauses, as one call, without moving the focus", async () => {
    const { page } = visitor;
    await page.evaluate(() => localStorage.setItem("playground-live", "on"));
    await page.context().addInitScript(() => localStorage.setItem("playground-live", "on"));
    await visitor.goTo("/playground");
    await page.waitForSelector(".outcome");
    const before = await callsLeft(page);
    await page.fill("#field-text", "カメラは素晴らしいです。東京駅で田中さんに会いました。");
    await expect.poll(() => page.innerText(".status")).toBe("Done.");
    expect(await callsLeft(page)).toBe(before - 1);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("field-text");
    // The language limits an analysis: that is a note, not an error.
    expect(await page.locator("#result .notice").count()).toBe(0);
    expect(await textsOf(page, '[aria-label="Outcome"] .note')).toEqual([
      "Sentiment is not available in Japanese.",
      "No names in Japanese.",
      "Personal data: no persons without a title, a label, a salutation or a closing in Japanese.",
    ]);
    visitor.expectQuiet();
  });

  it("outlines the mentions of a name that is pressed", async () => {
    const { page } = visitor;
    await page.fill("#field-text", "Ada Lovelace met Charles Babbage. Ada Lovelace wrote to him.");
    await runTool(page);
    const name = page.getByRole("button", { name: "Ada Lovelace" });
    await name.click();
    expect(await textsOf(page, "mark.chosen")).toEqual(["Ada Lovelace", "Ada Lovelace"]);
    await name.click();
    expect(await page.locator("mark.chosen").count()).toBe(0);
  });

  it("puts a text into a link only on request, after the #, and shows the text of such a link", async () => {
    const { page } = visitor;
    await page.fill("#field-text", "A secret of the visitor.");
    await page.getByRole("link", { name: "Mask personal data" }).click();
    const share = page.locator("#share");
    await expect.poll(() => share.textContent()).toContain("pii_mask");
    expect(await share.textContent()).not.toMatch(/secret|text%22/);
    expect(await page.inputValue("#field-text")).toBe("A secret of the visitor.");
    await runTool(page);
    expect(await shownJson(page)).toMatchObject({ analysis_type: ["pii"] });
    const shared = "Grüße & 100 % <b>\nAda #1";
    await page.fill("#field-text", shared);
    await page.check(".share-text input");
    const link = (await share.textContent()) ?? "";
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await page.goto("about:blank");
    await page.goto(link);
    await expect.poll(() => page.inputValue("#field-text")).toBe(shared);
    expect(requested.filter((url) => url.includes("Ada"))).toEqual([]);
    expect(await page.locator("#result > *").count()).toBe(0);
  });

  it("shows the values of the tokens of a redaction, and sends lists as JSON and lines", async () => {
    const { page } = visitor;
    await visitor.goTo("/playground?tool=text-analyzer");
    await page.getByRole("link", { name: "Redact with a way back" }).click();
    await page.fill("#field-text", "Dear Zarnok, write to ada@example.com about Qux.");
    await openOptions(page, "Your own terms and patterns");
    await page.fill("#field-terms", '[{ "text": "zarnok", "type": "person" }]');
    await page.fill("#field-pii_deny", "qux\nvex");
    await runTool(page);
    expect(await shownJson(page)).toMatchObject({
      pii: {
        redacted_text: "Dear [PERSON_1], write to [EMAIL_1] about [CUSTOM].",
        tokens: { "[PERSON_1]": "Zarnok", "[EMAIL_1]": "ada@example.com" },
      },
    });
    expect(await page.locator("dt", { hasText: "[EMAIL_1]" }).count()).toBe(1);
  });

  it("selects a command and names the keys of the system without a clipboard", async () => {
    const userAgent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36";
    const other = await visitLike(owner, dashboard.visit, { userAgent });
    await other.context.addInitScript(() =>
      Object.defineProperty(navigator, "clipboard", { value: undefined }),
    );
    await other.goTo("/playground?tool=text-analyzer");
    await other.page.getByRole("button", { name: "Copy command" }).click();
    await other.page.getByRole("button", { name: "Selected. Press ⌘C" }).waitFor();
    const selected = await other.page.evaluate(() => String(getSelection()));
    expect(selected).toBe(await other.page.locator("#curl").textContent());
    await other.close();
  });
});
