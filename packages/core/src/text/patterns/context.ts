/** Distances, in UTF-16 units, at which a word refers to a number: before it, before it as a label, and after it. */
const near = 48;
const labelWidth = 24;
const trailing = 16;

const phoneWord =
  /\b(?:(?:tele|cell|smart)?phones?|t[ée]l[ée]phone|tel[ée]fon[oe]?|telefonnummer|telefax|tel|tlf|tfn[oe]?|ph|mob|fon|gsm|natel|mobiles?|mobil|handy|portable|m[óo]vil|celular|cellulare|cell|landline|fax|call(?:s|ed|ing|er)?|dial(?:led|ing)?|ring|rang|sms|whatsapp|signal|viber|voicemail|hotline|pager|desk|office|direct|switchboard|messages?|answer(?:s|ed|ing)?|reach(?:able)?|text (?:me|us|him|her|them)|contact|(?:my|his|her|our|their|your|new) number)\b|(?<!\p{L})(?:zadzwo[nń]\p{L}{0,4}|dzwo[nń]\p{L}{0,4}|ll[áa]m[ae]\p{L}{0,4}|appele[zr]|appelle|rappele[zr]|joindre|ruf(?:en)?|anruf\p{L}{0,3}|erreich\p{L}{0,4}|chiam\p{L}{1,5}|lig(?:ue|ar|a)|telefona\p{L}{0,3}|bel|bellen|opbellen|ring|ringa|soita|soittaa|hívj\p{L}{0,4}|sun\p{L}{0,2} la|zavol\p{L}{1,5}|nazov\p{L}{1,3}|pozovi\p{L}{0,3}|ara\p{L}{0,4}|(?:m[óo]j|můj|mein|meine|mi|mon|mio|meu|mijn|mitt|mit|min|minun|az én|мой|мій) (?:numer|číslo|nummer|número|numéro|numero|numeroni|broj|číslo|számom|номер|handynummer|telefonnummer)|звон\p{L}{1,4}|позвон\p{L}{1,4}|дзвон\p{L}{1,4}|зателефонуй\p{L}{0,3})(?!\p{L})|电话|電話|手机|手機|携帯|전화|телефон|тел\.|τηλ|هاتف|تلفن|فون|טלפון|फ़ोन|फ़ोन|फोन|मोबाइल|कॉल|ফোন|โทร|điện thoại|sđt/giu;
const phoneLabelAfter = /^[ \-(,]{0,3}(?:phone|tel|mobile|cell|office|desk|home|work|fax)\b/i;

/** Words that name another kind of number when they are directly before it. */
const otherLabelBefore =
  /(?:\b(?:orders?|invoice|accounts?|acct|ref(?:erence)?|case|ticket|tracking|serial|part|model|licen[cs]e|policy|customer|member|passport|zip|zip code|post(?:al)? ?code|postcode|id|isbn|issn|ean|sku|doi|pmid|version|population|year|years|kundennummer|kunden-?nr|bestellnummer|rechnungsnummer|kontonummer|steuernummer|vertragsnummer|auftragsnummer|artikelnummer|faktury?|zamówieni[ae]|konta|nip|regon|pesel|bsn|pedido|factura|cuenta|commande|facture|compte|siret|siren|ordine|fattura|tax file|tfn)\b(?: ?(?:number|numbers|no|nr|id|code|is|of))?|[$€£¥₹])[\s.:#=]{0,4}$/iu;
const quantityAfter = /^ ?(?:[$€£¥₹%°]|(?:eur|usd|gbp|dollars|euros|people|units|k?hz|km|kg|m|miles)\b)/iu;

/** Words before the number of an order or an article, which can have the form of a social security number. */
const thingLabelBefore =
  /\b(?:orders?|invoice|part|model|serial|item|article|sku|ticket|case|tracking|ref(?:erence)?|batch|lot|version|product|purchase order|po|catalog(?:ue)?|confirmation|shipment|parcel|rma|claim|quote|contract|policy|file)\b ?(?:numbers?|no|nr|num|code|id)?(?: (?:is|was))?[\s.:#=]{0,4}$/iu;

const socialSecurity = /\b(?:ssns?|social security|social-security|tax(?:payer)? id|itin)\b/i;
const card =
  /\b(?:(?:credit|debit|bank|payment)?cards?|cc|visa|mastercard|maestro|amex|american express|kreditkarte|carte|tarjeta|carta|cart[ãa]o)\b|信用卡|银行卡|カード|카드/iu;
const version = /(?:\b(?:version|release|build|firmware|section|chapter|clause|rev|v)\b[\s.:]{0,2}|§ ?)$/iu;

/** Reports whether a word about telephony is near a span, or is its label. */
export interface PhoneContexts {
  isNear(start: number, end: number): boolean;
  isLabelled(start: number, end: number): boolean;
}

/**
 * Returns a lookup of the telephony words of a text. It searches the text once, on the first request, because a text of
 * digits asks at every number.
 */
export function findPhoneContexts(text: string): PhoneContexts {
  let ends: number[] | undefined;
  const isWordWithin = (start: number, width: number) => {
    ends ??= Array.from(text.matchAll(phoneWord), ({ 0: word, index }) => index + word.length);
    return (ends[lastAtMost(ends, start)] ?? -Infinity) >= start - width;
  };
  const isLabelAfter = (end: number) => phoneLabelAfter.test(text.slice(end, end + trailing));
  return {
    isNear: (start, end) => isWordWithin(start, near) || isLabelAfter(end),
    isLabelled: (start, end) => isWordWithin(start, labelWidth) || isLabelAfter(end),
  };
}

/** Returns the index of the last of the ascending numbers that is at most `limit`, or -1. */
function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns whether the words around the span name another kind of number, such as an amount or an order. */
export function isLabelledOtherwise(text: string, start: number, end: number): boolean {
  return (
    otherLabelBefore.test(text.slice(Math.max(0, start - labelWidth), start)) ||
    quantityAfter.test(text.slice(end, end + trailing))
  );
}

/** Returns whether a word directly before `start` announces the number of an order, an article or a document. */
export function isLabelledAsThing(text: string, start: number): boolean {
  return thingLabelBefore.test(text.slice(Math.max(0, start - labelWidth), start));
}

/** Returns whether the text mentions social security shortly before `start`. */
export function hasSocialSecurityContext(text: string, start: number): boolean {
  return socialSecurity.test(text.slice(Math.max(0, start - near), start));
}

/** Returns whether the text mentions payment cards shortly before or after the span. */
export function hasCardContext(text: string, start: number, end: number): boolean {
  return (
    card.test(text.slice(Math.max(0, start - near), start)) || card.test(text.slice(end, end + trailing))
  );
}

/** Returns whether a word directly before `start` announces a version or a section. */
export function hasVersionLabel(text: string, start: number): boolean {
  return version.test(text.slice(Math.max(0, start - labelWidth), start));
}
