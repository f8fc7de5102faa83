import type { Child } from "hono/jsx";

/** Renders the result of the previous form, by its name in the query. Renders nothing for an unknown name. */
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

/** Renders a text to copy, with a copy button if scripts run. */
export function Copyable({ id, text, label }: { id: string; text: string; label: string }) {
  return (
    <div class="copyable">
      <pre class="wrap" id={id} tabindex={0} aria-label={label}>
        {text}
      </pre>
      <copy-button for={id}>{`Copy ${label}`}</copy-button>
    </div>
  );
}

/** Renders a region in which a wide table scrolls, also by keyboard. */
export function TableRegion({ label, children }: { label: string; children: Child }) {
  return (
    <div class="table" role="region" tabindex={0} aria-label={label}>
      {children}
    </div>
  );
}

interface NextPageProps {
  path: string;
  /** The name of the query parameter for the start of the page. */
  name?: string;
  next: string | null;
}

/** Renders the link to the next page of a list. */
export function NextPage({ path, name = "after", next }: NextPageProps) {
  return next === null ? null : (
    <p>
      <a class="button quiet" href={`${path}?${name}=${encodeURIComponent(next)}`}>
        Show more
      </a>
    </p>
  );
}

/** Renders links to older items and to the newest, for a list that begins with the newest. */
export function OlderAndNewest({ after, ...next }: NextPageProps & { after: string | undefined }) {
  return (
    <>
      <NextPage {...next} />
      {after && (
        <p>
          <a href={next.path}>View the newest</a>
        </p>
      )}
    </>
  );
}
