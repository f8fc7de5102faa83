/** The polite formulas of letters in a language, in lower case. */
export interface Formulas {
  /** Openings of a salutation, which a name and a comma follow: "dear". */
  openers: readonly string[];
  /** Greetings, which are a salutation if they are a line of their own. */
  greetings: readonly string[];
  closings: readonly string[];
  /** Words that are a closing only with a comma at the end of their line. */
  warmClosings: readonly string[];
}

/** Returns the phrases of a list, the longest first. */
function list(phrases: string): string[] {
  return phrases
    .split("|")
    .map((phrase) => phrase.trim())
    .toSorted((a, b) => b.length - a.length);
}

// check-english: off

/** The formulas of each language with a sentiment. */
export const formulas: Readonly<Record<string, Formulas>> = {
  en: {
    openers: list("dear|dearest|hi|hello|hey|to whom it may concern"),
    greetings: list(
      "good morning|good afternoon|good evening|good day|greetings|welcome|hi|hello|hey|to whom it may concern",
    ),
    closings: list(
      `best regards|kind regards|kindest regards|warm regards|warmest regards|with kind regards|with best regards|best wishes|with best wishes|
      many regards|regards|yours sincerely|yours faithfully|yours truly|sincerely yours|sincerely|respectfully yours|respectfully|cordially|
      with appreciation|with gratitude|all the best|warm wishes|very truly yours|faithfully yours`,
    ),
    warmClosings: list(
      "best|thanks|many thanks|thank you|thanks again|thanks in advance|cheers|love|warmly|take care|with love|thx|much love|kind wishes",
    ),
  },
  de: {
    openers: list(
      "sehr geehrte|sehr geehrter|sehr geehrtes|liebe|lieber|liebes|werte|werter|hallo|guten tag|verehrte|geehrte",
    ),
    greetings: list(
      "guten tag|guten morgen|guten abend|hallo|hallo zusammen|moin|servus|grüß gott|grüezi|willkommen",
    ),
    closings: list(
      `mit freundlichen grüßen|mit freundlichen grüssen|mit freundlichem gruß|freundliche grüße|freundliche grüsse|beste grüße|beste grüsse|
      mit besten grüßen|viele grüße|viele grüsse|herzliche grüße|mit herzlichen grüßen|liebe grüße|liebe grüsse|schöne grüße|hochachtungsvoll|
      mfg|lg|vg|mit vorzüglicher hochachtung|ihr|ihre|alles gute`,
    ),
    warmClosings: list(
      "danke|vielen dank|herzlichen dank|besten dank|gruß|grüße|alles liebe|danke im voraus|vielen dank im voraus",
    ),
  },
  fr: {
    openers: list("cher|chère|chers|chères|bonjour|bonsoir|madame|monsieur|mesdames"),
    greetings: list("bonjour|bonsoir|salut|madame, monsieur|bonne journée|coucou|bienvenue|bon après-midi"),
    closings: list(
      `cordialement|bien cordialement|très cordialement|sincères salutations|salutations distinguées|meilleures salutations|bien à vous|
      bien à toi|sincèrement|respectueusement|amicalement|bonne réception|avec mes salutations|salutations|amitiés|bien sincèrement|
      cordiales salutations|mes salutations|bonne journée à vous`,
    ),
    warmClosings: list(
      "merci|merci d'avance|merci beaucoup|bonne journée|bonne soirée|bises|bisous|bon week-end|avec tous mes remerciements|belle journée",
    ),
  },
  es: {
    openers: list(
      "estimado|estimada|estimados|estimadas|querido|querida|queridos|apreciado|apreciada|hola|distinguido|distinguida",
    ),
    greetings: list(
      "buenos días|buenas tardes|buenas noches|hola|buen día|muy buenas|buenas|bienvenido|bienvenida|muy señor mío",
    ),
    closings: list(
      `atentamente|muy atentamente|cordialmente|muy cordialmente|saludos|saludos cordiales|un saludo|un cordial saludo|cordiales saludos|
      respetuosamente|sinceramente|atte|atte.|reciba un cordial saludo|afectuosamente|saludos atentos|muchos saludos|con un cordial saludo`,
    ),
    warmClosings: list(
      "gracias|muchas gracias|un abrazo|abrazos|besos|gracias de antemano|con cariño|mil gracias",
    ),
  },
  it: {
    openers: list(
      "gentile|gentili|gentilissimo|gentilissima|egregio|egregia|egregi|spettabile|spett.le|caro|cara|cari|care|ciao|stimato|stimata|pregiatissimo|illustre",
    ),
    greetings: list(
      "buongiorno|buonasera|buon giorno|buona sera|buon pomeriggio|ciao|salve|benvenuto|gentile",
    ),
    closings: list(
      `cordiali saluti|distinti saluti|cordialmente|un cordiale saluto|i migliori saluti|cari saluti|saluti|un saluto|sinceramente|
      con i migliori saluti|in fede|migliori saluti|i più cordiali saluti|con stima|tanti saluti|affettuosi saluti`,
    ),
    warmClosings: list(
      "grazie|grazie mille|molte grazie|un abbraccio|buona giornata|baci|grazie in anticipo|a presto|buona serata",
    ),
  },
  pt: {
    openers: list(
      "prezado|prezada|prezados|prezadas|caro|cara|caros|caras|estimado|estimada|querido|querida|olá|oi|exmo|exma|exmo.|exma.",
    ),
    greetings: list("bom dia|boa tarde|boa noite|olá|oi|bem-vindo|bem-vinda|saudações"),
    closings: list(
      `atenciosamente|atentamente|cordialmente|com os melhores cumprimentos|melhores cumprimentos|cumprimentos|saudações|respeitosamente|
      cordiais saudações|sinceramente|att|att.|atte|com estima|saudações cordiais|com os meus cumprimentos|um cordial saudação`,
    ),
    warmClosings: list(
      "obrigado|obrigada|muito obrigado|muito obrigada|abraço|abraços|um abraço|beijos|grato|grata|desde já agradeço",
    ),
  },
  nl: {
    openers: list("beste|geachte|lieve|hallo|hoi|dag|goedendag|waarde|hooggeachte"),
    greetings: list(
      "goedemorgen|goedemiddag|goedenavond|goedendag|goeiemorgen|hallo|hoi|dag|welkom|beste|geachte",
    ),
    closings: list(
      `met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|vriendelijke groeten|hartelijke groet|hartelijke groeten|
      met hartelijke groet|met hartelijke groeten|hoogachtend|groeten|groetjes|mvg|vr. gr.|met groet|beste groeten|lieve groeten|lieve groet|
      met beste groeten|warme groet|groet`,
    ),
    warmClosings: list("bedankt|alvast bedankt|dank u|dank je wel|hartelijk dank|liefs|veel liefs|met dank"),
  },
};

// check-english: on
