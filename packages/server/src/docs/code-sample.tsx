import type { Child } from "hono/jsx";
import { Highlighted } from "../ui/highlight.tsx";

interface CodeSampleProps {
  id: string;
  label: string;
  text: string;
  /** The language of the tokens in colors. Absent: none. */
  language?: string | undefined;
  /** The choice in a group of languages that shows this sample. Absent: it is always visible. */
  choice?: string;
}

/** Renders code with a heading, and a copy button if scripts run. */
export function CodeSample({ id, label, text, language, choice }: CodeSampleProps): Child {
  return (
    <figure class="sample" data-choice={choice}>
      <figcaption>
        <span>{label}</span>
        <copy-button for={id}>Copy</copy-button>
      </figcaption>
      <pre class="wrap" id={id} tabindex={0} aria-label={label}>
        <Highlighted text={text} language={language} />
      </pre>
    </figure>
  );
}

/** Returns a value as indented JSON. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
