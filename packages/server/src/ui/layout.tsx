import type { Account } from "@tools-api/core/accounts";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { assetPath, importedBy } from "./assets.ts";
import { count, number } from "./format.tsx";
import { currentView, themes } from "./view.ts";

/** The sections of the dashboard in order, in groups. To add one, add a row. */
const groups = [
  {
    label: "Start",
    sections: [
      { name: "overview", path: "/", label: "Overview" },
      { name: "playground", path: "/playground", label: "Playground" },
    ],
  },
  {
    label: "Access",
    sections: [
      { name: "keys", path: "/keys", label: "API keys" },
      { name: "apps", path: "/apps", label: "Apps" },
      { name: "agents", path: "/agents", label: "Agents" },
      { name: "webhooks", path: "/webhooks", label: "Webhooks" },
    ],
  },
  {
    label: "Activity",
    sections: [
      { name: "usage", path: "/usage", label: "Usage" },
      { name: "requests", path: "/requests", label: "Requests" },
      { name: "files", path: "/files", label: "Files" },
    ],
  },
  {
    label: "Account",
    sections: [
      { name: "plan", path: "/plan", label: "Plan" },
      { name: "profile", path: "/profile", label: "Profile" },
      { name: "docs", path: "/docs", label: "Docs" },
    ],
  },
] as const;

/** The section that only operators see. */
const operatorSection = { name: "operator", path: "/operator", label: "Operator" } as const;

/** The name of a dashboard section. */
export type SectionName =
  (typeof groups)[number]["sections"][number]["name"] | (typeof operatorSection)["name"];

/** The account in the header of a page. */
export type PageOwner = Pick<Account, "email" | "role">;

/** The calls of the day. */
export interface TodayUsage {
  used: number;
  limit: number;
}

interface LinkProps {
  base: string;
  section: { name: SectionName; path: string; label: string };
  current: SectionName | undefined;
}

function SectionLink({ base, section: { name, path, label }, current }: LinkProps) {
  return (
    <a class={`icon ${name}`} href={base + path} aria-current={name === current ? "page" : undefined}>
      {label}
    </a>
  );
}

function Today({ base, today: { used, limit } }: { base: string; today: TodayUsage }) {
  return (
    <a class="today" href={`${base}/usage`}>
      <span>Calls today</span>
      <span>{`${number(used)} of ${number(limit)}`}</span>
      <progress max={limit} value={used} aria-label={`${count(used, "call")} of ${number(limit)} today`} />
    </a>
  );
}

interface SidebarProps {
  base: string;
  owner: PageOwner;
  current: SectionName | undefined;
  today: TodayUsage | undefined;
}

/**
 * Renders the sections of the dashboard, the usage of the day and the signed-in account. On a narrow screen, a button
 * opens them: a `popover` needs no script, and the style sheet shows it permanently on a wide screen.
 */
function Sidebar({ base, owner, current, today }: SidebarProps) {
  return (
    <>
      <button type="button" class="quiet small menu" popovertarget="menu">
        Menu
      </button>
      <div class="menu" id="menu" popover="auto">
        <button type="button" class="quiet small palette-opener">
          Search <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
        <nav class="sections" aria-label="Sections">
          {groups.map(({ label, sections }) => (
            <div key={label} role="group" aria-label={label}>
              {sections.map((section) => (
                <SectionLink key={section.name} base={base} section={section} current={current} />
              ))}
              {label === "Account" && owner.role === "operator" && (
                <SectionLink base={base} section={operatorSection} current={current} />
              )}
            </div>
          ))}
        </nav>
        {today && <Today base={base} today={today} />}
        <div class="who">
          <span title={owner.email}>{owner.email}</span>
          <form method="post" action={`${base}/sign-out`}>
            <button class="quiet small">Sign out</button>
          </form>
        </div>
      </div>
    </>
  );
}

/** Renders the links of a visitor without a session. */
function VisitorLinks({ base, current }: { base: string; current: SectionName | undefined }) {
  return (
    <nav class="visitor" aria-label="Site">
      <a href={`${base}/docs`} aria-current={current === "docs" ? "page" : undefined}>
        Docs
      </a>
      <a href={`${base}/sign-in`}>Sign in</a>
      <a class="button small" href={`${base}/sign-up`}>
        Create account
      </a>
    </nav>
  );
}

const themeLabels = { system: "System", light: "Light", dark: "Dark" } as const;

/** Renders the choice of the color scheme. */
function ThemeChoice({ base }: { base: string }) {
  const { theme: chosen } = currentView();
  return (
    <form class="themes" method="post" action={`${base}/preferences`} aria-label="Color scheme">
      {themes.map((theme) => (
        <button key={theme} name="theme" value={theme} aria-pressed={String(theme === chosen)}>
          {themeLabels[theme]}
        </button>
      ))}
    </form>
  );
}

function Footer({ base, hasAccounts }: { base: string; hasAccounts: boolean }) {
  const { supportUrl, imprintUrl } = currentView().brand;
  if (!hasAccounts && supportUrl === undefined && imprintUrl === undefined) return null;
  return (
    <footer>
      <span>
        {supportUrl !== undefined && <a href={supportUrl}>Support</a>}
        {imprintUrl !== undefined && <a href={imprintUrl}>Imprint</a>}
      </span>
      {hasAccounts && <ThemeChoice base={base} />}
    </footer>
  );
}

/** Renders the mark of the brand. The name next to it is its text alternative. */
function Mark({ base }: { base: string }) {
  const { markPath = assetPath("mark.svg") } = currentView().brand;
  return <img src={base + markPath} alt="" width={28} height={28} />;
}

interface PageProps {
  title: string;
  /** The `basePath` of the services, which prefixes every link. */
  base: string;
  /** False for a server that has no accounts: the page then links to no page of them. */
  hasAccounts?: boolean;
  /** The signed-in account; absent on public pages. */
  signedInAs?: PageOwner | undefined;
  /** The page's section of the dashboard. */
  section?: SectionName | undefined;
  /** The calls of the day. Absent: the page does not show them. */
  today?: TodayUsage | undefined;
  /** True for a single form or message in the middle of the page. */
  narrow?: boolean;
  /** The path that the browser opens next, without a delay. */
  goOnTo?: string;
  /** True for a question in the middle of a task: the page links to no other page. */
  isAlone?: boolean;
  /** Names of style sheet assets, in addition to those of every page. */
  styles?: readonly string[];
  /** Names of module assets. The response must allow scripts. */
  scripts?: readonly string[];
  /** Elements of the head, such as links to other forms of the page. */
  head?: Child;
  /** The page in one or two sentences, for search engines and previews of links. */
  description?: string;
  children: Child;
}

/** The script that runs before the page is complete: the visitor could press a button twice until then. */
const earlyScript = "single-submit.js";

/**
 * Delays the paint until the page is whole: columns and grids would move with each part of a slow response. Hono leaves
 * the attribute out of a `link` of JSX.
 */
const paintWhole = raw('<link rel="expect" href="#end" blocking="render">');

/** The colors of the header in `base.css`, which browsers continue around the page. */
const themeColors = [
  ["light", "#ffffff"],
  ["dark", "#1a1e25"],
] as const;

function Head({
  title,
  base,
  goOnTo,
  styles = [],
  scripts = [],
  head,
  description,
}: Pick<PageProps, "title" | "base" | "goOnTo" | "styles" | "scripts" | "head" | "description">) {
  const { brand, theme } = currentView();
  const { name, markPath = assetPath("mark.svg"), stylePath } = brand;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {themeColors.map(([scheme, color]) => (
        <meta
          key={scheme}
          name="theme-color"
          content={color}
          media={
            theme === "system" ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? "all" : "not all"
          }
        />
      ))}
      {description !== undefined && <meta name="description" content={description} />}
      {goOnTo !== undefined && <meta http-equiv="refresh" content={`0;url=${goOnTo}`} />}
      <title>{`${title} · ${name}`}</title>
      <link rel="icon" href={base + markPath} />
      {paintWhole}
      {["site.css", ...styles].map((sheet) => (
        <link key={sheet} rel="stylesheet" href={base + assetPath(sheet)} />
      ))}
      {stylePath !== undefined && <link rel="stylesheet" href={base + stylePath} />}
      {scripts.map((script) => (
        <script
          key={script}
          type="module"
          async={script === earlyScript}
          fetchpriority={script === earlyScript ? undefined : "low"}
          src={base + assetPath(script)}
        />
      ))}
      {/* Otherwise the browser finds each import only after the script before. Styles come first: they delay the paint. */}
      {importedBy(scripts).map((script) => (
        <link key={script} rel="modulepreload" fetchpriority="low" href={base + assetPath(script)} />
      ))}
      {head}
    </head>
  );
}

/** Renders the frame of every page. It works without scripts, in light and dark mode, on phones and desktops. */
export function Page(props: PageProps) {
  const {
    base,
    hasAccounts = true,
    signedInAs,
    section,
    today,
    narrow = false,
    isAlone = false,
    children,
  } = props;
  const { brand, theme, timeZone } = currentView();
  return (
    <html
      lang="en"
      data-theme={theme === "system" ? undefined : theme}
      data-base={base === "" ? undefined : base}
      data-zone={timeZone}
    >
      <Head {...props} />
      <body class={signedInAs ? "app" : undefined}>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="top">
          <a class="brand" href={hasAccounts ? `${base}/` : `${base}/docs`}>
            <Mark base={base} />
            {brand.name}
          </a>
          {signedInAs && <Sidebar base={base} owner={signedInAs} current={section} today={today} />}
          {!signedInAs && hasAccounts && !isAlone && <VisitorLinks base={base} current={section} />}
        </header>
        <div class="page">
          <main id="main" class={narrow ? "narrow" : undefined}>
            {children}
          </main>
          <Footer base={base} hasAccounts={hasAccounts} />
        </div>
        <span id="end" />
      </body>
    </html>
  );
}
