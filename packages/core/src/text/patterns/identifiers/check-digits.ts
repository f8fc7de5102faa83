/** Returns the digits of a text. */
function toDigits(text: string): number[] {
  return Array.from(text.replace(/[^0-9]/g, ""), Number);
}

/** Returns the sum of digits times weights. */
function weighted(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0);
}

/** Checks the Luhn digit (ISO/IEC 7812-1 annex B). */
export function isLuhn(text: string): boolean {
  const sum = toDigits(text)
    .toReversed()
    .reduce(
      (total, digit, index) => total + (index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2),
      0,
    );
  return sum % 10 === 0;
}

const dihedral = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];
const permutation = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
];

/** Checks the digit of Verhoeff (1969), as in Aadhaar. */
export function isVerhoeff(text: string): boolean {
  const last = toDigits(text)
    .toReversed()
    .reduce((state, digit, index) => Number(dihedral[state]?.[Number(permutation[index % 8]?.[digit])]), 0);
  return last === 0;
}

/** Checks the number of the United Kingdom's National Health Service, modulo 11. */
export function isNhsNumber(text: string): boolean {
  const digits = toDigits(text);
  const check = 11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return check !== 10 && check % 11 === digits[9];
}

/** Checks both digits of the Brazilian CPF. */
export function isCpf(text: string): boolean {
  const digits = toDigits(text);
  if (new Set(digits).size === 1) return false;
  const check = (count: number) => {
    const weights = Array.from({ length: count }, (_, index) => count + 1 - index);
    return ((weighted(digits, weights) * 10) % 11) % 10;
  };
  return check(9) === digits[9] && check(10) === digits[10];
}

/** Checks the letter of the Spanish DNI and NIE, modulo 23. */
export function isSpanishId(text: string): boolean {
  const compact = text.replace(/[^0-9A-Z]/gi, "").toUpperCase();
  const number = Number(compact.slice(0, -1).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter))));
  return "TRWAGMYFPDXBNJZSQVHLCKE"[number % 23] === compact.at(-1);
}

/** Checks the German tax number of persons (ISO 7064 MOD 11,10). */
export function isGermanTaxId(text: string): boolean {
  const digits = toDigits(text);
  let product = 10;
  for (const digit of digits.slice(0, 10)) product = (((digit + product) % 10 || 10) * 2) % 11;
  return (11 - product) % 10 === digits[10] && new Set(digits.slice(0, 10)).size < 10;
}

/** Checks the Dutch BSN by its test of eleven. */
export function isBsn(text: string): boolean {
  const digits = toDigits(text);
  return digits.some((digit) => digit > 0) && weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
}

/** Checks the key of the French NIR, modulo 97. Corsica's departments have a letter. */
export function isNir(text: string): boolean {
  const compact = text.replace(/\s/g, "").toUpperCase().replace("2A", "19").replace("2B", "18");
  return 97 - (Number(compact.slice(0, 13)) % 97) === Number(compact.slice(13));
}

const oddValues = "1 0 5 7 9 13 15 17 19 21 2 4 18 20 11 3 6 8 12 14 16 10 22 25 24 23"
  .split(" ")
  .map(Number);

/** Checks the letter of the Italian codice fiscale. */
export function isCodiceFiscale(text: string): boolean {
  const sum = Array.from(text.toUpperCase().slice(0, 15)).reduce((total, character, index) => {
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
    return total + (index % 2 === 0 ? (oddValues[value] ?? 0) : value);
  }, 0);
  return String.fromCharCode(65 + (sum % 26)) === text.at(-1)?.toUpperCase();
}

/** Checks the Polish PESEL. */
export function isPesel(text: string): boolean {
  const digits = toDigits(text);
  return (10 - (weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === digits[10];
}

/** Checks a routing number of the American Bankers Association. */
export function isRoutingNumber(text: string): boolean {
  return weighted(toDigits(text), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
}

const bech32Letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const bech32Generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** Checks a Bitcoin address of SegWit (BIP 173) or Taproot (BIP 350). */
export function isBech32(text: string): boolean {
  const address = text.toLowerCase();
  const separator = address.lastIndexOf("1");
  const prefix = Array.from(address.slice(0, separator), (character) => character.charCodeAt(0));
  const data = Array.from(address.slice(separator + 1), (character) => bech32Letters.indexOf(character));
  let sum = 1;
  for (const value of [...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31), ...data]) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of bech32Generators.entries()) if ((top >>> bit) & 1) sum ^= generator;
  }
  return sum === 1 || sum === 0x2bc830a3;
}
