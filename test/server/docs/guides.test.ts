import { readdirSync, readFileSync } from "node:fs";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createApi } from "@tools-api/server";
import { describe, expect, it } from "vitest";

const folder = new URL("../../../packages/server/guides/", import.meta.url);
const names = readdirSync(folder).map((name) => name.replace(".md", ""));
const publicUrl = "https://tools.example.com/prefix";
const api = createApi({
  documents: memoryDocuments(),
  usage: memoryUsage(),
  authenticator: { authenticate: async () => null },
  publicUrl,
});

async function page(path: string): Promise<string> {
  const response = await api.request(path);
  expect(response.status, path).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  return await response.text();
}

/** Returns the text of a page as a reader sees it. */
function textOf(html: string): string {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return html
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/&(\w+|#39);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, " ");
}

describe("the pages of the guides", () => {
  it("list every file of the folder, under the path of the public URL", async () => {
    const html = await page("/docs/guides");
    const links = [...html.matchAll(/href="\/prefix\/docs\/guides\/([\w-]+)"/g)].map(([, name = ""]) => name);
    expect(links.toSorted()).toEqual(names.toSorted());
  });

  it.each(names)("show all words of %s, without Markdown", async (name) => {
    const text = textOf(await page(`/docs/guides/${name}`));
    const source = readFileSync(new URL(`${name}.md`, folder), "utf8")
      .replaceAll(/^```\w*$/gm, "")
      .replaceAll(/^\|[ |-]+\|$/gm, "")
      .replaceAll(/\]\([^)]+\)/g, "");
    const words = source.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
    expect(text).not.toMatch(/\*\*|\]\(|\.md\b|\|---/);
  });

  it("link only to pages and headings that exist", async () => {
    const html = await Promise.all(names.map((name) => page(`/docs/guides/${name}`)));
    const targets = names.flatMap((name, index) => {
      const ids = [...(html[index] ?? "").matchAll(/ id="([^"]+)"/g)];
      return [name, ...ids.map(([, id = ""]) => `${name}#${id}`)];
    });
    const links = [...html.join("").matchAll(/href="\/prefix\/docs\/guides\/([^"]+)"/g)];
    expect(links.map(([, link = ""]) => link).filter((link) => !targets.includes(link))).toEqual([]);
  });

  it("give 404 for a guide that does not exist", async () => {
    for (const name of ["nothing", "..%2fpackage.json", "quickstart.md"])
      expect((await api.request(`/docs/guides/${name}`)).status, name).toBe(404);
  });
});
