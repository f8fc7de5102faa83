import type { Child } from "hono/jsx";
import type { Services } from "../api/context.ts";
import { Page } from "../account/pages/layout.tsx";

/** The services that the pages of the reference use. */
export type DocsServices = Pick<
  Services,
  "publicUrl" | "served" | "metrics" | "scopes" | "tools" | "endpoints" | "plans" | "deprecations"
>;

/** The props of both reference pages. */
export interface DocsProps {
  services: DocsServices;
  /** The path of the public URL, which prefixes every link. */
  base: string;
}

interface DocsPageProps extends DocsProps {
  title: string;
  scripts: readonly string[];
  children: Child;
}

/** Renders the links of a page: next to it if there is room, otherwise collapsed above it. */
export function SideLinks({
  label,
  summary,
  links,
}: {
  label: string;
  summary: string;
  links: Child;
}): Child {
  return (
    <>
      <nav class="contents beside" aria-label={label}>
        {links}
      </nav>
      <details class="contents above">
        <summary>{summary}</summary>
        <nav aria-label={label}>{links}</nav>
      </details>
    </>
  );
}

/** Renders the link from a page below the reference to it. */
export function ReferenceCrumb({ base }: { base: string }): Child {
  return (
    <p class="crumb">
      <a href={`${base}/docs`}>API reference</a>
    </p>
  );
}

/**
 * Renders the frame of the reference, which is the same for all visitors. If the server has a dashboard, the frame
 * links to its pages. Those ask visitors to sign in.
 */
export function DocsPage({ title, services, base, scripts, children }: DocsPageProps) {
  const hasPages = services.served.includes("management");
  return (
    <Page
      title={title}
      base={base}
      {...(hasPages ? { section: "docs" } : { home: `${base}/docs` })}
      styles={["docs.css"]}
      scripts={scripts}
    >
      <div class="docs">{children}</div>
    </Page>
  );
}
