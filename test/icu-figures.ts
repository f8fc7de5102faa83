/** An amount or a date as ICU writes it, with the forms that are right. */
export interface IcuFigure {
  text: string;
  lang: string;
  figure: {
    type: "money" | "date";
    /** The standard forms that are right: those of a sign that several currencies share, and of two digits of a year. */
    right: readonly (string | null)[];
  };
}

/** The main locales of 50 languages, with the currency of each. */
const locales =
  "en-US=USD de-DE=EUR fr-FR=EUR es-ES=EUR it-IT=EUR pt-BR=BRL nl-NL=EUR pl-PL=PLN cs-CZ=CZK sk-SK=EUR sl-SI=EUR hr-HR=EUR sr-RS=RSD bs-BA=BAM bg-BG=BGN ru-RU=RUB uk-UA=UAH mk-MK=MKD ro-RO=RON hu-HU=HUF fi-FI=EUR et-EE=EUR lv-LV=EUR lt-LT=EUR sv-SE=SEK da-DK=DKK nb-NO=NOK is-IS=ISK tr-TR=TRY el-GR=EUR ar-EG=EGP he-IL=ILS fa-IR=IRR hi-IN=INR bn-BD=BDT ta-IN=INR ur-PK=PKR ja-JP=JPY zh-CN=CNY ko-KR=KRW vi-VN=VND th-TH=THB id-ID=IDR ms-MY=MYR ca-ES=EUR ka-GE=GEL kk-KZ=KZT az-AZ=AZN hy-AM=AMD sw-TZ=TZS"
    .split(" ")
    .map((row) => row.split("=") as [locale: string, currency: string]);
const currencies = new Set([
  ...locales.map(([, currency]) => currency),
  ..."USD GBP JPY CHF CNY INR".split(" "),
]);
const amounts = [5, 0.99, 1234.5, 98765, 1234567.89];
const sharedSigns = new Set("$ kr kr. ¥ ￥ £ Rs".split(" "));
const days = "2026-03-05 2024-12-31 1999-01-09 2025-05-12 2023-08-22 2031-06-01 2020-02-29 2017-11-11".split(
  " ",
);

/** Returns an amount without the zeros at its end: how many a currency has is another question. */
function plainAmount(normalized: string | null): string | null {
  const [code = "", amount] = normalized?.split(" ") ?? [];
  return amount === undefined ? normalized : `${code} ${Number(amount)}`;
}

function* amountsIn(locale: string, own: string): Generator<IcuFigure> {
  for (const currency of currencies)
    for (const currencyDisplay of ["symbol", "code"] as const)
      for (const amount of amounts) {
        const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay });
        const places = format.resolvedOptions().maximumFractionDigits ?? 0;
        const shown = Math.round((amount + Number.EPSILON) * 10 ** places) / 10 ** places;
        const sign = format.formatToParts(amount).find(({ type }) => type === "currency")?.value ?? "";
        const isShared = sharedSigns.has(sign.replace(/[\u200e\u200f]/g, "").trim());
        const codes = isShared ? [currency, own, ...(sign === "$" ? ["USD"] : [])] : [currency];
        const right = [...codes.map((code) => `${code} ${shown}`), ...(isShared ? [null] : [])];
        yield { text: format.format(amount), lang: locale.slice(0, 2), figure: { type: "money", right } };
      }
}

function* datesIn(locale: string): Generator<IcuFigure> {
  for (const day of days)
    for (const dateStyle of ["full", "long", "medium", "short"] as const) {
      const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: "UTC" });
      const date = new Date(`${day}T12:00:00Z`);
      const year = format.formatToParts(date).find(({ type }) => type === "year")?.value ?? "";
      const right = year.length < 4 ? [day, null] : [day];
      yield { text: format.format(date), lang: locale.slice(0, 2), figure: { type: "date", right } };
    }
}

/** Returns amounts and dates in 50 languages as `Intl` writes them. */
export function icuFigures(): IcuFigure[] {
  return locales.flatMap(([locale, own]) => [...amountsIn(locale, own), ...datesIn(locale)]);
}

/** Judges the mentions of a figure: `wrong` has another value, `none` has no value or parts of the figure. */
export function judgeFigure(
  { type, right }: IcuFigure["figure"],
  found: readonly { type: string; normalized: string | null }[],
): "right" | "none" | "wrong" {
  const [first] = found;
  const isRight =
    first?.type === type &&
    right.includes(type === "money" ? plainAmount(first.normalized) : first.normalized);
  if (found.length === 1 && isRight) return "right";
  return found.some(({ normalized }) => normalized !== null) ? "wrong" : "none";
}
