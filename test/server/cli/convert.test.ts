import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canListProcesses, childrenOf, expectGone } from "../../engines/process-tree.ts";
import { runCommand, runCommandHere, toolsApiHere } from "../command.ts";
import { cli, temporaryFolder } from "../server-process.ts";

const folder = temporaryFolder();
const path = (...names: string[]) => join(folder.path, ...names);
// Each process takes a second of CPU time to start, and only tests of their number need two.
const settings = { IMAGE_WORKERS: "1" };

/** Random samples. No encoder can compress them or finish them quickly. */
function noise(side: number) {
  const pixels = Buffer.alloc(side * side * 3);
  for (let index = 0; index < pixels.length; index++) pixels[index] = (index * 2_654_435_761) >>> 24;
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
}

beforeAll(async () => {
  mkdirSync(path("in"));
  for (const name of ["one", "two", "three"]) await noise(64).toFile(path("in", `${name}.png`));
});
afterAll(() => folder.remove());

const inputs = () => ["one", "two", "three"].map((name) => path("in", `${name}.png`));

describe("tools-api convert over many files", () => {
  it("converts every file into the folder and prints the saved bytes", async () => {
    const out = path("many", "webp");
    const words = ["convert", ...inputs(), "--format", "webp", "--width", "20", "--out-dir", out];
    const { code, stdout, stderr } = await toolsApiHere(words, settings);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(readdirSync(out).toSorted()).toEqual(["one.webp", "three.webp", "two.webp"]);
    const lines = stdout.trim().split("\n");
    expect(lines).toHaveLength(4);
    for (const name of ["one", "two", "three"])
      expect(stdout).toContain(`${join(out, name)}.webp: webp, 20 × 20`);
    expect(lines.at(-1)).toMatch(/^3 of 3 files converted in \d+\.\d s: \d+\.\d kB became .+, \d+ % saved$/);
    expect(await sharp(readFileSync(join(out, "two.webp"))).metadata()).toMatchObject({
      format: "webp",
      width: 20,
    });
  });

  it("makes a file for each of several widths, and refuses one width twice", async () => {
    const out = path("widths");
    const words = ["convert", ...inputs(), "--format", "webp", "--out-dir", out, "--widths"];
    const { stdout } = await runCommandHere([...words, "16,32"], settings);
    expect(readdirSync(out)).toHaveLength(6);
    expect(stdout).toContain(`${join(out, "one-16.webp")}: webp, 16 × 16`);
    expect(stdout).toContain("6 of 6 files converted");
    expect(await sharp(readFileSync(join(out, "two-32.webp"))).metadata()).toMatchObject({ width: 32 });
    await expect(runCommandHere([...words, "16,16"], settings)).rejects.toThrow(
      '--widths: expected different widths such as 320,640,1280, received "16,16".',
    );
  });

  it("makes a file for each of several pages and widths, and refuses what is no list of pages", async () => {
    const out = path("pages");
    const input = fileURLToPath(new URL("../../fixtures/images/two-pages.pdf", import.meta.url));
    const words = ["convert", input, "--format", "png", "--out-dir", out, "--pages"];
    await runCommandHere([...words, "0-1", "--widths", "20,30"], settings);
    expect(readdirSync(out).toSorted()).toEqual(
      ["p0-20", "p0-30", "p1-20", "p1-30"].map((suffix) => `two-pages-${suffix}.png`),
    );
    for (const pages of ["0,0", "3-1", "all"])
      await expect(runCommandHere([...words, pages], settings)).rejects.toThrow(
        `--pages: expected different pages such as 0-3 or 0,2,5, received "${pages}".`,
      );
  });

  it("converts the other files if some fail, lists the failures at the end and exits with an error", async () => {
    const out = path("some");
    writeFileSync(path("in", "text.png"), "No image.");
    const words = [path("in", "text.png"), path("in", "missing.png"), ...inputs()];
    const { code, stdout, stderr } = await runCommandHere(
      ["convert", ...words, "--format", "jpg", "--out-dir", out],
      settings,
    );
    expect(code).toBe(1);
    expect(readdirSync(out).toSorted()).toEqual(["one.jpg", "three.jpg", "two.jpg"]);
    expect(stdout).toContain("3 of 5 files converted");
    expect(stderr.trim().split("\n")).toEqual([
      expect.stringContaining(`tools-api: ${path("in", "text.png")}: image: `),
      `tools-api: ${path("in", "missing.png")}: no such file or folder`,
    ]);
  });

  it("converts the images of a folder, which keep their places below it", async () => {
    const tree = path("tree");
    mkdirSync(join(tree, "trip", ".hidden"), { recursive: true });
    for (const name of ["a.PNG", join("trip", "a.png"), join("trip", ".hidden", "b.png")])
      await noise(16).png().toFile(join(tree, name));
    writeFileSync(join(tree, "notes.txt"), "No image.");
    const out = join(tree, "out");
    const words = ["convert", tree, "--format", "webp", "--background", "white", "--out-dir", out];
    for (const _ of ["once", "again"]) {
      const { code, stdout } = await runCommandHere(words, settings);
      expect(code).toBe(0);
      expect(stdout).toMatch(/2 of 2 files converted in .+ became .+ \(.+ less\), \d+ % saved/);
    }
    expect(readdirSync(out, { recursive: true }).map(String).toSorted()).toEqual([
      "a.webp",
      "trip",
      join("trip", "a.webp"),
    ]);
    await expect(runCommand(["convert", tree, path("x.png")])).rejects.toThrow("--out-dir");
    const empty = ["convert", join(tree, "trip", ".hidden", ".."), "--format", "webp", "--out-dir", tree];
    await expect(runCommand(empty)).rejects.toThrow("expected a folder with images, received none");
  });

  it("accepts the fields of a request and rejects invalid ones before any work", async () => {
    const [one = ""] = inputs();
    const out = path("fields");
    const good = ["--lossless", "--effort", "fast", "--width", "10", "--height", "30", "--fit", "fill"];
    await runCommand(["convert", one, "--format", "webp", "--out-dir", out, ...good], settings);
    expect(await sharp(readFileSync(join(out, "one.webp"))).metadata()).toMatchObject({
      width: 10,
      height: 30,
    });
    const bad = path("bad");
    const refused = runCommand(["convert", one, "--format", "webp", "--out-dir", bad, "--quality", "good"]);
    await expect(refused).rejects.toThrow('quality: expected an integer from 1 to 100, received "good"');
    expect(existsSync(bad)).toBe(false);
  });

  it("rejects two files that would get the same name, before any work", async () => {
    const out = path("twice");
    mkdirSync(path("other"));
    await noise(8).toFile(path("other", "one.png"));
    const [one = ""] = inputs();
    const words = ["convert", one, path("other", "one.png"), "--format", "webp", "--out-dir", out];
    await expect(runCommand(words)).rejects.toThrow(
      `${one} and ${path("other", "one.png")} would both be written to ${join(out, "one.webp")}. Convert them into different folders.`,
    );
    expect(existsSync(out)).toBe(false);
  });

  it("never overwrites an input, whatever its name", async () => {
    const before = inputs().map((input) => readFileSync(input));
    const same = ["convert", ...inputs(), "--format", "png", "--out-dir", path("in", "..", "in")];
    await expect(runCommand(same)).rejects.toThrow("which is the input");
    const [one = "", two = ""] = inputs();
    await expect(runCommand(["convert", one, two, "--format", "png"])).rejects.toThrow("--out-dir");
    expect(await toolsApiHere(["convert", one, one])).toMatchObject({ code: 2 });
    expect(inputs().map((input) => readFileSync(input))).toEqual(before);
  });

  it("leaves no partial file and no process when it is interrupted", async () => {
    const out = path("interrupted");
    mkdirSync(path("large"));
    const large = await noise(400).png().toBuffer();
    for (let index = 0; index < 12; index++) writeFileSync(path("large", `${index}.png`), large);
    const files = readdirSync(path("large")).map((name) => path("large", name));
    const words = [
      "convert",
      ...files,
      "--format",
      "webp",
      "--effort",
      "best",
      "--lossless",
      "--out-dir",
      out,
    ];
    const child = spawn(process.execPath, [cli, ...words], { stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const children = canListProcesses ? childrenOf(child.pid) : [];
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    const written = readdirSync(out);
    expect(written.length).toBeGreaterThan(0);
    expect(written.length).toBeLessThan(12);
    for (const name of written) {
      expect(name).toMatch(/^\d+\.webp$/);
      // Decodes the whole image.
      await sharp(readFileSync(join(out, name))).stats();
    }
    if (canListProcesses) await expectGone(children);
  });
});

/** `script` of util-linux, which runs a command on a terminal. */
function findScript(): string | null {
  try {
    return execFileSync("which", ["script"]).toString().trim();
  } catch {
    console.log("skipped: the bar on a terminal, which needs script (apt-get install util-linux)");
    return null;
  }
}

const script = process.platform === "linux" ? findScript() : null;

describe.skipIf(script === null)("tools-api convert on a terminal", () => {
  it("shows a progress bar for many files instead of their lines", async () => {
    const out = path("terminal");
    const words = [process.execPath, cli, "convert", ...inputs(), "--format", "webp", "--out-dir", out];
    const env = { ...process.env, ...settings };
    const { stdout } = await promisify(execFile)(script ?? "", ["-qec", words.join(" "), "/dev/null"], {
      env,
    });
    expect(stdout).toContain("3 of 3 files");
    expect(stdout).toContain("% saved");
    expect(stdout).not.toContain("one.webp: webp");
    expect(readdirSync(out)).toHaveLength(3);
  });
});
