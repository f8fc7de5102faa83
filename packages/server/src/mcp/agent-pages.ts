import type { ReadResourceResult, Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import { ToolsError } from "@tools-api/core";
import { styleText } from "../ui/assets.ts";
import { inlineScript } from "../ui/inline-script.ts";

/** The identifier of MCP Apps (SEP-1865) among the extensions of a client and of a server. */
export const extensionId = "io.modelcontextprotocol/ui";

/** The media type of a page for the host of an agent. */
const pageMediaType = "text/html;profile=mcp-app";

/** A page that the host of an agent shows with the result of a tool. */
interface AgentPage {
  title: string;
  /** Its style sheets, in order. */
  styles: readonly string[];
}

const shared = ["base.css", "cards.css"];

/**
 * The pages. A tool has the page of its `playground`, because the same functions draw its result there; `usage` has that of
 * its name. `agent-NAME.js` is the script of a page.
 */
const pages: Readonly<Record<string, AgentPage>> = {
  image: { title: "Image before and after", styles: [...shared, "demo.css"] },
  text: { title: "Text with its marks", styles: [...shared, "demo.css"] },
  usage: { title: "Calls by period", styles: [...shared, "chart.css"] },
};

const scheme = "ui://tools-api/";

/** Returns the metadata of a tool with the page of a name, for `tools/list`. Returns `{}` if there is none. */
export function pageLink(name: string | undefined): { _meta?: { ui: { resourceUri: string } } } {
  if (name === undefined || !Object.hasOwn(pages, name)) return {};
  return { _meta: { ui: { resourceUri: `${scheme}${name}` } } };
}

/** Returns the pages for `resources/list`. */
export function listPages(): Resource[] {
  return Object.entries(pages).map(([name, { title }]) => ({
    uri: `${scheme}${name}`,
    name: `${name}-page`,
    title,
    mimeType: pageMediaType,
  }));
}

/** Returns a page as one document that loads nothing. */
function pageDocument(name: string, { title, styles }: AgentPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${[...styles, "agent-page.css"].map(styleText).join("\n")}
</style>
</head>
<body>
<main aria-live="polite"><p class="muted">Waiting for the result.</p></main>
<script type="module">
${inlineScript(`agent-${name}.js`)}
</script>
</body>
</html>
`;
}

const documents = new Map<string, string>();

/** Returns a page for `resources/read`. Returns `null` if there is none with this URI. */
export function readPage(uri: string): ReadResourceResult | null {
  const name = uri.startsWith(scheme) ? uri.slice(scheme.length) : "";
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (!page) return null;
  const text = documents.get(name) ?? pageDocument(name, page);
  documents.set(name, text);
  // The page connects with no server. A host that gets the lists forbids it.
  const ui = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true };
  return { contents: [{ uri, mimeType: pageMediaType, text, _meta: { ui } }] };
}

const fileScheme = "tools-api://files/";

/** The files of the server, which a page reads through its host: those of a call. */
export const fileTemplate: ResourceTemplateType = {
  uriTemplate: `${fileScheme}{file}`,
  name: "file",
  title: "A stored file, or a file of the folder",
};

/** A file that a page asks for. */
export interface PageFile {
  bytes: Uint8Array;
  mediaType: string;
}

/** Bytes of a file in a message. In base64, they are as many as a result can have. */
export const maxPageFileBytes = 3_000_000;

/** Requires that a file fits in a message. */
export function requirePageFile(bytes: number): void {
  if (bytes > maxPageFileBytes)
    throw new ToolsError(
      "payload_too_large",
      `uri: expected a file of at most ${maxPageFileBytes} bytes, received one of ${bytes} bytes`,
    );
}

/** Returns the handle or the path that the URI of a file names. Returns `null` for another URI. */
export function fileReference(uri: string): string | null {
  if (!uri.startsWith(fileScheme)) return null;
  try {
    return decodeURIComponent(uri.slice(fileScheme.length));
  } catch {
    return null;
  }
}

/** Returns a file for `resources/read`. */
export function fileContents(uri: string, { bytes, mediaType }: PageFile): ReadResourceResult {
  return {
    contents: [
      { uri, ...(mediaType !== "" && { mimeType: mediaType }), blob: Buffer.from(bytes).toString("base64") },
    ],
  };
}

/** Returns whether a client shows pages, by its capabilities. */
export function showsPages(capabilities: unknown): boolean {
  // Any value except null and undefined has members.
  const { extensions } = (capabilities ?? {}) as { extensions?: Readonly<Record<string, unknown>> };
  const { mimeTypes } = (extensions?.[extensionId] ?? {}) as { mimeTypes?: unknown };
  return Array.isArray(mimeTypes) && mimeTypes.includes(pageMediaType);
}

/**
 * Returns whether the client of a message can show pages. Before the revision of 2026, only `initialize` has the
 * capabilities of a client, and there are no sessions: then the client of another message may.
 */
export function mayShowPages({ method, params }: Readonly<Record<string, unknown>>): boolean {
  const { capabilities, _meta: meta } = (params ?? {}) as Readonly<Record<string, unknown>>;
  if (method === "initialize") return showsPages(capabilities);
  const declared = (meta as Readonly<Record<string, unknown>> | undefined)?.[
    "io.modelcontextprotocol/clientCapabilities"
  ];
  return declared === undefined || showsPages(declared);
}
