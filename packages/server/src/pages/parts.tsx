import type { Child } from "hono/jsx";

/** Says what became of a form that led here, by the name in the query; nothing for any other name. */
export function Outcome({
  name,
  sentences,
}: {
  name: string | undefined;
  sentences: ReadonlyMap<string, string>;
}) {
  const sentence = sentences.get(name ?? "");
  return sentence === undefined ? null : (
    <p class="notice" role="status">
      {sentence}
    </p>
  );
}

/** A text to be taken elsewhere, with a button that copies it where scripts run. */
export function Copyable({ id, text, label }: { id: string; text: string; label: string }) {
  return (
    <div class="copyable">
      <pre class="wrap" id={id} tabindex={0} aria-label={label}>
        {text}
      </pre>
      <copy-button for={id}>{`Copy the ${label}`}</copy-button>
    </div>
  );
}

/** A table that scrolls in its place where it is wider, by keyboard as well. */
export function TableRegion({ label, children }: { label: string; children: Child }) {
  return (
    <div class="table" role="region" tabindex={0} aria-label={label}>
      {children}
    </div>
  );
}

interface NextPageProps {
  path: string;
  /** The name of the parameter that a page begins after. */
  name?: string;
  next: string | null;
}

/** Leads to the next page of a list. */
export function NextPage({ path, name = "after", next }: NextPageProps) {
  return next === null ? null : (
    <p>
      <a class="button quiet" href={`${path}?${name}=${encodeURIComponent(next)}`}>
        Show more
      </a>
    </p>
  );
}

/** Leads on in a list that begins with the newest, and back to its beginning. */
export function OlderAndNewest({ after, ...next }: NextPageProps & { after: string | undefined }) {
  return (
    <>
      <NextPage {...next} />
      {after && (
        <p>
          <a href={next.path}>Back to the newest</a>
        </p>
      )}
    </>
  );
}
