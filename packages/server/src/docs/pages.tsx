import type { Child } from "hono/jsx";
import { apiDocument } from "./api-document.ts";
import { Contents, operationGroups } from "./contents.tsx";
import type { DocsEntry, DocsServices } from "./docs-page.tsx";
import { errorsEntry } from "./error-reference.tsx";
import { changelogEntry, guideEntries } from "./guides.tsx";
import { basePath } from "../session/page-owner.ts";
import { groupEntry, introductionEntry } from "./reference.tsx";
import { indexDocs, searchDocs, type SearchResult } from "./search.ts";

/** The documentation of a server: its pages, and what is made from all of them. */
export interface DocsSite {
  entries: readonly DocsEntry[];
  find: (path: string) => DocsEntry | undefined;
  search: (query: string) => SearchResult[];
}

function guideIndexEntry(base: string, guides: readonly DocsEntry[]): DocsEntry {
  const title = "All guides";
  return {
    path: "/docs/guides",
    title,
    chapter: "Guides",
    summary: "The guides explain keys, OAuth, billing and operation.",
    scripts: [],
    sections: [],
    body: () => (
      <>
        <h1>Guides</h1>
        <dl class="list">
          {guides.map(({ path, title: name, summary }) => (
            <>
              <dt>
                <a href={base + path}>{name}</a>
              </dt>
              <dd class="muted">{summary}</dd>
            </>
          ))}
        </dl>
      </>
    ),
    markdown: () => ["# Guides", "", ...guides.map((guide) => linkLine(guide, ""))].join("\n"),
  };
}

/** Reads the guides and describes the API once. */
export async function docsSite(services: DocsServices): Promise<DocsSite> {
  const base = basePath(services.publicUrl);
  const props = { services, base };
  const document = apiDocument(services);
  const groups = operationGroups(document);
  const guides = guideEntries(base);
  const entries = [
    introductionEntry(document, groups, props),
    guideIndexEntry(base, guides),
    ...guides,
    ...(await Promise.all(groups.map((group) => groupEntry(group, props)))),
    errorsEntry(props),
    changelogEntry(base),
  ];
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const index = indexDocs(entries);
  return { entries, find: (path) => byPath.get(path), search: (query) => searchDocs(index, query) };
}

/** Renders the content of a page next to the contents. */
export function DocsBody({
  site,
  base,
  entry,
  query,
  children,
}: {
  site: DocsSite;
  base: string;
  entry: DocsEntry | undefined;
  query?: string;
  children: Child;
}): Child {
  return (
    <div class="docs">
      <Contents base={base} entries={site.entries} current={entry} {...(query !== undefined && { query })} />
      <article>{children}</article>
    </div>
  );
}

function linkLine({ title, path, summary }: DocsEntry, origin: string): string {
  return `- [${title}](${origin}${path}.md): ${summary}`;
}

/** Returns the index of the documentation for agents (llmstxt.org). */
export function llmsText({ entries }: DocsSite, { brand, publicUrl }: DocsServices): string {
  const chapters = ["Start", "Reference", "Guides", "For operators"] as const;
  return [
    `# ${brand.name}`,
    "",
    `> ${entries[0]?.summary ?? ""}`,
    "",
    `The OpenAPI 3.1 document is at ${publicUrl}/openapi.json. Send \`Authorization: Bearer\` with an API key.`,
    ...chapters.flatMap((chapter) => [
      "",
      `## ${chapter}`,
      "",
      ...entries.filter((entry) => entry.chapter === chapter).map((entry) => linkLine(entry, publicUrl)),
    ]),
    "",
  ].join("\n");
}

/** Returns the rules for crawlers (RFC 9309): the pages are for them, the calls and the pages of accounts are not. */
export function robotsText({ publicUrl }: Pick<DocsServices, "publicUrl">): string {
  const closed = ["/v1/", "/account", "/operator", "/oauth/", "/sign-in/", "/docs/search"];
  return [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${basePath(publicUrl)}${path}`),
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ].join("\n");
}

/** Returns the addresses of the public pages for search engines (sitemaps.org). */
export function sitemapText(
  { entries }: DocsSite,
  { publicUrl, served }: Pick<DocsServices, "publicUrl" | "served">,
): string {
  const paths = [...(served.includes("management") ? ["/"] : []), ...entries.map(({ path }) => path)];
  const escaped = publicUrl.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${escaped}${path}</loc></url>`),
    "</urlset>",
    "",
  ].join("\n");
}
