const roles = [
  // Openings of a salutation, which a name and a comma follow: "dear".
  "openers",
  // A salutation if they are a line of their own.
  "greetings",
  "closings",
  // Words of thanks and love, which close a letter only if they are a line of their own.
  "warmClosings",
] as const;

/** The role of a phrase in a letter. */
export type LetterRole = (typeof roles)[number];

/** The polite phrases of the letters of a language, in lower case, separated by "|". */
type LetterTable = Partial<Record<LetterRole, string>>;

// The strings are words of letters. check-english: off
const tables: Readonly<Record<string, LetterTable>> = {
  bg: {
    openers: "уважаеми|уважаема|скъпи|скъпа",
    greetings: "здравей|здравейте|добър ден",
    closings: "с уважение|поздрави",
    warmClosings: "благодаря",
  },
  cs: {
    openers: "vážená|vážený|vážené|vážení|milá|milý|milí|drahý|drahá",
    greetings: "dobrý den|ahoj",
    closings: "s pozdravem|s úctou|s přátelským pozdravem|s přáním hezkého dne",
    warmClosings: "děkuji|díky",
  },
  da: {
    openers: "kære",
    greetings: "hej|hejsa|goddag|god dag",
    closings: "med venlig hilsen|venlig hilsen|mvh|hilsen|de bedste hilsner|bedste hilsner|kærlig hilsen",
    warmClosings: "mange tak|tak",
  },
  de: {
    openers:
      "sehr geehrter|sehr geehrtes|sehr geehrte|guten tag|verehrte|geehrte|lieber|liebes|werter|liebe|werte|hallo|hallo lieber|hallo liebe",
    greetings: "hallo zusammen|guten morgen|guten abend|guten tag|grüß gott|servus|grüezi|hallo|moin",
    closings:
      "mit vorzüglicher hochachtung|mit freundlichen grüssen|mit freundlichen grüßen|mit freundlichem gruß|mit herzlichen grüßen|freundliche grüsse|freundliche grüße|mit besten grüßen|hochachtungsvoll|herzliche grüße|beste grüsse|viele grüsse|liebe grüsse|schöne grüße|beste grüße|viele grüße|liebe grüße|alles gute|mfg|lg|vg|herzlichst",
    warmClosings:
      "vielen dank im voraus|herzlichen dank|danke im voraus|vielen dank|besten dank|alles liebe|danke|grüße|gruß|ihr|ihre",
  },
  el: {
    openers: "αγαπητέ|αγαπητή|αγαπητοί|αξιότιμε|αξιότιμη|αξιότιμοι",
    greetings: "γεια σας|καλημέρα|γεια|γεια σου|καλησπέρα",
    closings: "με εκτίμηση|με φιλικούς χαιρετισμούς|φιλικά",
    warmClosings: "ευχαριστώ",
  },
  en: {
    openers: "dearest|hello|dear|hey|hi",
    greetings:
      "good afternoon|good morning|good evening|greetings|good day|hello|hey|hi|hiya|hi there|hello there|to whom it may concern",
    closings:
      "respectfully yours|with kind regards|with best regards|with appreciation|with best wishes|yours faithfully|very truly yours|faithfully yours|kindest regards|warmest regards|yours sincerely|sincerely yours|with gratitude|best regards|kind regards|warm regards|many regards|respectfully|all the best|best wishes|yours truly|warm wishes|sincerely|cordially|regards|rgds",
    warmClosings:
      "thanks in advance|thanks again|many thanks|kind wishes|thank you|take care|with love|much love|thanks|cheers|warmly|best|love|thx|yours|with thanks|lots of love|talk soon|see you soon|thanks and regards",
  },
  es: {
    openers:
      "distinguido|distinguida|estimados|estimadas|apreciado|apreciada|estimado|estimada|queridos|querido|querida|hola|queridas|muy señor|muy señores",
    greetings: "buenas tardes|buenas noches|muy señor mío|buenos días|muy buenas|buen día|buenas|hola",
    closings:
      "reciba un cordial saludo|con un cordial saludo|saludos cordiales|un cordial saludo|cordiales saludos|muy cordialmente|muy atentamente|respetuosamente|saludos atentos|afectuosamente|muchos saludos|cordialmente|sinceramente|atentamente|un saludo|saludos|atte",
    warmClosings: "gracias de antemano|muchas gracias|mil gracias|con cariño|un abrazo|gracias|abrazos|besos",
  },
  et: {
    greetings: "tere",
    closings: "lugupidamisega",
  },
  fi: {
    openers: "hyvä|arvoisa|arvoisat|rakas",
    greetings: "hei|moi|terve",
    closings: "ystävällisin terveisin|parhain terveisin|terveisin|kunnioittavasti",
    warmClosings: "kiitos",
  },
  fr: {
    openers: "monsieur|mesdames|bonjour|bonsoir|chères|madame|chère|chers|cher|messieurs",
    greetings: "bon après-midi|bonne journée|bonjour|bonsoir|coucou|salut",
    closings:
      "salutations distinguées|meilleures salutations|cordiales salutations|sincères salutations|avec mes salutations|bonne journée à vous|bien cordialement|très cordialement|respectueusement|bien sincèrement|bonne réception|mes salutations|cordialement|bien à vous|sincèrement|amicalement|salutations|bien à toi|amitiés|cdlt|à bientôt",
    warmClosings:
      "avec tous mes remerciements|merci d'avance|merci beaucoup|bonne journée|belle journée|bonne soirée|bon week-end|bisous|merci|bises",
  },
  hr: {
    openers: "poštovani|poštovana|poštovane|dragi|draga",
    greetings: "bok|dobar dan",
    closings: "s poštovanjem|srdačan pozdrav|lijep pozdrav|lijepi pozdravi|pozdrav",
    warmClosings: "hvala",
  },
  hu: {
    openers: "tisztelt|kedves",
    greetings: "szia|sziasztok|jó napot",
    closings: "üdvözlettel|tisztelettel|üdv",
    warmClosings: "köszönettel",
  },
  id: {
    greetings: "halo|hai",
    closings: "hormat saya",
    warmClosings: "terima kasih|salam",
  },
  it: {
    openers:
      "pregiatissimo|gentilissimo|gentilissima|spettabile|spett.le|illustre|gentile|gentili|egregio|egregia|stimato|stimata|egregi|caro|cara|cari|ciao|gent.ma|gent.mo|care colleghe|care amiche|care tutte",
    greetings: "buon pomeriggio|buon giorno|buongiorno|buona sera|buonasera|gentile|salve|ciao",
    closings:
      "con i migliori saluti|i più cordiali saluti|un cordiale saluto|i migliori saluti|affettuosi saluti|cordiali saluti|distinti saluti|migliori saluti|cordialmente|sinceramente|tanti saluti|cari saluti|un saluto|con stima|in fede|saluti|un caro saluto",
    warmClosings:
      "grazie in anticipo|buona giornata|grazie mille|molte grazie|un abbraccio|buona serata|a presto|grazie|baci",
  },
  lt: {
    closings: "pagarbiai",
  },
  lv: {
    greetings: "sveiki",
    closings: "ar cieņu",
  },
  no: {
    openers: "kjære",
    greetings: "hei|god dag|god morgen",
    closings: "med vennlig hilsen|vennlig hilsen|beste hilsen|hilsen|mvh",
    warmClosings: "takk",
  },
  nl: {
    openers: "hooggeachte|goedendag|geachte|waarde|beste|lieve|hallo|hoi|dag",
    greetings: "goedemorgen|goedemiddag|goedenavond|goeiemorgen|goedendag|geachte|hallo|beste|hoi|dag",
    closings:
      "met vriendelijke groeten|met vriendelijke groet|met hartelijke groeten|vriendelijke groeten|met hartelijke groet|vriendelijke groet|hartelijke groeten|met beste groeten|hartelijke groet|beste groeten|lieve groeten|hoogachtend|lieve groet|warme groet|met groet|groetjes|groeten|groet|mvg",
    warmClosings: "alvast bedankt|hartelijk dank|dank je wel|veel liefs|met dank|bedankt|dank u|liefs",
  },
  pl: {
    openers: "szanowny|szanowna|szanowni|szanowne|drogi|droga|drodzy|drogie",
    greetings: "cześć|witam|witaj|dzień dobry",
    closings:
      "z poważaniem|z wyrazami szacunku|pozdrawiam|serdecznie pozdrawiam|pozdrowienia|serdeczne pozdrowienia|pozdrawiam serdecznie",
    warmClosings: "dziękuję",
  },
  pt: {
    openers:
      "prezados|prezadas|estimado|estimada|prezado|prezada|querido|querida|caros|caras|caro|cara|exmo|exma|olá|oi",
    greetings: "boa tarde|boa noite|saudações|bom dia|olá|oi",
    closings:
      "com os melhores cumprimentos|com os meus cumprimentos|melhores cumprimentos|um cordial saudação|cordiais saudações|saudações cordiais|respeitosamente|atenciosamente|cordialmente|cumprimentos|sinceramente|atentamente|com estima|saudações|atte|att",
    warmClosings:
      "desde já agradeço|muito obrigado|muito obrigada|um abraço|obrigado|obrigada|abraços|abraço|beijos|grato|grata",
  },
  ro: {
    openers: "stimate|stimată|stimați|dragă|dragi",
    greetings: "bună ziua|bună|salut",
    closings: "cu stimă|cu respect|cu prietenie",
    warmClosings: "toate cele bune|mulțumesc|cu drag",
  },
  ru: {
    openers: "уважаемый|уважаемая|уважаемые|дорогой|дорогая|дорогие",
    greetings: "здравствуйте|добрый день|доброе утро|добрый вечер|привет|здравствуй",
    closings: "с уважением|с наилучшими пожеланиями|с благодарностью|искренне ваш|искренне ваша",
    warmClosings: "всего доброго|всего хорошего|заранее спасибо|спасибо",
  },
  sk: {
    openers: "vážená|vážený|vážení|milá|milý",
    greetings: "dobrý deň|ahoj",
    closings: "s pozdravom|s úctou|s priateľským pozdravom",
    warmClosings: "ďakujem",
  },
  sl: {
    openers: "spoštovani|spoštovana",
    greetings: "živjo",
    closings: "lep pozdrav",
  },
  sr: {
    greetings: "zdravo",
    closings: "s poštovanjem|с поштовањем|поздрав|lep pozdrav",
    warmClosings: "hvala",
  },
  sv: {
    openers: "bästa|bäste|kära|käre",
    greetings: "hej|hejsan|god morgon|god dag|tjena",
    closings:
      "med vänlig hälsning|med vänliga hälsningar|vänliga hälsningar|vänlig hälsning|bästa hälsningar|hälsningar|mvh|vänligen|vh",
    warmClosings: "tack|tack på förhand",
  },
  tr: {
    openers: "sayın|sevgili|değerli",
    greetings: "merhaba|merhabalar|iyi günler|selam",
    closings: "saygılarımla|saygılarımızla|iyi çalışmalar",
    warmClosings: "sevgiler|teşekkürler|teşekkür ederim|selamlar",
  },
  uk: {
    openers: "шановний|шановна|шановні|дорогий|дорога|дорогі",
    greetings: "вітаю|доброго дня|добрий день|привіт",
    closings: "з повагою|з найкращими побажаннями|щиро ваш",
    warmClosings: "дякую",
  },
  vi: {
    openers: "kính gửi",
    greetings: "xin chào",
    closings: "trân trọng|thân mến",
  },
};
// check-english: on

/** The roles of the phrases in one or all languages. The first words of a phrase without a role of their own have none. */
export type LetterPhrases = ReadonlyMap<string, ReadonlySet<LetterRole>>;

function toPhrases(rows: readonly LetterTable[]): LetterPhrases {
  const phrases = new Map<string, Set<LetterRole>>();
  const add = (phrase: string): Set<LetterRole> => {
    const known = phrases.get(phrase) ?? new Set();
    phrases.set(phrase, known);
    return known;
  };
  for (const row of rows)
    for (const role of roles)
      for (const phrase of row[role]?.split("|") ?? []) {
        for (let space = phrase.indexOf(" "); space > 0; space = phrase.indexOf(" ", space + 1))
          add(phrase.slice(0, space));
        add(phrase).add(role);
      }
  return phrases;
}

/** The phrases of every language. */
export const allPhrases = toPhrases(Object.values(tables));

const byLanguage = new Map<string, LetterPhrases>();

/** Returns the phrases of a language and those of English, which letters in other languages use too. */
export function letterPhrases(language: string): LetterPhrases {
  const code = Object.hasOwn(tables, language) ? language : "en";
  const known = byLanguage.get(code);
  if (known) return known;
  const phrases = toPhrases([tables.en ?? {}, tables[code] ?? {}]);
  byLanguage.set(code, phrases);
  return phrases;
}

/** The names of the fields before a mail, in all languages. */
const headerNames =
  "from,to,cc,bcc,subject,date,sent,reply-to,attachments,von,an,betreff,datum,gesendet,de,à,objet,envoyé,para,asunto,fecha,enviado,assunto,data,enviada,da,a,oggetto,inviato,aan,onderwerp,van,verzonden,från,till,ämne,skickat,fra,til,emne,sendt,lähettäjä,aihe,od,do,temat,wysłano,předmět,predmet,komu,kime,konu,от,кому,тема,дата,від";

const headers: ReadonlySet<string> = new Set(headerNames.split(","));

/** Returns whether a word is the name of a field before a mail, such as "Subject". */
export function isMailField(name: string): boolean {
  return headers.has(name.toLowerCase());
}
