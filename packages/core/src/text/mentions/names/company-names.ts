import { once } from "../../network/once.ts";
import type { Token } from "../../segment/tokenize.ts";
import { wordFact } from "../../segment/word-types.ts";
import type { NameMention } from "./tags.ts";

/** Well-known organizations whose names are no words, first names or places in any language with names. */
const organizations =
  "Accenture|Adidas|Ahold|Airbnb|Airbus|Air France|Albert Heijn|Aldi|Alibaba|Alstom|American Airlines|American Express|" +
  "Amnesty International|Anthropic|ArcelorMittal|ASML|AstraZeneca|Atlas Copco|AT&T|Auchan|Audi|Baidu|Banco Santander|" +
  "Bank of America|Bank of England|Barclays|Barilla|BASF|BBVA|BlackRock|BMW|BNP Paribas|Boeing|Bosch|Bouygues|Bradesco|British Airways|" +
  "Broadcom|BYD|ByteDance|CaixaBank|Capgemini|Carlsberg|Chevrolet|Chrysler|Cisco|Citibank|Citigroup|Citroën|Coca-Cola|" +
  "Comcast|Commerzbank|ConocoPhillips|Costco|Crédit Agricole|Credit Suisse|Daimler|Danone|Danske Bank|Dassault|Decathlon|" +
  "DeepMind|Deloitte|Delta Air Lines|Deutsche Bahn|Deutsche Bank|Deutsche Post|Deutsche Telekom|DHL|Disney|DNB|Ducati|" +
  "easyJet|eBay|Edeka|EDF|Electrolux|Eli Lilly|Embraer|Endesa|Enel|Engie|Equinor|Ericsson|European Central Bank|" +
  "European Commission|Europol|Exxon|ExxonMobil|Facebook|FedEx|Ferrari|Fiat|FIFA|Finnair|Ford|Fortum|Foxconn|Fujitsu|Gazprom|" +
  "General Electric|General Motors|GlaxoSmithKline|Glencore|Goldman Sachs|Google|Greenpeace|Grundfos|Gucci|H&M|Handelsbanken|" +
  "Harley-Davidson|Heineken|Hewlett-Packard|Hitachi|Honda|HSBC|Huawei|Hyundai|Iberdrola|IBM|IKEA|Inditex|Infineon|Infosys|" +
  "Intel|Interpol|Intesa Sanpaolo|JPMorgan|JPMorgan Chase|Kaufland|Kering|Kia|Klarna|KLM|KPMG|L'Oréal|Lamborghini|Lego|LEGO|" +
  "Lenovo|Lidl|LinkedIn|Lloyds|Lockheed Martin|Lufthansa|Lukoil|Luxottica|LVMH|Lyft|Maersk|Mærsk|Maserati|Mastercard|" +
  "Mazda|McDonald's|McKinsey|Mercadona|Mercedes-Benz|Merck|Michelin|Microsoft|Mitsubishi|Moderna|Morgan Stanley|NASA|NATO|" +
  "Nestlé|Netflix|Nike|Nikon|Nintendo|Nissan|Nokia|Nordea|Norsk Hydro|Novartis|Novo Nordisk|Novozymes|NVIDIA|Nvidia|OECD|OPEC|" +
  "Opel|OpenAI|Ørsted|Panasonic|PayPal|Pepsi|PepsiCo|Petrobras|Peugeot|Pfizer|Philip Morris|Philips|Pirelli|Porsche|Prada|" +
  "Procter & Gamble|PwC|Qatar Airways|Qualcomm|Rakuten|Raytheon|Reddit|Renault|Repsol|Rewe|REWE|Rio Tinto|Rolls-Royce|" +
  "Rosneft|Ryanair|Saab|Sainsbury's|Salesforce|Samsung|Sandvik|Sanofi|SAP|Sberbank|Scania|Schibsted|Shopify|Siemens|Skanska|" +
  "SNCF|Société Générale|SoftBank|Sony|SpaceX|Spotify|Starbucks|Statoil|Stora Enso|Subaru|Swedbank|T-Mobile|Tata Motors|" +
  "Tele2|Telecom Italia|Telefónica|Telenor|Telia|Tencent|Tesco|Tesla|Thales|ThyssenKrupp|Thyssenkrupp|Toshiba|Toyota|TSMC|" +
  "Turkish Airlines|Twitter|UBS|Ubisoft|UEFA|UNESCO|UNICEF|UniCredit|Unilever|United Airlines|United Nations|Vattenfall|" +
  "Veolia|Verizon|Vestas|Vodafone|Volkswagen|Volvo|Walmart|Wärtsilä|Wells Fargo|Wipro|World Bank|World Health Organization|" +
  "Xiaomi|Zalando|Газпром|Лукойл|Роснефть|Сбербанк|Яндекс";

const firstWord = /^[\p{L}\d]+/u;

/** The names by their first word, the longest first. */
const byFirst = once(() => {
  const found = new Map<string, string[]>();
  for (const name of organizations.split("|").toSorted((a, b) => b.length - a.length)) {
    const first = firstWord.exec(name)?.[0] ?? name;
    found.set(first, [...(found.get(first) ?? []), name]);
  }
  return found;
});

const none: readonly string[] = [];

/** The names that the word of a token begins. */
const namesFrom = wordFact(
  ({ text }): readonly string[] => byFirst().get(firstWord.exec(text)?.[0] ?? "") ?? none,
);

const wordCharacter = /[\p{L}\p{N}]/u;
/** Names of a list, or of shares, which a tagger can take for one name. */
const joined = / (?:and|und|et|y|e|en|och|og|i) |^(?:Shares|Stock) of /u;

function findOrganizations(text: string, tokens: readonly Token[]): NameMention[] {
  const found: NameMention[] = [];
  let covered = 0;
  for (const { start, type } of tokens) {
    if (start < covered) continue;
    const name = namesFrom(type).find(
      (known) => text.startsWith(known, start) && !wordCharacter.test(text.charAt(start + known.length)),
    );
    if (name === undefined) continue;
    covered = start + name.length;
    found.push({ type: "organization", start, end: covered, confidence: 0.9 });
  }
  return found;
}

/** Returns whether a name takes precedence over a known organization that it overlaps. */
function isKept(text: string, name: NameMention, known: NameMention): boolean {
  const isWhole = name.start === known.start && name.end === known.end;
  // "Porsche" can be a person; "Goldman Sachs" has two words.
  if (isWhole) return name.type === "person" && !/\s/u.test(text.slice(name.start, name.end));
  const isLonger = name.start <= known.start && name.end >= known.end;
  return isLonger && !(name.type !== "person" && joined.test(text.slice(name.start, name.end)));
}

/**
 * Returns the names with the well-known organizations that the model has missed, cut or taken for places: "Volvo",
 * "Novo Nordisk". A longer name stays: "Gerald Ford", "Volvo Ocean Race".
 *
 * @param names In the order of the text, without overlaps.
 */
export function withOrganizations(
  text: string,
  tokens: readonly Token[],
  names: readonly NameMention[],
): NameMention[] {
  const known = findOrganizations(text, tokens);
  if (known.length === 0) return [...names];
  const overlaps = (a: NameMention, b: NameMention) => a.start < b.end && b.start < a.end;
  const added = known.filter((one) => !names.some((name) => overlaps(name, one) && isKept(text, name, one)));
  const others = names.filter((name) => !added.some((one) => overlaps(name, one)));
  return [...others, ...added].toSorted((a, b) => a.start - b.start);
}
