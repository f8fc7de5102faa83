import type { Account } from "./account.ts";

const shortest = 8;
const longest = 128;

/**
 * Common passwords of at least 8 characters. NIST SP 800-63B §5.1.1.2 requires a comparison with commonly used values.
 * The rate limit on sign-ins covers less common ones.
 */
const commonPasswords = new Set(
  (
    "password password1 password12 password123 passw0rd p@ssw0rd p@ssword passwort passwort1 12345678 123456789 " +
    "1234567890 0123456789 987654321 87654321 123123123 12341234 11223344 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qwertyui " +
    "qwertyuiop qwerty123 qwerty12 qwertz123 asdfghjk asdfghjkl zxcvbnm1 abcdefgh abcd1234 abc12345 iloveyou " +
    "iloveyou1 sunshine princess football baseball superman trustno1 welcome1 welcome123 letmein1 letmein123 " +
    "admin123 admin1234 administrator changeme changeme1 changeme123 whatever starwars computer internet michelle " +
    "secret123 tools-api toolsapi test1234 testtest testing123"
  ).split(" "),
);

/**
 * Returns the form in which passwords are counted and hashed. The same keys produce different code points on some
 * systems.
 */
export function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}

/**
 * Returns why a password is refused, or `null` if it is accepted. Accepts 8 to 128 code points after normalization
 * (NIST SP 800-63B §5.1.1.2). Refuses common passwords, the account's name or address, and a single repeated character.
 */
export function passwordFault(
  password: string,
  { email, name }: Pick<Account, "email" | "name">,
): string | null {
  if (!password.isWellFormed()) return "expected well-formed Unicode, received a lone surrogate";
  const normalized = normalizePassword(password);
  const length = Array.from(normalized).length;
  if (length < shortest || length > longest)
    return `expected ${shortest} to ${longest} characters, received ${length}`;
  const folded = normalized.toLowerCase();
  const isOwn = [email, email.split("@")[0] ?? "", name].some((own) => own.toLowerCase() === folded);
  if (isOwn || commonPasswords.has(folded) || new Set(folded).size === 1)
    return "expected a password that is hard to guess, received a common one or your own name or email address";
  return null;
}
