import type { Token } from "../../segment/tokenize.ts";
import { wordFact } from "../../segment/word-types.ts";

function wordSet(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(" ")));
}

/** Words in lower case inside names: da Silva, van der Meulen, bin Rashid. */
const particles = wordSet(
  "a af al ap av bin binti bint da das de degli dei del dela della den der des di do dos du e el i ibn la las le",
  "los san ten ter te till und v van vd vom von y z zu zum zur",
);

/** Particles that only join two names: Ortega y Gasset. They begin none. */
const joints = wordSet("a e i und y z v till");

const suffixes = wordSet("jr sr jnr snr ii iii iv esq phd md");

/** Vietnamese family names without accents. The names after them can look like words: "Nguyen Van An". */
const vietnameseFamilies = wordSet(
  "nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly truong dinh lam mai trinh dao doan cao luong",
);

/** Korean family names, which precede a given name of two syllables: "Park Ji-hoon". */
const koreanFamilies = wordSet(
  "kim lee yi park pak choi choe jung jeong chung kang cho jo yoon yun jang chang lim im han oh seo suh shin sin kwon",
  "hwang ahn an song yoo yu hong moon mun yang bae baek paik nam noh roh ha heo hur ko koh son sohn min cha joo ju woo",
);

/** Words of groups, companies and offices. With one of them, a run of capitalized words is no person. */
export const groupWords = wordSet(
  "inc corp corporation co company ltd limited llc llp lp plc gmbh ag kg sa srl spa nv bv ab oy as aps kft sro doo",
  "ltda sarl a/s i/s k/s group holding holdings partners associates solutions services service supplies systems technologies",
  "industries enterprises consulting logistics capital ventures bank insurance university college school institute",
  "hospital clinic center centre department office team support desk staff committee council board agency bureau",
  "foundation association society union club ministry authority sales marketing billing accounting accounts",
  "finance payable receivable purchasing procurement administration admin management operations engineering helpdesk",
  "reception newsletter notifications store shop shipping delivery customs systems labs studio studios media press",
  "team-leitung abteilung kundenservice kundendienst vertrieb buchhaltung verwaltung verein stadt firma redaktion",
  "geschäftsführung personalabteilung praxis kanzlei versicherung service-team équipe société service direction",
  "secrétariat mairie équipes entreprise equipo empresa departamento ventas soporte atención dirección servicio",
  "squadra azienda ufficio assistenza direzione servizio segreteria equipe equipa suporte atendimento vendas",
  "klantenservice afdeling verkoop kundtjänst avdelning kundeservice asiakaspalvelu zespół biuro dział obsługa tým",
  "ügyfélszolgálat kundeservice kundservice klientservice zorgverzekeraar verzekeraar energiebedrijf fabrikant versicherer hersteller",
  "konzern autobauer fabricant constructeur assureur constructora fabricante aseguradora assicuratore producent ubezpieczyciel",
  "tillverkaren försäkringsbolaget koncernen selskapet selskabet",
  "oddělení csapat echipa команда отдел служба компания відділ ekibi",
);

/** Words of a letter that address no person by name, and capitalized words that begin or end a sentence around a name. */
export const noNames = wordSet(
  "i we you he she it they the a an and or but if this that these those there here my our your his her their its",
  "not no yes please thanks thank regards best kind what when where who why how is are was were would can could",
  "should have has had do does did to from for with at on in of by as also just only all",
  "sir sirs madam madams ma'am customer customers client clients colleague colleagues friend friends guest guests",
  "member members user users reader readers parent parents neighbor neighbors neighbour neighbours everyone everybody",
  "folks guys girls boys ladies gentlemen gents people hiring manager recruiter editor editors student students",
  "teacher applicant candidate owner resident residents tenant tenants subscriber subscribers partner partners lord",
  "santa diary world kitty god mom mum dad mommy daddy grandma grandpa mother father sister brother honey darling baby",
  "sweetheart valued again everybody both there monday tuesday wednesday thursday friday saturday sunday january",
  "february march april june july august september october november december today tomorrow yesterday unknown none",
  "n/a na tbd null undefined anonymous yes date subject email e-mail phone tel address dob age sex gender invoice order",
  "id number no nr ref re cc fw fwd sent total amount apt suite unit road street avenue universe america",
  "damen herren herr frau kunde kunden kundin kundinnen kollege kollegen kollegin kolleginnen freunde freund freundin",
  "zusammen eltern leser leserinnen mitglieder gäste team alle ihr ihre ihnen sie wir ich leute mutter vater oma opa",
  "schatz mama papa bewerber nachbarn mieter schüler studierende betreff datum unbekannt interessenten",
  "madame monsieur messieurs mesdames mademoiselle collègue collègues ami amie amis amies client cliente clients tous",
  "toutes docteur maître président présidente directeur directrice ministre chers chères maman membre membres abonné",
  "señor señora señores señoras cliente clientes compañero compañeros compañera amigo amiga amigos amigas todos todas",
  "usuario usuarios colega colegas mamá papá vecinos signore signora signori dottore professore clienti collega",
  "colleghi amico amici amiche tutti utente senhor senhora senhores senhoras amigos todos usuário mevrouw meneer heer",
  "klant klanten collega collega's vrienden vriend allemaal iedereen mijnheer relatie kund kunder kollega kollegor",
  "vänner alla kunde venner alle asiakas ystävä ystävät kaikki hyvä państwo panie panowie pani pan kliencie koledzy",
  "wszyscy przyjaciele pane paní pán zákazníku zákazníci kolegové přátelé všichni ügyfelünk hölgyem uram mindenki",
  "domnule doamnă client tuturor коллеги господа друзья клиент клиенты господин госпожа все дамы пользователь колеги",
  "вы вас вам вами ваш ваша ваше ваши vas vam vama vaš vaša vaše vaši vás vám usted ustedes",
  "друзі пані пан клієнте колеги приятели клиенти kolege prijatelji svima gospodine gospođo κύριε κυρία κύριοι φίλοι",
  "müşterimiz arkadaşlar hocam herkes bapak ibu semua teman anh chị các bạn",
);

const capital = /^\p{Lu}/u;
const afterPrefix = /^(?:al|el|ad|an|ar|as|ash|at|az|l|d|o|n|t|s)[-'’]\p{Lu}/u;
const initial = /^(?:\p{Lu}\.){1,4}(?:-?\p{Lu}\.)?$|^\p{Lu}$/u;

/** The properties of a word in names, whatever is around it. */
interface NameForm {
  /** In lower case, without a period and with a straight apostrophe. */
  plain: string;
  isInitial: boolean;
  isNameWord: boolean;
  isParticle: boolean;
  isSuffix: boolean;
  isVietnameseFamily: boolean;
}

function readSuffix(text: string): boolean {
  const word = text.replace(/\.$/, "");
  return suffixes.has(word.toLowerCase()) && (word.length > 2 || /^(?:[JS]r|[js]r|II|IV|MD)$/.test(word));
}

const nameForm = wordFact(({ text, kind }): NameForm => {
  const isCapitalized = capital.test(text) || afterPrefix.test(text);
  const plain = text.toLowerCase().replace(/\.$/, "").replaceAll("’", "'");
  const unaccented = plain.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("đ", "d");
  return {
    plain,
    isVietnameseFamily: isCapitalized && vietnameseFamilies.has(unaccented),
    isInitial: text !== "I" && initial.test(text),
    isNameWord: kind === "word" && isCapitalized && text !== "I" && !/[\d_]/.test(text),
    isParticle: kind === "word" && particles.has(text),
    isSuffix: kind === "word" && readSuffix(text),
  };
});

/** Returns whether a word is one of a program, such as "onError" and "max_size", and none such as "eBay" or "macOS". */
export function isCamelCase(text: string): boolean {
  return /^\p{Ll}{2,}\p{Lu}/u.test(text) ? !text.endsWith("OS") : /\p{L}_\p{L}/u.test(text);
}

/** Returns whether the token is one or more initials: "J.", "T.J.", "Q". */
export function isInitial({ type }: Token): boolean {
  return nameForm(type).isInitial;
}

/** Returns whether the token can be a word of a name, by its letters: "Ada", "O’Connor", "al-Zahrani", "J.". */
export function isNameWord(token: Token | undefined): token is Token {
  return token !== undefined && !token.isClitic && nameForm(token.type).isNameWord;
}

export function isParticle(token: Token | undefined): token is Token {
  return token !== undefined && nameForm(token.type).isParticle;
}

/** Returns whether the token is a particle that only joins two names. */
export function isJoint({ text }: Token): boolean {
  return joints.has(text);
}

/** Returns whether the token follows a name: "Jr.", "III". */
export function isSuffix(token: Token | undefined): token is Token {
  return token !== undefined && nameForm(token.type).isSuffix;
}

/** Returns the word in lower case, without a period and with a straight apostrophe. */
export function plainWord({ type }: Token): string {
  return nameForm(type).plain;
}

/** Returns whether a word continues the Vietnamese name that begins with a token, although it can look like a word. */
export function continuesVietnamese(family: Token | undefined, word: Token): boolean {
  if (!family || family === word || !nameForm(family.type).isVietnameseFamily) return false;
  return word.text.length <= 6 && /^\p{Lu}\p{Ll}+$/u.test(word.text) && !groupWords.has(plainWord(word));
}

/** Returns whether two words are a Korean name: "Park Ji-hoon". */
export function isKoreanName(family: Token, given: Token): boolean {
  return koreanFamilies.has(plainWord(family)) && /^\p{Lu}\p{Ll}{1,4}-\p{L}\p{Ll}{1,4}$/u.test(given.text);
}
