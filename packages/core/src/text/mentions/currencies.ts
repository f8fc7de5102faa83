/** A currency with its ISO 4217 code. `places` is the number of decimal places of its minor unit. */
export interface Currency {
  /** `null` for a word that the currencies of several countries share. */
  code: string | null;
  places: number;
  /** The confidence that the word means money. */
  confidence: number;
}

/** ISO 4217 currencies without a minor unit, and those whose minor unit is a thousandth. */
const otherPlaces: Readonly<Record<string, number>> = Object.fromEntries([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0]),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3]),
]);

const codes =
  "AED ARS AUD BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KES KRW KWD MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR";

function currency(code: string | null, confidence: number): Currency {
  return { code, places: code === null ? 2 : (otherPlaces[code] ?? 2), confidence };
}

/** Currencies by sign. In English text, a plain dollar sign means US dollars and a yen sign yen. */
export const currencySigns: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    $: "USD",
    "＄": "USD",
    "€": "EUR",
    "£": "GBP",
    "￡": "GBP",
    "¥": "JPY",
    "￥": "JPY",
    "₹": "INR",
    "₩": "KRW",
    "₽": "RUB",
    "₺": "TRY",
    "₴": "UAH",
    "₪": "ILS",
    "₫": "VND",
    "₱": "PHP",
    "₦": "NGN",
    "฿": "THB",
  }).map(([sign, code]) => [sign, currency(code, 0.97)]),
);

/** Letters before a dollar sign, as in `US$ 5`. */
export const dollarPrefixes: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    US: "USD",
    U: "USD",
    C: "CAD",
    CA: "CAD",
    CAD: "CAD",
    A: "AUD",
    AU: "AUD",
    AUD: "AUD",
    NZ: "NZD",
    HK: "HKD",
    S: "SGD",
    SG: "SGD",
    NT: "TWD",
    MX: "MXN",
    R: "BRL",
    USD: "USD",
  }).map(([prefix, code]) => [prefix, currency(code, 0.97)]),
);

/** The codes in lower case. */
export const currencyCodes: ReadonlyMap<string, Currency> = new Map(
  codes.split(" ").map((code) => [code.toLowerCase(), currency(code, 0.95)]),
);

/** Codes that are English words in lower case. They count only in capitals. */
export const codesInCapitals: ReadonlySet<string> = new Set(["cop", "pen", "rub", "try"]);

/** Names after an amount. A pound is also a weight, and eight countries have a peso. */
export const currencyWords: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    "dollar dollars buck bucks": currency("USD", 0.95),
    "euro euros": currency("EUR", 0.97),
    quid: currency("GBP", 0.9),
    "pound pounds": currency("GBP", 0.6),
    yen: currency("JPY", 0.95),
    "yuan renminbi": currency("CNY", 0.95),
    "rupee rupees": currency(null, 0.95),
    "ruble rubles rouble roubles": currency("RUB", 0.95),
    "rand rands": currency("ZAR", 0.9),
    baht: currency("THB", 0.95),
    "peso pesos franc francs krone kroner krona kronor dinar dinars dirham dirhams shekel shekels lira liras":
      currency(null, 0.9),
    "zloty zlotys": currency("PLN", 0.95),
    "cent cents": currency(null, 0.85),
    pence: currency(null, 0.9),
  }).flatMap(([words, meaning]) => words.split(" ").map((word) => [word, meaning] as const)),
);

/** Currencies by country and singular name, as in "5 Canadian dollars". */
export const nationalCurrencies: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    "us dollar": "USD",
    "u.s. dollar": "USD",
    "american dollar": "USD",
    "canadian dollar": "CAD",
    "australian dollar": "AUD",
    "hong kong dollar": "HKD",
    "singapore dollar": "SGD",
    "new zealand dollar": "NZD",
    "taiwan dollar": "TWD",
    "swiss franc": "CHF",
    "british pound": "GBP",
    "egyptian pound": "EGP",
    "indian rupee": "INR",
    "pakistani rupee": "PKR",
    "mexican peso": "MXN",
    "chilean peso": "CLP",
    "colombian peso": "COP",
    "argentine peso": "ARS",
    "philippine peso": "PHP",
    "swedish krona": "SEK",
    "swedish kronor": "SEK",
    "swedish kroner": "SEK",
    "norwegian krone": "NOK",
    "norwegian kroner": "NOK",
    "danish krone": "DKK",
    "danish kroner": "DKK",
    "icelandic krona": "ISK",
    "turkish lira": "TRY",
    "israeli shekel": "ILS",
    "japanese yen": "JPY",
    "chinese yuan": "CNY",
  }).map(([name, code]) => [name, currency(code, 0.97)]),
);

/** Abbreviations before an amount, such as `Rs. 500`. */
export const currencyAbbreviations: ReadonlyMap<string, Currency> = new Map([["rs", currency("INR", 0.95)]]);
