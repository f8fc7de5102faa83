import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasChromium, startBrowser, type TestBrowser, type Visitor } from "../../../engines/chromium.ts";
import qrCode from "../../../../examples/tools/qr-code.ts";
import { fieldEcho, fileReverser, type Host, startHost } from "./host-tools.ts";
import { callsLeft, expectAccessible, problemOf, runTool, shownJson, visitLike } from "./playground-page.ts";

describe.skipIf(!hasChromium())("the playground of a host's tools", () => {
  let host: Host;
  let owner: Visitor;
  let visitor: Visitor;
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await startBrowser();
    host = await startHost([qrCode, fileReverser, fieldEcho]);
    owner = await browser.visit(host.url);
    await owner.signUp();
  });
  afterAll(async () => {
    await browser.close();
    await host.close();
  });
  beforeEach(async () => {
    visitor = await visitLike(owner, (options) => browser.visit(host.url, options));
  });
  afterEach(() => visitor.close());

  /** Runs the tool and returns the request that its server received. */
  async function received(): Promise<Record<string, unknown>> {
    await runTool(visitor.page);
    expect(await problemOf(visitor.page)).toBe("");
    const { received: json } = await shownJson(visitor.page);
    return JSON.parse(String(json)) as Record<string, unknown>;
  }

  it("builds the form from the schema, fills it with the example, and shows the result as JSON with its image", async () => {
    const { page } = visitor;
    await visitor.goTo("/playground");
    expect(await page.locator("[aria-label=Tools] a").allTextContents()).toEqual([
      "QR code",
      "File reverser",
      "Field echo",
    ]);
    expect(await page.inputValue("#field-text")).toBe("https://example.com");
    expect(await page.getAttribute("#field-border", "placeholder")).toBe("2");
    expect(await page.getAttribute("#field-border", "max")).toBe("16");
    expect(await page.innerText("#field-border-hint")).toContain("The width of the border");
    const before = await callsLeft(page);
    await runTool(page);
    expect(await page.innerText(".status")).toBe("Done.");
    expect(await callsLeft(page)).toBe(before - 1);
    const plain = await shownJson(page);
    expect(await page.locator("#result .picture").getAttribute("alt")).toBe("svg");
    await page.fill("#field-border", "9");
    await runTool(page);
    expect(await shownJson(page)).not.toEqual(plain);
    visitor.expectQuiet();
  });

  it("sends every kind of field as the schema types it, and nothing for empty optional fields", async () => {
    const { page } = visitor;
    await visitor.goTo("/playground?tool=field-echo&example=2");
    const second = fieldEcho.examples[1]?.request;
    const defaults = { ratio: 0.5, sizes: ["small"], is_wide: true };
    expect(await received()).toEqual({ ...defaults, ...second });
    await visitor.goTo("/playground?tool=field-echo");
    expect(await received()).toEqual({ ...defaults, ...fieldEcho.examples[0].request });

    await page.click(".more summary");
    expect(await page.innerText("label[for=field-title]")).toBe("Heading");
    await page.fill("#field-count", "9");
    await page.fill("#field-ratio", "0.75");
    await page.selectOption("#field-color", "red");
    await page.getByRole("group", { name: "Sizes" }).getByLabel("large").check();
    await page.fill("#field-tags", "one\n\ntwo words");
    await page.getByLabel("Is bold").uncheck();
    await page.getByLabel("Is wide").uncheck();
    await page.selectOption("#field-is_quiet", "false");
    await page.fill("#field-parent", "root");
    await page.fill("#field-level", "2");
    await page.fill("#field-link", "https://example.com/a");
    await page.fill("#field-options", '{"depth": 3}');
    expect(await received()).toEqual({
      title: "First",
      body: "",
      count: 9,
      ratio: 0.75,
      color: "red",
      sizes: ["large"],
      tags: ["one", "two words"],
      is_bold: false,
      is_wide: false,
      is_quiet: false,
      parent: "root",
      level: 2,
      link: "https://example.com/a",
      options: { depth: 3 },
    });
    await expectAccessible(page);
    visitor.expectQuiet();
  });

  it("uploads a file, and offers a response that browsers cannot show as a download", async () => {
    const { page } = visitor;
    await visitor.goTo("/playground?tool=file-reverser");
    expect(await page.getAttribute("#field-document", "accept")).toBe("text/csv,application/pdf");
    expect(await page.innerText("#field-document-chosen")).toBe("example-document, 3 bytes");
    const download = async () => {
      await runTool(page);
      expect(await problemOf(page)).toBe("");
      const [started] = await Promise.all([page.waitForEvent("download"), page.click("text=Download")]);
      return { name: started.suggestedFilename(), text: readFileSync(await started.path(), "utf8") };
    };
    expect(await download()).toEqual({ name: "reversed.zip", text: "abc" });
    expect(await page.innerText("#result")).toContain("3 bytes, application/zip");

    const buffer = Buffer.from("olleh");
    await page.setInputFiles("#field-document", { name: 'a "b".csv', mimeType: "text/csv", buffer });
    await page.fill("#field-note", "é & so on");
    expect(await download()).toEqual({ name: "reversed.zip", text: "hello" });
    expect(await shownJson(page)).toEqual({
      content_type: "application/zip",
      name: 'a "b".csv',
      note: "é & so on",
      labels: 0,
    });
    expect(await page.innerText("#curl")).toContain(String.raw`-F 'document=@"a \"b\".csv"'`);

    // A form cannot carry a list.
    await page.fill("#field-labels", "one\ntwo");
    expect(await download()).toEqual({ name: "reversed.zip", text: "hello" });
    expect(await shownJson(page)).toMatchObject({ name: null, labels: 2 });
    expect(await page.innerText("#curl")).toContain("--data-binary '@request.json'");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Save request.json")]);
    expect(JSON.parse(readFileSync(await saved.path(), "utf8"))).toEqual({
      document: `data:text/csv;base64,${buffer.toString("base64")}`,
      note: "é & so on",
      labels: ["one", "two"],
    });

    // Nor a number that is a choice: the schema would refuse its text.
    await page.fill("#field-labels", "");
    await page.selectOption("#field-times", "3");
    expect(await download()).toEqual({ name: "reversed.zip", text: "hello" });

    await page.setInputFiles("#field-document", { name: "b", mimeType: "", buffer: Buffer.alloc(1001) });
    await runTool(page);
    expect(await page.innerText("#field-document-error")).toContain("at most 1.0 kB (1,000 bytes)");
    visitor.expectQuiet();
  });

  it("shows a response that is a text or an image, and names an image that the browser cannot show", async () => {
    const { page } = visitor;
    await visitor.goTo("/playground?tool=file-reverser");
    const run = async (type: string, text: string) => {
      const buffer = Buffer.from(text).toReversed();
      await page.setInputFiles("#field-document", {
        name: "file",
        mimeType: "",
        buffer: Buffer.from(buffer),
      });
      await page.selectOption("#field-type", type);
      await runTool(page);
      expect(await problemOf(page)).toBe("");
    };
    const markup = `<script>document.title = "stolen"</script>`;
    await run("text/plain", markup);
    expect(await page.locator("#result pre").first().textContent()).toBe(markup);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="9" height="9"/>${markup}</svg>`;
    await run("image/svg+xml", svg);
    expect(await page.innerText("#result")).toContain("30 × 20 pixels");
    expect(await page.locator(".picture").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(30);
    await expectAccessible(page);
    await run("image/svg+xml", "<p>");
    expect(await page.innerText("#result")).toContain("This browser cannot show the image.");
    expect(await page.title()).toContain("Playground");
    visitor.expectQuiet();
  });

  it("sends a file of any type from the reference, with the other fields", async () => {
    const { page } = visitor;
    await visitor.goTo("/docs/reference/file-reverser");
    const section = page.locator("section[id=file-reverser]");
    await section.locator("try-it summary").click();
    const input = section.locator("try-it [name=file]");
    expect(await input.getAttribute("accept")).toBe("text/csv,application/pdf");
    await input.setInputFiles({ name: "-", mimeType: "", buffer: Buffer.from("olleh") });
    await section.locator(`[name="query:note"]`).fill("two words");
    await expect
      .poll(() => section.locator("#curl-file-reverser").textContent())
      .toContain("--form-string 'note=two words' \\\n  -F 'document=@./-'");
    await section.locator("try-it form button").click();
    await section.locator(".answer pre").waitFor();
    expect(JSON.parse((await section.locator(".answer pre").textContent()) ?? "")).toMatchObject({
      reversed: Buffer.from("hello").toString("base64"),
      name: "-",
      note: "two words",
    });
    visitor.expectQuiet();
  });
});
