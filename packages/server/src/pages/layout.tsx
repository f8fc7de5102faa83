import type { Child } from "hono/jsx";
import type { Account } from "@tools-api/core";
import { stylesheet } from "./stylesheet.ts";

interface PageProps {
  title: string;
  /** The `basePath` of the services, which goes before every link. */
  base: string;
  /** Whose page it is; absent on pages for everybody. */
  signedInAs?: Pick<Account, "email"> | undefined;
  /** A single form or message in the middle, rather than the full width. */
  narrow?: boolean;
  /** Where the browser goes on to by itself, at once. */
  goOnTo?: string;
  children: Child;
}

/** The frame of every page: works without script, in light and dark, from phone to desktop. */
export function Page({ title, base, signedInAs, narrow = false, goOnTo, children }: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {goOnTo !== undefined && <meta http-equiv="refresh" content={`0;url=${goOnTo}`} />}
        <title>{`${title} · Tools API`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={base + stylesheet.path} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="top">
          <a class="brand" href={`${base}/`}>
            Tools API
          </a>
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
