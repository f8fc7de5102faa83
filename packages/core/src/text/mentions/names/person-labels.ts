import type { Token } from "../../segment/tokenize.ts";
import { type WordType, wordFact } from "../../segment/word-types.ts";
import { plainWord } from "./name-words.ts";

function phrases(list: string): ReadonlySet<string> {
  return new Set(list.split("|"));
}

/** Titles before a name, in every language. */
const titles = phrases(
  "mr|mrs|ms|miss|mx|dr|prof|professor|doctor|frau|herr|herrn|fräulein|mme|mlle|monsieur|madame|mademoiselle|sra|srta|" +
    "señor|señora|señorita|signor|signora|signorina|sig|sig.ra|sig.na|dott|dott.ssa|avv|senhor|senhora|dra|dhr|mevr|mevrouw|" +
    "meneer|drs|fru|fröken|frøken|herra|rouva|г-н|г-жа|господин|госпожа|г-жу|sayın|domnul|doamna|gospodin|gospođa|κύριος|" +
    "κυρία|bapak|ibu|dipl.-ing|dr.-ing|mag|rev|reverend",
);

/** Titles that are other words elsewhere, by language. */
const localTitles: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: phrases("m|mm|me|maître"),
  es: phrases("sr|don|doña|d|dña"),
  pt: phrases("sr|dona|dom"),
  it: phrases("ing|don"),
  nl: phrases("mw|mr|de heer|heer"),
  de: phrases("hr|fr|familie"),
  sv: phrases("hr"),
  da: phrases("hr"),
  no: phrases("hr"),
  pl: phrases("pan|pani|pana|panią|panu|panem|inż|mgr"),
  cs: phrases("pan|pana|panu|paní|pane|ing|mgr|mudr"),
  sk: phrases("pán|pani|pána|ing|mgr"),
  uk: phrases("пан|пані|пана"),
  ru: phrases("гражданин|гражданка|тов"),
  tr: phrases("bay|bayan"),
  id: phrases("pak|bu"),
  vi: phrases("ông|bà|anh|chị"),
  ro: phrases("dl|dna|d-na|d-nul|domnule|domnului|doamnă|doamnei"),
  el: phrases("κ|κα"),
};

/** Titles that are written in lower case within a sentence. */
const lowerTitles = phrases(
  "monsieur|madame|mademoiselle|señor|señora|señorita|don|doña|signor|signora|signorina|senhor|senhora|dona|mevrouw|meneer|" +
    "heer|herr|fru|fröken|herra|rouva|pan|pani|pana|panią|panu|panem|pane|paní|pán|господин|госпожа|г-н|г-жа|пан|пані|domnul|" +
    "doamna|domnule|domnului|doamnă|doamnei|gospodin|gospođa|κύριος|κυρία|sr|sra|srta|dr|dra|dott|dott.ssa|sig|sig.ra|dhr|mevr|mw|anh|chị|ông|bà|prof",
);

/** Returns whether the token is a title before a name in the language. */
export function isTitle(token: Token, language: string): boolean {
  const plain = plainWord(token);
  const local = localTitles[language];
  if (!titles.has(plain) && !local?.has(plain)) return false;
  const first = token.text.charAt(0);
  // "MS Word" and "MR scanner" are no titles, and "miss London" is a verb.
  if (token.text.length > 1 && token.text === token.text.toUpperCase() && language === "en") return false;
  return first !== first.toLowerCase() || (language !== "en" && lowerTitles.has(plain));
}

/** Words of a sentence in which people say their names. */
const introductions = phrases(
  "my name is|my name's|name is|maiden name is|call me|mein name ist|ich heiße|ich heisse|je m'appelle|mon nom est|" +
    "me llamo|mi nombre es|mi chiamo|il mio nome è|me chamo|chamo-me|meu nome é|mijn naam is|ik heet|jag heter|" +
    "mitt namn är|jeg heter|jeg hedder|mitt navn er|mit navn er|nimeni on|nazywam się|mam na imię|jmenuji se|" +
    "jmenuju se|volám sa|a nevem|mă numesc|numele meu este|меня зовут|мене звати|казвам се|zovem se|ime mi je|με λένε|" +
    "ονομάζομαι|benim adım|nama saya|tên tôi là|mình là|i am called|this is dr",
);

const introductionsByLastWord = new Map<string, string[]>();
for (const phrase of introductions) {
  const last = phrase.slice(phrase.lastIndexOf(" ") + 1);
  introductionsByLastWord.set(last, [...(introductionsByLastWord.get(last) ?? []), phrase]);
}

const allTitles = new Set([titles, ...Object.values(localTitles)].flatMap((set) => [...set]));

const cueFact = wordFact(({ text }) => {
  const plain = text.toLowerCase().replaceAll("’", "'");
  return allTitles.has(plain.replace(/\.$/, "")) || introductionsByLastWord.has(plain) ? 1 : 0;
});

/** Returns whether the word is a title or ends an introduction in any language. */
export function isCueWord(type: WordType): boolean {
  return cueFact(type) === 1;
}

/** Returns whether the token at the index ends the words with which people say their names. */
export function endsIntroduction(text: string, { start, end, text: written }: Token): boolean {
  const found = introductionsByLastWord.get(written.toLowerCase().replaceAll("’", "'"));
  if (!found) return false;
  const longest = 24;
  const before = text
    .slice(Math.max(0, start - longest), end)
    .toLowerCase()
    .replaceAll("’", "'");
  return found.some(
    (phrase) => before.endsWith(phrase) && !/[\p{L}\p{M}]$/u.test(before.slice(0, -phrase.length)),
  );
}

/** Labels that only persons follow, in forms, JSON and XML. */
const personLabels = phrases(
  "name|full name|first name|last name|given name|family name|middle name|surname|forename|forenames|maiden name|" +
    "patient|patient name|attn|attention|contact name|contact person|signed|signed by|signature|cardholder|" +
    "cardholder name|card holder|account holder|employee|applicant|tenant|passenger|insured|policyholder|next of kin|" +
    "emergency contact|prepared by|reported by|requested by|approved by|author|interviewer|attendees|doctor|physician|" +
    "attending|nurse|spouse|guardian|parent name|dependent|caller|" +
    "vorname|nachname|familienname|vor- und nachname|ansprechpartner|ansprechpartnerin|patientin|karteninhaber|" +
    "kontoinhaber|sachbearbeiter|sachbearbeiterin|mitarbeiter|versicherter|versicherungsnehmer|bearbeiter|z. hd|z.hd|" +
    "nom|prénom|prénoms|nom et prénom|nom de famille|nom complet|interlocuteur|titulaire|" +
    "nombre|apellido|apellidos|nombre completo|nombre y apellidos|paciente|titular|" +
    "nome|cognome|nome e cognome|paziente|intestatario|referente|sobrenome|apelido|nome completo|" +
    "naam|voornaam|achternaam|patiënt|contactpersoon|kaarthouder|namn|förnamn|efternamn|kontaktperson|navn|fornavn|" +
    "etternavn|efternavn|nimi|etunimi|sukunimi|potilas|imię|nazwisko|imię i nazwisko|pacjent|jméno|příjmení|" +
    "jméno a příjmení|pacient|meno|priezvisko|név|vezetéknév|keresztnév|nume|prenume|nume și prenume|pacientul|" +
    "имя|фамилия|фио|отчество|пациент|контактное лицо|ім'я|прізвище|піб|пацієнт|име|ime|prezime|ime i prezime|priimek|" +
    "όνομα|επώνυμο|ονοματεπώνυμο|ασθενής|ad|soyad|ad soyad|adı soyadı|hasta|nama|nama lengkap|họ tên|họ và tên|tên",
);

/** Labels that persons and companies follow. */
const partyLabels = phrases(
  "customer|customer name|client|client name|contact|recipient|sender|from|to|cc|bcc|reply-to|bill to|ship to|sold to|" +
    "deliver to|payee|beneficiary|buyer|seller|guest|member|assigned to|assignee|owner|reporter|landlord|host|manager|" +
    "kunde|kundin|kontakt|empfänger|absender|von|an|rechnungsempfänger|ansprechperson|client|destinataire|expéditeur|" +
    "de|à|contacto|cliente|destinatario|remitente|mittente|destinatário|remetente|klant|ontvanger|afzender|kund|" +
    "mottagare|avsändare|kunde|modtager|mottaker|asiakas|klient|odbiorca|nadawca|zákazník|příjemce|odesílatel|ügyfél|" +
    "клиент|получатель|отправитель|контакт|кому|от кого|клієнт|одержувач|kupac|primatelj|πελάτης|müşteri|alıcı|gönderen",
);

/** Words before "name" that make it the name of no person. */
const thingsWithNames = phrases(
  "file|user|host|domain|product|company|business|brand|project|class|table|column|field|function|variable|server|path|" +
    "street|city|bank|school|hotel|store|tag|event|package|screen|nick|model|team|group|account|app|application|service|" +
    "site|item|module|process|device|network|database|db|key|branch|repo|bucket|cluster|image|trade|generic|drug|plan|" +
    "organization|organisation|org|vendor|supplier|legal|firm|code|section|category|display|short|common|scientific",
);

/** The certainty of a label: only persons follow it, persons and others follow it, or it is none. */
export type LabelKind = "person" | "party" | null;

const compound = /(?:^|[ ._-])([\p{L}'’]+)[ ._-]?name$/u;

/**
 * Returns the kind of a label in words or as the key of a form: "Patient", "first_name", "customerName", "Bill to".
 */
export function labelKind(written: string): LabelKind {
  const spaced = written
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[_-]/g, " ")
    .replace(/\.$/, "");
  for (const label of [spaced, written.toLowerCase()])
    if (personLabels.has(label)) return "person";
    else if (partyLabels.has(label)) return "party";
  if (spaced.endsWith("name")) {
    if (/^(?:first|last|full|given|family|middle|sur|fore)name$/.test(spaced)) return "person";
    const [, owner] = compound.exec(spaced) ?? [];
    if (owner !== undefined && !thingsWithNames.has(owner)) return "person";
  }
  return null;
}
