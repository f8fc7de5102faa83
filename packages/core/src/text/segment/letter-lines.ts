import type { Span } from "../span.ts";

/** Words that open a letter before a name. */
const salutations: ReadonlySet<string> = new Set([
  ..."hi hello hey dear hiya greetings hallo liebe lieber liebes moin servus grüezi bonjour bonsoir salut coucou".split(
    " ",
  ),
  ..."cher chère hola estimado estimada querido querida ciao caro cara gentile gentilissimo gentilissima egregio".split(
    " ",
  ),
  ..."egregia buongiorno buonasera salve olá oi prezado prezada beste geachte hoi dag lieve goedemorgen goedemiddag".split(
    " ",
  ),
  ..."goedenavond hej hejsan kära käre bäste bästa tjena hei kære kjære moi hyvä rakas terve cześć witaj drogi".split(
    " ",
  ),
  ..."droga szanowny szanowna ahoj milý milá vážený vážená drahý drahá szia kedves tisztelt bună dragă stimate".split(
    " ",
  ),
  ..."stimată здравствуйте здравствуй привет уважаемый уважаемая дорогой дорогая привіт шановний шановна вітаю".split(
    " ",
  ),
  ..."здравей здравейте уважаеми уважаема скъпи скъпа zdravo bok dragi draga poštovani poštovana živjo".split(
    " ",
  ),
  ..."spoštovani spoštovana γεια αγαπητέ αγαπητή καλημέρα καλησπέρα merhaba selam sevgili tere sveiki halo hai".split(
    " ",
  ),
  ...(
    "good morning|good afternoon|good evening|good day|hi there|hello there|guten tag|guten morgen|guten abend|" +
    "sehr geehrte|sehr geehrter|hallo liebe|hallo lieber|buenos días|buenas tardes|bom dia|boa tarde|boa noite|" +
    "god morgon|god morgen|god dag|dzień dobry|dobrý den|dobrý deň|bună ziua|добрый день|добрый вечер|доброе утро|" +
    "добрий день|добър ден|dobar dan|γεια σου|γεια σας|xin chào|kính gửi"
  ).split("|"),
]);

/** Words that close a letter above a name. */
const closings: ReadonlySet<string> = new Set(
  (
    "best|best regards|kind regards|kindest regards|warm regards|warmest regards|regards|with kind regards|rgds|" +
    "with best regards|many thanks|thanks|thank you|thanks again|thanks in advance|thanks and regards|thx|cheers|" +
    "sincerely|yours sincerely|sincerely yours|yours truly|yours faithfully|respectfully|respectfully yours|" +
    "cordially|all the best|best wishes|with best wishes|take care|love|lots of love|warmly|yours|" +
    "mit freundlichen grüßen|mit freundlichen grüssen|mit freundlichem gruß|freundliche grüße|freundliche grüsse|" +
    "beste grüße|beste grüsse|viele grüße|liebe grüße|herzliche grüße|schöne grüße|hochachtungsvoll|mfg|vg|lg|" +
    "gruß|grüße|herzlichst|vielen dank|danke|" +
    "cordialement|bien cordialement|très cordialement|bien à vous|bien à toi|sincères salutations|" +
    "salutations distinguées|meilleures salutations|amicalement|respectueusement|merci|merci d'avance|à bientôt|bises|" +
    "atentamente|saludos|un saludo|saludos cordiales|un cordial saludo|cordialmente|muchas gracias|gracias|un abrazo|" +
    "abrazos|cordiali saluti|distinti saluti|saluti|un saluto|un caro saluto|grazie|grazie mille|a presto|" +
    "atenciosamente|cumprimentos|com os melhores cumprimentos|melhores cumprimentos|abraços|um abraço|obrigado|" +
    "obrigada|respeitosamente|met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|" +
    "vriendelijke groeten|groet|groeten|groetjes|hartelijke groet|hartelijke groeten|hoogachtend|mvg|bedankt|" +
    "alvast bedankt|med vänlig hälsning|med vänliga hälsningar|vänlig hälsning|vänliga hälsningar|vänligen|mvh|" +
    "hälsningar|bästa hälsningar|tack|med vennlig hilsen|vennlig hilsen|med venlig hilsen|venlig hilsen|hilsen|vh|" +
    "beste hilsen|bedste hilsner|kærlig hilsen|takk|tak|ystävällisin terveisin|terveisin|parhain terveisin|" +
    "kunnioittavasti|kiitos|pozdrawiam|z poważaniem|z wyrazami szacunku|serdecznie pozdrawiam|" +
    "pozdrawiam serdecznie|dziękuję|s pozdravem|s přátelským pozdravem|s úctou|děkuji|s pozdravom|" +
    "s priateľským pozdravom|ďakujem|üdvözlettel|tisztelettel|köszönettel|üdv|cu stimă|cu respect|mulțumesc|cu drag|" +
    "с уважением|с наилучшими пожеланиями|с благодарностью|искренне ваш|искренне ваша|всего доброго|спасибо|" +
    "з повагою|з найкращими побажаннями|дякую|с уважение|поздрави|благодаря|srdačan pozdrav|s poštovanjem|" +
    "lijep pozdrav|lep pozdrav|lijepi pozdravi|pozdrav|hvala|с поштовањем|поздрав|με εκτίμηση|φιλικά|ευχαριστώ|" +
    "με φιλικούς χαιρετισμούς|saygılarımla|saygılarımızla|sevgiler|selamlar|iyi çalışmalar|teşekkürler|salam|" +
    "hormat saya|terima kasih|lugupidamisega|ar cieņu|pagarbiai|trân trọng|thân mến"
  ).split("|"),
);

const maxWords = 5;
/** Quotation marks of mail, list markers and opening marks before the first word of a line. */
const lead = /[\s>*_"“„«¡-]{0,12}/uy;
const word = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/uy;
const closingEnd = /[\s,.!;:*_–—-]{0,6}/uy;

/** Returns the end of the longest phrase of the set that begins the line, or −1. */
function phraseEnd(text: string, { start, end }: Span, phrases: ReadonlySet<string>): number {
  lead.lastIndex = start;
  lead.test(text);
  let found = -1;
  let phrase = "";
  for (let count = 0, at = lead.lastIndex; count < maxWords && at < end; count += 1) {
    word.lastIndex = at;
    const next = word.exec(text)?.[0];
    if (next === undefined || at + next.length > end) break;
    phrase += next.toLowerCase().replace("’", "'");
    if (phrases.has(phrase)) found = word.lastIndex;
    if (text.charAt(word.lastIndex) !== " ") break;
    phrase += " ";
    at = word.lastIndex + 1;
  }
  return found;
}

/** Returns the end of the words that greet the reader of a letter at the start of a line, or −1. */
export function salutationEnd(text: string, line: Span): number {
  return phraseEnd(text, line, salutations);
}

/**
 * Returns the start of what follows the closing of a letter in its line, such as a name after a comma, or −1 if the line
 * has no closing. It is the end of the line if nothing follows.
 */
export function closingRest(text: string, line: Span): number {
  const end = phraseEnd(text, line, closings);
  if (end < 0) return -1;
  closingEnd.lastIndex = end;
  const mark = closingEnd.exec(text)?.[0] ?? "";
  const rest = Math.min(end + mark.length, line.end);
  return rest === line.end || /[,!–—-]/.test(mark) ? rest : -1;
}
