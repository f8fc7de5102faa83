import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { errorCodes } from "@tools-api/core";
import { describe, expect, it } from "vitest";
const repository = fileURLToPath(new URL("..", import.meta.url));
const guides = "packages/server/guides";
const documents = [
  "README.md",
  ".github/CONTRIBUTING.md",
  ".github/SECURITY.md",
  "test/attacks.md",
  ...["core", "adapters", "server"].map((name) => `packages/${name}/README.md`),
  ...readdirSync(join(repository, guides)).map((name) => `${guides}/${name}`),
];

function read(document: string): string {
  return readFileSync(join(repository, document), "utf8");
}

/** Returns the anchors of a document's headings, as GitHub derives them. */
function anchors(document: string): string[] {
  const prose = document.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "");
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Returns the targets of relative links and images that lead to no file or to no heading. */
function brokenLinks(document: string): string[] {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return links.filter((target) => {
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? join(repository, document) : resolve(repository, dirname(document), path);
    if (!existsSync(file)) return true;
    return anchor !== undefined && !anchors(readFileSync(file, "utf8")).includes(anchor);
  });
}

describe("the documentation", () => {
  it.each(documents)("every link of %s leads to a file, and to a heading of it", (document) => {
    expect(brokenLinks(document)).toEqual([]);
  });

  it("every path that CONTRIBUTING names exists", () => {
    const named = read(".github/CONTRIBUTING.md").matchAll(/(?:packages|test)\/[\w./-]*\w/g);
    const paths = [...named].map(([path]) => path);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });

  it("every test that the list of attacks names exists", () => {
    const [, ...files] = read("test/attacks.md").split(/^- `(?=.*`$)/m);
    expect(files.length).toBeGreaterThan(30);
    const missing = files.flatMap((rows) => {
      const [file = ""] = rows.split("`", 1);
      const source = read(`test/${file}`).replaceAll("\\`", "`");
      const titles = [...rows.matchAll(/“(.+)”$/gm)].flatMap(([, test = ""]) => test.split(" > "));
      return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`);
    });
    expect(missing).toEqual([]);
  });

  it("the README of the server links every guide", () => {
    const linked = read("packages/server/README.md");
    const names = readdirSync(join(repository, guides));
    expect(names.filter((name) => !linked.includes(`](guides/${name}`))).toEqual([]);
  });

  it("the README of the server names every command, and that of core every entry point", async () => {
    const [, table = ""] =
      /\| commands[^]*?\n\n/.exec(read("packages/server/README.md"))?.[0].split("effect") ?? [];
    // No entry point has the table of the commands.
    const { commandTable } = (await import(
      join(repository, "packages/server/dist/cli/command-table.js")
    )) as {
      commandTable: ReadonlyMap<string, unknown>;
    };
    const missing = [...commandTable.keys()].filter((command) =>
      command.split(" ").some((word) => !new RegExp(`[\`, ]${word}[\`, ]`).test(table)),
    );
    expect(missing).toEqual([]);
    // The package has this form.
    const { exports } = JSON.parse(read("packages/core/package.json")) as { exports: object };
    const entries = Object.keys(exports).filter((entry) => !entry.startsWith("./internal"));
    const listed = read("packages/core/README.md");
    expect(entries.filter((entry) => !listed.includes(`\`${entry.replace("./", "/")}\``))).toEqual([]);
  });

  it("the README has at most 185 lines", () => {
    expect(read("README.md").split("\n").length - 1).toBeLessThanOrEqual(185);
  });

  it("the guide to errors lists every code of the catalog", () => {
    const listed = [...read(`${guides}/errors.md`).matchAll(/^\| \d{3} +\| `(\w+)`/gm)].map(
      ([, code = ""]) => code,
    );
    expect(listed.toSorted()).toEqual(Object.keys(errorCodes).toSorted());
  });
});
