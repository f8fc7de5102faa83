import type { FirstAccount } from "./first-account.ts";
import { sampleCall } from "./sample-call.ts";
import { signInLinkUrl } from "./sign-in-link-url.ts";

/** What the server prints when it is ready. */
export function banner(url: string, publicUrl: string, first: FirstAccount | null): string {
  if (!first)
    return `Tools API is ready at ${url}\nFor another key: tools-api keys create --email you@example.com\n`;
  return `Tools API is ready at ${url}

The store was empty, so there is a first account, ${first.email}, on the free plan.
Its API key, which is shown only now:

${first.secret}

To set a password and sign in, open this link within 15 minutes; it works once:

${signInLinkUrl(publicUrl, first.linkToken)}

Try it:

${sampleCall(url, first.secret)}

`;
}

/** What the server prints to standard error when it is ready. */
export function warningLines(warnings: readonly string[]): string {
  return warnings.map((warning) => `tools-api: warning: ${warning}\n`).join("");
}
