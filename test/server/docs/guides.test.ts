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
    expect([...new Set(links)].toSorted()).toEqual(names.toSorted());
  });

  it.each(names)("show all words of %s, without Markdown", async (name) => {
    const text = textOf(await page(`/docs/guides/${name}`));
    const source = readFileSync(new URL(`${name}.md`, folder), "utf8")
      .replaceAll(/^```\w*$/gm, "")
      .replaceAll(/^\|[ |-]+\|$/gm, "")
      .replaceAll(/\]\([^)]+\)/g, "");
    const words = source.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
    expect(text).not.toMatch(/\*\*|\]\(|\w\.md\b|\|---/);
  });

  it("link only to pages and headings that exist", async () => {
    const html = await Promise.all(names.map((name) => page(`/docs/guides/${name}`)));
    const targets = names.flatMap((name, index) => {
      const ids = [...(html[index] ?? "").matchAll(/ id="([^"]+)"/g)];
      return [name, ...ids.map(([, id = ""]) => `${name}#${id}`)];
    });
    const links = [...html.join("").matchAll(/<a [^>]*href="\/prefix\/docs\/guides\/([^"]+)"/g)];
    expect(links.map(([, link = ""]) => link).filter((link) => !targets.includes(link))).toEqual([]);
  });

  it("give 404 for a guide that does not exist", async () => {
    for (const name of ["nothing", "nothing.md", "..%2fpackage.json", "quickstart.md.md", "docs"])
      expect((await api.request(`/docs/guides/${name}`)).status, name).toBe(404);
  });

  it("are served as Markdown for agents, and llms.txt lists every page under the public URL", async () => {
    const markdown = await api.request("/docs/guides/quickstart.md");
    expect(markdown.headers.get("Content-Type")).toBe("text/markdown; charset=utf-8");
    expect(await markdown.text()).toBe(readFileSync(new URL("quickstart.md", folder), "utf8"));
    expect(await page("/docs/guides/quickstart")).toContain(
      '<link rel="alternate" type="text/markdown" href="/prefix/docs/guides/quickstart.md"/>',
    );
    const index = await (await api.request("/llms.txt")).text();
    const links = [...index.matchAll(/\]\((\S+)\): \S/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(names.length + 4);
    for (const link of links) {
      expect(link.startsWith(publicUrl), link).toBe(true);
      const response = await api.request(link.slice(publicUrl.length));
      expect(response.status, link).toBe(200);
      expect((await response.text()).length, link).toBeGreaterThan(100);
    }
  });

  it("are in the sitemap that robots.txt names, and the calls are closed to crawlers", async () => {
    const robots = await (await api.request("/robots.txt")).text();
    expect(robots).toMatch(/^User-agent: \*\nDisallow: \/prefix\/v1\/\n/);
    expect(robots).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`);
    const map = await api.request("/sitemap.xml");
    expect(map.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
    const locations = [...(await map.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url);
    expect(locations.length).toBeGreaterThan(names.length + 4);
    for (const url of locations) await page(url.slice(publicUrl.length));
  });

  it("describe every operation of the API in Markdown", async () => {
    const document = (await (await api.request("/openapi.json")).json()) as {
      paths: Record<string, Record<string, { summary: string; "x-codeSamples": { source: string }[] }>>;
    };
    const index = await (await api.request("/llms.txt")).text();
    const links = [...index.matchAll(/\((\S+\/docs\/reference\/\S+)\)/g)].map(([, link = ""]) => link);
    const texts = await Promise.all(
      links.map(async (link) => (await api.request(link.slice(publicUrl.length))).text()),
    );
    const text = texts.join("\n");
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods)) {
        expect(text).toContain(`## ${method.toUpperCase()} ${path}\n\n${operation.summary}`);
        expect(text).toContain(operation["x-codeSamples"][0]?.source ?? "no sample");
      }
  });
});

describe("the search of the documentation", () => {
  const search = async (query: string) => {
    const response = await api.request(`/docs/search.json?${new URLSearchParams({ q: query }).toString()}`);
    // The shape of the response.
    const { results } = (await response.json()) as {
      results: { title: string; page: string; path: string; excerpt: string }[];
    };
    return results;
  };

  it("finds operations by path and field, errors by code, and sections of guides by their words", async () => {
    expect((await search("text-analyzer"))[0]?.path).toBe("/docs/reference/text-analyzer#text-analyzer");
    const quality = await search("max_bytes_resize");
    expect(quality[0]?.path).toBe("/docs/reference/image-converter#image-converter");
    expect((await search("quota_exceeded"))[0]?.path).toBe("/docs/errors#quota_exceeded");
    const pepper = await search("pepper");
    expect(pepper.some(({ page: name }) => name === "API keys and accounts")).toBe(true);
    expect(pepper.every(({ title, excerpt }) => /pepper/i.test(title + excerpt))).toBe(true);
  });

  it("finds only sections that exist and have all words, and nothing for none", async () => {
    for (const query of ["rate limit", "oauth refresh token", "webhook signature"]) {
      const results = await search(query);
      expect(results.length, query).toBeGreaterThan(0);
      for (const { path } of results) {
        const [own = "", id] = path.split("#");
        expect(await page(own), path).toContain(id === undefined ? "<h1>" : `id="${id}"`);
      }
    }
    expect(await search("")).toEqual([]);
    expect(await search("zqx")).toEqual([]);
  });

  it("is a page without scripts, which shows the query as text", async () => {
    const html = await page(`/docs/search?${new URLSearchParams({ q: "<b>quota" }).toString()}`);
    expect(html).toContain('value="&lt;b&gt;quota"');
    expect(html).toContain("No page contains all of these words.");
    expect(textOf(await page("/docs/search?q=quota"))).toContain("quota_exceeded");
  });
});
