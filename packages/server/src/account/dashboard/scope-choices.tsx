import type { Scope } from "@tools-api/core";
import { scopeDescriptions } from "../scope-descriptions.ts";

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
