/** Abbreviations after a city: states of the USA, provinces of Canada, states of Australia. */
const states = new Set(
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR AB BC MB NB NL NS NT NU ON PE QC SK YT NSW QLD SA TAS VIC ACT AA AE AP".split(
    " ",
  ),
);

const countries =
  "USA|U\\.S\\.A\\.|United States(?: of America)?|UK|U\\.K\\.|United Kingdom|England|Scotland|Wales|Northern Ireland|Ireland|Germany|Deutschland|France|Italy|Italia|Spain|España|Portugal|Netherlands|The Netherlands|Nederland|Belgium|België|Belgique|Switzerland|Schweiz|Suisse|Austria|Österreich|Denmark|Danmark|Sweden|Sverige|Norway|Norge|Finland|Suomi|Poland|Polska|Czech Republic|Czechia|Slovakia|Slovenia|Hungary|Greece|Romania|Bulgaria|Croatia|Serbia|Ukraine|Russia|Turkey|Canada|Australia|New Zealand|Mexico|México|Brazil|Brasil|Argentina|Chile|Colombia|Uruguay|Japan|China|India|Singapore|Malaysia|South Africa|Israel|Iceland|Estonia|Latvia|Lithuania|Luxembourg|Cyprus|Tunisia";

const letters = "[\\p{L}\\p{M}'’]{0,30}";
// A hyphen is always a part of the word. If it could also join two words, 90 hyphens would have 10^7 readings.
const word = `\\p{Lu}${letters}(?:-${letters}){0,9}`;
const city = `(?:St\\.? )?${word}(?: (?:(?:de|la|le|del|di|da|do|of|upon|am|an|der|den|im|sur|lès|na|nad) ){0,2}${word}){0,3}`;
// Quoted emails contain `>` marks in the middle of an address.
const separator = "(?:,? ?\\r?\\n[ \\t>]{0,8}|, ?| )";
const british = "(?:[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2})";
const canadian = "(?:[A-Z]\\d[A-Z] ?\\d[A-Z]\\d)";
const zip = "\\d{5}(?:-\\d{4})?";
const ends = "(?![\\p{L}\\p{N}_])";

function sticky(source: string): RegExp {
  return new RegExp(source + ends, "uy");
}

const unit = sticky(
  `${separator}(?:(?:[Aa]pt|[Aa]partment|[Ss]uite|[Ss]te|[Uu]nit|[Ff]lat|[Ff]loor|[Rr]oom|[Rr]m|[Bb]ldg|[Bb]uilding|[Oo]ffice|Stock|Top|Etage|Piso|[Pp]uerta|[Pp]ta|[Ii]nt|[Ss]cala|[Ww]ohnung|[Ww]hg|[Ll]gh|lok|byt|APT|STE|UNIT)\\.? ?#?[\\p{L}\\d]{1,5}|# ?[\\p{L}\\d]{1,6}|\\d{1,2}(?:st|nd|rd|th) [Ff]loor|\\d{1,2}[ºª°](?:,? ?(?:[A-Z]|[Ii]zq|[Ii]zda|[Dd]cha|[Dd]er)\\.?)?|[A-Z] \\d{1,3}(?=,|\\s*$|\\r?\\n))`,
);

/** Patterns of the text after the street, the most complete first. A capture group is a state to check. */
const localities: readonly RegExp[] = [
  sticky(`${separator}(?:${city}${separator})?${city},? (?:${british}|${canadian})`),
  sticky(`${separator}(?:${city}${separator})?${city},? ([A-Z]{2,3}),?\\s(?:${canadian}|${zip}|\\d{4})`),
  sticky(
    `${separator}(?:[A-Z]{1,2}-)?(?:\\d{4,5}(?: ?[A-Z]{2})?|\\d{3} \\d{2}|\\d{2}-\\d{3}|\\d{4}-\\d{3}) ${city}(?: \\d{1,2}(?![\\d.,:]\\d))?`,
  ),
  sticky(`${separator}(?:${city}, )?${city},? \\d{4,6}`),
  sticky(`${separator}${city}, ([A-Z]{2,3})`),
  // Brazil: "Bela Vista, São Paulo - SP, 01310-200".
  sticky(`(?:,| -) (?:${city}(?:,| -) )?${city} ?[-/] ?[A-Z]{2}(?:,? \\d{5}-\\d{3})?`),
  sticky(`${separator}(?:${british}|${zip})`),
];
const cityAtEnd = new RegExp(`, ${city}(?=[.;)!?]|\\s*$|\\r?\\n|,? (?:${countries})${ends})`, "uy");
const country = sticky(`${separator}(?:${countries})`);

function matchEnd(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  const state = pattern.exec(text)?.[1];
  const stands = pattern.lastIndex > position && (state === undefined || states.has(state));
  return stands ? pattern.lastIndex : position;
}

/**
 * Returns the end of the address whose street ends at `position`: after the flat, postcode, city and country. `hasLocality`
 * is true if one of them was found.
 */
export function addressEnd(text: string, position: number): { end: number; hasLocality: boolean } {
  let street = position;
  for (let parts = 0; parts < 2; parts += 1) street = matchEnd(unit, text, street);
  // The longest match counts: "London" is also the beginning of "London NW1 6XE".
  const ends = [...localities, cityAtEnd].map((locality) => matchEnd(locality, text, street));
  const end = Math.max(street, ...ends);
  const withCountry = matchEnd(country, text, end);
  return { end: withCountry, hasLocality: withCountry > position };
}
