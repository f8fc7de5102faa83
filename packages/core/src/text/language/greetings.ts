import type { SampleWord } from "./words.ts";

/** Words of greetings and thanks: those of one language only, and those that others use too. */
const greetings: Readonly<Record<string, readonly [own: string, shared: string]>> = {
  ar: ["شكرا مرحبا أهلا أهلاً مرحباً شكراً", "جزيلا جدا السلام عليكم"],
  cs: ["ahoj děkuji prosím", "dobrý den"],
  de: ["tschüss danke dankeschön", "guten morgen abend tag bitte vielen"],
  es: ["hola gracias adiós buenos buenas", "días dias tardes noches muchas"],
  fi: ["kiitos hyvää huomenta", "moi päivää"],
  fr: ["bonjour bonsoir merci", "beaucoup salut"],
  hu: ["szia köszönöm", "jó napot reggelt"],
  it: ["ciao grazie buongiorno buonasera arrivederci", "mille"],
  nl: ["dankjewel bedankt goedemorgen goedemiddag goedenavond goedendag", "dank je wel"],
  pl: ["cześć dziękuję dzień proszę", "dobry"],
  pt: ["olá obrigado obrigada", "bom boa dia tarde noite muito"],
  ro: ["mulțumesc", "bună ziua salut"],
  sv: ["snälla", "tack så mycket"],
  tr: ["merhaba teşekkürler günaydın", "selam iyi günler"],
  ru: ["спасибо здравствуйте пожалуйста", "большое привет добрый день доброе утро вечер"],
  uk: ["дякую вітаю", "дуже привіт добрий день будь ласка"],
  vi: ["xin chào cảm ơn", ""],
};

const sets = Object.entries(greetings).map(([code, [own, shared]]) => {
  const distinct = new Set(own.split(" "));
  return { code, distinct, known: new Set([...distinct, ...shared.split(" ")]) };
});

/** Returns the language of a text that consists of its greetings, or `undefined`. */
export function greetingLanguage(words: readonly SampleWord[]): string | undefined {
  const [first, other] = sets.filter(
    ({ distinct, known }) =>
      words.every(({ text }) => known.has(text)) &&
      (words.length > 1 || words.some(({ text }) => distinct.has(text))),
  );
  return other ? undefined : first?.code;
}
