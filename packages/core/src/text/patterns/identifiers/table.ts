import {
  isBech32,
  isBsn,
  isCodiceFiscale,
  isCpf,
  isGermanTaxId,
  isLuhn,
  isNhsNumber,
  isNir,
  isPesel,
  isRoutingNumber,
  isSpanishId,
  isVerhoeff,
} from "./check-digits.ts";

/** The types of personal data that a form, a check digit or a word before them identifies. */
export type IdentifierType =
  | "date_of_birth"
  | "passport"
  | "driving_license"
  | "national_id"
  | "record_number"
  | "bank_code"
  | "bank_routing"
  | "api_key"
  | "password"
  | "mac_address"
  | "crypto_address"
  | "coordinates";

/** A form of identifiers. A named group `value` is the identifier, if the form has words around it. */
export interface IdentifierForm {
  type: IdentifierType;
  /**
   * A text without it, or without one of the words in lower case, has no identifier of this form. Rows share triggers, so
   * that few searches decide most texts. Searching words takes a tenth of the time of a pattern of them.
   */
  trigger: RegExp | readonly string[];
  /** Matches nothing superlinear: bounded, or of one character class. */
  form: RegExp;
  /** Returns whether the identifier is valid. */
  isValid?: (identifier: string) => boolean;
  /** Words that name the identifier. Without one shortly before it, it is not found. */
  context?: RegExp;
  confidence: number;
}

/** A form that no letter, digit or figure touches. */
const alone = (source: string, flags = "") =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_]|\\p{N}[-.,/:])(?:${source})(?![\\p{L}\\p{N}_]|[-.,/:]\\p{N})`,
    `gu${flags}`,
  );

const months =
  "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|févr|fév|avr|juin|juil|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|out|mrt|mei";
const month = `(?:${months})\\p{L}{0,7}\\.?`;
const date = [
  "\\d{4}-\\d{2}-\\d{2}",
  "\\d{1,2}[./-] ?\\d{1,2}[./-] ?(?:\\d{4}|\\d{2})",
  `\\d{1,2}(?:st|nd|rd|th|er|\\.)? (?:de |of )?${month},? (?:de )?\\d{4}`,
  `${month} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}`,
].join("|");

const birth =
  "born(?: on)?|dates? of birth|birth ?dates?|birthday|d\\.?o\\.?b\\.?|geboren(?: am)?|geburtsdatum|geb\\.|née? le|date de naissance|nacid[oa] el|fecha de nacimiento|nat[oa] il|data di nascita|nascid[oa] em|data de nascimento|geboren op|geboortedatum";

/** The published prefixes of keys, and of keys in files. */
const keys = [
  "(?:AKIA|ASIA)[0-9A-Z]{16}",
  "gh[pousr]_[A-Za-z0-9]{36,255}",
  "github_pat_[A-Za-z0-9_]{22,255}",
  "glpat-[A-Za-z0-9_-]{20,64}",
  "(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,255}",
  "tk_(?:live|test)_[0-9A-Za-z]{38}",
  "whsec_[A-Za-z0-9+/=]{24,128}",
  "xox[abeprs]-[A-Za-z0-9-]{10,255}",
  "AIza[0-9A-Za-z_-]{35}",
  "sk-(?:proj-|ant-)?[A-Za-z0-9_-]{20,255}",
  "npm_[A-Za-z0-9]{36}",
  "pypi-[A-Za-z0-9_-]{50,255}",
  "hf_[A-Za-z]{34}",
  "SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}",
  "eyJ[A-Za-z0-9_-]{10,4000}\\.eyJ[A-Za-z0-9_-]{10,4000}\\.[A-Za-z0-9_-]{10,4000}",
].join("|");

/** The names of one-time codes and PINs. "PIN code" is also the postal code of India, which has six digits. */
const codeNames = [
  "pin|pins|otp|tan",
  "(?:one[- ]time|verification|security|access|unlock|login|door) (?:code|passcode|pin)",
  "(?:your|votre|tu|su|seu|tuo|uw|ihr|dein) (?:pin|code|código|codice)",
  "code (?:pin|secret|de vérification|de sécurité|d['’]accès)",
  "código (?:pin|de (?:verificación|seguridad|acceso|verificação|segurança|acesso))",
  "codice (?:pin|segreto|di (?:verifica|sicurezza|accesso))",
  "(?:bestätigungs|sicherheits|zugangs|verifizierungs|freischalt|tür)code",
  "(?:verificatie|beveiligings|toegangs|pin)code",
].join("|");

/** A value with a digit or a sign, or with small and capital letters. A word such as "required" is none. */
function isSecret(value: string): boolean {
  if (/^[*•.xX_-]+$/.test(value)) return false;
  return /[\d!@#$%^&*?]/.test(value) || (/\p{Ll}/u.test(value.slice(1)) && /\p{Lu}/u.test(value.slice(1)));
}

/** Returns whether a value is a path, a URL or a file's name, which a key can name: "token: /run/secrets/db1.txt". */
function isPath(value: string): boolean {
  return /^[./]|:\/\/|\.[a-z]{2,4}$/.test(value);
}

function isPlace(text: string): boolean {
  const [latitude = 91, longitude = 181] = (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

function isBirthDate(text: string): boolean {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  return numbers.every((number) => number <= 31 || (number >= 1900 && number <= 2100) || number <= 99);
}

const hasDigits = (count: number) => (text: string) => (text.match(/\d/g) ?? []).length >= count;

const triggers = {
  key: [
    "akia",
    "asia",
    "aiza",
    "eyj",
    "sk-",
    "sk_",
    "rk_",
    "pk_",
    "tk_",
    "gh",
    "xox",
    "glpat-",
    "pypi-",
    "whsec",
    "npm_",
    "hf_",
    "sg.",
  ],
  keyFile: ["-----begin"],
  header: ["bearer ", "basic "],
  variable: ["secret", "token", "_key", "-key", "apikey", "api key"],
  command: ["mysql", "sshpass", "curl "],
  password: [
    "passw",
    "passc",
    "passphrase",
    "pwd",
    "kennwort",
    "mot de passe",
    "contrase",
    "senha",
    "wachtwoord",
    "hasło",
    "пароль",
    "şifre",
    "parola",
    "lösenord",
    "adgangskode",
    "passord",
    "salasana",
    "heslo",
    "jelszó",
    "密码",
    "密碼",
    "パスワード",
    "비밀번호",
  ],
  code: ["pin", "otp", "tan", "code", "código", "codice"],
  authority: ["://"],
  position: ["lat ", "lat:", "lat=", 'lat"', "latitude"],
  birth: [
    "born",
    "birth",
    "dob",
    "d.o.b",
    "geb",
    "né le",
    "née le",
    "naissance",
    "nacid",
    "nacim",
    "nato il",
    "nata il",
    "nascit",
    "nascid",
    "nascim",
  ],
  digits: /\d[ .-]?\d[ .-]?\d[ .-]?\d[ .-]?\d[ .-]?\d/,
  chain: ["0x", "bc1"],
  wallet: ["bitcoin", "btc", "wallet", "crypto"],
  hex: /[:.-][0-9A-Fa-f]{2,4}[:.-]/,
  place: /\.\d{4}|°/,
  letters: /[A-Z]{6}[A-Z0-9]{2}/,
  passport: ["passport", "reisepass", "passeport", "pasaporte", "passaport", "paspoort"],
  license: ["licen", "driver", "führerschein", "permis", "patente", "rijbewijs", "condução"],
} as const;

/** Every form. To add one, add a row. If two overlap, the earlier one is found. */
export const identifierForms: readonly IdentifierForm[] = [
  {
    type: "api_key",
    trigger: triggers.key,
    form: new RegExp(`(?<![A-Za-z0-9_-])(?:${keys})(?![A-Za-z0-9_])`, "g"),
    confidence: 0.99,
  },
  {
    type: "api_key",
    trigger: triggers.keyFile,
    form: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s:,-]{0,8000}?-----END [A-Z ]{0,30}PRIVATE KEY-----/g,
    confidence: 0.99,
  },
  {
    type: "password",
    trigger: triggers.password,
    form: /(?:(?<![\p{L}\p{N}])(?:password|passwd|pwd|passphrase|passcode|kennwort|passwort|mot de passe|contraseña|senha|wachtwoord|hasło|пароль|şifre|parola|lösenord|adgangskode|passord|salasana|heslo|jelszó)|密码|密碼|パスワード|비밀번호)["']?\s{0,3}(?:[:：=]|\bis\b|\bist\b|\best\b|\bes\b)\s{0,3}["'“‘]?(?<value>[^\s"'“”‘’,;]{4,128})/giu,
    isValid: (value) => isSecret(value),
    confidence: 0.9,
  },
  {
    type: "api_key",
    trigger: triggers.header,
    form: /(?<![\p{L}\p{N}])bearer\s{1,3}(?<value>[A-Za-z0-9._~+/-]{16,4000}={0,2})(?![\p{L}\p{N}])/giu,
    isValid: hasDigits(1),
    confidence: 0.95,
  },
  {
    type: "password",
    trigger: triggers.header,
    form: /(?<![\p{L}\p{N}])authorization["']?\s?[:=]\s?["']?basic\s{1,3}(?<value>[A-Za-z0-9+/_-]{6,1000}={0,2})/giu,
    confidence: 0.97,
  },
  {
    type: "api_key",
    trigger: triggers.variable,
    form: /(?<!\p{L})(?:secret|token|api[_ -]?key|access[_-]key|private[_-]key|signing[_-]key|encryption[_-]key|account[_-]key)(?:[_-](?:key|value))?["']?\s{0,3}[:=]\s{0,3}["']?(?<value>[A-Za-z0-9._~+/=-]{12,1000})/giu,
    isValid: (value) => hasDigits(1)(value) && /[A-Za-z]/.test(value) && !isPath(value),
    confidence: 0.9,
  },
  {
    type: "password",
    trigger: triggers.command,
    form: /(?<![\p{L}\p{N}])(?:mysql|mysqldump|mysqladmin|sshpass)\s[^\n]{0,200}?(?<=\s)-p\s?(?<value>[^\s-][^\s]{3,127})/giu,
    isValid: (value) => isSecret(value),
    confidence: 0.9,
  },
  {
    type: "password",
    trigger: triggers.command,
    form: /(?<![\p{L}\p{N}])curl\s[^\n]{0,200}?(?<=\s)(?:-u|--user)\s{1,3}["']?[^\s:"']{1,64}:(?<value>[^\s"']{1,128})/giu,
    confidence: 0.9,
  },
  {
    type: "password",
    trigger: triggers.code,
    form: new RegExp(
      `(?<![\\p{L}\\p{N}_-])(?:${codeNames})["']?(?: number| nummer)?\\s{0,3}(?:[:=]|(?:is|ist|lautet|est|es|é|è)(?!\\p{L}))?\\s{0,3}["'“‘]?(?<value>\\p{Lu}-\\d{6}|\\d{3}[ -]\\d{3}|\\d{4,8})(?![\\p{L}\\p{N}]|[-.,/:]\\p{N})`,
      "giu",
    ),
    confidence: 0.9,
  },
  {
    type: "password",
    trigger: triggers.authority,
    form: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,64}:(?<value>[^\s@/]{1,128})(?=@[\p{L}\p{N}[])/giu,
    confidence: 0.97,
  },
  {
    type: "date_of_birth",
    trigger: triggers.birth,
    form: new RegExp(`(?<![\\p{L}])(?:${birth})(?: is|:)?\\s{0,3}(?<value>${date})(?![\\p{L}\\p{N}])`, "giu"),
    isValid: isBirthDate,
    confidence: 0.95,
  },
  { type: "crypto_address", trigger: triggers.chain, form: alone("0x[0-9a-fA-F]{40}"), confidence: 0.95 },
  {
    type: "crypto_address",
    trigger: triggers.chain,
    form: alone("bc1[02-9ac-hj-np-z]{11,71}", "i"),
    isValid: isBech32,
    confidence: 0.99,
  },
  {
    type: "crypto_address",
    trigger: triggers.wallet,
    form: alone("[13][1-9A-HJ-NP-Za-km-z]{25,34}"),
    isValid: hasDigits(2),
    context: /bitcoin|\bbtc\b|wallet|crypto/iu,
    confidence: 0.9,
  },
  {
    type: "mac_address",
    trigger: triggers.hex,
    form: alone("[0-9A-F]{2}(?<separator>[:-])(?:[0-9A-F]{2}\\k<separator>){4}[0-9A-F]{2}", "i"),
    confidence: 0.97,
  },
  {
    type: "mac_address",
    trigger: triggers.hex,
    form: alone("[0-9A-F]{4}\\.[0-9A-F]{4}\\.[0-9A-F]{4}", "i"),
    isValid: (text) => /[A-F]/i.test(text),
    confidence: 0.9,
  },
  {
    type: "coordinates",
    trigger: triggers.position,
    form: /(?<!\p{L})lat(?:itude)?["']?\s?[:=]?\s?-?\d{1,2}(?:\.\d{1,15})?°?[,;]?\s{0,3}["']?(?:lon|lng|long)(?:gitude)?["']?\s?[:=]?\s?-?\d{1,3}(?:\.\d{1,15})?°?(?![\p{L}\p{N}])/giu,
    isValid: isPlace,
    confidence: 0.95,
  },
  {
    type: "coordinates",
    trigger: triggers.place,
    form: /(?<![\p{L}\p{N}.-])-?\d{1,2}\.\d{4,15}°?,\s?-?\d{1,3}\.\d{4,15}°?(?![\p{L}\p{N}]|\.\p{N})/gu,
    isValid: isPlace,
    confidence: 0.9,
  },
  {
    type: "coordinates",
    trigger: triggers.place,
    form: /(?<![\p{L}\p{N}.-])\d{1,2}(?:\.\d{1,15})?° ?[NS],? ?\d{1,3}(?:\.\d{1,15})?° ?[EWO](?!\p{L})/gu,
    isValid: isPlace,
    confidence: 0.95,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}"),
    isValid: isCpf,
    confidence: 0.97,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("\\d{11}"),
    isValid: isCpf,
    context: /\bcpf\b/iu,
    confidence: 0.97,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("(?:\\d{8}|[XYZ]-?\\d{7})-?[A-HJ-NP-TV-Z]", "i"),
    isValid: isSpanishId,
    confidence: 0.85,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}"),
    isValid: isGermanTaxId,
    context: /steuer|\bidnr|\btin\b|tax id/iu,
    confidence: 0.97,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("\\d{9}"),
    isValid: isBsn,
    context: /\bbsn\b|burgerservice|sofi/iu,
    confidence: 0.97,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("[12] ?\\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\\d) ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}", "i"),
    isValid: isNir,
    confidence: 0.97,
  },
  {
    type: "national_id",
    trigger: triggers.letters,
    form: alone("[A-Z]{6}\\d{2}[A-EHLMPRST]\\d{2}[A-Z]\\d{3}[A-Z]", "i"),
    isValid: isCodiceFiscale,
    confidence: 0.99,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]", "i"),
    context: /national insurance|insurance n|\bnin?o?\b/iu,
    confidence: 0.97,
  },
  // The label decides, also for a number with a prefix that no person has.
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("[A-Z]{2} ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]", "i"),
    context: /national insurance (?:number|no)|\bnino\b/iu,
    confidence: 0.9,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("[A-Z]\\d{9}"),
    context: /versicherten(?:nummer|-?nr)|versichertenn/iu,
    confidence: 0.97,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("\\d{3}[ -]?\\d{3}[ -]?\\d{4}"),
    isValid: isNhsNumber,
    context: /\bnhs\b/iu,
    confidence: 0.97,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("9\\d{2}-?(?:5\\d|6[0-5]|7\\d|8[0-8]|9[0-24-9])-?\\d{4}"),
    context: /\bitin\b|taxpayer/iu,
    confidence: 0.97,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("[2-9]\\d{3}[ -]?\\d{4}[ -]?\\d{4}"),
    isValid: isVerhoeff,
    context: /aadh?aa?r|\buidai\b/iu,
    confidence: 0.97,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("\\d{3}[ -]?\\d{3}[ -]?\\d{3}"),
    isValid: isLuhn,
    context: /\bsin\b|social insurance/iu,
    confidence: 0.97,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("\\d{11}"),
    isValid: isPesel,
    context: /pesel/iu,
    confidence: 0.97,
  },
  {
    type: "national_id",
    trigger: triggers.digits,
    form: alone("\\d{6}[-+]\\d{4}"),
    isValid: isLuhn,
    context: /personn|\bssn\b|identitetsn/iu,
    confidence: 0.97,
  },
  {
    type: "bank_code",
    trigger: triggers.letters,
    form: alone("[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?"),
    context: /swift|\bbic\b/iu,
    confidence: 0.95,
  },
  {
    type: "bank_routing",
    trigger: triggers.digits,
    form: alone("[0-3]\\d{8}|[68]\\d{8}"),
    isValid: isRoutingNumber,
    context: /routing|\baba\b|\brtn\b/iu,
    confidence: 0.97,
  },
  {
    type: "passport",
    trigger: triggers.passport,
    form: alone("[A-Z]{0,3}\\d{6,9}|[A-Z0-9]{8,9}"),
    isValid: hasDigits(5),
    context: /passport|reisepass|passeport|pasaporte|passaporto|passaporte|paspoort/iu,
    confidence: 0.93,
  },
  {
    type: "driving_license",
    trigger: triggers.license,
    form: alone("[A-Z]{0,5}\\d[A-Z0-9]{4,17}|[A-Z]\\d{3}-\\d{4}-\\d{4}"),
    isValid: hasDigits(4),
    context:
      /driv(?:er['’]?s?|ing) licen[cs]e|driver['’]?s lic|führerschein|permis de conduire|permiso de conducir|licencia de conducir|patente|rijbewijs|carta de condução/iu,
    confidence: 0.93,
  },
];
