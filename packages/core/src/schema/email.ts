import { z } from "zod";

// Converting a host takes time, and no address is longer.
const maxLength = 254;

/**
 * Returns an e-mail address with its domain in ASCII (RFC 5891), so that both spellings of an international domain are one
 * address. Returns any other text unchanged.
 */
export function asciiEmail(address: string): string {
  const start = address.lastIndexOf("@") + 1;
  const domain = address.slice(start);
  // The parser of URLs would decode or cut off a domain with another character of ASCII.
  const isInternational = /^(?:[A-Za-z0-9.-]|\P{ASCII})+$/u.test(domain) && /\P{ASCII}/u.test(domain);
  if (start === 0 || address.length > maxLength || !isInternational) return address;
  const url = `http://${domain}`;
  return URL.canParse(url) ? address.slice(0, start) + new URL(url).hostname : address;
}

/** Returns the form of an e-mail address in which it is compared: in ASCII and without case. */
export function comparedEmail(address: string): string {
  return asciiEmail(address).toLowerCase();
}

const word = "[\\w!#$%&'*+/=?^`{|}~-]+";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])";

/**
 * An e-mail address of at most 254 characters (RFC 5321 §4.5.3.1.3, without the brackets of a path): words of RFC 5322
 * §3.2.3, as browsers check them, and a domain with two labels. Its output has the domain in ASCII.
 */
export const EmailAddress = z
  .string()
  .overwrite(asciiEmail)
  .check(
    z.email({
      pattern: new RegExp(`^(?=.{1,64}@)${word}(?:\\.${word})*@(?:${label}?\\.)+(?!\\d+$)${label}$`),
    }),
  )
  .max(maxLength);

/** The sender of mail. */
export interface MailSender {
  /** Empty without one. */
  name: string;
  address: string;
}

const maxSenderName = 100;

/**
 * Reads a sender: an address, or a name with an address in angle brackets, such as `"Acme, Inc." <no-reply@example.com>`
 * (RFC 5322 §3.4). A name may also be without its quotation marks. Returns `null` for any other text.
 */
export function parseSender(text: string): MailSender | null {
  const start = text.lastIndexOf("<");
  const given = start === -1 ? "" : text.slice(0, start).trim();
  const name = /^"(?:[^"\\]|\\.)*"$/.test(given) ? given.slice(1, -1).replaceAll(/\\(.)/g, "$1") : given;
  const isName =
    name.length <= maxSenderName && !/[<>\p{Cc}]/u.test(name) && (name !== given || !given.includes('"'));
  const isClosed = start === -1 || text.endsWith(">");
  const address = EmailAddress.safeParse(start === -1 ? text : text.slice(start + 1, -1));
  return isName && isClosed && address.success ? { name, address: address.data } : null;
}
