import type { Child } from "hono/jsx";
import type { Services } from "../context.ts";
import { Page } from "../pages/layout.tsx";

/** What the pages of the reference are made from. */
export type DocsServices = Pick<Services, "publicUrl" | "served" | "metrics">;

/** What both pages of the reference need. */
export interface DocsProps {
  services: DocsServices;
  /** The path of the public URL, before every link. */
  base: string;
}

interface DocsPageProps extends DocsProps {
  title: string;
  scripts: readonly string[];
  children: Child;
}

/**
 * The frame of the reference. It is the same for everybody, and shows the way to the other pages of the dashboard
 * where there are any, which ask who is not signed in.
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
