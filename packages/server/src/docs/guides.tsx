import { readFileSync } from "node:fs";
import type { DocsEntry } from "./docs-page.tsx";
import { Markdown, markdownSections } from "./markdown.tsx";

/** The guides by name, in the order of the contents. To add one, add a file and a row. */
const guides: ReadonlyMap<string, string> = new Map([
  ["quickstart", "Quickstart"],
  ["api-keys", "API keys and accounts"],
  ["oauth", "OAuth 2.0"],
  ["files", "Files"],
  ["mcp", "Agents (MCP)"],
  ["identity-provider", "Your own identity provider"],
  ["billing", "Plans and billing"],
  ["mail", "Mail"],
  ["webhooks", "Webhooks"],
  ["hosts", "Mount in another framework"],
  ["operating", "Operating and growing"],
  ["monitoring", "Monitoring"],
  ["accuracy", "Accuracy and benchmarks"],
  ["errors", "Error handling"],
]);

const folder = new URL("../../guides/", import.meta.url);
const changelogFile = new URL("../../CHANGELOG.md", import.meta.url);

/** Returns the target of a link. Files of the repository other than guides are not served. */
function linkFrom(base: string): (target: string) => string | null {
  return (target) => {
    if (/^(?:https?:|#)/.test(target)) return target;
    const [, name, anchor = ""] = /^([a-z-]+)\.md(#.*)?$/.exec(target) ?? [];
    return name !== undefined && guides.has(name) ? `${base}/docs/guides/${name}${anchor}` : null;
  };
}

interface MarkdownFile {
  file: URL;
  path: string;
  title: string;
  chapter: DocsEntry["chapter"];
  base: string;
}

/** Returns the page of a Markdown file. Its summary is the first sentence. */
function markdownEntry({ file, path, title, chapter, base }: MarkdownFile): DocsEntry {
  const text = readFileSync(file, "utf8");
  const sections = markdownSections(text);
  const [summary = title] = /^.*?\.(?=\s|$)/.exec(sections[0]?.text ?? "") ?? [];
  return {
    path,
    title,
    chapter,
    summary,
    scripts: ["copy-button.js", "docs-contents.js"],
    sections,
    body: () => <Markdown text={text} linkTo={linkFrom(base)} />,
    markdown: () => text,
  };
}

/** Returns the pages of the guides. */
export function guideEntries(base: string): DocsEntry[] {
  return [...guides].map(([name, title]) => {
    const path = `/docs/guides/${name}`;
    return markdownEntry({ file: new URL(`${name}.md`, folder), path, title, chapter: "Guides", base });
  });
}

/** Returns the page of the changelog. */
export function changelogEntry(base: string): DocsEntry {
  return markdownEntry({
    file: changelogFile,
    path: "/docs/changelog",
    title: "Changelog",
    chapter: "Reference",
    base,
  });
}
