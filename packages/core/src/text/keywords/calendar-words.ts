import type { LanguageWords } from "../mentions/local/language-words.ts";

/** The letters of an ending after the name of a weekday, at most. */
const maxEnding = 3;
const lowerCase = /^\p{Ll}/u;

/** Returns a word without up to three last letters, and with the endings of the first case of months instead. */
function caseForms(word: string): string[] {
  const stems = [0, 1, 2, 3]
    .map((cut) => word.slice(0, word.length - cut))
    .filter(({ length }) => length > 3);
  return stems.flatMap((stem) => [stem, `${stem}a`, `${stem}а`, `${stem}я`]);
}

/**
 * Returns whether a word is the name of a month or a weekday. With `hasCases` one in lower case can have the ending of a
 * case.
 */
export function isCalendarWord(
  word: string,
  { months, weekdayPattern }: LanguageWords,
  hasCases: boolean,
): boolean {
  const isInflected = hasCases && lowerCase.test(word);
  const forms = isInflected ? [word, ...caseForms(word)] : [word];
  if (forms.some((form) => months.at(form, 0)?.end === form.length)) return true;
  if (!weekdayPattern) return false;
  weekdayPattern.lastIndex = 0;
  const found = weekdayPattern.exec(word);
  return found?.index === 0 && word.length - found[0].length <= (isInflected ? maxEnding : 0);
}
