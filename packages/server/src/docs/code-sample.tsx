import type { Child } from "hono/jsx";

/** Renders code with a heading, and a copy button if scripts run. */
export function CodeSample({ id, label, text }: { id: string; label: string; text: string }): Child {
  return (
    <figure class="sample">
      <figcaption>
        <span>{label}</span>
        <copy-button for={id}>Copy</copy-button>
      </figcaption>
      <pre class="wrap" id={id} tabindex={0} aria-label={label}>
        {text}
      </pre>
    </figure>
  );
}

/** Returns a value as indented JSON. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
