import { readFileSync } from "node:fs";
import type { Child } from "hono/jsx";
import { DocsPage, type DocsProps, ReferenceCrumb, SideLinks } from "./docs-page.tsx";
import { Markdown } from "./markdown.tsx";

/** The guides by name, in the order of the contents. To add one, add a file and a row. */
export const guides: ReadonlyMap<string, string> = new Map([
  ["quickstart", "Quickstart"],
  ["api-keys", "API keys and accounts"],
  ["oauth", "OAuth 2.0"],
  ["mcp", "Agents (MCP)"],
  ["identity-provider", "Your own identity provider"],
  ["billing", "Plans and billing"],
  ["mail", "Mail"],
  ["webhooks", "Webhooks"],
  ["hosts", "Mount in another framework"],
  ["operating", "Operating and growing"],
  ["accuracy", "Accuracy and benchmarks"],
  ["errors", "Errors"],
]);

const folder = new URL("../../guides/", import.meta.url);

/** Returns the target of a link. Files of the repository other than guides are not served. */
function linkFrom(base: string): (target: string) => string | null {
  return (target) => {
    if (/^(?:https?:|#)/.test(target)) return target;
    const [, name, anchor = ""] = /^([a-z-]+)\.md(#.*)?$/.exec(target) ?? [];
    return name !== undefined && guides.has(name) ? `${base}/docs/guides/${name}${anchor}` : null;
  };
}

function GuideLinks({ base, current }: { base: string; current?: string | undefined }): Child {
  return (
    <ul>
      {[...guides].map(([name, title]) => (
        <li>
          <a href={`${base}/docs/guides/${name}`} aria-current={name === current ? "page" : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Renders the list of guides. */
export function GuideIndex({ services, base }: DocsProps) {
  return (
    <DocsPage title="Guides" services={services} base={base} scripts={[]}>
      <nav class="contents" aria-label="Guides">
        <ReferenceCrumb base={base} />
        <h1>Guides</h1>
        <GuideLinks base={base} />
      </nav>
    </DocsPage>
  );
}

/** Renders a guide. */
export function Guide({ name, services, base }: DocsProps & { name: string }) {
  return (
    <DocsPage title={guides.get(name) ?? name} services={services} base={base} scripts={["copy-button.js"]}>
      <SideLinks label="Guides" summary="All guides" links={<GuideLinks base={base} current={name} />} />
      <div>
        <ReferenceCrumb base={base} />
        <Markdown text={readFileSync(new URL(`${name}.md`, folder), "utf8")} linkTo={linkFrom(base)} />
      </div>
    </DocsPage>
  );
}
