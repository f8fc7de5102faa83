import { findAddresses } from "./address.ts";
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

interface FinderRow {
  find: Finder;
  /** Whether it reads the digits of any script as ASCII. */
  folded: boolean;
  /** What has to be in the text: most texts have nothing of most kinds. */
  trigger: RegExp;
}

/** Where two overlap, the one whose finder stands further up remains. */
const finders: readonly FinderRow[] = [
  { find: findUrls, folded: false, trigger: /[.:]/ },
  { find: findEmails, folded: false, trigger: /@/ },
  { find: findIbans, folded: true, trigger: /[a-z]{2}\d/iu },
  { find: findIpAddresses, folded: true, trigger: /:|\d\.\d/ },
  { find: findCreditCards, folded: true, trigger: /\d{4}(?:[ -]|\d{8})/ },
  { find: findUsSsns, folded: true, trigger: /\d[- .]?\d{2}[- .]?\d{4}/ },
  { find: findPhones, folded: true, trigger: /\d/ },
  { find: findAddresses, folded: true, trigger: /\d/ },
  { find: findMentions, folded: false, trigger: /[@＠]/ },
  { find: findHashtags, folded: false, trigger: /[#＃]/ },
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
  const inAscii = foldDigits(text);
  let matches: PatternMatch[] = [];
  for (const { find, folded, trigger } of finders) {
    const source = folded ? inAscii : text;
    if (trigger.test(source)) matches = mergeMatches(matches, find(source));
  }
  return matches;
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
