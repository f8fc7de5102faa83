import type { Account } from "@tools-api/core";
import type { Child } from "hono/jsx";
import { assetPath } from "./assets.ts";
import { Sections, type SectionName } from "./sections.tsx";

interface PageProps {
  title: string;
  /** The `basePath` of the services, which goes before every link. */
  base: string;
  /** Where the brand leads. Default: the start of the dashboard. */
  home?: string;
  /** Whose page it is; absent on pages for everybody. */
  signedInAs?: Pick<Account, "email"> | undefined;
  /** The part of the dashboard that the page belongs to; the links between the parts stand on its pages. */
  section?: SectionName | undefined;
  /** A single form or message in the middle, rather than the full width. */
  narrow?: boolean;
  /** Where the browser goes on to by itself, at once. */
  goOnTo?: string;
  /** Style sheets beside those of every page, by the names of their assets. */
  styles?: readonly string[];
  /** Modules, by the names of their assets; the answer has to allow them. */
  scripts?: readonly string[];
  children: Child;
}

const commonStyles = ["base.css", "parts.css", "forms.css"];

/** The frame of every page: works without script, in light and dark, from phone to desktop. */
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
          Skip to the content
        </a>
        <header class="top">
          <a class="brand" href={home}>
            Tools API
          </a>
          {(signedInAs ?? section) && <Sections base={base} current={section} />}
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
