import type { Span } from "../span.ts";

/** A rating in figures or stars. */
export interface Rating extends Span {
  /** From −1 to 1. */
  polarity: number;
}

/** The share of the maximum that neither praises nor blames, and the distance from it that is praise or blame in full. */
const indifferent = 0.6;
const fullDistance = 0.3;

function toPolarity(points: number, most: number): number {
  const distance = points / most - indifferent;
  return Math.max(-1, Math.min(1, distance / fullDistance));
}

const numberWords: Readonly<Record<string, number>> = {
  zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, ten: 10, null: 0, ein: 1, eins: 1, einen: 1, zwei: 2, drei: 3, vier: 4,
  fünf: 5, zehn: 10, un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, dix: 10, zéro: 0, una: 1, uno: 1, dos: 2, tres: 3,
  cuatro: 4, cinco: 5, diez: 10, cero: 0, due: 2, tre: 3, quattro: 4, cinque: 5, dieci: 10, um: 1, uma: 1, dois: 2, duas: 2,
  três: 3, quatro: 4, dez: 10, een: 1, één: 1, twee: 2, drie: 3, vijf: 5, tien: 10, nul: 0,
}; // prettier-ignore
const figure = String.raw`(?:\d{1,3}(?:[.,]\d)?|${Object.keys(numberWords).join("|")})`;
const starWord = "(?:stars?|sterne?n?|étoiles?|estrellas?|stell[ae]|estrelas?|sterren|ster)";
const before = String.raw`(?<![\p{L}\p{N}/.,:-])`;
const after = String.raw`(?![\p{L}\p{N}/]|[.,:-]\d)`;

const outOf = "out of|of|von|sur|de|su|van de|van|uit|em";
const possible = "5|10|100|five|ten|fünf|zehn|cinq|dix|cinco|diez|cinque|dieci|dez|vijf|tien";

/** A figure out of five, ten or a hundred, with the word for stars if there is one. */
const fraction = new RegExp(
  String.raw`${before}(${figure})\s?(?:\/|${outOf})\s?(${possible})${after}(?:[\s-]{0,2}(${starWord}|points?|punkte?n?|punten|puntos|punti|pontos))?`,
  "giu",
);
/** A number of stars out of five. */
const stars = new RegExp(String.raw`${before}(${figure})[\s-]?${starWord}(?![\p{L}-])`, "giu");
const drawnStars = /[★⭐✭✮]\ufe0f?(?:\s?[★⭐✭✮☆✩]\ufe0f?){0,9}|[☆✩](?:\s?[☆✩]){4}/gu;

/** Words before a figure that make it a rating, in the languages with a sentiment. */
const announces =
  /(?:rat(?:e|ed|ing|ings)|scored?|scores|stars?|giv(?:e|es|ing)|gave|given|deserves?|get|gets|review|verdict|overall|total|bewertung|note|gebe|vergebe|gibt|punktzahl|fazit|avis|donne|mets|calificación|puntuación|nota|valoración|doy|voto|valutazione|avaliação|dou|beoordeling|cijfer|geef|waardering|solid|only|nur|solo|seulement|apenas|só|slechts|maar)(?:\s+(?:it|this|them|is|of|a|an|the|un|une|una|einen?|lo|le|een|dit|het|um|uma|product|service|hotel|ist|es|est|é|è))*[\s:=–-]*$/i;
/** Words before a figure that make it a place in a series, and words after it that make it a share. */
const counts =
  /(?:page|step|part|chapter|section|slide|figure|fig|level|phase|day|episode|season|question|task|lesson|version|item|batch|round|seite|schritt|teil|kapitel|étape|partie|paso|parte|página|pagina|passo|stap|deel|hoofdstuk)\.?\s*$/i;
const ends =
  /^\s*(?:$|[.,;:!?)\]–—-]|(?:for|from|would|will|stars?|because|but|and|recommend|overall|to|in|on|due|no|not|never|again|this|it|i|is|si|pour|für|für|por|per|voor|weil|parce|porque|perché|omdat|aber|mais|pero|ma|mas|und|et|y|e|en)\b)/i;

const contextLength = 40;

function readFigure(source: string): number {
  return numberWords[source.toLowerCase()] ?? Number(source.replace(",", "."));
}

/** Returns whether the figures at a span are a rating by the words around them. */
function isRating(
  text: string,
  { start, end }: Span,
  points: number,
  most: number,
  hasUnit: boolean,
): boolean {
  const left = text.slice(Math.max(0, start - contextLength), start);
  const right = text.slice(end, end + contextLength);
  if (points > most || counts.test(left) || !ends.test(right)) return false;
  if (hasUnit || announces.test(left)) return true;
  const isAlone = left.trim() === "" && /^[\s.!]*$/.test(right);
  const mayBeDate = text.slice(start, end).includes("/");
  if (isAlone)
    return !mayBeDate || most === 10 || points === 0 || points === most || !Number.isInteger(points);
  return (
    most === 10 &&
    (left.trim() === "" ||
      /[.,!?;:–—-]\s*$/.test(left) ||
      /\b(?:a|an)\s*$/i.test(left) ||
      /^[\s.!]*$/.test(right))
  );
}

function findFractions(text: string): Rating[] {
  const found: Rating[] = [];
  for (const match of text.matchAll(fraction)) {
    const [whole, points = "", most = "", unit] = match;
    const span = { start: match.index, end: match.index + whole.length };
    const [reached, possible] = [readFigure(points), readFigure(most)];
    if (isRating(text, span, reached, possible, unit !== undefined))
      found.push({ ...span, polarity: toPolarity(reached, possible) });
  }
  return found;
}

function findStars(text: string): Rating[] {
  const found: Rating[] = [];
  for (const match of text.matchAll(stars)) {
    const [whole, points = ""] = match;
    const span = { start: match.index, end: match.index + whole.length };
    const reached = readFigure(points);
    if (reached <= 5 && isRating(text, span, reached, 5, true))
      found.push({ ...span, polarity: toPolarity(reached, 5) });
  }
  return found;
}

function findDrawnStars(text: string): Rating[] {
  const found: Rating[] = [];
  for (const match of text.matchAll(drawnStars)) {
    const full = match[0].match(/[★⭐✭✮]/gu)?.length ?? 0;
    const empty = match[0].match(/[☆✩]/gu)?.length ?? 0;
    // A single star is a bullet or an ornament.
    if (empty === 0 && full < 2) continue;
    const span = { start: match.index, end: match.index + match[0].length };
    found.push({ ...span, polarity: toPolarity(full, Math.max(5, full + empty)) });
  }
  return found;
}

/** The forms of ratings, each with what a text with one has. Most texts have none, which one look tells. */
const forms: readonly { hint: RegExp; find: (text: string) => Rating[] }[] = [
  { hint: new RegExp(String.raw`(?:\/|${outOf})\s?(?:${possible})`, "i"), find: findFractions },
  { hint: /star|stern|étoile|estre|stell|ster/i, find: findStars },
  { hint: /[★⭐✭✮☆✩]/, find: findDrawnStars },
];

/** Returns the ratings of a sentence, in order: "4/5", "5 out of 5 stars", "★☆☆☆☆", "one star". */
export function findRatings(sentence: string): Rating[] {
  const found = forms
    .flatMap(({ hint, find }) => (hint.test(sentence) ? find(sentence) : []))
    .toSorted((a, b) => a.start - b.start);
  return found.filter(({ start }, index) => start >= (found[index - 1]?.end ?? 0));
}
