export const maxGroups = 8;
/** 15 digits by E.164, plus the two of the prefix 00. */
export const maxDigits = 17;
/** The maximum of the national formats. It bounds the work on a text of digits only. */
const maxNationalGroups = 6;
const maxNationalDigits = 12;

const digitGroup = /\d{1,15}(?!\d)/y;
const separator = /\)?(?: ?[-./] ?| )?\(?(?=\d)/y;

/** A group of adjacent digits in a number. */
export interface Group {
  digits: string;
  /** Whether parentheses enclose exactly this group. */
  enclosed: boolean;
  end: number;
  /** The shape of the number up to the end of this group, in the notation of `phoneFormats`. */
  shape: string;
  /** The count of digits up to the end of this group. */
  total: number;
}

/** Reads the groups of digits from `start` on, as far as they can belong to one number. */
export function readGroups(text: string, start: number): { plus: boolean; groups: Group[] } {
  const groups: Group[] = [];
  const lead = /^\(?\+?\(?/.exec(text.slice(start, start + 3))?.[0] ?? "";
  let position = start + lead.length;
  let shape = lead.replace("+", "");
  let total = 0;
  const isNational = !lead.includes("+") && !text.startsWith("00", position);
  const groupLimit = isNational ? maxNationalGroups : maxGroups;
  const digitLimit = isNational ? maxNationalDigits : maxDigits;
  while (groups.length <= groupLimit && total <= digitLimit) {
    digitGroup.lastIndex = position;
    const digits = digitGroup.exec(text)?.[0];
    if (digits === undefined) break;
    const end = position + digits.length;
    const enclosed = shape.endsWith("(") && text.charAt(end) === ")";
    total += digits.length;
    shape += digits.length.toString(16);
    groups.push({ digits, enclosed, end, shape, total });
    separator.lastIndex = end;
    const between = separator.exec(text)?.[0] ?? "";
    if (between === "") break;
    shape += between.length === 1 ? between : between.replace(/ ?([-./]) ?/, "$1");
    position = end + between.length;
  }
  return { plus: lead.includes("+"), groups };
}

/** Returns whether the groups begin with a calendar date, 31-12-2024 or 2024-12-31, with any usual separator. */
export function beginsWithDate([a, b, c]: readonly Group[]): boolean {
  if (!a || !b || !c || b.digits.length !== 2) return false;
  const fields = [a, b, c].map(({ digits }) => Number(digits));
  const [x = 0, y = 0, z = 0] = fields;
  const isDayMonth = (day: number, month: number) => day >= 1 && day <= 31 && month >= 1 && month <= 12;
  if (a.digits.length === 4 && c.digits.length === 2) return isYear(x) && isDayMonth(z, y);
  return (
    a.digits.length === 2 && c.digits.length === 4 && isYear(z) && (isDayMonth(x, y) || isDayMonth(y, x))
  );
}

function isYear(value: number): boolean {
  return value >= 1500 && value <= 2199;
}

/** Returns whether the groups are two years, as in 1914-1918. */
export function isYearRange(groups: readonly Group[]): boolean {
  return groups.length === 2 && groups.every(({ digits }) => digits.length === 4 && isYear(Number(digits)));
}
