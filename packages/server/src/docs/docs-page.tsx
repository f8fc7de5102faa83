import type { Child } from "hono/jsx";
import type { Services } from "../http/context.ts";
import { Page, type PageOwner, type TodayUsage } from "../ui/layout.tsx";
import { frameScript, paletteScript } from "../account/call/page-call.tsx";

/** The services that the pages of the reference use. */
export type DocsServices = Pick<
  Services,
  | "publicUrl"
  | "served"
  | "metrics"
  | "scopes"
  | "tools"
  | "endpoints"
  | "plans"
  | "deprecations"
  | "brand"
  | "documents"
  | "usage"
  | "clock"
>;

/** The props of the pages of the reference. */
export interface DocsProps {
  services: DocsServices;
  /** The path of the public URL, which prefixes every link. */
  base: string;
}

/** A heading of a page, with its words for the search. */
export interface DocsSection {
  /** The anchor; empty for the whole page. */
  id: string;
  title: string;
  text: string;
}

/** A page of the documentation. */
export interface DocsEntry {
  /** The path below the base, which has `.md` appended for its Markdown. */
  path: string;
  title: string;
  /** The chapter of the contents. */
  chapter: "Start" | "Guides" | "Reference" | "For operators";
  /** One sentence about the page. */
  summary: string;
  scripts: readonly string[];
  sections: readonly DocsSection[];
  body: () => Child;
  markdown: () => string;
}

interface DocsPageProps extends DocsProps {
  title: string;
  /** The path of the page below the base; absent for the search. */
  path?: string;
  scripts: readonly string[];
  /** The signed-in owner who reads the page, with the usage of the day. */
  owner?: { account: PageOwner; today: TodayUsage | undefined } | undefined;
  children: Child;
}

/** Renders the frame of the documentation. It shows a signed-in owner the sections of the dashboard. */
export function DocsPage({ title, path, services, base, scripts, owner, children }: DocsPageProps) {
  return (
    <Page
      title={title}
      base={base}
      hasAccounts={services.served.includes("management")}
      section="docs"
      signedInAs={owner?.account}
      today={owner?.today}
      styles={["docs.css"]}
      scripts={[...scripts, paletteScript, ...(owner ? [frameScript] : [])]}
      head={path !== undefined && <link rel="alternate" type="text/markdown" href={`${base}${path}.md`} />}
    >
      {children}
    </Page>
  );
}
