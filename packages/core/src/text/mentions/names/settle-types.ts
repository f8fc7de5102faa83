import { wordFact } from "../../segment/word-types.ts";
import { isAdjacent, isGivenMonth, type PlacedName, placeNames } from "./name-run.ts";
import { isCamelCase, isInitial, isNameWord, noNames, plainWord } from "./name-words.ts";
import type { FactText } from "./settle-persons.ts";
import type { NameMention } from "./tags.ts";

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Legal forms of companies, in lower case without periods. */
const legalForms = wordSet(
  "inc incorporated corp corporation ltd limited llc llp plc gmbh kgaa ag sarl srl spa bv nv oyj aps a/s i/s k/s asa pty pllc",
);
/** Legal forms that are other words elsewhere. They follow a known company only. */
const shortLegalForms = wordSet("co kg sa se ab as lp oy");

/** Last words of companies that end no name of a place. */
const companyEndings = wordSet(
  "capital partners holdings holding ventures associates solutions technologies industries consulting securities advisors",
);

/** Further words after the name of a company that are a part of it: "Siemens Energy". */
const companyParts = wordSet(
  "energy bank motors electronics airlines airways pharma pharmaceuticals healthcare healthineers entertainment software " +
    "networks telecom mobile foundation insurance foods beverages semiconductor semiconductors automotive aerospace mobility " +
    "logistics steel mining petroleum retail",
);

/** Abbreviations of states and their groups, in capitals with and without periods. */
const stateNames = wordSet("U.K. UK U.S. U.S.A. USA U.A.E. UAE U.S.S.R. USSR");

/** Abbreviations of offices, medicine, units and technology that name no organization, place or person. */
const abbreviations = wordSet(
  "CEO CFO CTO COO CIO CMO CISO CPO VP SVP EVP HR PR QA R&D PM TBD ETA FAQ ASAP FYI KPI ROI B2B B2C IPO RFP SLA NDA PO " +
    "AC DC TV PC DVD CD USB LED LCD GPS SIM ATM PIN VAT IBAN BIC SWIFT SSN DOB GDP CPI CV PDF URL API HTML CSS SQL JSON XML " +
    "HTTP HTTPS SSL TLS SSH VPN DNS RAM CPU GPU SSD HDD UI UX SEO CRM ERP CI/CD OCR ID Q1 Q2 Q3 Q4 H1 H2 FY YTD " +
    "ECG EKG EEG MRI CXR ICU ER ED OR IV IM SC PRN BID TID QID QD NPO SOB CHF COPD CAD HTN DM DVT PE UTI URI TIA CVA MI " +
    "GERD CKD ESRD BMI WBC RBC HGB HCT PLT BUN INR PTT LDL HDL TSH PSA ESR CRP ABG LFT LFTs SpO2 O2 RN NP EMT GP " +
    "RSVP PS P.S. P.P.S. NB N.B. AKA DIY EOD COB OOO WFH PTO",
);

/** Abbreviations that a figure makes a measurement: "BP 158/92", "The BNP was 1240". Without one they can be companies. */
const measurements = wordSet("BP HR RR BNP ASA AST ALT CT PT NA K T P HB CK EF GCS FEV1 SAT SATS A1C TEMP");

/** Companies whose names are things. */
const thingCompanies = wordSet(
  "apple orange blackberry shell amazon jaguar puma fox dove mango gap target subway oracle sprint",
);

/** Words that tell that a sentence is about a plant, a food, an animal or a color. */
const thingWords = wordSet(
  "fruit fruits juice pie tree trees vegetable berry berries snack dessert dish recipe sauce salad plant flower animal " +
    "animals bird fish cat predator river color colour shade eat ate eats eating taste tastes delicious ripe sweet sour",
);

/** Organizations whose abbreviation is a word of English. */
const wordOrganizations = wordSet("WHO");

/** Words after the name of a river or its land: "The Amazon flows". */
const riverWords = wordSet(
  "flows flowed river basin delta rainforest rainforests tributary tributaries floods flooded",
);

/** Words at the start of a sentence that are a part of no company: "Shares of Orvex Inc.", "Contact Acme Ltd". */
const openers = wordSet(
  "contact call email ask visit join meet see buy sell shares stock customers employees dear hello hi from at about invoice",
);

function wholeText({ text }: FactText, { start, end }: NameMention): string {
  return text.slice(start, end);
}

/** The sign of a form that a word is. */
type FormSign = "legal form" | "short legal form" | "&" | "state" | "organization" | "none";

const formSign = wordFact(({ text, kind }): FormSign => {
  if (text === "&") return "&";
  if (kind !== "word") return "none";
  if (wordOrganizations.has(text)) return "organization";
  if (text.length > 3 && text.charAt(1) === "." && stateNames.has(text)) return "state";
  const plain = text.toLowerCase().replaceAll(".", "");
  if (plain === text) return "none";
  return legalForms.has(plain) ? "legal form" : shortLegalForms.has(plain) ? "short legal form" : "none";
});

/** Returns the first token of the company whose legal form is at the index, by the capitals before it. */
function companyStart(source: FactText, index: number): number {
  const { tokens } = source;
  let first = index;
  for (let at = index - 1; at >= 0 && index - at <= 6; at--) {
    const token = tokens[at];
    if (!token) break;
    if (token.text === "&" && isNameWord(tokens[at - 1]) && isAdjacent(source, at)) continue;
    if (!isNameWord(token) || noNames.has(plainWord(token)) || openers.has(plainWord(token))) break;
    const isNext = isAdjacent(source, at + 1) || tokens[at + 1]?.text === ",";
    if (!isNext) break;
    first = at;
  }
  return first;
}

/** Returns the companies that a legal form ends: "Meta Platforms, Inc.", "Deutsche Bank AG". */
function findCompanies(
  source: FactText,
  names: readonly PlacedName[],
  signed: readonly number[],
): NameMention[] {
  const { tokens } = source;
  const owners = new Map(names.map((name) => [name.last, name]));
  const found: NameMention[] = [];
  for (const index of signed) {
    const form = tokens[index];
    const sign = form ? formSign(form.type) : "none";
    if (index === 0 || (sign !== "legal form" && sign !== "short legal form")) continue;
    const isComma = tokens[index - 1]?.text === ",";
    const last = isComma ? index - 2 : index - 1;
    const isKnown = owners.get(last)?.type === "organization" && !isComma;
    if (sign === "short legal form" && !isKnown) continue;
    if (!isAdjacent(source, index) || (isComma && !/^[A-Z][a-z]|^L/.test(form?.text ?? ""))) continue;
    const first = companyStart(source, last + 1);
    if (first > last || !form) continue;
    found.push({
      type: "organization",
      start: tokens[first]?.start ?? form.start,
      end: form.end,
      confidence: 0.9,
    });
  }
  return found;
}

/** Returns the companies whose name joins two surnames: "Smith & Wesson". */
function findPartnerships(source: FactText, signed: readonly number[]): NameMention[] {
  const { tokens, facts } = source;
  return signed.flatMap((index): NameMention[] => {
    if (tokens[index]?.text !== "&") return [];
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (!isNameWord(before) || !isNameWord(after)) return [];
    if (!isAdjacent(source, index) || !isAdjacent(source, index + 1) || isInitial(before)) return [];
    const [one, other] = [facts(before), facts(after)];
    const isPhrase = (one.isOrdinary && !one.isLastName) || (other.isOrdinary && !other.isLastName);
    if (isPhrase || isInitial(after) || noNames.has(plainWord(before))) return [];
    // "Tom & Anna" and "John Roe & Jane Roe" are persons.
    const areGiven =
      one.isFirstName && (other.isFirstName || !other.isLastName) && before.text !== after.text;
    const areFull = isNameWord(tokens[index - 2]) && isNameWord(tokens[index + 2]) && other.isFirstName;
    if (areGiven || areFull) return [];
    return [{ type: "organization", start: before.start, end: after.end, confidence: 0.8 }];
  });
}

/** Returns whether a figure next to an abbreviation makes it a measurement. */
function isMeasured({ tokens }: FactText, { last }: PlacedName): boolean {
  const next = tokens[last + 1];
  const linked = /^(?:was|is|of|at|:|=|in)$/.test(next?.text ?? "") ? tokens[last + 2] : next;
  return linked?.kind === "number";
}

/** Returns whether the sentence is about the thing that gave a company its name. */
function isThing({ tokens }: FactText, { first, last }: PlacedName): boolean {
  const [head] = tokens.slice(first, last + 1);
  if (first !== last || !head || !thingCompanies.has(plainWord(head))) return false;
  const near = tokens.slice(last + 1, last + 8);
  const end = near.findIndex(({ text }) => /^[.!?;]$/.test(text));
  return near.slice(0, end < 0 ? near.length : end).some((token) => thingWords.has(plainWord(token)));
}

/** Returns the name without what is no part of it, with the right type, or `null` if it is none. */
function settle(source: FactText, name: PlacedName): PlacedName | null {
  const { tokens } = source;
  const written = wholeText(source, name).replace(/^[Tt]he /, "");
  if (stateNames.has(written) && name.type !== "person") return { ...name, type: "location" };
  const [head, second] = tokens.slice(name.first, name.last + 1);
  // The label of a number: "IBAN DE89 3704 …".
  if (head && second && abbreviations.has(head.text) && /\d/.test(second.text)) return null;
  if (abbreviations.has(written) || (measurements.has(written) && isMeasured(source, name))) return null;
  if (name.type !== "person" && isRiver(source, name)) return { ...name, type: "location" };
  if (name.type === "organization" && isThing(source, name)) return null;
  if (name.type === "person" && /[&\d]/.test(written))
    return /&/.test(written) ? { ...name, type: "organization" } : name;
  if (isCode(source, name) || isLabel(source, name)) return null;
  const whole = withMonth(source, withParts(source, withoutVerb(source, name)));
  const last = tokens[whole.last];
  if (whole.type === "location" && whole.last > whole.first && last && companyEndings.has(plainWord(last)))
    return { ...whole, type: "organization" };
  if (whole.type === "organization" && isFullPersonName(source, whole)) return { ...whole, type: "person" };
  return cutAtEnd(source, whole);
}

/** Returns whether a name is a word of a program, such as "onError", or letters without a meaning: "asdf". */
function isCode({ tokens, facts }: FactText, { type, first, last }: PlacedName): boolean {
  const words = tokens.slice(first, last + 1);
  if (words.some(({ text }) => isCamelCase(text))) return true;
  return (
    type !== "misc" &&
    words.length === 1 &&
    words.every((token) => {
      const { isFirstName, isLastName, isOtherName } = facts(token);
      return !isFirstName && !isLastName && !isOtherName && /^\p{Ll}+$/u.test(token.text);
    })
  );
}

/** Returns whether a name is the label of a field: "City: Oslo". A person can speak: "Anna: hello". */
function isLabel({ text, tokens }: FactText, { type, first, last, start, end }: PlacedName): boolean {
  if (type === "person" || first !== last || text.charAt(end) !== ":") return false;
  const before = tokens[first - 1];
  return !before || /[\r\n]/.test(text.slice(before.end, start));
}

/** Returns the name without a word in lower case at its end that is none: "AWS grew". */
function withoutVerb({ tokens, facts }: FactText, name: PlacedName): PlacedName {
  const [before, last] = [tokens[name.last - 1], tokens[name.last]];
  if (name.first === name.last || !before || !last || !isNameWord(before) || !/^\p{Ll}+$/u.test(last.text))
    return name;
  return name.type !== "misc" && facts(last).isOrdinary
    ? { ...name, last: name.last - 1, end: before.end }
    : name;
}

/** Returns a company with the words after it that are a part of its name. */
function withParts(source: FactText, name: PlacedName): PlacedName {
  const next = source.tokens[name.last + 1];
  const isPart = isNameWord(next) && companyParts.has(plainWord(next)) && isAdjacent(source, name.last + 1);
  return name.type === "organization" && isPart ? { ...name, last: name.last + 1, end: next.end } : name;
}

/** Returns whether a name is that of a river: "The Amazon flows through Brazil". */
function isRiver({ tokens }: FactText, { first, last }: PlacedName): boolean {
  const [before, next] = [tokens[first - 1], tokens[last + 1]];
  const hasArticle = [before, tokens[first]].some((token) => token?.text.toLowerCase() === "the");
  return hasArticle && next !== undefined && riverWords.has(next.text);
}

/** Returns a person with the first name that is a month, where no word before makes it a date: "April Rose". */
function withMonth(source: FactText, name: PlacedName): PlacedName {
  const month = source.tokens[name.first - 1];
  return name.type === "person" && month && isGivenMonth(source, name.first - 1)
    ? { ...name, first: name.first - 1, start: month.start }
    : name;
}

/** Returns whether an organization of three words is a person: "Mary Church Terrell". */
function isFullPersonName({ tokens, facts }: FactText, { first, last }: PlacedName): boolean {
  const [given, family] = [tokens[first], tokens[last]];
  if (last - first !== 2 || !given || !family || !tokens.slice(first, last + 1).every(isNameWord))
    return false;
  const { isFirstName, isOtherName } = facts(given);
  const is = facts(family);
  return isFirstName && !isOtherName && is.isLastName && !is.isOrdinary && !is.isOtherName;
}

/** Returns the name up to the end of a sentence in it: a unit with a period, or a colon. */
function cutAtEnd({ tokens }: FactText, name: PlacedName): PlacedName | null {
  for (let at = name.first; at < name.last; at++) {
    const [token, before] = [tokens[at], tokens[at - 1]];
    const isUnit = token !== undefined && isInitial(token) && before?.kind === "number";
    if (token?.text !== ":" && !isUnit) continue;
    return at > name.first && token ? { ...name, last: at - 1, end: tokens[at - 1]?.end ?? name.end } : null;
  }
  return name;
}

/** Returns the states and organizations that no name covers: "the U.K.", "the WHO declared". */
function findAbbreviated({ tokens }: FactText, signed: readonly number[]): NameMention[] {
  return signed.flatMap((index): NameMention[] => {
    const token = tokens[index];
    const sign = token ? formSign(token.type) : "none";
    if (!token || (sign !== "state" && sign !== "organization")) return [];
    // In a text of capitals it is the word.
    const isWord = [tokens[index - 1], tokens[index + 1]].every(
      (neighbor) => neighbor?.kind !== "word" || neighbor.text === neighbor.text.toUpperCase(),
    );
    if (sign === "organization" && isWord) return [];
    const type = sign === "state" ? "location" : "organization";
    return [{ type, start: token.start, end: token.end, confidence: 0.9 }];
  });
}

function withHigher(higher: readonly NameMention[], lower: readonly NameMention[]): NameMention[] {
  let next = 0;
  const free = lower.filter(({ start, end }) => {
    while ((higher[next]?.end ?? Infinity) <= start) next += 1;
    return (higher[next]?.start ?? Infinity) >= end;
  });
  return [...higher, ...free].toSorted((a, b) => a.start - b.start);
}

/**
 * Returns the names of an English text with the types that their form and their sentence make certain: companies with
 * their legal form, states by their abbreviation, and no abbreviation of an office, a unit or a measurement.
 */
export function settleForms(source: FactText, names: readonly NameMention[]): NameMention[] {
  const placed = placeNames(source.tokens, names);
  const settled = placed.flatMap((name): NameMention[] => {
    const kept = settle(source, name);
    return kept ? [{ type: kept.type, start: kept.start, end: kept.end, confidence: kept.confidence }] : [];
  });
  const signed: number[] = [];
  source.tokens.forEach(({ type }, index) => {
    if (formSign(type) !== "none") signed.push(index);
  });
  if (signed.length === 0) return settled;
  const companies = withHigher(findCompanies(source, placed, signed), findPartnerships(source, signed));
  return withHigher(companies, withHigher(settled, findAbbreviated(source, signed)));
}
