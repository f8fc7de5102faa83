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
  /** A sign that ends a question in this language only. */
  questionMark?: string;
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
    ambiguous: "itd itp r mln mld tys n.e p.n.e jr im",
    starters:
      "a aby ale albo bo był była było być co czy dla do dlatego dopiero dziś gdy gdzie i ich ja jak jako jego jej jednak jest jeszcze już jeśli kiedy kto która który ma mam może my można na nad nam nas nasz nawet nic nie nigdy o od on ona one oni oraz po pod podczas potem poza przed przez przy się są ta tak także tam te tego ten teraz to tu tylko ty w we wczoraj wszyscy wtedy z za ze że",
    hasOrdinals: true,
  },
  sv: {
    joining: "hr fr dr prof t.ex t bl.a d.v.s s.k st ca jfr resp",
    numeric: "nr s kap fig tel art",
    ambiguous: "osv m.m etc kl f.d",
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
  no: {
    joining: "hr fr dr prof f.eks bl.a dvs ca jf st inkl ekskl evt tlf adv siv.ing",
    numeric: "nr s kap fig tlf art pkt",
    ambiguous: "kr kl mill mrd",
    starters:
      "alle at av da de den denne der det dette du etter eller en er et for fra få han hun hva hvor hvorfor i ikke ingen jeg kun man med men min nå når og også om på siden som så til under var vi dere",
    hasOrdinals: true,
  },
  cs: {
    joining:
      "p pan pí dr prof ing mgr bc doc mudr judr phdr rndr paeddr csc např tzv tzn tj resp popř příp sv ul tř nám cca vč kpt gen plk",
    numeric: "č čís s str obr tab tel odst čl kap roč sv př vyd",
    ambiguous: "mj r st n.l př.n.l tis mil mld hod min",
    starters:
      "a aby ale ani až byl byla bylo co do i já jak jako jeho její jen ještě je již k každý kde kdo kdy když ke který která které má může my na nad ne nebo nic nyní o od on ona oni ono po pod podle pokud pro proč proto před při s se si tak také tam ten tento to toto tuto tu tyto u už v ve vy však z za ze že",
    hasOrdinals: true,
  },
  sk: {
    joining:
      "p pán pí dr prof ing mgr bc doc mudr judr phdr rndr csc napr tzv tzn tj resp príp popr sv ul nám cca vr kpt gen plk",
    numeric: "č čís str s obr tab tel ods čl kap roč zv vyd",
    ambiguous: "r st n.l pr.n.l tis mil mld hod min",
    starters:
      "a aby ale ani až bol bola bolo čo do i ja ako jeho jej len ešte je už k každý kde kto kedy keď ku ktorý ktorá ktoré má môže my na nad nie alebo nič teraz o od on ona oni ono po pod podľa ak pre prečo preto pred pri s sa si tak tiež tam ten tento to toto tu tieto u v vo vy však z za zo že",
    hasOrdinals: true,
  },
  sl: {
    joining: "g ga gdč dr prof mag inž npr tj t.i oz sv ul cca gen polk dipl univ dol",
    numeric: "št str sl tab tel čl odst pogl",
    ambiguous: "st stol n.št pr.n.št tis mio mrd",
    starters:
      "a ali ampak bi bil bila bilo da do in iz ja jaz je ji jih jim k ker ki ko kot kaj kdo kje kjer ko lahko ma me mi na nad ne ni nič nje njegov ob od on ona oni pa po pod pri prav s se še sem so s ta tam te tega ti to tu tudi v vendar vi vse z za zakaj zato že",
    hasOrdinals: true,
  },
  hr: {
    joining: "dr prof mr dipl ing npr tzv tj odn sv ul gđa g gosp doc mag akad oec iur don fra cca",
    numeric: "br str čl tel st sl tab kat",
    ambiguous: "sl st god n.e pr.kr tis mil mlrd min sat",
    starters:
      "a ako ali bez bio bila bilo će da do dok i iako ili iz ja je jer još k kad kada kako kao kod koja koje koji ko li mi može na nad nakon ne nema ni nije niti no o od on ona oni ono ova ovaj ove ovo po pod pri prije s sa sada se su sve svi ta tada tako taj te ti to tu u uz već vi za zato zbog zašto",
    hasOrdinals: true,
  },
  sr: {
    joining:
      "dr prof mr dipl ing npr tzv tj odn sv ul gđa g gosp doc mag akad cca др проф мр дипл инж нпр тзв тј одн св ул г гђа доц акад",
    numeric: "br str čl tel st sl tab бр стр чл тел ст сл таб",
    ambiguous: "god n.e tis mil mlrd min год н.е хиљ мил млрд мин",
    starters:
      "a ako ali bez bio bila bilo će da do dok i iako ili iz ja je jer još kad kada kako kao kod koja koje koji li mi može na nad nakon ne nema ni nije niti no o od on ona oni ono ova ovaj ove ovo po pod pre pri s sa sada se su sve svi ta tada tako taj te ti to tu u uz već vi za zato zbog zašto а ако али без био била било ће да до док и иако или из ја је јер још кад када како као код која које који ли ми може на над након не нема ни није нити но о од он она они оно ова овај ове ово по под пре при с са сада се су све сви та тада тако тај те ти то ту у уз већ ви за зато због зашто",
    hasOrdinals: true,
  },
  fi: {
    joining: "esim ns mm ks prof tri ent vt dos maist fil lis oik tekn vrt toim n t.s kv nk",
    numeric: "s nro puh kpl luku art kohta",
    ambiguous: "eaa jaa klo kpl milj mrd min",
    starters:
      "ei ehkä emme en että hän he ja jo jos joka jotta kaikki kanssa koska kuin kun kuitenkin lisäksi me mikä mutta myös ne niin nyt näin olen olet on ovat sen se siellä siksi sitten tai te tämä tässä tuo vaan vain voi vuonna",
    hasOrdinals: true,
  },
  hu: {
    joining: "dr pl ún ill kb ifj özv id prof vö szül szt gr br tkp kiv",
    numeric: "sz old tel fsz em áb köt bek",
    ambiguous: "u i.e i.sz kr.e kr.u ft db óra perc bt kft zrt rt nyrt",
    starters:
      "a az amikor ami annak azért azt azonban azok de egy előtt ez ezek ezért ezt ha hogy hol így ilyen is itt kell ki majd már még mert mi miért mikor minden most nagyon ne nem nincs ő ők s szerint tehát úgy után vagy van volt én és",
    hasOrdinals: true,
  },
  ro: {
    joining:
      "dl dna d-na d-l d-ra dra dr prof ing st sf jud str bd ex arh av conf lect gen col cf v incl aprox mun com",
    numeric: "nr art alin pag p tel ap bl sc et fig cap vol lit pct",
    ambiguous: "î.hr d.hr mil mld min ian feb mart apr iun iul aug sept oct nov dec s.r.l",
    starters:
      "a acest această aceste acești acolo acum ai al am ar are astfel atunci au avea că când care ce cea cei cel cine cu cum da dacă dar de deci deoarece după ea ei el ele era este eu fiecare fără iar în însă la le lui mai mi nici nimic niciun noi nu o pe pentru prin s-a sa sau se și sunt sub toate toți totuși un unde va voi vom",
  },
  bg: {
    joining:
      "г-н г-жа г-ца д-р проф доц акад инж арх ул бул пл кв гр с напр т.е т.нар св ген полк адв вкл прибл обл общ бл",
    numeric: "стр с бр чл ал т рис табл тел вх ет ап бл гл",
    ambiguous: "г в и др т.н пр.н.е н.е лв ст хил млн млрд мин сек",
    starters:
      "а ако ала без беше би в вие все във г-н да до докато за защо защото и из или им има как как като когато която които който къде ли ме между ми моля може на над най не нещо ни никой нито но ние няма о от освен по под после при през преди пък с са само се след също сега така там те тези ти това тогава този той тук тя тази у ще аз",
  },
  tr: {
    joining:
      "dr prof doç av sn bkz örn yrd alb uzm op ort müh mim gen yb bşk hz krş çev der ed cad sok mah blv",
    numeric: "no s sf tel md apt kat sy bl şk",
    ambiguous: "m.ö m.s a.ş ltd şti dk sn st yy mn",
    starters:
      "ama ancak artık bazı belki ben bir biz bu bunun bunlar böyle çok çünkü daha de değil diğer en eğer fakat gibi hatta hem henüz her hiç ile ise kim mi nasıl ne neden nerede o olarak onlar oysa sadece sen siz son sonra şimdi şu tüm üstelik var ve veya ya yani yine yok",
    hasOrdinals: true,
  },
  uk: {
    joining: "проф акад доц ім вул просп пл обл р-н напр див ген полк інж св о пор бул пров смт тов гр т.зв",
    numeric: "стор с рис табл гл п ст № тел буд кв розд гл вид корп оф",
    ambiguous: "р рр ст грн коп тис млн млрд хв сек год т.д т.п ін н.е",
    starters:
      "а або але аби без був була було в вам вас весь ви вона вони вже від він воно все всі де для до є ж за з зараз і його її їх із кожен коли крім лише ми на над нам нас не немає ні ніхто ніщо о однак ось під після по при про проте та так також там те тепер ти то тоді той тому тут у усі це цей ця ці чи чому що щоб як яка який які якщо я",
  },
  el: {
    joining: "κ κα κκ δρ π.χ δηλ βλ καθ αγ λ.χ πρβλ οδ λεωφ πλ στρ ταξ επ",
    numeric: "σελ αρ τηλ αριθ κεφ άρθ παρ εικ πίν τ τόμ",
    ambiguous: "μ.χ π.χρ ευρ εκατ δισ χιλ μ.μ π.μ α.ε",
    starters:
      "α αλλά αν αυτά αυτές αυτή αυτό αυτοί αυτός γι για γιατί δε δεν εγώ εδώ εκεί εμείς ένα ένας επίσης ενώ εσείς εσύ ή η θα και κάθε κάποιος λοιπόν μα μας μαζί με μετά μέχρι μη μόνο μου να ο οι όλα όλοι όμως όταν όπως ότι ούτε πάντα παρά πολύ ποιος πού πριν προς πως σε σήμερα στα στη στην στις στο στον στους τα τη την της τι τις το τον του τους τότε των τώρα ως",
    questionMark: ";",
  },
  id: {
    joining: "bpk sdr sdri dr drs dra prof ir jl jln gg tn ny yth an a.n d.a kol jend kap",
    numeric: "no hlm hal tel telp rt rw km ps ay bab",
    ambiguous: "dgn tbk s.h m.m s.e rp jt",
    starters:
      "ada adalah akan aku anda apa apakah atau bagaimana bahwa banyak beberapa belum bila bisa dalam dan dapat dari dengan di dia hal hanya harus ia ini itu jadi jangan jika juga kalau kami kamu karena ke kemudian ketika kita lalu maka masih mereka meski namun oleh pada para saat saya sebagai sebelum sehingga sejak selain semua seorang sudah telah tetapi tidak untuk yang",
  },
  ar: { joining: "د أ م ص.ب ت أ.د م.م ش ط", ambiguous: "إلخ ق.م هـ" },
  he: { joining: 'ד״ר ד"ר פרופ רח עמ גב שד', numeric: "עמ מס סע טל" },
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
  questionMark: string;
}

const toSet = (list?: string): ReadonlySet<string> => new Set(list?.split(" "));

const sets = new Map<string, SentenceAbbreviations>();

/** Languages that share the abbreviations of another. */
const sameWords: Readonly<Record<string, string>> = { bs: "hr", nb: "no", nn: "no" };

/** Returns the abbreviations of a language by their effect on a sentence. */
export function sentenceAbbreviations(code: string): SentenceAbbreviations {
  const language = Object.hasOwn(sameWords, code) ? (sameWords[code] ?? code) : code;
  const known = sets.get(language);
  if (known) return known;
  const {
    joining,
    numeric,
    company,
    ambiguous,
    starters,
    hasOrdinals = false,
    questionMark = "",
  } = Object.hasOwn(words, language) ? (words[language] ?? {}) : {};
  const found = {
    joining: toSet(joining),
    numeric: toSet(numeric),
    company: toSet(company),
    ambiguous: toSet(ambiguous),
    starters: toSet(starters),
    hasOrdinals,
    questionMark,
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
