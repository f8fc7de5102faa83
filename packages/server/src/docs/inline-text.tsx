import type { Child } from "hono/jsx";

/** A sentence of the document, in which back-ticks set off code. */
export function InlineText({ text }: { text: string }): Child {
  return (
    <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}

/** A path, which breaks between its segments where it is too long. */
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
