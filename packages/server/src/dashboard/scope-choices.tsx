import type { Scope } from "@tools-api/core";
import { scopeDescriptions } from "../oauth/scopes.ts";

/** Scopes to be ticked, each with what it allows; to be read with `formWithList(c, "scopes")`. */
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
