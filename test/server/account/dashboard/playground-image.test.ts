import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../server-process.ts";
import { type Dashboard, hasChromium, startDashboard, type Visitor } from "../../../engines/chromium.ts";
import {
  callsLeft,
  expectAccessible,
  openOptions,
  problemOf,
  runCommand,
  runTool,
  shownJson,
  visitLike,
} from "./playground-page.ts";

const fixtures = fileURLToPath(new URL("../../../fixtures/images/", import.meta.url));
const awkwardName = `it's a "photo" $HOME of 50%.png`;

describe.skipIf(!hasChromium())("the image playground", () => {
  const folder = temporaryFolder();
  const photo = join(folder.path, awkwardName);
  let dashboard: Dashboard;
  let owner: Visitor;
  let visitor: Visitor;
  beforeAll(async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
    const created = { width: 320, height: 200, channels: 3, background: "#888", noise } as const;
    writeFileSync(photo, await sharp({ create: created }).png().toBuffer());
    dashboard = await startDashboard();
    owner = await dashboard.visit();
    await owner.signUp();
  });
  afterAll(async () => {
    await dashboard.close();
    folder.remove();
  });
  beforeEach(async () => {
    visitor = await visitLike(owner, dashboard.visit);
    await visitor.goTo("/playground?tool=image-converter");
  });
  afterEach(() => visitor.close());

  it("shows no result larger than its original with the defaults, but what an option asks for", async () => {
    const { page } = visitor;
    const buffer = await sharp(photo).webp({ quality: 20 }).toBuffer();
    await page.setInputFiles("#field-image", { name: "strong.webp", mimeType: "image/webp", buffer });
    await runTool(page);
    const record = await shownJson(page);
    expect(record["bytes"]).toBeLessThanOrEqual(buffer.length);
    expect(record["quality"]).toBeLessThan(80);
    expect(await page.innerText("#result")).toContain(`A second call with max_bytes=${buffer.length} found`);
    await page.fill("#field-quality", "80");
    await runTool(page);
    expect((await shownJson(page))["bytes"]).toBeGreaterThan(buffer.length);
  });

  it("names the kind of a drawing instead of comparing its bytes with those of a picture", async () => {
    const { page } = visitor;
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>');
    await page.setInputFiles("#field-image", { name: "empty.svg", mimeType: "image/svg+xml", buffer });
    await runTool(page);
    expect(await page.innerText("#result .outcome")).toMatch(
      /^SVG → [\d.]+ (bytes|kB), webp of 90 × 60 pixels, /,
    );
  });

  it("converts like the API, shows both images with their figures, and offers the result", async () => {
    const { page } = visitor;
    const before = await callsLeft(page);
    await page.setInputFiles("#field-image", photo);
    await page.fill("#field-quality", "60");
    await openOptions(page, "Width, height and crop");
    await page.fill("#field-width", "160");
    await runTool(page);
    expect(await problemOf(page)).toBe("");
    expect(await callsLeft(page)).toBe(before - 1);

    const record = await shownJson(page);
    expect(record).toMatchObject({ format: "webp", width: 160, height: 100, quality: 60 });
    const started = page.waitForEvent("download");
    await page.click("text=Download");
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/\.webp$/);
    const saved = readFileSync(await download.path());
    expect(saved.length).toBe(record["bytes"]);
    expect(await sharp(saved).metadata()).toMatchObject({ format: "webp", width: 160, height: 100 });
    const facts = await page.innerText("#result");
    expect(facts).toContain("320 × 200");
    expect(facts).toContain("160 × 100");
    const part = 1 - saved.length / readFileSync(photo).length;
    expect(facts).toContain(`${Math.round(part * 100)}% smaller`);

    // The command writes the same bytes, in a shell that treats half of the name as syntax.
    await runCommand(page, dashboard.server.key, folder.path);
    expect(readFileSync(join(folder.path, "image.webp")).equals(saved)).toBe(true);

    visitor.expectQuiet();
  });

  it("moves the divider between both images by keyboard and by a drag on the picture", async () => {
    const { page } = visitor;
    await page.setInputFiles("#field-image", photo);
    await runTool(page);
    const widthOfOriginal = () =>
      page.locator(".stack img + img").evaluate((image) => getComputedStyle(image).clipPath);
    expect(await page.locator(".stack img").count()).toBe(2);
    await page.focus(".compare input");
    await page.keyboard.press("Home");
    expect(await widthOfOriginal()).toBe("inset(0px 100% 0px 0px)");
    for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowRight");
    expect(await widthOfOriginal()).toBe("inset(0px 90% 0px 0px)");
    expect(await page.getAttribute(".compare input", "aria-valuetext")).toBe("10% of the original");
    await page.keyboard.press("End");
    expect(await widthOfOriginal()).toBe("inset(0px 0% 0px 0px)");
    await page.locator(".stack").scrollIntoViewIfNeeded();
    const box = await page.locator(".stack").boundingBox();
    if (!box) throw new Error("The comparison is not visible.");
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 4, y, { steps: 4 });
    await page.mouse.up();
    expect(Number(await page.inputValue(".compare input"))).toBeCloseTo(25, -1);
    visitor.expectQuiet();
  });

  it("names the format that the browser cannot display, and releases the images of the previous run", async () => {
    const { page } = visitor;
    await page.setInputFiles("#field-image", join(fixtures, "asymmetric.heic"));
    await page.selectOption("#field-format", "png");
    await runTool(page);
    expect(await problemOf(page)).toBe("");
    expect(await page.innerText("#result .notice")).toBe(
      "This browser cannot show heic. Download the image to view it in another program.",
    );
    expect(await page.locator(".stack img").count()).toBe(1);
    const first = await page.getAttribute("#result a[download]", "href");
    expect(await page.getAttribute("#result a[download]", "download")).toBe("asymmetric.png");
    await page.setInputFiles("#field-image", photo);
    await page.selectOption("#field-format", "tiff");
    await runTool(page);
    expect(await page.innerText("#result .notice")).toContain("cannot show tiff");
    const isThere = (url: string | null) =>
      page.evaluate(async (src) => {
        const image = new Image();
        image.src = src ?? "";
        return image.decode().then(
          () => true,
          () => false,
        );
      }, url);
    expect(await isThere(first)).toBe(false);
    expect(await isThere(await page.getAttribute(".stack img", "src"))).toBe(true);
    visitor.expectQuiet(/ERR_FILE_NOT_FOUND/);
  });

  it("rejects an image that is too large without sending it, and shows the API's error for an invalid image", async () => {
    const { page } = visitor;
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().includes("/v1/")) sent += 1;
    });
    const large = join(folder.path, "large.png");
    writeFileSync(large, Buffer.alloc(25 * 1024 * 1024 + 1));
    await page.setInputFiles("#field-image", large);
    await runTool(page);
    expect(await page.innerText("#field-image-error")).toContain("at most 26.2 MB (26,214,400 bytes)");
    expect(await page.getAttribute("#field-image", "aria-describedby")).toContain("field-image-error");
    expect(sent).toBe(0);
    const buffer = Buffer.from("<p>no image</p>");
    await page.setInputFiles("#field-image", { name: "page.html", mimeType: "text/html", buffer });
    await runTool(page);
    expect(await page.innerText("#field-image-error")).toBe(
      "No image format was recognized in the first bytes.",
    );
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("field-image");
    expect(sent).toBe(1);
    visitor.expectQuiet(/status of 422/);
  });

  it("accepts an image pasted or dropped anywhere, and stops sending when it is canceled", async () => {
    const { page } = visitor;
    // Resolves to whether the browser would handle the drop itself, such as by opening the file.
    const give = (type: "paste" | "drop", name: string) =>
      page.evaluate(
        ([type, name]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File(["x"], name));
          const bubbles = { bubbles: true, cancelable: true };
          return document.body.dispatchEvent(
            type === "paste"
              ? new ClipboardEvent("paste", { ...bubbles, clipboardData: transfer })
              : new DragEvent("drop", { ...bubbles, dataTransfer: transfer }),
          );
        },
        [type, name] as const,
      );
    expect(await give("paste", "pasted.png")).toBe(false);
    expect(await page.innerText("#field-image-chosen")).toBe("pasted.png, 1 byte");
    expect(await give("drop", "dropped.png")).toBe(false);
    expect(await page.innerText("#field-image-chosen")).toBe("dropped.png, 1 byte");
    await expect.poll(() => page.innerText("#curl")).toContain("-F 'image=@dropped.png'");

    await page.route("**/v1/tools/**", () => {});
    await page.setInputFiles("#field-image", photo);
    await page.click(".run");
    await page.click(".cancel");
    await page.waitForSelector(".problem .notice");
    expect(await problemOf(page)).toContain("Canceled.");
    expect(await page.isVisible(".sent")).toBe(false);
    visitor.expectQuiet();
  });

  it("converts several images with one press, each as a call, and reports a file that fails", async () => {
    const { page } = visitor;
    const before = await callsLeft(page);
    const buffer = Buffer.from("<p>no image</p>");
    const image = readFileSync(photo);
    await page.setInputFiles("#field-image", [
      { name: "one.png", mimeType: "image/png", buffer: image },
      { name: "none.html", mimeType: "text/html", buffer },
      { name: "two.png", mimeType: "image/png", buffer: image },
    ]);
    expect(await page.innerText("#field-image-chosen")).toContain("3 files");
    await page.selectOption("#field-format", "webp");
    await runTool(page);
    expect(await callsLeft(page)).toBe(before - 3);
    const rows = await page.locator("#result tbody tr").allInnerTexts();
    expect(rows).toHaveLength(3);
    expect(rows[1]).toContain("no image format was recognized");
    expect(await page.innerText("#result [role=status]")).toMatch(
      /kB → .* kB, \d\d% smaller, 2 of 3 files, 1 failed$/,
    );
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download two.webp" }).click(),
    ]);
    expect(await sharp(readFileSync(await download.path())).metadata()).toMatchObject({ format: "webp" });
    const [archive] = await Promise.all([
      page.waitForEvent("download"),
      page.click("text=Download all as ZIP"),
    ]);
    const { stdout } = await promisify(execFile)("unzip", ["-t", await archive.path()]);
    expect(stdout).toMatch(/one\.webp +OK\n.*two\.webp +OK\nNo errors/);
    await expectAccessible(page);
    visitor.expectQuiet(/status of 422/);
  });

  it.each([1, 2, 3])(
    "opens with what a run of example %i returns, smaller than its original",
    async (example) => {
      const { page } = visitor;
      const before = await callsLeft(page);
      await visitor.goTo(`/playground?tool=image-converter&example=${example}`);
      await page.waitForSelector(".stack.split");
      expect(await page.innerText(".outcome")).toMatch(/kB → .* kB, \d\d% smaller, 0\.\d+ s/);
      const opened = await shownJson(page);
      expect(await callsLeft(page)).toBe(before);
      await runTool(page);
      const ran = await shownJson(page);
      const { bytes = 0, compression_ratio: _, duration_ms: __, ...facts } = opened;
      expect(ran).toMatchObject(facts);
      // The encoder can change with a release of sharp.
      expect(Math.abs(Number(ran["bytes"]) / Number(bytes) - 1)).toBeLessThan(0.1);
      expect(await page.inputValue(".slider")).toBe(String(ran["quality"]));
      visitor.expectQuiet();
    },
  );

  it("shows four formats with their sizes, each one press away", async () => {
    const { page } = visitor;
    await page.setInputFiles("#field-image", photo);
    await runTool(page);
    const avif = page.locator(".formats button", { hasText: "AVIF" });
    expect(await avif.innerText()).toContain("try it");
    await avif.click();
    await page.locator(".formats [aria-pressed=true]", { hasText: "AVIF" }).waitFor();
    expect(await shownJson(page)).toMatchObject({ format: "avif" });
    expect(await page.locator(".formats button", { hasText: "WebP" }).innerText()).toMatch(/kB, [−+]\d+%/);
    visitor.expectQuiet();
  });

  it("sets the options of a preset, keeps the image, and makes a link that restores only the options", async () => {
    const { page } = visitor;
    await page.setInputFiles("#field-image", photo);
    await page.getByRole("link", { name: "Thumbnail", exact: true }).click();
    await expect.poll(() => page.inputValue("#field-width")).toBe("320");
    expect(await page.inputValue("#field-lossless")).toBe("");
    expect(await page.innerText("#field-image-chosen")).toContain(awkwardName);
    const link = (await page.locator("#share").textContent()) ?? "";
    expect(link).not.toContain("photo");
    await runTool(page);
    const record = await shownJson(page);
    expect(record).toMatchObject({ format: "webp", width: 200, height: 200 });

    await page.goto(link);
    expect(await page.inputValue("#field-format")).toBe('"webp"');
    expect(await page.inputValue("#field-height")).toBe("320");
    expect(await page.innerText("#field-image-chosen")).toContain("photo.jpg");
    await page.setInputFiles("#field-image", photo);
    await runTool(page);
    expect((await shownJson(page))["bytes"]).toBe(record["bytes"]);
    visitor.expectQuiet();
  });

  it("ignores content and unknown fields in a link, and shows its values as text", async () => {
    const { page } = visitor;
    const options = JSON.stringify({ image: "aGk=", format: "<b>", quality: 7, none: 1 });
    await visitor.goTo(`/playground?${new URLSearchParams({ tool: "image-converter", options }).toString()}`);
    expect(await page.inputValue("#field-quality")).toBe("7");
    expect(await page.innerText("#field-image-chosen")).toContain("photo.jpg");
    expect(await page.locator("#share").textContent()).not.toMatch(/image%22%3A|none/);
    for (const broken of ["{", "7", "null", "[]"])
      expect(await visitor.goTo(`/playground?options=${encodeURIComponent(broken)}`)).toBe(200);
    visitor.expectQuiet();
  });
});
