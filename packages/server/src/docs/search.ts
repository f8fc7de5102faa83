import type { DocsEntry } from "./docs-page.tsx";

/** A section that a search found. */
export interface SearchResult {
  title: string;
  /** The title of its page. */
  page: string;
  /** The path below the base, with the anchor. */
  path: string;
  /** The beginning of the text around the first word that was found. */
  excerpt: string;
}

/** A section with its words in lower case. */
interface IndexedSection extends Omit<SearchResult, "excerpt"> {
  text: string;
  lowerTitle: string;
  lowerText: string;
}

/** Characters of the longest query. Bounds the cost of a search, which needs no credential. */
export const maxQueryLength = 100;
const maxResults = 12;
const excerptLength = 140;
const titleWeight = 10;
const wordStartWeight = 4;

/** Returns the sections of all pages for {@link searchDocs}. */
export function indexDocs(entries: readonly DocsEntry[]): IndexedSection[] {
  return entries.flatMap(({ path, title: page, sections }) =>
    sections.map(({ id, title, text: marked }) => {
      const text = marked.replaceAll("`", "");
      return {
        title,
        page,
        path: id === "" ? path : `${path}#${id}`,
        text,
        lowerTitle: title.toLowerCase(),
        lowerText: text.toLowerCase(),
      };
    }),
  );
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[a-z0-9]/.test(text[at - 1] ?? "");
}

/** Returns how well a word describes a section; 0 if the section does not contain it. */
function wordScore(word: string, { lowerTitle, lowerText }: IndexedSection): number {
  const inTitle = lowerTitle.indexOf(word);
  if (inTitle !== -1)
    return (
      titleWeight + (isWordStart(lowerTitle, inTitle) ? wordStartWeight : 0) + (lowerTitle === word ? 5 : 0)
    );
  const inText = lowerText.indexOf(word);
  if (inText === -1) return 0;
  return 1 + (isWordStart(lowerText, inText) ? 1 : 0);
}

function excerptAround(word: string, { text, lowerText }: IndexedSection): string {
  const at = Math.max(0, lowerText.indexOf(word));
  const start = at < excerptLength / 2 ? 0 : text.indexOf(" ", at - excerptLength / 2) + 1;
  const part = text.slice(start, start + excerptLength).trim();
  return `${start > 0 ? "…" : ""}${part}${start + excerptLength < text.length ? "…" : ""}`;
}

/** Returns the sections that contain every word of a query, the best ones first. */
export function searchDocs(index: readonly IndexedSection[], query: string): SearchResult[] {
  const words = query.slice(0, maxQueryLength).toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [];
  const found = index.flatMap((section) => {
    const scores = words.map((word) => wordScore(word, section));
    return scores.includes(0) ? [] : [{ section, score: scores.reduce((sum, score) => sum + score, 0) }];
  });
  return found
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxResults)
    .map(({ section }) => ({
      title: section.title,
      page: section.page,
      path: section.path,
      excerpt: excerptAround(first, section),
    }));
}
