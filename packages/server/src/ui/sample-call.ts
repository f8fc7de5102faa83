import { hasScope } from "@tools-api/core";
import type { GrantedScopes } from "@tools-api/core/accounts";
import type { Tool } from "@tools-api/core/tools";
import { shellQuote } from "./shell-word.ts";

interface Sample {
  scope: string;
  path: string;
  /** The body of a POST; absent for a GET. */
  body?: string;
}

/** Returns the call of a tool with its first example. */
function toolSample({ name, scope, examples }: Tool): Sample {
  return { scope, path: `/v1/tools/${name}`, body: JSON.stringify(examples[0].request) };
}

/** Returns the first tool whose example is short because it has no file; `undefined` if there is none. */
export function firstPlainTool(tools: readonly Tool[]): Tool | undefined {
  return tools.find(({ file }) => !file);
}

/** Returns sample calls, the most informative first. */
function listSamples(tools: readonly Tool[]): Sample[] {
  return [
    ...tools.filter(({ file }) => !file).map((tool) => toolSample(tool)),
    { scope: "profile:read", path: "/v1/user/profile?include_stats=true" },
    { scope: "usage:read", path: "/v1/analytics/usage" },
    // The file is base64 in JSON.
    ...tools.filter(({ file }) => file).map((tool) => toolSample(tool)),
    { scope: "account:read", path: "/account" },
  ];
}

/**
 * Returns a call as a one-line shell command that works when it is pasted.
 *
 * @param credential A credential, or a shell variable that holds one.
 */
function callCommand(url: string, { path, body }: Sample, credential: string): string {
  const call = `curl -sS ${shellQuote(url + path)} -H "Authorization: Bearer ${credential}"`;
  return body === undefined ? call : `${call} -H 'Content-Type: application/json' -d ${shellQuote(body)}`;
}

/** A server that a command calls. */
interface CalledServer {
  /** The URL of the API, without a trailing slash. */
  url: string;
  tools: readonly Tool[];
}

/**
 * Returns the most informative call that a credential allows, as `callCommand`.
 *
 * @param granted The scopes of the credential.
 * @returns `null` if no harmless call is allowed.
 */
export function sampleCall(
  { url, tools }: CalledServer,
  credential: string,
  granted: GrantedScopes = null,
): string | null {
  const sample = listSamples(tools).find(({ scope }) => hasScope(granted, scope));
  return sample ? callCommand(url, sample, credential) : null;
}
