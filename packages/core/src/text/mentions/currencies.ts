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

/** The codes of ISO 4217 in use. */
const codes =
  "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW";

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

/** Letters before a yen sign, as in `CN¥ 5`. */
export const yenPrefixes: ReadonlyMap<string, Currency> = new Map(
  Object.entries({ CN: "CNY", JP: "JPY", RMB: "CNY" }).map(([prefix, code]) => [
    prefix,
    currency(code, 0.97),
  ]),
);

/** The codes in lower case. */
export const currencyCodes: ReadonlyMap<string, Currency> = new Map(
  codes.split(" ").map((code) => [code.toLowerCase(), currency(code, 0.95)]),
);

/** Codes that count in lower case too, as in "50eur". Other codes are words or parts of names in lower case. */
export const codesInLowerCase: ReadonlySet<string> = new Set(
  "aed ars aud bhd brl cad chf clp cny czk dkk egp eur gbp hkd huf idr ils inr isk jpy kes krw kwd mxn myr ngn nok nzd php pkr pln qar ron sar sek sgd thb twd uah usd vnd zar".split(
    " ",
  ),
);

/** Returns the currency with the code, or `undefined`. */
export function findCurrency(code: string): Currency | undefined {
  return currencyCodes.get(code.toLowerCase());
}

/** Currencies with a minor unit that prices do not use. */
const withoutCents: ReadonlySet<string | null> = new Set(
  "AMD CRC HUF IDR IRR KZT LBP MMK MNT RSD TZS UZS".split(" "),
);

/** Returns whether amounts in the currency have no decimals, so that a separator before three digits is of thousands. */
export function lacksCents({ code, places }: Currency): boolean {
  return places === 0 || withoutCents.has(code);
}

/** Currencies by the sign that they share. */
const signFamilies: readonly ReadonlySet<string | null>[] = [
  "ARS AUD BBD BMD BND BRL BSD BZD CAD CLP COP CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD PHP SBD SGD SRD TTD TWD USD UYU XCD",
  "EGP FKP GBP GIP LBP SDG SHP SYP TRY",
  "CNY JPY",
  "CZK DKK ISK NOK SEK",
  "INR LKR MUR NPR PKR SCR",
].map((family) => new Set(family.split(" ")));

/** Returns whether a sign that is read as one currency can also mean the other: the `$` of "$250 CAD". */
export function sharesSign(a: Currency, b: Currency): boolean {
  return signFamilies.some((family) => family.has(a.code) && family.has(b.code));
}

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
