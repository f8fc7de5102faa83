/** The form of the noun phrases of a language. */
export interface PhraseGrammar {
  /** The places of adjectives: before their noun only, or on both sides of it. */
  adjectives: "before" | "both";
  /** The nouns that follow each other without a word between them: none, nouns only, or with adjectives between them. */
  joins: "none" | "nouns" | "phrases";
  /** The words between two nouns of one term, separated by spaces: "réforme des retraites". */
  links: string;
  /** Articles that can follow a link. */
  articles?: string;
  /** Whether a name can modify the noun after it: "Suomen hallitus". */
  namesModify?: true;
  capitalizesNouns?: true;
  /** The margin over a verb that a noun needs if the tagger takes many verbs for nouns. */
  minVerbMargin?: number;
  /** A pattern of the ends of verbs that the tagger takes for names: "Pourriez-vous". */
  verbEnd?: RegExp;
  /** A pattern of the end of a noun that another noun before it modifies. */
  compoundEnd?: RegExp;
  /** Whether prefixes are written together with their noun, so a noun can have the tag of its article. */
  hasPrefixes?: true;
}

const before = { adjectives: "before", joins: "none" } as const;
const beforeInRows = { adjectives: "before", joins: "phrases" } as const;
const both = { adjectives: "both", joins: "none" } as const;
const bothInRows = { adjectives: "both", joins: "phrases" } as const;

/** The noun phrases of the languages that have tags, except English. To add a language, add its row here. */
export const phraseGrammars: Readonly<Record<string, PhraseGrammar>> = {
  bs: { ...beforeInRows, links: "" },
  cs: { ...beforeInRows, links: "" },
  da: { ...before, links: "af" },
  de: { ...before, joins: "nouns", links: "von", namesModify: true, capitalizesNouns: true },
  el: { ...beforeInRows, links: "του της των" },
  es: { ...both, links: "de del", articles: "la las los" },
  fi: { ...beforeInRows, links: "", namesModify: true, minVerbMargin: 40 },
  fr: {
    ...both,
    links: "de des du d'",
    articles: "la l'",
    verbEnd: /-(?:je|tu|ils?|elles?|on|nous|ce|moi|toi)$|(?<!rendez)-vous$/i,
  },
  he: { ...bothInRows, links: "של", hasPrefixes: true, minVerbMargin: 40 },
  hr: { ...beforeInRows, links: "" },
  id: { ...bothInRows, links: "" },
  it: { ...both, links: "di del della dei delle degli dello dell' d'" },
  nl: { ...before, links: "van", minVerbMargin: 40 },
  no: { ...before, links: "av" },
  pl: { ...bothInRows, links: "" },
  pt: { ...both, links: "de do da dos das", verbEnd: /[^-]-(?:se|me|te|lhes?|l[oa]s?|n[oa]s?)$/i },
  ro: { ...bothInRows, links: "de al ai ale a" },
  ru: { ...beforeInRows, links: "" },
  sk: { ...beforeInRows, links: "" },
  sl: { ...beforeInRows, links: "" },
  sr: { ...beforeInRows, links: "" },
  sv: { ...before, links: "av" },
  tr: {
    ...before,
    joins: "nouns",
    links: "",
    namesModify: true,
    minVerbMargin: 50,
    compoundEnd: /[ıiuü](?:n(?:[ıiuü]n|[dt][ae]n?|[aeıiuü])|yl[ae])?$/,
  },
  uk: { ...beforeInRows, links: "" },
};

// The strings are words of texts. check-english: off
/**
 * Nouns without a topic of their own, as lemmas: times, measures, titles, greetings, and words such as "thing". They are
 * keywords only together with another word.
 */
const vagueNouns: Readonly<Record<string, string>> = {
  cs: "rok den dny týden měsíc hodina minuta sekunda čas doba dnes zítra včera ráno večer noc víkend chvíle věc způsob druh část případ fakt procento tisíc milion miliarda koruna pan paní dr ing mgr prof děkuji prosím ahoj pozdrav něco nic všechno člověk lidé",
  da: "år dag uge måned time minut sekund tid tidspunkt morgen aften nat weekend gang ting måde slags del tilfælde procent tusind million milliard krone kr kl hr fru dr prof tak hej hilsen noget intet alt",
  de: "jahr tag woche monat stunde minute sekunde zeit zeitpunkt uhr morgen vormittag mittag nachmittag abend nacht wochenende heute gestern mal ding sache art weise teil fall prozent euro tausend million milliarde mio mrd herr frau dr prof dank danke hallo gruß grüße etwas nichts alles",
  el: "έτος χρόνος χρόνια χρονιά ημέρα μέρα εβδομάδα μήνας ώρα λεπτό δευτερόλεπτο φορά πρωί βράδυ νύχτα πράγμα τρόπος είδος μέρος περίπτωση ποσοστό χιλιάδα εκατομμύριο δισεκατομμύριο ευρώ κύριος κυρία κ. κ δρ γεια ευχαριστώ τίποτα",
  es: "año día semana mes hora minuto segundo tiempo momento vez mañana tarde noche hoy ayer cosa manera forma modo tipo clase parte caso hecho ciento mil millón millones euro señor señora don doña sr sra dr dra gracias hola saludo saludos algo nada todo",
  fi: "vuosi päivä viikko kuukausi tunti minuutti sekunti aika hetki aamu ilta yö viikonloppu kerta asia tapa laji osa tapaus prosentti tuhat miljoona miljardi euro kello herra rouva tri kiitos hei terveisin",
  fr: "an année jour journée semaine mois heure minute seconde temps moment fois matin matinée soir soirée nuit aujourd'hui hier demain chose manière façon sorte type part partie cas fait pourcent cent mille million milliard euro monsieur madame mademoiselle m mme dr merci bonjour salut rien tout",
  he: 'שנה שנים יום ימים שבוע שבועות חודש חודשים שעה שעות דקה דקות זמן פעם בוקר ערב לילה דבר דרך סוג חלק מקרה אחוז אלף מיליון מיליארד שקל מר גברת ד"ר תודה שלום',
  hr: "godina dan tjedan mjesec sat minuta sekunda vrijeme doba trenutak put jutro večer noć danas jučer stvar način vrsta dio slučaj posto postotak tisuća milijun milijarda kuna euro gospodin gospođa g gđa dr prof hvala pozdrav nešto ništa",
  id: "tahun hari minggu bulan jam menit detik waktu saat kali pagi siang sore malam hal cara jenis bagian kasus persen ribu juta miliar rupiah bapak ibu pak bu dr terima kasih halo salam",
  it: "anno giorno giornata settimana mese ora minuto secondo tempo momento volta mattina sera serata notte oggi ieri domani cosa modo maniera tipo sorta parte caso fatto cento mila mille milione miliardo euro signor signore signora sig dott dr grazie ciao saluto saluti niente nulla tutto",
  nl: "jaar dag week maand uur minuut seconde tijd moment ochtend middag avond nacht weekend keer ding manier soort deel geval feit procent duizend miljoen miljard euro heer mevrouw dhr mevr dr prof dank bedankt hallo groet groeten iets niets alles",
  no: "år dag uke måned time minutt sekund tid tidspunkt morgen kveld natt helg gang ting måte slags del tilfelle prosent tusen million milliard krone kr kl hr fru dr prof takk hei hilsen noe ingenting alt",
  pl: "rok lata dzień tydzień miesiąc godzina minuta sekunda czas chwila raz rano wieczór noc weekend rzecz sposób rodzaj część przypadek fakt procent tysiąc milion miliard złoty zł pan pani dr prof mgr dziękuję cześć witam pozdrowienie coś nic wszystko",
  pt: "ano dia semana mês hora minuto segundo tempo momento vez manhã tarde noite hoje ontem coisa maneira forma modo tipo parte caso fato facto cento mil milhão milhões bilhão euro real reais senhor senhora sr sra dr dra obrigado obrigada olá nada tudo",
  ro: "an zi ziua săptămână lună oră minut secundă timp moment dată dimineață seară noapte azi ieri lucru mod fel tip parte caz fapt sută mie milion miliard leu euro domn domnul doamnă doamna dl dna dr mulțumesc bună salut nimic totul",
  ru: "год лето день неделя месяц час минута секунда время момент раз утро вечер ночь сегодня вчера вещь способ образ вид род часть случай факт процент тысяча миллион миллиард рубль господин госпожа г-н г-жа др спасибо привет здравствуйте ничто всё",
  sk: "rok deň dni týždeň mesiac hodina minúta sekunda čas doba dnes zajtra včera ráno večer noc víkend chvíľa vec spôsob druh časť prípad fakt percento tisíc milión miliarda euro pán pani dr ing mgr prof ďakujem ahoj pozdrav niečo nič všetko",
  sl: "leto dan teden mesec ura minuta sekunda čas trenutek krat jutro večer noč danes včeraj stvar način vrsta del primer odstotek tisoč milijon milijarda evro gospod gospa g ga dr hvala pozdrav nekaj nič",
  sr: "godina dan nedelja sedmica mesec sat minut sekunda vreme doba trenutak put jutro veče noć danas juče stvar način vrsta deo slučaj odsto procenat hiljada milion milijarda dinar evro gospodin gospođa dr prof hvala pozdrav nešto ništa",
  sv: "år dag vecka månad timme minut sekund tid tidpunkt morgon kväll natt helg gång sak sätt slag del fall procent tusen miljon miljard krona kr kl herr fru dr prof tack hej hälsning hälsningar något inget allt",
  tr: "yıl gün hafta ay saat dakika saniye zaman an kez kere defa sabah akşam gece bugün dün yarın şey şekil biçim tür kısım durum yüzde bin milyon milyar lira tl bey bay bayan hanım sayın dr prof teşekkür merhaba selam hiç",
  uk: "рік день тиждень місяць година хвилина секунда час момент раз ранок вечір ніч сьогодні вчора річ спосіб вид рід частина випадок факт відсоток тисяча мільйон мільярд гривня грн пан пані др дякую привіт ніщо все",
};
// check-english: on

/** Labels of numbers, parts and amounts, in any language. */
export const numberLabels: ReadonlySet<string> = new Set(
  "nº n° no nr art kap abs pag pág str mln mld mio mrd km m² m³ tel fax pos std stk mwst iban bic swift eur usd chf".split(
    " ",
  ),
);

const sets = new Map<string, ReadonlySet<string>>();

/** Returns the nouns of a language that are no topic by themselves. */
export function vagueWords(language: string): ReadonlySet<string> {
  const code = language === "bs" ? "hr" : language;
  const known = sets.get(language) ?? new Set((vagueNouns[code] ?? "").split(" "));
  sets.set(language, known);
  return known;
}
