/** Constructions that reviews, notes of physicians and news have in all languages, in the words of one. */
export interface CommonConstructions {
  /** Refusals to recommend, demands for money, goods that did not come: patterns of constructions. */
  blame: string;
  /** Praise without a word of praise. */
  praise: string;
  /** Facts whose words praise or blame elsewhere: net profit, the reason for a visit, symptoms. */
  facts: string;
  /** Words of events that news report, in the form of classes: `kill*` matches each word that begins with it. */
  events: string;
  /** Words of the writer and the reader. A sentence with one of them is no report. */
  persons: string;
}

// The strings are words of customers. check-english: off

/** The constructions by language. To add a language, add its row. */
export const commonConstructions: Readonly<Record<string, CommonConstructions>> = {
  ar: {
    blame:
      "لا انصح ..1 به/بها/بهم/ابدا | لا أنصح ..1 به/بها/بهم/أبدا | لن أكررها/اكررها/أعود/اعود ..2 | أريد استرداد ..2 | استرداد نقودي/أموالي/فلوسي | لا ..1 ترد/يرد/يجيب/تجيب | لم تصل/يصل ..3 | تأخر* ..1 التوصيل",
    praise:
      "سأشتريه/سأشتريها/سأطلب/سأعود ..1 مرة أخرى/اخرى | سأشتريه مجددا | أنصح به/بها ..1 | أنصح الجميع ..1 | لا شكاوى",
    facts:
      "صافي الربح/ربح/الأرباح/أرباح/الدخل | سبب الزيارة : >> | سبب الزيارة : >> ، >> | ألم/آلام في الصدر/البطن/الرأس/الظهر | بدون/دون حمى/حرارة/ألم",
    events:
      "قتل* مقتل* قتيل* قتلى حادث* هجوم* هجمات انفجار* جرح* اصيب* اصاب* إصاب* أصيب* حرب* معارك اعتقل* اعتقال* محكم* سجن* اتهم* اتهام* وفا* توفي* مات* زلزال* فيضان* حريق* ازم* أزم* خسائر* خسار* ارباح* أرباح* فاز* فوز* جائز* سلاح* اسلح* أسلح* ارهاب* إرهاب* ضحايا تهديد* احتجاج*",
    persons: "أنا انا نحن لي لنا معي معنا عندي أنت انت لكم",
  },
  bg: {
    blame:
      "не ..1 препоръчвам/препоръчваме | никога повече | искам ..2 парите ..1 обратно | не отговаря/отговарят/вдига/вдигат | така и не ..1 пристигна/дойде/получих | никога не ..1 пристигна/дойде",
    praise:
      "бих ..2 купил/купила/поръчал/поръчала ..1 отново/пак | ще ..1 купя/поръчам ..1 отново/пак | нямам оплаквания",
    facts:
      "нетна/нетната печалба | повод : >> | повод : >> , >> | оплаквания : >> | болка/болки в гърдите/корема/гърба | без температура/болка/болки",
    events:
      "загина* убит* уби* катастроф* инцидент* ранен* ранени* война* войн* нападен* атак* бомб* оръж* арест* осъд* обвин* затвор* жертв* почина* умря* земетресен* пожар* криз* протест* стачк* спечел* победи* награ* дълг* загуб* заплах* терор*",
    persons: "аз ние ми ни ме нас мен ти вие ви мой моя моето моите наш наша",
  },
  cs: {
    blame:
      "nedoporučuji/nedoporučuju/nedoporučujeme | už? nikdy ..1 více/víc | chci ..2 vrátit/zpět ..1 peníze/zpět | chci peníze zpět | zákaznická podpora neodpovídá/nereaguje | zákaznický servis neodpovídá/nereaguje | nikdy nepřišel/nepřišla/nepřišlo/nedorazil/nedorazila/nedorazilo | stále/pořád nedorazil/nedorazila/nepřišel/nepřišla",
    praise:
      "koupil/koupila/objednal/objednala bych ..1 znovu/zas/zase | koupím/objednám ..1 znovu/zas/zase | žádné výhrady/stížnosti",
    facts:
      "čistý zisk | čistého zisku | čistá ztráta | důvod návštěvy : >> | důvod návštěvy : >> , >> | bolest/bolesti na/v hrudi/břiše/zádech/krku | bez horečky/horeček/bolesti/teploty",
    events:
      "zemřel* zabit* zahynul* nehod* zraněn* zranil* válk* válc* útok* napad* bomb* zbran* zatčen* zatkl* odsouzen* obvin* žalob* vězen* vrah* vražd* oběť* oběti* obětí zemětřesen* povod* požár* kriz* protest* stávk* vyhrál* vítěz* cen* dluh* ztrát* hroz* teror* smrt* konflikt*",
    persons: "já my mi mě nám nás můj moje má náš naše ty vy vám vás",
  },
  da: {
    blame:
      "kan ikke anbefale ..1 | anbefaler ikke ..1 | aldrig igen/mere | vil have ..1 pengene/penge tilbage | kundeservice svarer ikke | svarer ikke på ..2 | kom/kommet aldrig frem | er aldrig kommet ..1 frem | virker ikke",
    praise: "ville/vil ..2 købe/bestille ..2 igen | ingen klager | intet at klage over",
    facts:
      "ingen/uden feber/smerter/åndenød | henvendelsesårsag : >> | henvendelsesårsag : >> , >> | smerter i ..1 bryst/brystet/maven/ryggen",
    events:
      "dræb* død* døde* omkom* ulykke* såret* krig* angreb* bombe* våben* anhold* dømt* tiltal* fængs* offer ofre* ofret jordskælv* oversvømm* brand* krise* protest* strejke* vandt* vundet sejr* pris* gæld* tab* trussel* trusl* terror* mord* myrd* konflikt* eksplosion*",
    persons: "jeg vi mig os min mit mine vores du i jer dig din",
  },
  de: {
    blame: "nicht weiterzuempfehlen | kann ..3 nicht weiterempfehlen | niemand/keiner ..2 antwortet/reagiert",
    praise: "kein pappenstiel | nicht unfreundlich/unangenehm/unzufrieden",
    facts:
      "vorstellungsgrund : >> | vorstellungsgrund : >> , >> | kein/keine/ohne fieber/schmerzen/atemnot/dyspnoe/übelkeit/husten | schmerzen in/im ..1 brust/bauch/rücken/kopf | klagt über >> | neue/neuen/neuer schulden | zu klagen | klage gegen/vor/beim | klagen gegen/vor",
    events:
      "getötet* tot tote* toten gestorben starb* unfall* unfälle* verletzt* krieg* kriege* angriff* angegriffen anschlag* anschläge* mord* ermordet* opfer* waffe* bombe* kämpf* kampf* terror* festgenommen* verhaftet* verurteilt* angeklagt* klag* verklag* schulden* schuldig* verlust* krise* protest* streik* gewinn* gewann* gewonnen sieg* siegte* feuer brand* explosion* katastroph* überschwemmung* erdbeben* insolven* konkurs* arbeitslos* armut krebs gefängnis* haft strafe* droht* drohen* drohung* niederlage* verlor* verloren rückgang* frieden* konflikt*",
    persons: "ich wir mir uns mich mein meine meinen meiner unser unsere du ihr sie euch dein ihre ihnen",
  },
  el: {
    blame:
      "δεν ..1 συνιστώ/προτείνω | ποτέ ξανά | θέλω ..1 λεφτά/χρήματα ..1 πίσω | δεν ..1 απαντά/απαντάει/απαντούν/απαντάνε/σηκώνει/σηκώνουν | δεν έφτασε/ήρθε ..1 ποτέ",
    praise: "θα ..1 ξαναγόραζα/ξαναπήγαινα/ξαναπάω/ξαναγοράσω/ξαναπαράγγελνα | κανένα παράπονο",
    facts:
      "καθαρά κέρδη | καθαρό κέρδος | αιτία επίσκεψης : >> | αιτία επίσκεψης : >> , >> | πόνος/πόνο/άλγος στο/στην ..1 | χωρίς πυρετό/πόνο",
    events:
      "σκοτωθηκ* σκοτωσ* νεκρ* πεθαν* ατυχημα* δυστυχημα* τραυματι* πολεμ* επιθεσ* βομβ* οπλ* συνεληφθ* συλληψ* καταδικ* κατηγορ* φυλακ* θυμα* θυματ* σεισμ* πλημμυρ* πυρκαγι* κρισ* διαδηλωσ* απεργ* κερδισ* νικ* βραβει* χρε* απωλει* ζημι* απειλ* τρομοκρατ* δολοφον* εκρηξ*",
    persons: "εγώ εμείς μου μας με εσύ εσείς σας σου",
  },
  es: {
    blame:
      "nunca ..1 ha/han llegado | no ..1 cogen/coge/atienden/atiende ..1 teléfono | jamás ..1 vuelvo/volveré",
    praise:
      "lo/la/los/las volvería/volveré/volveríamos a comprar/pedir/reservar | sin pegas | sin poner pegas",
    facts:
      "beneficio/beneficios neto/netos | motivo de consulta : >> | motivo de consulta : >> , >> | dolor/dolores torácico/torácicos/abdominal/abdominales/lumbar/precordial/articular/muscular/de ..1 pecho/cabeza/espalda | dolor en ..1 pecho/abdomen/espalda/pierna/brazo/rodilla | sin/niega fiebre/disnea/dolor/náuseas/vómitos/síntomas/alergias | niega >> , >>",
    events:
      "muert* murier* murió muri* fallec* accidente* herid* guerra* ataque* atacad* atac* bomb* arma* deten* arrest* condenad* condenó acusad* cárcel prisión víctima* terremoto* inundaci* incendio* crisis protesta* huelga* ganó ganaron ganador* victoria* premi* deuda* pérdida* pérdidas amenaza* terroris* asesin* explosi* conflict* beneficio*",
    persons: "yo nosotros me nos mi mis nuestro nuestra tú usted ustedes te tu su",
  },
  fi: {
    blame:
      "en suosittele ..1 | ei koskaan enää | haluan ..1 rahani/rahat takaisin | asiakaspalvelu ei vastaa/vastannut ..1 | ei ..1 vastannut kertaakaan | ei koskaan saapunut/tullut | ei ole ..1 saapunut/tullut ..1 vieläkään",
    praise: "ostaisin/tilaisin ..1 uudelleen/uudestaan | ei valittamista",
    facts: "tulosyy : >> | tulosyy : >> , >> | ei kuumetta/kipua/hengenahdistusta/oireita | rintakipua ..2",
    events:
      "kuoli kuolee kuollut kuolleen surma* tapet* onnettomuu* loukkaantu* sota sodan sodassa hyökkäy* pommi* ase aseen pidätet* tuomit* syyt* vankil* uhri* maanjäristy* tulva* tulipalo* kriisi* mielenosoitu* lakko* voitti voitto voiton palkin* velka* velan tappio* uhka* terror* murha* räjähd* konflikti*",
    persons: "minä me minun meidän minua meitä sinä te sinun teidän minulle meille",
  },
  fr: {
    blame: "jamais arrivé/arrivée/arrivés/reçu/livré | ne ..2 rembourse/remboursent ..1 pas",
    praise:
      "je ..1 rachèterais/rachèterai/rachète/recommanderais/reviendrai/reviendrais ..2 | on en a pour son argent | ne manque/manquait pas d'humour/de charme/goût",
    facts:
      "bénéfice/bénéfices net/nets | motif : >> | motif : >> , >> | douleur/douleurs thoracique/thoraciques/abdominale/abdominales/lombaire/lombaires | pas de/d' fièvre/dyspnée/douleur/nausée | sans fièvre/dyspnée/douleur",
    events:
      "mort* morte* tué* tuer décéd* accident* blessé* guerre* attaque* attaqué* attentat* bombe* arme* arrêté* condamné* accusé* prison* victime* séisme* inondation* incendie* crise* manifest* grève* gagné* victoire* prix dette* perte* menace* terror* assassin* meurtr* explosion* conflit* repoussé* repoussée*",
    persons: "je nous me moi mon ma mes notre nos tu vous te ton ta votre vos j",
  },
  he: {
    blame:
      "לא ממליץ/ממליצה/ממליצים ..1 | לעולם לא עוד | רוצה ..2 הכסף/כסף ..1 חזרה/בחזרה/זרה | לא עונה/עונים/ענו ..1 | לא הגיעה/הגיע ..1 | החבילה לא הגיעה",
    praise: "הייתי ..1 קונה/מזמין/מזמינה ..1 שוב | אקנה שוב | אין תלונות",
    facts:
      "רווח/הרווח נקי/הנקי | סיבת הפנייה : >> | סיבת הפנייה : >> , >> | כאב/כאבי/כאבים בחזה/בבטן/בגב | ללא/בלי חום/כאב/כאבים",
    events:
      "נהרג* הרוג* נהרגו נפצע* פצוע* תאונ* מלחמ* תקיפ* התקפ* פיגוע* פצצ* נשק* נעצר* מעצר* הורשע* כלא מאסר* קורבנ* רעיד* שיטפ* שריפ* משבר* הפגנ* שבית* ניצח* זכה זכתה פרס* חוב* הפסד* איומ* טרור* רצח* נרצח* פיצוץ* מת מתו נפטר*",
    persons: "אני אנחנו שלי שלנו לי לנו אותי אותנו אתה את אתם שלך שלכם",
  },
  hr: {
    blame:
      "ne preporučujem/preporučam/preporučujemo | nikad/nikada više | želim/tražim povrat ..1 novca | korisnička podrška ne odgovara | služba ..1 ne odgovara | ne odgovara/odgovaraju ..1 na | nikad/nikada nije/nisu stigao/stigla/stiglo/stigli | nije/nisu ..1 stigao/stigla/stiglo",
    praise:
      "kupio/kupila/naručio/naručila bih ..1 opet/ponovno | kupit/naručit ću ..1 opet/ponovno | nema zamjerki",
    facts:
      "neto dobit | razlog dolaska : >> | razlog dolaska : >> , >> | bol/bolovi u prsima/trbuhu/leđima | bez temperature/boli/bolova",
    events:
      "poginu* ubije* ubij* umrl* umro nesreć* ranjen* ozlije* rat rata ratu napad* bomb* oružj* uhićen* osuđen* optužen* zatvor* žrtv* potres* poplav* požar* kriz* prosvjed* štrajk* pobije* pobjed* nagrad* dug* gubit* prijet* teror* eksplozij* sukob*",
    persons: "ja mi meni nam nas moj moja moje naš naša ti vi vam vas",
  },
  hu: {
    blame:
      "nem ajánlom/ajánljuk ..1 | soha többé/többet | kérem ..1 vissza ..1 pénz* | vissza ..2 pénzem/pénzemet | nem válaszol/válaszolnak/válaszoltak ..1 | nem érkezett ..1 meg | soha nem ..1 érkezett",
    praise: "újra ..1 megvenném/megveszem/megrendelném | nincs panasz",
    facts:
      "nettó nyereség/eredmény | panasz : >> | panasz : >> , >> | mellkasi/hasi fájdalom/fájdalmak ..1 | láz nincs",
    events:
      "meghalt* halál* baleset* sérült* megsérült* háború* támadás* bomba* fegyver* letartóztat* elítélt* vádol* börtön* áldozat* földreng* árvíz* tűzvész* válság* tüntet* sztrájk* nyert* győz* díj* adósság* veszteség* fenyeget* terror* gyilkos* robban*",
    persons: "én mi nekem nekünk engem minket te ti neked",
  },
  it: {
    blame:
      "non ..1 mai arrivato/arrivata/arrivati | rivoglio ..2 soldi | non ..2 rimborsano/rimborsato | non risponde ..2 telefono",
    praise:
      "lo/la/li/le ricomprerei/ricomprerò/riacquisterei/consiglierei ..1 | ci tornerei/torneremo/ritornerei ..2",
    facts:
      "utile/utili netto/netti | motivo ..1 visita : >> | motivo ..1 visita : >> , >> | dolore/dolori toracico/toracici/addominale/addominali/lombare/al/alla ..1 | assenza di febbre/dolore | senza febbre/dolore/dispnea | nega >> , >>",
    events:
      "mort* morti morte morto mori* decedut* ucci* incident* ferit* guerra guerre attacc* attentat* bomb* arm* arrestat* condannat* accusat* carcere prigione vittim* terremot* alluvion* incendi* crisi protest* scioper* vinto vinse vince vittori* premi* debit* perdit* minacc* terroris* omicidi* esplosion* conflitt* utile utili",
    persons: "io noi mi ci mio mia miei mie nostro nostra tu voi ti vi tuo vostro",
  },
  nl: {
    blame:
      "raad ..3 niet aan | niet aan te raden | nooit meer/weer | neemt/nemen niet op | die niet opneemt/opnemen | nooit aangekomen/ontvangen/geleverd | is ..1 niet aangekomen | wil ..3 terug | die lekt | dan heb je ook niks",
    praise: "zou ..2 opnieuw/weer kopen/bestellen/boeken | koop ..2 opnieuw/weer | geen klachten",
    facts:
      "geen/zonder koorts/pijn/kortademigheid/misselijkheid | reden van bezoek : >> | reden van bezoek : >> , >> | pijn op/in de borst/buik/rug",
    events:
      "gedood* dood doden dode stierf* stierven overled* ongeluk* ongeval* gewond* oorlog* aanval* aangevallen aanslag* bom bommen wapen* gearresteerd* veroordeeld* beschuldigd* aangeklaagd* gevangenis* slachtoffer* aardbeving* overstroming* brand* crisis protest* staking* won wonnen gewonnen overwinning* prijs* schuld* verlies* dreig* terror* moord* vermoord* explosie* conflict*",
    persons: "ik wij we mij me ons onze mijn jij je u uw jullie jouw",
  },
  no: {
    blame:
      "kan ikke anbefale ..1 | anbefaler ikke ..1 | aldri mer/igjen | vil ha ..1 pengene/penger tilbake | svarer ikke på ..2 | kundeservice svarer ikke | kom/kommet aldri fram/frem | virker ikke",
    praise: "ville/vil ..2 kjøpt/kjøpe/bestilt/bestille ..2 igjen | ingen klager",
    facts:
      "ingen/uten feber/smerter/pustebesvær | årsak : >> | årsak : >> , >> | smerter i ..1 bryst/brystet/magen/ryggen | stoler , | stoler og | stoler til | stoler ..1 for",
    events:
      "drept* død* døde* omkom* ulykke* skadd* såret* krig* angrep* bombe* våpen* pågrep* arrester* dømt* tiltal* fengs* offer ofre* jordskjelv* flom* brann* krise* protest* streik* vant vunnet seier* pris* gjeld* tap* trussel* trusl* terror* drap* konflikt* eksplosjon*",
    persons: "jeg vi meg oss min mitt mine vår vårt du dere deg din",
  },
  pl: {
    blame:
      "nie polecam/polecamy ..1 | zdecydowanie/absolutnie nie polecam | nigdy więcej | chcę ..1 zwrotu ..1 | nie odpowiada/odpowiadają/odbiera/odbierają ..2 | nigdy/nadal nie dotarła/dotarł/dotarło/przyszła/przyszedł | nic nie załatwiła/załatwił/załatwili/zrobili/dało | – brawo ! | brawo ! – ",
    praise:
      "kupiłbym/kupiłabym/zamówiłbym ..1 ponownie/znowu | kupię/zamówię ..1 ponownie/znowu/jeszcze | żadnych/bez zastrzeżeń",
    facts:
      "zysk netto | powód wizyty : >> | powód wizyty : >> , >> | ból/bóle w klatce | ból/bóle brzucha/głowy/pleców | bez gorączki/bólu/duszności",
    events:
      "zginę* zginął* zabit* zmarł* wypad* rann* wojn* atak* zaatak* bomb* broń broni aresztow* skazan* oskarż* więzien* ofiar* trzęsien* powod* powódź pożar* kryzys* protest* strajk* wygra* zwycię* nagrod* dług* strat* groź* groź* terror* zabójst* morder* eksplozj* wybuch* konflikt*",
    persons: "ja my mi mnie nam nas mój moja moje nasz nasza ty wy ci wam was",
  },
  pt: {
    blame:
      "nunca ..1 chegou/recebi/responderam | quero ..2 dinheiro ..2 volta | não ..2 atendem/atende/reembolsam",
    praise: "compraria/comprarei/pediria ..2 novamente/de novo/outra | compraria de novo | de cair o queixo",
    facts:
      "lucro/lucros líquido/líquidos | motivo ..1 consulta : >> | motivo ..1 consulta : >> , >> | dor/dores torácica/torácicas/abdominal/abdominais/lombar | dor no/na/de peito/barriga/cabeça | sem/nega febre/dispneia/dor/náuseas",
    events:
      "morre* morto* morta* mort* faleceu* acidente* ferid* guerra* ataque* atac* bomb* arma* pres* detid* condenad* acusad* prisão cadeia vítima* terremoto* inundaç* incêndio* crise* protesto* greve* venceu ganhou vitória* prêmio* prémio* dívida* perda* ameaça* terroris* assassin* explos* conflito* lucro*",
    persons: "eu nós me nos meu minha meus minhas nosso nossa você vocês te teu sua",
  },
  ro: {
    blame:
      "nu recomand/recomandăm ..1 | niciodată ..1 | vreau ..1 banii ..1 înapoi | nu răspunde/răspund/răspunse ..2 | nu a/au ajuns/sosit/venit ..1 niciodată | am primit nimic",
    praise: "aș ..2 cumpăra/comanda/reveni ..1 din nou | nicio plângere",
    facts:
      "profitul/profit net | motivul consultației : >> | motivul consultației : >> , >> | durere/dureri toracică/toracice/abdominală/abdominale | fără febră/durere/dispnee",
    events:
      "murit* mort* moart* decedat* ucis* accident* rănit* război* atac* bomb* arme arma arestat* condamnat* acuzat* închisoare* victim* cutremur* inundați* incendi* criz* protest* grev* câștigat* victori* premi* datori* pierder* amenin* teror* crim* explozi* conflict*",
    persons: "eu noi mi mie ne nouă meu mea noastră nostru tu voi vă ție",
  },
  ru: {
    blame:
      "не рекомендую/рекомендуем/советую ..1 | больше никогда | верните ..1 деньги | не отвечает/отвечают/перезвонил/перезвонили/перезвонила ..1 | так и не ..1 пришла/пришёл/пришел/пришло/доставили/получил/получила/перезвонил/перезвонили",
    praise: "куплю/закажу/купил/купила ..1 ещё/еще/снова | никаких претензий/нареканий",
    facts:
      "чистая/чистой/чистую прибыль/прибыли | чистый/чистого доход/убыток | жалобы : >> | жалобы : >> , >> | жалобы на >> | боль/боли в груди/животе/спине/голове | без лихорадки/температуры/боли",
    events:
      "погиб* убит* умер* умерл* скончал* авари* ранен* ранен* пострадавш* войн* атак* нападен* бомб* оружи* арестова* задержа* осуд* осужд* обвин* тюрьм* тюрем* жертв* землетряс* наводнен* пожар* кризис* протест* забастов* выигра* побед* преми* наград* долг* убыт* потер* угроз* террор* убийств* взрыв* конфликт* прибыл*",
    persons: "я мы мне нам меня нас мой моя моё мои наш наша наши ты вы вам вас",
  },
  sv: {
    blame:
      "rekommenderar ..2 inte | kan inte rekommendera ..1 | aldrig mer/igen | vill ha ..2 pengarna/pengar tillbaka | svarar inte ..2 | kom/kommit aldrig fram | fungerar inte",
    praise:
      "skulle ..2 köpa/beställa ..2 igen | inga klagomål | var jättetrevligt/jättefint/jättebra/jättegott/jätteroligt",
    facts:
      "ingen/utan feber/smärta/smärtor/andnöd | besöksorsak : >> | besöksorsak : >> , >> | smärta/smärtor i ..1 bröstet/magen/ryggen",
    events:
      "död* dödad* dödades omkom* olyck* skadad* skadades krig* attack* anfall* bomb* vapen* grips* gripen* arrester* dömd* dömdes åtal* fängels* offer offren jordbävning* översvämning* brand bränd* kris* protest* strejk* vann vunnit seger* pris* skuld* förlust* hot hotar terror* mord* mördad* konflikt* explosion*",
    persons: "jag vi mig oss min mitt mina vår vårt du ni dig er din",
  },
  tr: {
    blame:
      "tavsiye etmiyorum/etmem/etmiyoruz | bir daha asla ..4 | paramı ..1 geri ..1 | cevap/yanıt vermiyor/vermiyorlar/vermedi/vermediler | hiç/hâlâ/hala gelmedi/ulaşmadı/ulasmadi",
    praise: "tekrar/yine alırım/alırız/sipariş | hiç şikayetim yok | şikayetim yok",
    facts:
      "net kar/kâr | başvuru nedeni : >> | başvuru nedeni : >> , >> | göğüs/karın/baş/sırt ağrısı/ağrıları ..1 | ateş/ağrı yok ..1",
    events:
      "öldü ölen* ölü öldür* hayatını kaza* yaralı* yarala* savaş* saldır* bomba* silah* tutuklan* gözaltı* mahkum* suçlan* hapis* hapse cezaevi* kurban* deprem* sel yangın* kriz* protesto* grev* kazandı zafer* ödül* borç* zarar* tehdit* terör* cinayet* patla* çatışma*",
    persons: "ben biz bana bize benim bizim sen siz sana size senin sizin",
  },
};

// check-english: on
