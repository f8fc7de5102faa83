import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ApiContext } from "../http/context.ts";
import { unchanging } from "../http/unchanging.ts";
import { findTodayUsage } from "../account/call/page-call.tsx";
import { pageHeaders, pageHtml, respondPage } from "../ui/respond-page.ts";
import { inView, viewOf } from "../ui/view.ts";
import { DocsPage, type DocsEntry, type DocsServices } from "./docs-page.tsx";
import { basePath, pageOwner } from "../session/page-owner.ts";
import { DocsBody, docsSite, type DocsSite, llmsText, robotsText, sitemapText } from "./pages.tsx";
import { maxQueryLength } from "./search.ts";
import { SearchResults } from "./search-page.tsx";

/** Responds to a request for a page or a file. */
export type Respond = (c: ApiContext) => Promise<Response>;

/** Returns a page as rendered text. */
async function rendered(page: JSX.Element): Promise<Child> {
  // An asynchronous component makes the text a promise, which the type does not express.
  return raw(await Promise.resolve<string>((await page).toString()));
}

/** Responds with a page for its visitor: the sections and the usage of a signed-in owner, and the chosen color scheme. */
async function respondTo(
  c: ApiContext,
  services: DocsServices,
  frame: (owner: Parameters<typeof DocsPage>[0]["owner"]) => JSX.Element,
): Promise<Response> {
  const owner = await pageOwner(c, services);
  const today = owner ? await findTodayUsage(services, owner.account) : undefined;
  return inView(viewOf(c, services), () =>
    respondPage(c, frame(owner ? { account: owner.account, today } : undefined), { runsScripts: true }),
  );
}

/**
 * Returns the function that responds with a page. The content is the same for all visitors and is rendered once. So is
 * the whole page for visitors without a session and a chosen color scheme.
 */
function pageResponder(services: DocsServices, site: DocsSite, entry: DocsEntry): Respond {
  const base = basePath(services.publicUrl);
  const { path, title, scripts, body } = entry;
  let known: Promise<Child> | undefined;
  const content = () =>
    (known ??= rendered(
      <DocsBody site={site} base={base} entry={entry}>
        {body()}
      </DocsBody>,
    ));
  const frame = (children: Child, owner?: Parameters<typeof DocsPage>[0]["owner"]) =>
    DocsPage({ title, path, scripts, services, base, owner, children });
  const respondToStrangers = unchanging(async () => {
    const children = await content();
    const view = { brand: services.brand, theme: "system", now: 0 } as const;
    return inView(view, () => pageHtml(frame(children)));
  });
  return async (c) => {
    const hasState = c.req.header("Cookie") !== undefined;
    if (!hasState)
      return respondToStrangers(c, {
        ...pageHeaders({ runsScripts: true }),
        "Cache-Control": "no-cache",
        Vary: "Cookie",
      });
    const children = await content();
    return respondTo(c, services, (owner) => frame(children, owner));
  };
}

function textResponder(type: string, text: () => string | Promise<string>): Respond {
  const respond = unchanging(text);
  const headers = {
    "Content-Type": `${type}; charset=utf-8`,
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
  };
  return (c) => respond(c, headers);
}

/**
 * Creates the function that returns the responder of a path: that of a page, of its Markdown or of another file; `undefined`
 * if there is no such page.
 */
export function docsResponders(services: DocsServices): (path: string) => Promise<Respond | undefined> {
  const base = basePath(services.publicUrl);
  let known: Promise<DocsSite> | undefined;
  const site = () => (known ??= docsSite(services));
  const query = (c: ApiContext) => (c.req.query("q") ?? "").trim().slice(0, maxQueryLength);

  async function respondSearch(c: ApiContext): Promise<Response> {
    const words = query(c);
    const pages = await site();
    const content = await rendered(
      <DocsBody site={pages} base={base} entry={undefined} query={words}>
        <SearchResults base={base} query={words} results={pages.search(words)} />
      </DocsBody>,
    );
    return respondTo(c, services, (owner) =>
      DocsPage({ title: "Search", scripts: [], services, base, owner, children: content }),
    );
  }

  const responders = new Map<string, Respond>([
    ["/llms.txt", textResponder("text/plain", async () => llmsText(await site(), services))],
    ["/robots.txt", textResponder("text/plain", () => robotsText(services))],
    ["/sitemap.xml", textResponder("application/xml", async () => sitemapText(await site(), services))],
    ["/docs/search", respondSearch],
    ["/docs/search.json", async (c) => c.json({ results: (await site()).search(query(c)) })],
  ]);

  return async (path) => {
    const made = responders.get(path);
    if (made) return made;
    const isMarkdown = path.endsWith(".md");
    const pages = await site();
    const entry = pages.find(isMarkdown ? path.slice(0, -".md".length) : path);
    if (!entry) return undefined;
    const respond = isMarkdown
      ? textResponder("text/markdown", entry.markdown)
      : pageResponder(services, pages, entry);
    responders.set(path, respond);
    return respond;
  };
}
