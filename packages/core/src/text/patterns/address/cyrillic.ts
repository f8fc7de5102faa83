import type { Span } from "../../span.ts";

const name = "\\p{Lu}[\\p{L}’'-]{0,30}";
const street =
  "(?:[Уу]л|[Уу]лица|[Вв]ул|[Пп]роспект|ул|улица|вул|вулиця|пр-т|просп|проспект|пер|переулок|провулок|пл|площадь|площа|бул|б-р|бульвар|наб|набережная|ш|шоссе|пр-д|проезд)";
const house = "(?:д|дом|буд|будинок)";
const part = "(?:корп|корпус|к|стр|строение|литера?)";
const flat = "(?:кв|квартира|оф|офис|под|подъезд|эт|этаж)";
const number = "\\d{1,4}(?:[а-яА-ЯіІ](?!\\p{L}))?(?:[/-]\\d{1,4})?";
const sign = ",? {0,2}";

/** "г. Москва, ул. Ленина, д. 5, корп. 2, кв. 12", "вул. Хрещатик, 22", "проспект Мира 10". */
const address = new RegExp(
  `(?<!\\p{L})(?:\\d{6}, ?)?(?:(?:г|город|м|місто)\\.? ?${name}(?: ${name})?, ?)?(?:${street}\\.? ?(?:\\d{1,2}-(?:я|й|го) )?${name}(?: ${name}){0,3}|${name}(?: ${name}){0,2} ${street}\\.?)${sign}(?:${house}\\.? ?)?${number}(?:${sign}${part}\\.? ?\\d{1,3})?(?:${sign}${flat}\\.? ?\\d{1,4}){0,2}(?:, ?(?:г\\.? ?|м\\.? ?)?${name}(?:, ?\\d{5,6})?)?(?![\\p{L}\\p{N}])`,
  "gu",
);

/** Returns the addresses in the order of Russia and Ukraine: the type of street, its name, the house, the flat. */
export function findCyrillicAddresses(text: string): Span[] {
  if (!/[а-яі]/.test(text)) return [];
  return Array.from(text.matchAll(address), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}
