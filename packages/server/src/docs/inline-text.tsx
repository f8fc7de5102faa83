import type { Child } from "hono/jsx";

/** A sentence of the document, in which back-ticks set off code. */
export function InlineText({ text }: { text: string }): Child {
  return (
    <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}
