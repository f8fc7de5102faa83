import type { ScopeCatalog } from "../http/scope-catalog.ts";

interface ScopeChoicesProps {
  catalog: ScopeCatalog;
  offered: readonly string[];
  chosen: readonly string[];
}

/** Renders scopes as checkboxes with their permissions. Read the form with `withList(fields, "scopes")`. */
export function ScopeChoices({ catalog: { permissions }, offered, chosen }: ScopeChoicesProps) {
  return (
    <>
      {offered.map((scope) => (
        <label key={scope} class="choice">
          <input type="checkbox" name="scopes" value={scope} checked={chosen.includes(scope)} />
          <span>
            <code>{scope}</code>
            <br />
            <span class="muted">{`${permissions[scope]}.`}</span>
          </span>
        </label>
      ))}
    </>
  );
}
