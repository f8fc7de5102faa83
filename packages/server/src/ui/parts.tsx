import type { Child } from "hono/jsx";
import { Highlighted } from "./highlight.tsx";

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

interface CopyableProps {
  id: string;
  text: string;
  label: string;
  /** The language of the tokens in colors. Absent: none. */
  language?: string | undefined;
}

/** Renders a text to copy, with a copy button inside of it if scripts run. */
export function Copyable({ id, text, label, language }: CopyableProps) {
  return (
    <div class="copyable">
      <pre class="wrap" id={id} tabindex={0} aria-label={label}>
        {language === undefined ? text : <Highlighted text={text} language={language} />}
      </pre>
      <copy-button for={id} label={`Copy ${label}`}>
        Copy
      </copy-button>
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

interface TableProps {
  label: string;
  /** The headings. A heading of amounts aligns right, and one of actions is only for screen readers. */
  columns: readonly (string | { amount: string } | { actions: string })[];
  class?: string;
  /** The rows. */
  children: Child;
}

/** Renders a table that scrolls if it is wide. */
export function Table({ label, columns, class: className, children }: TableProps) {
  return (
    <TableRegion label={label}>
      <table class={className}>
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === "string" ? (
                <th scope="col">{column}</th>
              ) : "amount" in column ? (
                <th scope="col" class="amount">
                  {column.amount}
                </th>
              ) : (
                <th scope="col">
                  <span class="visually-hidden">{column.actions}</span>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableRegion>
  );
}

interface RowMenuProps {
  /** Unique on the page. */
  id: string;
  /** The name of the object in the row. */
  name: string;
  actions: readonly { href: string; label: string; isDangerous?: boolean }[];
}

/** Renders a button that opens the actions on the object of a row. It is a `popover`, which needs no script. */
export function RowMenu({ id, name, actions }: RowMenuProps) {
  return (
    <>
      <button
        type="button"
        class="quiet small more-actions"
        popovertarget={id}
        aria-label={`Actions for ${name}`}
      >
        ⋯
      </button>
      <ul class="row-menu" id={id} popover="auto">
        {actions.map(({ href, label, isDangerous }) => (
          <li key={label}>
            <a href={href} class={isDangerous ? "error" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Rows of a term and its details. A row that does not apply is `false` or `null`. */
type FactRows = readonly (readonly [term: string, details: Child] | false | null)[];

/** Renders facts as terms and details. */
export function Facts({ rows }: { rows: FactRows }) {
  return (
    <dl>
      {rows.map(
        (row) =>
          row && (
            <>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </>
          ),
      )}
    </dl>
  );
}

/** Renders figures side by side, each with its label. */
export function Stats({ rows, class: className = "stats" }: { rows: FactRows; class?: string }) {
  return (
    <dl class={className}>
      {rows.map(
        (row) =>
          row && (
            <div>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Returns the query of a management call for the page of a list that begins after an item. */
export function pageQuery(after: string | undefined): { after?: string } {
  return after === undefined ? {} : { after };
}

interface NextPageProps {
  path: string;
  /** The query of every page of the list. Default: none. */
  query?: URLSearchParams;
  /** The name of the query parameter for the start of the page. */
  name?: string;
  next: string | null;
}

/** Renders the link to the next page of a list. */
export function NextPage({ path, query, name = "after", next }: NextPageProps) {
  return next === null ? null : (
    <p>
      <a
        class="button quiet"
        href={`${path}?${new URLSearchParams([...(query ?? []), [name, next]]).toString()}`}
      >
        Show more
      </a>
    </p>
  );
}

/** Renders links to older items and to the newest, for a list that begins with the newest. */
export function OlderAndNewest({
  after,
  newest = "View the newest",
  ...next
}: NextPageProps & { after: string | undefined; newest?: string }) {
  return (
    <>
      <NextPage {...next} />
      {after && (
        <p>
          <a href={next.query?.size ? `${next.path}?${next.query.toString()}` : next.path}>{newest}</a>
        </p>
      )}
    </>
  );
}
