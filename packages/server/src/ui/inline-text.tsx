import type { Child } from "hono/jsx";

/** Renders a sentence of the document, with text in backticks as code. */
export function InlineText({ text }: { text: string }): Child {
  return (
    <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}

/** Renders a path that can wrap between its segments. */
export function Path({ path }: { path: string }): Child {
  return (
    <code>
      {path.split(/(?=\/)/).map((segment) => (
        <>
          <wbr />
          {segment}
        </>
      ))}
    </code>
  );
}
