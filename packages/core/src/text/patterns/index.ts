import { findAddresses } from "./address.ts";
import { findCreditCards } from "./credit-card.ts";
import { findEmails, findHiddenEmails } from "./email.ts";
import { foldDigits } from "./fold.ts";
import { findIbans } from "./iban.ts";
import { findIpAddresses } from "./ip-address.ts";
import { mergeSpans, type PatternMatch } from "./match.ts";
import { findPhones } from "./phone.ts";
import { findHashtags, findMentions } from "./social.ts";
import { findUrls } from "./url.ts";
import { findUsSsns } from "./us-ssn.ts";

export type { PatternMatch, PatternType } from "./match.ts";

type Finder = (text: string) => PatternMatch[];

interface FinderRow {
  find: Finder;
  /** Whether the finder reads the text with the digits of all scripts folded to ASCII. */
  folded: boolean;
  /** The finder runs only if this matches. Most texts contain nothing of most types. */
  trigger: RegExp;
}

/** The finders by priority. If two matches overlap, the one of the earlier finder is kept. */
const finders: readonly FinderRow[] = [
  // Before the URLs: the end of a hidden address is a bare domain.
  { find: findHiddenEmails, folded: false, trigger: /[([{] ?(?:at|ät|@) ?[)\]}]/i },
  { find: findUrls, folded: false, trigger: /[.:]/ },
  { find: findEmails, folded: false, trigger: /@/ },
  { find: findIbans, folded: true, trigger: /[a-z]{2}\d/iu },
  { find: findIpAddresses, folded: true, trigger: /:|\d\.\d/ },
  { find: findCreditCards, folded: true, trigger: /\d{4}(?:[ .-]|\d{8})/ },
  { find: findUsSsns, folded: true, trigger: /\d[- .]?\d{2}[- .]?\d{4}/ },
  { find: findPhones, folded: true, trigger: /\d/ },
  { find: findAddresses, folded: true, trigger: /\d/ },
  { find: findMentions, folded: false, trigger: /[@＠]/ },
  { find: findHashtags, folded: false, trigger: /[#＃]/ },
];

/**
 * Finds everything in the text that has a fixed form: addresses, numbers with check digits, phone numbers, handles. The
 * matches are sorted by `start`, do not overlap, and use UTF-16 offsets. The cost is linear in the length of any text.
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
    if (trigger.test(source)) matches = mergeSpans(matches, find(source));
  }
  return matches;
}

/** Finds the email and IP addresses inside a range of the text, such as a URL. Offsets refer to the whole text. */
export function findAddressesWithin(text: string, start: number, end: number): PatternMatch[] {
  const inner = text.slice(start, end);
  return mergeSpans(findEmails(inner), findIpAddresses(inner)).map((match) => ({
    ...match,
    start: match.start + start,
    end: match.end + start,
  }));
}
