import type { Child } from "hono/jsx";

/** A piece of code with its heading, and a button that copies it where scripts run. */
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

/** A value as JSON that is easy to read. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
