import { findCreditCards } from "./credit-card.ts";
import { findEmails } from "./email.ts";
import { foldDigits } from "./fold.ts";
import { findIbans } from "./iban.ts";
import { findIpAddresses } from "./ip-address.ts";
import { mergeMatches, type PatternMatch } from "./match.ts";
import { findPhones } from "./phone.ts";
import { findHashtags, findMentions } from "./social.ts";
import { findUrls } from "./url.ts";
import { findUsSsns } from "./us-ssn.ts";

export type { PatternMatch, PatternType } from "./match.ts";

type Finder = (text: string) => PatternMatch[];

/** Where two overlap, the one whose finder stands further up remains. `folded`: reads digits of any script as ASCII. */
const finders: readonly { find: Finder; folded: boolean }[] = [
  { find: findUrls, folded: false },
  { find: findEmails, folded: false },
  { find: findIbans, folded: true },
  { find: findIpAddresses, folded: true },
  { find: findCreditCards, folded: true },
  { find: findUsSsns, folded: true },
  { find: findPhones, folded: true },
  { find: findMentions, folded: false },
  { find: findHashtags, folded: false },
];

/**
 * Everything in the text that has a fixed form: addresses, numbers with check digits, phone numbers, handles.
 * Sorted by `start`, free of overlaps, in UTF-16 units; the cost is linear in the length of any text.
 *
 * @example
 * ```ts
 * findPatterns("Write to ada@example.com"); // [{ type: "email", start: 9, end: 24, … }]
 * ```
 */
export function findPatterns(text: string): PatternMatch[] {
  const folded = foldDigits(text);
  return finders.reduce<PatternMatch[]>(
    (found, finder) => mergeMatches(found, finder.find(finder.folded ? folded : text)),
    [],
  );
}

/** The e-mail and IP addresses inside a stretch of text such as a URL, by offsets in the whole text. */
export function findAddressesWithin(text: string, start: number, end: number): PatternMatch[] {
  const inner = text.slice(start, end);
  return mergeMatches(findEmails(inner), findIpAddresses(inner)).map((match) => ({
    ...match,
    start: match.start + start,
    end: match.end + start,
  }));
}
