import { hasScope } from "@tools-api/core";
import type { GrantedScopes } from "@tools-api/core/internal";

interface Sample {
  path: string;
  /**
   * The body of a POST; absent for a GET. It must not contain an apostrophe, because the shell command quotes it with
   * them.
   */
  body?: string;
}

// The smallest possible PNG, one pixel, which keeps the command readable.
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Sample calls by the scope that they need, the most informative first. */
const samples: readonly (readonly [string, Sample])[] = [
  [
    "text:analyze",
    {
      path: "/v1/tools/text-analyzer",
      body: '{"text":"We met Ada on 5 May 2026 in London. The new engine is not bad at all: it saves us $1,200 a month!"}',
    },
  ],
  ["image:convert", { path: "/v1/tools/image-converter", body: `{"image":"${pixel}","format":"webp"}` }],
  ["profile:read", { path: "/v1/user/profile?include_stats=true" }],
  ["usage:read", { path: "/v1/analytics/usage" }],
  ["account:read", { path: "/account" }],
];

/**
 * Returns a call as a one-line shell command that works when it is pasted.
 *
 * @param url The URL of the API, without a trailing slash.
 * @param credential A credential, or a shell variable that holds one.
 * @param granted The scopes of the credential.
 * @returns `null` if no harmless call is allowed.
 */
export function sampleCall(url: string, credential: string, granted: GrantedScopes = null): string | null {
  const [, sample] = samples.find(([scope]) => hasScope(granted, scope)) ?? [];
  if (!sample) return null;
  const call = `curl -sS '${url}${sample.path}' -H "Authorization: Bearer ${credential}"`;
  return sample.body === undefined ? call : `${call} -H 'Content-Type: application/json' -d '${sample.body}'`;
}
