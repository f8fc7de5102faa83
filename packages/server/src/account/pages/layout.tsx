import type { Account } from "@tools-api/core/accounts";
import type { Child } from "hono/jsx";
import { assetPath } from "./assets.ts";

/** The sections of the dashboard in order. To add one, add a row. */
const sections = [
  { name: "overview", path: "/", label: "Overview" },
  { name: "keys", path: "/keys", label: "API keys" },
  { name: "usage", path: "/usage", label: "Usage" },
  { name: "plan", path: "/plan", label: "Plan" },
  { name: "apps", path: "/apps", label: "Apps" },
  { name: "webhooks", path: "/webhooks", label: "Webhooks" },
  { name: "agents", path: "/agents", label: "Agents" },
  { name: "playground", path: "/playground", label: "Playground" },
  { name: "docs", path: "/docs", label: "Docs" },
  { name: "profile", path: "/profile", label: "Profile" },
] as const;

/** The section that only operators see. */
const operatorSection = { name: "operator", path: "/operator", label: "Operator" } as const;

/** The name of a dashboard section. */
export type SectionName = (typeof sections | [typeof operatorSection])[number]["name"];

/** The account in the header of a page. */
export type PageOwner = Pick<Account, "email" | "role">;

interface SectionsProps {
  base: string;
  current: SectionName | undefined;
  role: Account["role"];
}

/** Renders the links between the sections of the dashboard. */
function Sections({ base, current, role }: SectionsProps) {
  const shown = role === "operator" ? [...sections, operatorSection] : sections;
  return (
    <nav class="sections" aria-label="Sections">
      {shown.map(({ name, path, label }) => (
        <a key={name} href={base + path} aria-current={name === current ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}

interface PageProps {
  title: string;
  /** The `basePath` of the services, which prefixes every link. */
  base: string;
  /** The target of the brand link. Default: the overview of the dashboard. */
  home?: string;
  /** The signed-in account; absent on public pages. */
  signedInAs?: PageOwner | undefined;
  /** The page's section of the dashboard. Pages of a section show links to all sections. */
  section?: SectionName | undefined;
  /** True for a single form or message in the middle of the page. */
  narrow?: boolean;
  /** The path that the browser opens next, without a delay. */
  goOnTo?: string;
  /** Names of style sheet assets, in addition to those of every page. */
  styles?: readonly string[];
  /** Names of module assets. The response must allow scripts. */
  scripts?: readonly string[];
  children: Child;
}

const commonStyles = ["base.css", "parts.css", "forms.css"];

/** Renders the frame of every page. It works without scripts, in light and dark mode, on phones and desktops. */
export function Page({
  title,
  base,
  home = `${base}/`,
  signedInAs,
  section,
  narrow = false,
  goOnTo,
  styles = [],
  scripts = [],
  children,
}: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {goOnTo !== undefined && <meta http-equiv="refresh" content={`0;url=${goOnTo}`} />}
        <title>{`${title} · Tools API`}</title>
        <link rel="icon" href="data:," />
        {[...commonStyles, ...styles].map((name) => (
          <link key={name} rel="stylesheet" href={base + assetPath(name)} />
        ))}
        {scripts.map((name) => (
          <script key={name} type="module" src={base + assetPath(name)} />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="top">
          <a class="brand" href={home}>
            Tools API
          </a>
          {(signedInAs ?? section) && <Sections base={base} current={section} role={signedInAs?.role} />}
          {signedInAs && (
            <div class="who">
              <span>{signedInAs.email}</span>
              <form method="post" action={`${base}/sign-out`}>
                <button class="quiet small">Sign out</button>
              </form>
            </div>
          )}
        </header>
        <main id="main" class={narrow ? "narrow" : undefined}>
          {children}
        </main>
      </body>
    </html>
  );
}
