import { once } from "../network/once.ts";

/** The abbreviations of a language, in lower case, without their last period, separated by spaces. */
interface AbbreviationWords {
  /** Their period never ends a sentence: titles, and words before an example or a name. */
  joining?: string;
  /** Their period ends no sentence before a number. Otherwise they are words that a sentence can end with. */
  numeric?: string;
  /** Forms of companies. Their period ends no sentence before a region. */
  company?: string;
  /** Their period ends a sentence only before a word that begins sentences, such as "He". */
  ambiguous?: string;
  /** Words that begin sentences and are no part of names. */
  starters?: string;
  /** True if "14." means "14th". */
  hasOrdinals?: boolean;
}

// The strings are words of texts. check-english: off
/**
 * The sets of each language. Sources: the suppressions of CLDR's segmentation data, dictionaries of each language, and
 * the words that begin sentences most often.
 */
const words: Readonly<Record<string, AbbreviationWords>> = {
  en: {
    joining:
      "mr mrs ms messrs mme dr prof rev hon gen col capt cpt cmdr lt sgt maj gov sen rep pres supt st mt ft vs v cf e.g i.e viz esp incl approx hrs",
    numeric:
      "no nos p pp vol vols fig figs eq eqs sec secs ch chap art arts par approx est deg ext rs op ed eds ver vers tab app ca c b d fl para paras sect cl cls sched reg regs pt pts ser appx item ref refs nr",
    ambiguous:
      "al jr sr jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues thu thur thurs fri ave blvd rd dept univ assn bldg hwy oz lb lbs ph.d a.k.a",
    company: "corp inc ltd co llc plc bros",
    starters:
      "a about after all also although an and another any are as at because before but by can could did do does during each even every few finally first for from had has have he her here his how however i if in is it its just last later let like many maybe meanwhile more most my next no nobody nor not nothing now of on once one only or other our perhaps she should since so some soon such than that the their then there therefore these they this those though three through thus to today two under unfortunately until was we were what when where whether which while who whose why will with without would yes yet you your",
  },
  de: {
    joining:
      "dr prof hr fr frl st bzw z.b z d.h d u.a u o.ä vgl evtl ggf inkl sog geb gest jun dipl ing rer nat med phil habil hl kath evang ca zz resp lt st.-nr zzgl abzgl exkl einschl zuzügl max min mind ehem gem lfd versch zus entspr insb i.d.r i.v.m bspw",
    numeric:
      "nr nrn s bd bde abb art abs kap tab aufl hrsg jg tel fax str v ziff rn anm kl kls gr zi hs whg az kto blz ausg lief",
    ambiguous:
      "abt etc usw usf jh jhs chr jan feb mär apr jun jul aug sep sept okt nov dez mio mrd mrz co str gmbh std",
    starters:
      "aber alle als also am an auch auf aus bei beide bis da dabei dafür daher damit dann daran darauf das dass dazu dem den denn der des deshalb die dies diese dieser dieses doch dort du durch ein eine einen einer einige er erst es für gestern hier ich ihr ihre im immer in inzwischen ist ja jede jeder jedoch jetzt kein keine man mein mit nach nachdem nein nicht nichts noch nun nur ob obwohl oder ohne sein seine seit sie sind so sogar sollte später trotz über um und uns unser unter viele vielleicht vom von vor während war warum was weil welche wenn wer wie wir wird wo zu zum zur zwar zwei",
    hasOrdinals: true,
  },
  fr: {
    joining:
      "m mm mme mmes mlle mlles dr drs me mgr pr prof st ste sts av bd cf env p.ex p hab éd vs tél ex resp approx incl max min c.-à-d boul dép arr chem",
    numeric: "no nos n art vol fig pp p chap tél fax éd réf tab al par ann ch appt bât tome",
    ambiguous: "etc janv févr avr juil sept oct nov déc apr j.-c j c jr min",
    starters:
      "ainsi alors après au aucun aujourd aussi autant avant avec beaucoup bien car ce ceci cela celle celui cependant ces cet cette ceux chacun chaque comme comment d dans de depuis des donc du elle elles en enfin ensuite est et il ils j je jamais l la le les leur leurs lors lorsque ma mais malgré même mes mon ne non nos notre nous on or ou où par parce parfois pendant personne plus pour pourquoi pourtant puis quand que quel quelle qui quoi sa sans selon ses seul si son sont sous sur ta toi tous tout toute toutefois tu un une vers voici voilà vos votre vous y",
  },
  es: {
    joining:
      "sr sra sres sras srta d dª dr dra dres prof profa ing lic gral cap ud uds vd vds st sto sta excmo excma p.ej p ej esp aprox avda av c incl máx mín depto dpto prov urb pza ctra fdo",
    numeric:
      "núm num nº n pág págs p pp fig figs art arts vol cap tel tfno aprox ref ed ap apdo apto cía párr secc tfnos",
    ambiguous:
      "etc ee.uu ee uu ene feb abr may jun jul ago sept oct nov dic a.c d.c a.m p.m s.a s.l cía hnos jr",
    starters:
      "a además ahora al algo algunas algunos allí ante antes aquel aquella aquí así aun aunque ayer bajo cada casi como con cuando cómo de del desde después donde dos durante e el ella ellas ellos en entonces entre era es esa esas ese eso esos esta estas este esto estos está están fue ha hace hacia han hasta hay hoy la las le les lo los luego mas me mi mientras mis mucho muchos muy más nada nadie ni no nos nosotros nuestra nuestro nunca o otra otro para pero poco por porque pues que quien qué se según ser si siempre sin sobre son su sus sí también tampoco te tiene toda todas todo todos tras tu tú un una unas uno unos usted ya yo",
  },
  it: {
    joining:
      "sig sigg sig.ra sig.na dott dott.ssa prof prof.ssa ing avv on geom rag arch rev mons s st ss es p.es p v cfr spett gent egr ca incl max min prov loc fraz cod",
    numeric: "n nn num art artt pag pagg p pp fig figg vol cap tel par tab ed sez comma alleg int rif",
    ambiguous: "ecc gen feb mar apr mag giu lug set sett ott nov dic a.c d.c s.p.a s.r.l",
    starters:
      "a adesso ai al alcuni alla alle allora anche ancora anzi bene c che chi ci ciò come con così cosa cui da dal dalla dei del della delle di dopo dove due durante e ecco era essi fino forse fra già gli ha hanno ho i ieri il in infatti infine inoltre invece io l la le lei loro lui ma mai me mentre mi mia mio molti molto ne nel nella nelle nessuno niente no noi non nostra nostro o oggi ogni oppure ora per perché però più poi prima proprio qual quale quando quanto quasi quella quelle quelli quello questa queste questi questo qui quindi se sebbene secondo sempre senza si sia siamo sono sotto su sua sugli sul sulla suo tra tre tu tutta tutte tutti tutto un una uno va vi voi è",
  },
  pt: {
    joining:
      "sr sra srs sras dr dra drs prof profa eng exmo exma d st sto sta av p.ex p ex aprox gen cel incl máx mín depto esq trav pça",
    numeric: "núm num nº n pág págs p pp fig figs art arts vol cap tel ref ed inc par cx apto lj andar",
    ambiguous: "etc jan fev abr mai jun jul ago set out nov a.c d.c s.a ltda cia jr",
    starters:
      "a agora ainda algo alguns além antes ao aos aquela aquele aqui as assim até cada com como contudo da das de depois desde do dois dos durante e ela elas ele eles em embora enquanto entre então era essa esse esta estas este estes eu foi há hoje isso isto já lá logo mais mas me meu minha muito muitos na nada nas nem ninguém no nos nossa nosso nunca não nós o onde ontem os ou outra outro para pela pelo por porque porém pois pouco quais qual quando quanto quase que quem se segundo sem sempre ser seu seus sim sob sobre sua suas são também tem toda todas todo todos tudo um uma vai você",
  },
  nl: {
    joining:
      "dhr mevr mw mej dr drs mr ir ing prof st bijv bv d.w.z o.a m.b.t i.v.m t.a.v m.n vgl incl excl ca resp jhr max min ong zgn evt mbt",
    numeric: "nr nrs blz p pp fig figs art afb hfst tel vol par lid bijl pag",
    ambiguous: "enz etc jan feb mrt apr jun jul aug sep sept okt nov dec a.u.b v.chr n.chr b.v n.v",
    starters:
      "aan al alle alleen als altijd andere bij daar daarna daarom dan dat de deze die dit door dus een eerst elke en er geen gisteren haar had hebben heeft het hier hij hoe hun iedereen iemand ik in intussen is ja je jij jullie kan maar meer men met mijn moet na naar nee net niet niets nog nu of om omdat ondanks onder ons onze ook op over sinds soms te tegen ten toch toen tot tussen twee uit van vandaag veel volgens voor waar waarom want was wat we wel welke werd wie wij zal ze zij zijn zo zoals zonder zou",
  },
  ru: {
    joining:
      "г-н г-жа проф акад доц инж ген полк ул пр просп пл пер наб т д обл р-н св см ср напр т.е т.к т.н гр гос респ мкр пос",
    numeric: "стр с рис табл гл п пп ст вып изд тел кв кор корп прил разд ч оф под эт",
    ambiguous:
      "г гг в вв др пр руб коп тыс млн млрд т.д т.п н.э мин сек янв февр мар апр авг сент окт нояб дек им",
    starters:
      "а в вам вас весь во вот все всё вы где да даже для до его ее если есть еще её ещё же за затем здесь и из из-за или им их к как какой ко когда который кто куда ли лишь между меня мне может мой мы на над надо наш не него нет ни никто но ну о об однако он она они оно от очень по под после потом потому почему при про с сам сегодня сейчас со так также такой там те тем теперь то тогда того только тот ты у уже хотя чем через что чтобы эта эти это этот я",
  },
  pl: {
    joining:
      "p prof dr hab mgr inż doc św ul al pl os gen płk kpt ks np m.in tzn tzw wg tj zob por max min tel woj pow gm pok inw",
    numeric: "nr s str rys tab tel poz art ust r godz ok par zał kl lok m",
    ambiguous: "itd itp r zł mln mld tys n.e p.n.e jr im",
    starters:
      "a aby ale albo bo był była było być co czy dla do dlatego dopiero dziś gdy gdzie i ich ja jak jako jego jej jednak jest jeszcze już jeśli kiedy kto która który ma mam może my można na nad nam nas nasz nawet nic nie nigdy o od on ona one oni oraz po pod podczas potem poza przed przez przy się są ta tak także tam te tego ten teraz to tu tylko ty w we wczoraj wszyscy wtedy z za ze że",
    hasOrdinals: true,
  },
  sv: {
    joining: "hr fr dr prof t.ex t bl.a d.v.s s.k st ca jfr resp",
    numeric: "nr s kap fig tel art",
    ambiguous: "osv m.m etc kl f.d kr",
    starters:
      "alla allt att av bara de den denna det detta du efter eftersom en ett från för ha han hon här i idag ingen inte jag kanske man med men min många ni nu när och också om på sedan som så till under vad var varför vi är även",
  },
  da: {
    joining: "hr fr dr prof f.eks bl.a dvs ca jf st",
    numeric: "nr s kap fig tlf",
    ambiguous: "osv mv m.m etc kr kl",
    starters:
      "af alle at av da de den denne der det dette du efter eller en er et etter for fra få han hun hvad hva hvor hvorfor i ikke ingen jeg kun man med men min nå når nu og også om på siden som så til under var vi",
    hasOrdinals: true,
  },
  nb: {
    joining: "hr fr dr prof f.eks bl.a dvs ca jf st",
    numeric: "nr s kap fig tlf",
    ambiguous: "osv mv m.m etc kr kl",
    starters:
      "af alle at av da de den denne der det dette du efter eller en er et etter for fra få han hun hvad hva hvor hvorfor i ikke ingen jeg kun man med men min nå når nu og også om på siden som så til under var vi",
    hasOrdinals: true,
  },
  cs: {
    joining: "p pan dr prof ing mgr doc mudr judr např tzv tj sv ul tř cca",
    numeric: "č čís s str obr tab tel odst",
    ambiguous: "atd apod mj r st n.l kč",
    hasOrdinals: true,
  },
  fi: { joining: "esim ns mm ks prof tri ent vt", numeric: "s nro puh", hasOrdinals: true },
  hu: { joining: "dr pl ún ill kb ifj özv prof", numeric: "sz old tel", hasOrdinals: true },
  ro: { joining: "dl dna dr prof ing st jud str bd ex", numeric: "nr art alin pag tel ap bl sc" },
  sk: {
    joining: "p pán dr prof ing mgr doc napr tzv tj sv ul cca",
    numeric: "č str tel ods",
    hasOrdinals: true,
  },
  hr: { joining: "dr prof mr dipl npr tzv tj sv ul gđa g", numeric: "br str čl tel", hasOrdinals: true },
  sr: {
    joining: "dr prof mr dipl npr tzv tj sv ul др проф нпр тзв тј св ул",
    numeric: "br str čl бр стр чл",
    hasOrdinals: true,
  },
  tr: {
    joining: "dr prof doç av sn bkz örn yrd alb",
    numeric: "no s sf tel cad sok mah md",
    hasOrdinals: true,
  },
  uk: {
    joining: "проф акад доц ім вул просп пл обл р-н напр див",
    numeric: "стор с рис табл гл п ст № тел буд кв",
  },
  el: { joining: "κ κα κκ δρ π.χ δηλ βλ καθ αγ", numeric: "σελ αρ τηλ αριθ κεφ" },
};
// check-english: on

/** The abbreviations of a language by their effect on a sentence. */
export interface SentenceAbbreviations {
  joining: ReadonlySet<string>;
  numeric: ReadonlySet<string>;
  company: ReadonlySet<string>;
  ambiguous: ReadonlySet<string>;
  starters: ReadonlySet<string>;
  hasOrdinals: boolean;
}

const toSet = (list?: string): ReadonlySet<string> => new Set(list?.split(" "));

const sets = new Map<string, SentenceAbbreviations>();

/** Returns the abbreviations of a language by their effect on a sentence. */
export function sentenceAbbreviations(language: string): SentenceAbbreviations {
  const known = sets.get(language);
  if (known) return known;
  const {
    joining,
    numeric,
    company,
    ambiguous,
    starters,
    hasOrdinals = false,
  } = Object.hasOwn(words, language) ? (words[language] ?? {}) : {};
  const found = {
    joining: toSet(joining),
    numeric: toSet(numeric),
    company: toSet(company),
    ambiguous: toSet(ambiguous),
    starters: toSet(starters),
    hasOrdinals,
  };
  sets.set(language, found);
  return found;
}

/** Words that can begin a sentence and have a capital within one too. */
const alwaysCapital = new Set("I Sie Ihr Ihre Ihren Ihrem Ihnen".split(" "));
const capitalWord = /^\p{Lu}[\p{L}\p{M}]{0,23}/u;

const allStarters = once(
  () => new Set(Object.values(words).flatMap(({ starters = "" }) => starters.split(" "))),
);

/** Returns whether a text begins with a word that begins sentences in one of the languages and is no name: "The". */
export function beginsSentence(text: string): boolean {
  const word = capitalWord.exec(text)?.[0];
  return word !== undefined && !alwaysCapital.has(word) && allStarters().has(word.toLowerCase());
}

/** Returns whether a word is an article, a pronoun or another word that begins sentences, in any letter case. */
export function isFunctionWord(word: string): boolean {
  return allStarters().has(word.toLowerCase());
}
