/** The words of dates, durations and amounts in a language. */
export interface Vocabulary {
  /** The names of the months from January on, each with its abbreviations. */
  months: readonly string[];
  /** Units of time by ISO 8601 designator. A `T` precedes those of a time of day. */
  units: Readonly<Record<"TS" | "TM" | "TH" | "D" | "W" | "M" | "Y", string>>;
  /** Words for a thousand, a million and a billion (10⁹), by power of ten. */
  scales: Readonly<Record<number, string>>;
  percent: string;
  /** Names of currencies by ISO 4217 code. */
  currencies: Readonly<Record<string, string>>;
  /** The words between the parts of a date or an amount: "5 de mayo de 2026", "3 millions d'euros". */
  joint: string;
  /** Words before a bare year. */
  yearCues: string;
}

/** The vocabularies by language. All words are in lower case; a word can be a part of a regular expression. */
export const vocabularies: ReadonlyMap<string, Vocabulary> = new Map<string, Vocabulary>([
  [
    "de",
    {
      months:
        "januar|jänner|jan februar|feb märz|mär april|apr mai juni|jun juli|jul august|aug september|sept|sep oktober|okt november|nov dezember|dez".split(
          " ",
        ),
      units: {
        TS: "sekunden?",
        TM: "minuten?|min",
        TH: "stunden?|std|h",
        D: "tage?n?",
        W: "wochen?",
        M: "monate?n?",
        Y: "jahre?n?",
      },
      scales: { 3: "tausend|tsd\\.?", 6: "millionen|million|mio\\.?", 9: "milliarden?|mrd\\.?" },
      percent: "prozent",
      currencies: { EUR: "euros?", USD: "us-dollar|dollar", CHF: "franken", GBP: "pfund" },
      joint: "",
      yearCues: "seit im jahr in ab bis anno um",
    },
  ],
  [
    "fr",
    {
      months:
        "janvier|janv février|févr mars avril|avr mai juin juillet|juil août septembre|sept octobre|oct novembre|nov décembre|déc".split(
          " ",
        ),
      units: {
        TS: "secondes?",
        TM: "minutes?|min",
        TH: "heures?|h",
        D: "jours?",
        W: "semaines?",
        M: "mois",
        Y: "ans?|années?",
      },
      scales: { 3: "mille", 6: "millions?", 9: "milliards?" },
      percent: "pour cent|pourcents?",
      currencies: { EUR: "euros?", USD: "dollars?", CHF: "francs suisses", GBP: "livres sterling" },
      joint: "de |d['’]",
      yearCues: "en depuis dès avant après vers",
    },
  ],
  [
    "es",
    {
      months:
        "enero|ene febrero|feb marzo abril|abr mayo junio|jun julio|jul agosto|ago septiembre|setiembre|sept octubre|oct noviembre|nov diciembre|dic".split(
          " ",
        ),
      units: {
        TS: "segundos?",
        TM: "minutos?|min",
        TH: "horas?|h",
        D: "días?",
        W: "semanas?",
        M: "meses|mes",
        Y: "años?",
      },
      scales: { 3: "mil", 6: "millones|millón", 9: "mil millones" },
      percent: "por ciento",
      currencies: { EUR: "euros?", USD: "dólares|dólar", GBP: "libras esterlinas" },
      joint: "de |del ",
      yearCues: "en desde hasta año",
    },
  ],
  [
    "it",
    {
      months:
        "gennaio|gen febbraio|feb marzo|mar aprile|apr maggio|mag giugno|giu luglio|lug agosto|ago settembre|sett|set ottobre|ott novembre|nov dicembre|dic".split(
          " ",
        ),
      units: {
        TS: "second[oi]",
        TM: "minut[oi]|min",
        TH: "or[ae]|h",
        D: "giorn[oi]",
        W: "settiman[ae]",
        M: "mes[ei]",
        Y: "ann[oi]",
      },
      scales: { 3: "mila", 6: "milion[ei]", 9: "miliard[oi]" },
      percent: "per cento",
      currencies: { EUR: "euro", USD: "dollari|dollaro", CHF: "franchi", GBP: "sterline" },
      joint: "di |del ",
      yearCues: "nel dal del anno",
    },
  ],
  [
    "pt",
    {
      months:
        "janeiro|jan fevereiro|fev março|mar abril|abr maio junho|jun julho|jul agosto|ago setembro|set outubro|out novembro|nov dezembro|dez".split(
          " ",
        ),
      units: {
        TS: "segundos?",
        TM: "minutos?|min",
        TH: "horas?|h",
        D: "dias?",
        W: "semanas?",
        M: "meses|mês",
        Y: "anos?",
      },
      scales: { 3: "mil", 6: "milhões|milhão", 9: "bilhões|bilhão|mil milhões" },
      percent: "por cento",
      currencies: { EUR: "euros?", BRL: "reais|real", USD: "dólares|dólar" },
      joint: "de |do ",
      yearCues: "em desde até ano",
    },
  ],
  [
    "nl",
    {
      months:
        "januari|jan februari|feb maart|mrt april|apr mei juni|jun juli|jul augustus|aug september|sept|sep oktober|okt november|nov december|dec".split(
          " ",
        ),
      units: {
        TS: "seconden?",
        TM: "minuut|minuten|min",
        TH: "uren|uur",
        D: "dag|dagen",
        W: "week|weken",
        M: "maand|maanden",
        Y: "jaar|jaren",
      },
      scales: { 3: "duizend", 6: "miljoen|mln\\.?", 9: "miljard|mld\\.?" },
      percent: "procent",
      currencies: { EUR: "euro'?s?", USD: "dollars?", GBP: "pond" },
      joint: "",
      yearCues: "in sinds vanaf tot jaar",
    },
  ],
]);

/** Languages that write 1.5 for one and a half. The others write 1,5. */
export const pointLanguages: ReadonlySet<string> = new Set(
  "am bn cy ga gu he hi ja kn ko ml mr ms mt my ne pa si sw ta te th ur yo zh".split(" "),
);
