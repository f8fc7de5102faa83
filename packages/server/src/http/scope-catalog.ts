import { accountScopes, everyCall, hasScope, operatorScope } from "@tools-api/core/accounts/light";
import type { GrantedScopes } from "@tools-api/core/accounts";
import type { Tool } from "@tools-api/core/tools";

/**
 * Scopes of OpenID Connect Core §3.1.2.1, §5.4 and §11 that client libraries add to every request. The server ignores them
 * (RFC 6749 §3.3): it has no ID tokens, and a client gets a refresh token through its grant type.
 */
export const ignoredScopes = ["openid", "profile", "email", "offline_access"] as const;

/** The members of a tool that say what a credential needs to call it. */
type ScopedTool = Pick<Tool, "scope" | "consent">;

/** The scopes of a server, as they follow from its tools. */
export interface ScopeCatalog {
  /** The scopes of calls: those of the tools in their order, `usage:read` and `profile:read`. */
  calls: readonly string[];
  /** The scopes of calls, `account:read` and `account:write`. */
  all: readonly string[];
  /** The scopes of API keys: `all`, and `operator`, which no OAuth client gets. */
  keys: readonly string[];
  /** The permission that each scope gives, in the words of the consent page. */
  permissions: Readonly<Record<string, string>>;
  /** Returns the scopes of a credential by name. Omits those that no tool has. */
  list(granted: GrantedScopes): string[];
  /**
   * Returns scopes that were chosen from those of a credential, as a key stores them. The choice of every call from a
   * credential that has it includes tools that are installed later.
   */
  select(chosen: readonly string[], from: GrantedScopes): GrantedScopes;
  /** Returns whether a choice leaves the listed scopes of a credential as they are. */
  isUnchanged(chosen: readonly string[], before: GrantedScopes): boolean;
}

const otherCalls = {
  "usage:read": "See your usage and how much of your daily allowance is left",
  "profile:read": "See your profile: your email address, name and plan",
};

const management: Readonly<Record<(typeof accountScopes)[number] | typeof operatorScope, string>> = {
  "account:read": "See your account: its API keys, sessions and apps, without their secrets",
  "account:write": "Change your account: manage API keys, apps, sessions and the plan, and close the account",
  operator: "Manage all accounts of this server while your account is an operator",
};

/** Returns the scopes of a server with these tools. */
export function scopeCatalog(tools: readonly ScopedTool[]): ScopeCatalog {
  const sentences = new Map<string, Set<string>>();
  for (const [scope, sentence] of [
    ...tools.map(
      (tool) => [tool.scope, `${tool.consent}, which counts against your daily allowance`] as const,
    ),
    ...Object.entries(otherCalls),
  ])
    sentences.set(scope, (sentences.get(scope) ?? new Set()).add(sentence));
  const calls = [...sentences.keys()];
  const all = [...calls, ...accountScopes];
  const keys = [...all, operatorScope];
  const known = new Set(keys);

  function list(granted: GrantedScopes): string[] {
    const named = (granted ?? [everyCall]).flatMap((scope) => (scope === everyCall ? calls : scope));
    return [...new Set(named)].filter((scope) => known.has(scope));
  }

  return {
    calls,
    all,
    keys,
    permissions: {
      ...Object.fromEntries(Array.from(sentences, ([scope, lines]) => [scope, [...lines].join("; ")])),
      ...management,
    },
    list,
    select(chosen, from) {
      const hasEveryCall = hasScope(from, everyCall) && calls.every((scope) => chosen.includes(scope));
      if (!hasEveryCall) return chosen;
      const others = chosen.filter((scope) => !calls.includes(scope));
      return others.length === 0 ? null : [everyCall, ...others];
    },
    isUnchanged(chosen, before) {
      const listed = list(before);
      const kept = new Set(chosen);
      return kept.size === listed.length && listed.every((scope) => kept.has(scope));
    },
  };
}
