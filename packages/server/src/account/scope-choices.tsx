import type { Scope } from "@tools-api/core";

/** The permissions of each scope, in the words of the consent page. */
export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  "text:analyze": "Analyze texts, which counts against your daily allowance",
  "image:convert": "Convert images, which counts against your daily allowance",
  "usage:read": "See your usage and how much of your daily allowance is left",
  "profile:read": "See your profile: your email address, name and plan",
  "account:read": "See your account: its API keys, sessions and apps, without their secrets",
  "account:write": "Change your account: manage API keys, apps, sessions and the plan, and close the account",
};

/** Renders scopes as checkboxes with their permissions. Read the form with `withList(fields, "scopes")`. */
export function ScopeChoices({ offered, chosen }: { offered: readonly Scope[]; chosen: readonly string[] }) {
  return (
    <>
      {offered.map((scope) => (
        <label key={scope} class="choice">
          <input type="checkbox" name="scopes" value={scope} checked={chosen.includes(scope)} />
          <span>
            <code>{scope}</code>
            <br />
            <span class="muted">{`${scopeDescriptions[scope]}.`}</span>
          </span>
        </label>
      ))}
    </>
  );
}
