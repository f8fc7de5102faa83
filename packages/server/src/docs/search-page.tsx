import type { Child } from "hono/jsx";
import type { SearchResult } from "./search.ts";

/** Renders the results of a search, for browsers without scripts. */
export function SearchResults({
  base,
  query,
  results,
}: {
  base: string;
  query: string;
  results: readonly SearchResult[];
}): Child {
  return (
    <>
      <h1>Search</h1>
      {query !== "" && results.length === 0 && (
        <p class="card empty">No page contains all of these words. Try fewer words.</p>
      )}
      {query === "" && <p class="card empty">Enter the words to search for.</p>}
      {results.length > 0 && (
        <ol class="results">
          {results.map(({ title, page, path, excerpt }) => (
            <li key={path}>
              <a href={base + path}>{title}</a> <span class="muted small">{page}</span>
              <p class="muted small">{excerpt}</p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
