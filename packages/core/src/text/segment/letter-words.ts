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
  ar: {
    greetings: "صباح الخير|مساء الخير|السلام عليكم|مرحبا",
    closings: "مع خالص التحية|مع التحية|مع أطيب التحيات",
  },
  bg: {
    openers: "уважаеми|уважаема|скъпи|скъпа",
    greetings: "здравей|здравейте|добър ден",
    closings: "с уважение|поздрави|с поздрав|с най-добри пожелания|с най-добри поздрави",
    warmClosings: "благодаря",
  },
  cs: {
    openers: "vážená|vážený|vážené|vážení|milá|milý|milí|drahý|drahá",
    greetings: "dobrý den|ahoj",
    closings:
      "s pozdravem|s úctou|s přátelským pozdravem|s přáním hezkého dne|se srdečným pozdravem|s pozdravy|zdraví",
    warmClosings: "děkuji|díky",
  },
  da: {
    openers: "kære",
    greetings: "hej|hejsa|goddag|god dag",
    closings:
      "med venlig hilsen|venlig hilsen|mvh|hilsen|de bedste hilsner|bedste hilsner|kærlig hilsen|de venligste hilsner|venlige hilsner|med venlige hilsner",
    warmClosings: "mange tak|tak",
  },
  de: {
    openers:
      "sehr geehrter|sehr geehrtes|sehr geehrte|guten tag|verehrte|geehrte|lieber|liebes|werter|liebe|werte|hallo|hallo lieber|hallo liebe",
    greetings: "hallo zusammen|guten morgen|guten abend|guten tag|grüß gott|servus|grüezi|hallo|moin",
    closings:
      "mit vorzüglicher hochachtung|mit freundlichen grüssen|mit freundlichen grüßen|mit freundlichem gruß|mit herzlichen grüßen|freundliche grüsse|freundliche grüße|mit besten grüßen|hochachtungsvoll|herzliche grüße|beste grüsse|viele grüsse|liebe grüsse|schöne grüße|beste grüße|viele grüße|liebe grüße|alles gute|mfg|lg|vg|herzlichst|freundlichen gruß|freundlicher gruß|mit freundlichem gruss|mit lieben grüßen|mit herzlichem gruß|herzliche grüsse|sonnige grüße|bis bald",
    warmClosings:
      "vielen dank im voraus|herzlichen dank|danke im voraus|vielen dank|besten dank|alles liebe|danke|grüße|gruß|ihr|ihre",
  },
  el: {
    openers: "αγαπητέ|αγαπητή|αγαπητοί|αξιότιμε|αξιότιμη|αξιότιμοι",
    greetings: "γεια σας|καλημέρα|γεια|γεια σου|καλησπέρα",
    closings: "με εκτίμηση|με φιλικούς χαιρετισμούς|φιλικά|με τιμή|θερμούς χαιρετισμούς",
    warmClosings: "ευχαριστώ",
  },
  en: {
    openers: "dearest|hello|dear|hey|hi",
    greetings:
      "good afternoon|good morning|good evening|greetings|good day|hello|hey|hi|hiya|hi there|hello there|to whom it may concern",
    closings:
      "respectfully yours|with kind regards|with best regards|with appreciation|with best wishes|yours faithfully|very truly yours|faithfully yours|kindest regards|warmest regards|yours sincerely|sincerely yours|with gratitude|best regards|kind regards|warm regards|many regards|respectfully|all the best|best wishes|yours truly|warm wishes|sincerely|cordially|regards|rgds|with warm regards|warmest wishes|best regards and thanks|kindest|with warmest regards|sincerest regards|many kind regards",
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
    closings: "lugupidamisega|parimate tervitustega|tervitades|heade soovidega",
  },
  fi: {
    openers: "hyvä|arvoisa|arvoisat|rakas",
    greetings: "hei|moi|terve",
    closings:
      "ystävällisin terveisin|parhain terveisin|terveisin|kunnioittavasti|lämpimin terveisin|iloisin terveisin|terv|yhteistyöterveisin|kevätterveisin",
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
  he: {
    greetings: "בוקר טוב|ערב טוב|צהריים טובים|שלום",
    closings: "בברכה|בכבוד רב",
  },
  hr: {
    openers: "poštovani|poštovana|poštovane|dragi|draga",
    greetings: "bok|dobar dan",
    closings:
      "s poštovanjem|srdačan pozdrav|lijep pozdrav|lijepi pozdravi|pozdrav|srdačno|sa štovanjem|s osobitim poštovanjem|pozdravi|uz srdačan pozdrav",
    warmClosings: "hvala",
  },
  hu: {
    openers: "tisztelt|kedves",
    greetings: "szia|sziasztok|jó napot",
    closings:
      "üdvözlettel|tisztelettel|üdv|szívélyes üdvözlettel|baráti üdvözlettel|minden jót|köszönettel és üdvözlettel|üdvözlet",
    warmClosings: "köszönettel",
  },
  id: {
    greetings: "halo|hai",
    closings: "hormat saya|hormat kami|salam hormat",
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
    closings: "pagarbiai|su pagarba|geriausi linkėjimai",
  },
  lv: {
    greetings: "sveiki",
    closings: "ar cieņu|ar sveicieniem|sveicieni",
  },
  no: {
    openers: "kjære",
    greetings: "hei|god dag|god morgen",
    closings:
      "med vennlig hilsen|vennlig hilsen|beste hilsen|hilsen|mvh|beste hilsener|med vennlige hilsener|vennlige hilsener|hjertelig hilsen|med hilsen",
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
      "z poważaniem|z wyrazami szacunku|pozdrawiam|serdecznie pozdrawiam|pozdrowienia|serdeczne pozdrowienia|pozdrawiam serdecznie|łączę pozdrowienia|z pozdrowieniami|łączę wyrazy szacunku|z serdecznymi pozdrowieniami",
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
    closings: "cu stimă|cu respect|cu prietenie|cu salutări|salutări|cele bune|numai bine",
    warmClosings: "toate cele bune|mulțumesc|cu drag",
  },
  ru: {
    openers: "уважаемый|уважаемая|уважаемые|дорогой|дорогая|дорогие",
    greetings: "здравствуйте|добрый день|доброе утро|добрый вечер|привет|здравствуй",
    closings:
      "с уважением|с наилучшими пожеланиями|с благодарностью|искренне ваш|искренне ваша|с наилучшими|с приветом|всего наилучшего",
    warmClosings: "всего доброго|всего хорошего|заранее спасибо|спасибо",
  },
  sk: {
    openers: "vážená|vážený|vážení|milá|milý",
    greetings: "dobrý deň|ahoj",
    closings: "s pozdravom|s úctou|s priateľským pozdravom|so srdečným pozdravom|s pozdravmi",
    warmClosings: "ďakujem",
  },
  sl: {
    openers: "spoštovani|spoštovana",
    greetings: "živjo",
    closings: "lep pozdrav|lepe pozdrave|s spoštovanjem|prijazen pozdrav|lepo pozdravljeni",
  },
  sr: {
    greetings: "zdravo",
    closings: "s poštovanjem|с поштовањем|поздрав|lep pozdrav|srdačan pozdrav|срдачан поздрав|pozdrav",
    warmClosings: "hvala",
  },
  sv: {
    openers: "bästa|bäste|kära|käre",
    greetings: "hej|hejsan|god morgon|god dag|tjena",
    closings:
      "med vänlig hälsning|med vänliga hälsningar|vänliga hälsningar|vänlig hälsning|bästa hälsningar|hälsningar|mvh|vänligen|vh|varma hälsningar|hälsning|med bästa hälsningar|allt gott",
    warmClosings: "tack|tack på förhand",
  },
  tr: {
    openers: "sayın|sevgili|değerli",
    greetings: "merhaba|merhabalar|iyi günler|selam",
    closings:
      "saygılarımla|saygılarımızla|iyi çalışmalar|saygılar|en iyi dileklerimle|sevgi ve saygılarımla|saygı ve sevgilerimle",
    warmClosings: "sevgiler|teşekkürler|teşekkür ederim|selamlar",
  },
  uk: {
    openers: "шановний|шановна|шановні|дорогий|дорога|дорогі",
    greetings: "вітаю|доброго дня|добрий день|привіт",
    closings: "з повагою|з найкращими побажаннями|щиро ваш|з найкращими|щиро ваша|з вдячністю",
    warmClosings: "дякую",
  },
  vi: {
    openers: "kính gửi",
    greetings: "xin chào",
    closings: "trân trọng|thân mến|trân trọng kính chào|kính thư",
  },
};

/** Phrases of sentences that are only polite, in lower case, separated by "|". */
const courtesies: Readonly<Record<string, string>> = {
  bg: "на ваше разположение|не се колебайте|благодаря предварително|очаквам вашия отговор",
  cs: "jsem vám k dispozici|jsme vám k dispozici|neváhejte|předem děkuji|předem děkujeme|těším se na vaši|v případě dotazů",
  da: "tøv ikke med|står gerne til rådighed|ser frem til at høre|på forhånd tak|velkommen til at kontakte|glæder mig til at høre",
  de:
    "für rückfragen|bei rückfragen|bei fragen stehe|bei fragen stehen|gerne zur verfügung|gern zur verfügung|jederzeit zur verfügung|zögern sie nicht|auf ihre antwort|" +
    "auf ihre rückmeldung|für ihr verständnis|für ihre geduld|vielen dank im voraus|danke im voraus",
  el: "στη διάθεσή σας|μη διστάσετε|μην διστάσετε|ευχαριστώ εκ των προτέρων|αναμένω την απάντησή",
  en:
    "at your disposal|hesitate to contact|hesitate to reach out|hesitate to get in touch|hesitate to call|hesitate to ask|" +
    "forward to hearing from you|forward to your reply|forward to your response|for your understanding|in advance for|thank you in advance|thanks in advance|" +
    "if you have any questions|if you have any further questions|if you have questions|feel free to contact|feel free to reach out|for your attention to this|" +
    "thank you for contacting|email finds you well|hope this finds you well|hope you are well|hope you are doing well|awaiting your reply|await your reply",
  es:
    "quedo a su disposición|quedamos a su disposición|quedo a la espera|quedamos a la espera|no dude en|no duden en|a la espera de su respuesta|gracias de antemano|" +
    "sin otro particular|por su comprensión|por su atención",
  fi: "vastaan mielelläni|vastaamme mielellämme|ota rohkeasti yhteyttä|ottakaa yhteyttä|kiitos etukäteen|kiitän etukäteen|jään odottamaan",
  fr:
    "reste à votre disposition|restons à votre disposition|reste à ta disposition|n'hésitez pas à|dans l'attente de votre|je vous prie d'agréer|veuillez agréer|veuillez recevoir|" +
    "veuillez croire|remercie par avance|remerciant par avance|merci d'avance|de votre compréhension|vous souhaitant bonne réception",
  hr: "stojim na raspolaganju|stojimo na raspolaganju|unaprijed zahvaljujem|unaprijed hvala|slobodno nas kontaktirajte|slobodno mi se javite",
  hu: "állok rendelkezésére|állunk rendelkezésére|előre is köszönöm|előre is köszönjük|várom válaszát|várjuk válaszát",
  id: "terima kasih atas perhatian|jangan ragu|atas perhatian dan kerja sama",
  it:
    "resto a disposizione|restiamo a disposizione|rimango a disposizione|rimaniamo a disposizione|non esiti a|non esitate a|in attesa di un suo|in attesa di una sua|" +
    "in attesa di un vostro|grazie in anticipo|ringrazio anticipatamente|la ringrazio in anticipo|porgo i miei|colgo l'occasione per",
  nl:
    "tot uw beschikking|aarzel niet|aarzelt u niet|zie uit naar uw|zien uit naar uw|ik hoor graag van|hopende u voldoende|alvast bedankt|alvast hartelijk dank|bij voorbaat dank|" +
    "mocht u vragen hebben|mocht u nog vragen hebben|heeft u nog vragen",
  no: "ikke nøl med|ser frem til å høre|på forhånd takk|står gjerne til disposisjon|ta gjerne kontakt",
  pl: "pozostaję do dyspozycji|pozostajemy do dyspozycji|w razie pytań|w przypadku pytań|z góry dziękuję|z góry dziękujemy|czekam na odpowiedź|oczekuję na odpowiedź",
  pt:
    "fico à disposição|ficamos à disposição|estou à disposição|estamos à disposição|à sua inteira disposição|não hesite em|não hesitem em|fico no aguardo|aguardo retorno|" +
    "aguardo o seu|agradeço desde já|desde já agradeço|agradeço a atenção|sem mais para o momento",
  ro: "vă stau la dispoziție|vă stăm la dispoziție|nu ezitați|mulțumesc anticipat|aștept răspunsul|aștept cu interes",
  ru: "в вашем распоряжении|не стесняйтесь|заранее благодар|заранее спасибо|жду вашего ответа|ждём вашего ответа|ждем вашего ответа|если у вас возникнут вопросы|при возникновении вопросов",
  sk: "som vám k dispozícii|sme vám k dispozícii|neváhajte|vopred ďakujem|vopred ďakujeme|teším sa na vašu|v prípade otázok",
  sl: "vam na voljo|vnaprej hvala|vnaprej se zahvaljujem",
  sr: "stojim na raspolaganju|stojimo na raspolaganju|unapred hvala|стојимо на располагању|унапред хвала",
  sv: "tveka inte att|till ditt förfogande|till ert förfogande|ser fram emot ditt svar|ser fram emot att höra|tack på förhand|hör gärna av dig",
  tr: "sorularınız için|çekinmeyin|şimdiden teşekkür|yanıtınızı bekliyorum|cevabınızı bekliyorum|bilgilerinize sunarım|gereğini rica ederim|arz ederim",
  uk: "у вашому розпорядженні|заздалегідь дякую|чекаю на вашу відповідь|якщо у вас виникнуть питання",
  vi: "xin chân thành cảm ơn|đừng ngần ngại|mong nhận được phản hồi",
};
// check-english: on

const courtesyPatterns = new Map<string, RegExp>();

/** Returns the pattern of the polite phrases of a language and of English. */
export function courtesyPattern(language: string): RegExp {
  const known = courtesyPatterns.get(language);
  if (known) return known;
  const own = Object.hasOwn(courtesies, language) ? courtesies[language] : undefined;
  const list = [own, courtesies["en"]].flatMap((phrases) => phrases?.split("|") ?? []);
  const pattern = new RegExp(`(?<!\\p{L})(?:${list.join("|")})`, "iu");
  courtesyPatterns.set(language, pattern);
  return pattern;
}

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
