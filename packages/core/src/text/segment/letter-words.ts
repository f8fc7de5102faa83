// The strings are words of letters. check-english: off
/** The phrases with which the salutation of a letter begins, by language, separated by commas. */
const salutationPhrases: Readonly<Record<string, string>> = {
  cs: "vážená,vážený,vážené,vážení,milá,milý,milí,dobrý den,ahoj",
  da: "kære,hej,hejsa,goddag,god dag",
  de: "sehr geehrte,sehr geehrter,liebe,lieber,hallo,guten tag,guten morgen,guten abend,werte,werter,moin",
  el: "αγαπητέ,αγαπητή,αγαπητοί,αξιότιμε,αξιότιμη,αξιότιμοι,γεια σας,καλημέρα",
  en: "dear,hi,hello,hey,good morning,good afternoon,good evening,greetings,to whom it may",
  es: "estimado,estimada,estimados,estimadas,querido,querida,queridos,queridas,apreciado,apreciada,hola,buenos días,buenas tardes,buenas noches,muy señor,muy señores,distinguido,distinguida",
  fi: "hyvä,hei,moi,arvoisa,arvoisat",
  fr: "cher,chère,chers,chères,bonjour,bonsoir,madame,monsieur,mesdames,messieurs,salut",
  hr: "poštovani,poštovana,poštovane,dragi,draga,bok,dobar dan",
  hu: "tisztelt,kedves,szia,sziasztok,jó napot",
  it: "gentile,gentili,gent.ma,gent.mo,egregio,egregia,egregi,caro,cara,cari,care,buongiorno,buonasera,ciao,salve,spett.le,spettabile",
  nb: "kjære,hei,god dag,god morgen",
  nl: "geachte,beste,lieve,hallo,hoi,dag,goedemorgen,goedemiddag,goedenavond,goedendag",
  pl: "szanowny,szanowna,szanowni,szanowne,drogi,droga,drodzy,drogie,cześć,witam,witaj,dzień dobry",
  pt: "prezado,prezada,prezados,prezadas,caro,cara,caros,caras,exmo,exma,olá,oi,bom dia,boa tarde,boa noite,querido,querida",
  ro: "stimate,stimată,stimați,dragă,dragi,bună ziua,bună,salut",
  ru: "уважаемый,уважаемая,уважаемые,дорогой,дорогая,дорогие,здравствуйте,добрый день,доброе утро,добрый вечер,привет",
  sk: "vážená,vážený,vážení,milá,milý,dobrý deň,ahoj",
  sv: "hej,hejsan,bästa,bäste,kära,käre,god morgon,god dag",
  tr: "sayın,sevgili,değerli,merhaba,merhabalar,iyi günler,selam",
  uk: "шановний,шановна,шановні,дорогий,дорога,дорогі,вітаю,доброго дня,добрий день,привіт",
};
// check-english: on

/** The phrases that close a letter, by language, separated by commas. */
const closingPhrases: Readonly<Record<string, string>> = {
  cs: "s pozdravem,s úctou,s přátelským pozdravem,s přáním hezkého dne,děkuji,díky",
  da: "med venlig hilsen,venlig hilsen,mvh,hilsen,de bedste hilsner,mange tak,tak",
  de: "mit freundlichen grüßen,mit freundlichen grüssen,mit freundlichem gruß,mit besten grüßen,freundliche grüße,freundliche grüsse,viele grüße,beste grüße,liebe grüße,herzliche grüße,schöne grüße,grüße,gruß,mfg,lg,vg,hochachtungsvoll,vielen dank,danke",
  el: "με εκτίμηση,με φιλικούς χαιρετισμούς,φιλικά,ευχαριστώ",
  en: "best regards,kind regards,kindest regards,warm regards,warmest regards,regards,best wishes,with best wishes,with kind regards,best,all the best,sincerely,yours sincerely,sincerely yours,yours truly,yours faithfully,yours,respectfully,cordially,warmly,cheers,many thanks,thanks,thanks again,thank you,with thanks,love,lots of love,take care,talk soon,see you soon,rgds",
  es: "atentamente,saludos,un saludo,saludos cordiales,un cordial saludo,reciba un cordial saludo,cordialmente,un abrazo,abrazos,atte,muchas gracias,gracias",
  fi: "ystävällisin terveisin,parhain terveisin,terveisin,kiitos",
  fr: "cordialement,bien cordialement,très cordialement,bien à vous,bien à toi,salutations,sincères salutations,salutations distinguées,meilleures salutations,respectueusement,amicalement,amitiés,cdlt,bises,merci,merci d'avance",
  hr: "s poštovanjem,srdačan pozdrav,lijep pozdrav,hvala",
  hu: "üdvözlettel,tisztelettel,köszönettel,üdv",
  it: "cordiali saluti,distinti saluti,i migliori saluti,saluti,cordialmente,un saluto,un caro saluto,a presto,in fede,grazie,grazie mille",
  nb: "med vennlig hilsen,vennlig hilsen,beste hilsen,hilsen,mvh,takk",
  nl: "met vriendelijke groet,met vriendelijke groeten,vriendelijke groet,vriendelijke groeten,hartelijke groet,hartelijke groeten,groeten,groetjes,mvg,hoogachtend,bedankt,alvast bedankt",
  pl: "z poważaniem,z wyrazami szacunku,pozdrawiam,serdecznie pozdrawiam,pozdrowienia,serdeczne pozdrowienia,dziękuję",
  pt: "atenciosamente,cumprimentos,melhores cumprimentos,com os melhores cumprimentos,cordialmente,abraços,um abraço,att,obrigado,obrigada,muito obrigado,muito obrigada",
  ro: "cu stimă,cu respect,cu prietenie,toate cele bune,mulțumesc",
  ru: "с уважением,с наилучшими пожеланиями,всего доброго,всего хорошего,заранее спасибо,спасибо",
  sk: "s pozdravom,s úctou,ďakujem",
  sv: "med vänlig hälsning,med vänliga hälsningar,vänliga hälsningar,vänlig hälsning,bästa hälsningar,hälsningar,mvh,tack,tack på förhand",
  tr: "saygılarımla,saygılarımızla,iyi çalışmalar,sevgiler,teşekkürler,teşekkür ederim",
  uk: "з повагою,з найкращими побажаннями,щиро ваш,дякую",
};

/** The names of the fields before a mail, in all languages. */
const headerNames =
  "from,to,cc,bcc,subject,date,sent,reply-to,attachments,von,an,betreff,datum,gesendet,de,à,objet,envoyé,para,asunto,fecha,enviado,assunto,data,enviada,da,a,oggetto,inviato,aan,onderwerp,van,verzonden,från,till,ämne,skickat,fra,til,emne,sendt,lähettäjä,aihe,od,do,temat,wysłano,předmět,predmet,komu,kime,konu,от,кому,тема,дата,від";

function toPhrases(lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(",")));
}

const salutations = toPhrases(Object.values(salutationPhrases));
const closings = toPhrases(Object.values(closingPhrases));
const headers = toPhrases([headerNames]);

const unspacedSalutation = /^(?:尊敬的|亲爱的|親愛的|拝啓|前略)|(?:様|御中|님께)[,，、]?$/;
const unspacedClosing = /^(?:敬具|草々|此致|敬礼|敬礼|顺颂商祺|謹上)[。！!]?$/;

/** The maximum number of words of a phrase that begins a salutation. */
const maxPhraseWords = 4;

/** Returns whether a line begins like the salutation of a letter. */
export function beginsSalutation(line: string): boolean {
  if (unspacedSalutation.test(line)) return true;
  const words = line
    .toLowerCase()
    .split(/[\s,!:;]+/u, maxPhraseWords)
    .filter((word) => word !== "");
  return words.some((_, index) => salutations.has(words.slice(0, index + 1).join(" ")));
}

/** Returns whether a line is the closing of a letter and nothing else. */
export function isClosing(line: string): boolean {
  const phrase = line
    .toLowerCase()
    .replace(/[,.!]{1,3}$/, "")
    .replaceAll("’", "'");
  return closings.has(phrase) || unspacedClosing.test(line);
}

/** Returns whether a word is the name of a field before a mail, such as "Subject". */
export function isMailField(name: string): boolean {
  return headers.has(name.toLowerCase());
}
