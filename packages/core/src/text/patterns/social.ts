import type { PatternMatch } from "./match.ts";

const hashtag =
  /(?<![\p{L}\p{M}\p{N}_#&/])[#＃](?=[\p{N}_]{0,99}\p{L})[\p{L}\p{M}\p{N}_]{1,100}(?![\p{L}\p{M}\p{N}_])/gu;
const hexColor = /^#(?=.{0,8}\d)(?:[0-9a-f]{6}|[0-9a-f]{8})$/i;

// `@scope/package` is an npm name, and `@7pm` is a time.
const mention =
  /(?<![A-Za-z0-9_@/+-]|[A-Za-z0-9_]\.)[@＠](?=[A-Za-z_])\w{1,64}(?:[.-](?=[a-z0-9_])\w{1,64}){0,4}(?:@(?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}[a-z]{2,24})?(?![\w@/]|-\w)/gu;

/** Finds hashtags that contain a letter. Excludes `#1` and colors such as `#ff8800`. */
export function findHashtags(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  for (const { 0: found, index: start } of text.matchAll(hashtag)) {
    if (hexColor.test(found)) continue;
    matches.push({ type: "hashtag", start, end: start + found.length, normalized: null, confidence: 0.98 });
  }
  return matches;
}

/** Finds handles such as `@ada`, including those of the Fediverse (`@ada@example.social`). */
export function findMentions(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  for (const { 0: found, index: start } of text.matchAll(mention))
    matches.push({ type: "mention", start, end: start + found.length, normalized: null, confidence: 0.95 });
  return matches;
}
