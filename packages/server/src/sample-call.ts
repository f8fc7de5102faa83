import { callScopes, type Scope } from "@tools-api/core";

interface Sample {
  path: string;
  /** Of a POST; without it the call is a GET. No apostrophe may stand in it, since the shell's quotes are such. */
  body?: string;
}

// One pixel, as small as a PNG can be, so that the line stays one that can be read.
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** What a credential is tried with by what it may do, the call that says most first. */
const samples: readonly (readonly [Scope, Sample])[] = [
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
 * A call as one line for a shell, which works when it is pasted.
 *
 * @param url Under which the API is reached, without a slash at its end.
 * @param credential A credential, or a variable of the shell that holds one.
 * @param granted What the credential may do.
 * @returns `null` where it may do nothing that can be shown without harm.
 */
export function sampleCall(
  url: string,
  credential: string,
  granted: readonly Scope[] = callScopes,
): string | null {
  const [, sample] = samples.find(([scope]) => granted.includes(scope)) ?? [];
  if (!sample) return null;
  const call = `curl -sS '${url}${sample.path}' -H "Authorization: Bearer ${credential}"`;
  return sample.body === undefined ? call : `${call} -H 'Content-Type: application/json' -d '${sample.body}'`;
}
