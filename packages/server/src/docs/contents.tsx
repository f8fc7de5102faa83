import type { Child } from "hono/jsx";
import type { ApiDocument, Operation } from "./api-document.ts";
import { isForOperators } from "../openapi/tags.ts";
import type { DocsEntry } from "./docs-page.tsx";

/** A group of operations, with the name of its page. */
export interface Group {
  id: string;
  name: string;
  description: string;
  operations: readonly Operation[];
  isForOperators: boolean;
}

function idFrom(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

const toolPath = "/v1/tools/";

/** Returns the operations of a document by tag. Each tool is a group of its own, because tools have many fields. */
export function operationGroups({ tags, operations }: ApiDocument): Group[] {
  return tags.flatMap(({ name, description }): Group[] => {
    const tagged = operations.filter((operation) => operation.tags.includes(name));
    const tools = tagged.filter(({ path }) => path.startsWith(toolPath));
    const others = tagged.filter(({ path }) => !path.startsWith(toolPath));
    return [
      ...tools.map((operation) => ({
        id: operation.operationId,
        name: toolTitle(operation.operationId),
        description: operation.summary,
        operations: [operation],
        isForOperators: false,
      })),
      ...(others.length > 0
        ? [
            {
              id: idFrom(name),
              name,
              description,
              operations: others,
              isForOperators: isForOperators(name),
            },
          ]
        : []),
    ];
  });
}

/** Returns the title of a tool, such as Text analyzer. */
function toolTitle(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const chapters = ["Start", "Guides", "Reference", "For operators"] as const;

/** Renders the field that searches the documentation. Without scripts, it opens the page of the search. */
function SearchForm({ base, query }: { base: string; query?: string }): Child {
  return (
    <form class="search" role="search" action={`${base}/docs/search`}>
      <label class="visually-hidden" for="search">
        Search the documentation
      </label>
      <input
        id="search"
        name="q"
        type="search"
        placeholder="Search"
        value={query}
        maxlength={100}
        autocomplete="off"
        aria-keyshortcuts="/ Control+K Meta+K"
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}

interface ContentsProps {
  base: string;
  entries: readonly DocsEntry[];
  current: DocsEntry | undefined;
}

function Links({ base, entries, current }: ContentsProps): Child {
  return chapters.map((chapter) => (
    <>
      <p>{chapter}</p>
      <ul>
        {entries
          .filter((entry) => entry.chapter === chapter)
          .map((entry) => (
            <li key={entry.path}>
              <a href={base + entry.path} aria-current={entry === current ? "page" : undefined}>
                {entry.title}
              </a>
              {entry === current && <Sections entry={entry} />}
            </li>
          ))}
      </ul>
    </>
  ));
}

/** Renders the links to the sections of the current page. */
function Sections({ entry: { sections } }: { entry: DocsEntry }): Child {
  const shown = sections.filter(({ id }) => id !== "");
  return shown.length === 0 ? null : (
    <ul class="on-page">
      {shown.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

/** Renders the search and the contents: next to the page if there is room, otherwise collapsed above it. */
export function Contents(props: ContentsProps & { query?: string }): Child {
  return (
    <div class="contents">
      <SearchForm base={props.base} {...(props.query !== undefined && { query: props.query })} />
      <nav class="beside" aria-label="Contents">
        <Links {...props} />
      </nav>
      <details class="above">
        <summary>Contents</summary>
        <nav aria-label="Contents">
          <Links {...props} />
        </nav>
      </details>
    </div>
  );
}
