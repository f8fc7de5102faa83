import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Czech, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `skvěl* vynikající* úžasn* fantastick* nádhern* báječn* perfektn* dokonal* geniáln* fenomenáln* výborn* výtečn* vynikajíc*
      excelentn* bravurn* brilantn* výjimečn* mimořádn* senzačn* ohromující* překrásn* kouzeln* božsk* luxusn* zamiloval* zamilovan*
      miluj* zbožňuj* mistrovsk* mistrovské_dílo naprostá_spokojenost maximální_spokojenost nejlepš* nejlépe pět_hvězd pět_hvězdiček
      předčil* jedna_báseň všem_doporučuj* vřele_doporuč* rozhodně_doporuč* mohu_jen_doporučit můžu_jen_doporučit topovk* bomba šťastn*
      nezapomenuteln* bezkonkurenčn* uchvát* uchvacuj* nadšen* nadchl*`,
    ],
    [
      2,
      `dobrý dobrá dobré dobře dobrého dobrou dobrých dobří dobroty dobrot* lepší lépe líp hezk* krásn* krása krásy pěkn* pěkně milý milá milé milí mil roztomil*
      sympatick* příjemn* laskav* ochotn* vstřícn* přátelsk* pohostinn* srdečn* usměv* úsměv* usmív* pozorn* slušn* profesionáln*
      spolehliv* kvalitn* chutn* lahodn* chutnal* šťavnat* křupav* čerstv* útuln* pohodln* pohoda pohodov* čist* čistot* super supr
      bezva parád* prima fajn* skvost* špičkov* špička spokojen* spokojenost líbí líbil* líbí_se oblíben* oblíbil* rád ráda rádi
      raduj* radost* potěš* těší těšíme těším láska lásky lásku lásce vděčn* děkuj* děkujeme díky dík poděkování gratul* bravo
      úspěch* úspěšn* vyhrál* výhra vítěz* hrdý hrdá hrdost obdiv* zábavn* zábava legrační vtipn* směj* smích pobavil* poutav* zajímav*
      napínav* dojemn* dojal* dojat* inspirativn* talent* chytr* inteligentn* moudr* statečn* odvážn* hrdin* poctiv* upřímn* věrn*
      přítel přátel* kamarád* naděj* doufám štěstí zaplaťpánbůh doporuč* doporučuj* doporučit stojí_za_to stojí_za_každou
      stálo_za_to za_rozumnou_cenu poměr_cena poměr_ceny bez_problém* bez_výhrad bez_chyb* bezchybn* bezproblémov* nemám_výhrad
      nemám_co_vytknout není_co_vytknout nelituj* nezklam* rychlé_dodání rychlé_doručení rychlé_jednání podle_popisu odpovídá_popisu
      určitě_se_vrát* rádi_se_vrát* ráda_se_vrát* rád_se_vrátím vrátíme_se koupím_znovu není_špatn* není_to_špatné nebylo_špatné
      palec_nahoru klobouk_dolů jak_má_být přesně_to_co funguje_skvěle funguje_výborně elegantn* stylov* modern* kreativn*
      pečliv* starostliv* něžn* sladk* rozkošn* nádhera lahůdk* mňam jupí hurá`,
    ],
    [
      1,
      `rychl* snadn* jednoduch* levn* zdarma slev* dárek dárk* tich* klidn* bezpečn* zdrav* tepl* pevn* pomoc pomohl* pomáh* podpor*
      zachrán* oprav* vyřeš* zlepš* praktick* užitečn* výhod* klad* ideáln* dostatečn* solidn* pozitivn* věřím důvěř* objet* objím*
      polib* vítej* dobré_ráno hodně_štěstí všechno_nejlepší svobod* mír spravedliv* prázdnin* oslav* milujem`,
    ],
    [
      0,
      `dobrý_den dobrý_večer dobrou_noc pravd* s_pozdravem vážen* milion* milost* milimetr* milice mile zdrav_se stav stávk* čisté_zoufalství milenec milenk*`,
    ],
    [
      -1,
      `pomal* drah* předražen* studen* mdl* bez_chuti nechutn* přesolen* spálen* syrov* tuh* mastn* such* nudn* nuda nudil*
      předvídateln* banáln* průměrn* podprůměrn* zmaten* nepřehledn* složit* nepohodln* nepříjemn* neochotn* nezdvořil*
      neprofesionáln* nespokojen* neschopn* nekvalitn* nespolehliv* nevychovan* nefunkčn* nefunguj* nefungoval* nečist* bohužel škoda
      lituj* líto smutn* smutek pláč* plač* brečí brečel* slz* strach* bojím bojí bál bála vyděš* děs* hrůz* úzkost* obav* starost*
      unaven* únav* bolest* bolí bolel* nemocn* nemoc rakovin* mrtv* smrt* umřel* zemřel* zemře* umírá* umřít zabil* zabij* zabít zabitý vražd*
      vrah* zraněn* nebezpeč* ohrož* hrozb* hrozí nepřítel* nepřátel* válk* válč* útok* zaútoč* bitk* rozbil* rozbit* pokažen* pokazil* vadn*
      vada vady poškozen* poškráb* prasklý praskl* zlomen* zlomil* porouch* poruch* závad* chyb* chybn* zasek* padá spadl* zpožd*
      pozdě zrušen* zrušil* odmítl* ztratil* ztrát* prohrál* prohr* porážk* selhal* selhán* neúspě* vina viny vinen urazil* uráž* hádk*
      hádá zlý zlá zlé zlost* naštva* vztek* vzteklý hněv* křič* hrub* drz* drzost* arogantn* sprost* líný líná chamtiv* hloup* blb* blbec
      blbost* nesmysl* lhal* lže lež lži lhář* podvod* podvedl* podvodn* okradl* ukradl* zloděj* podezřel* zradil* zrádc* osamě*
      stydím styď ostuda ostudn* trapn* promiň* omlouv* mrzí otrav* hluk hlučn* špín* špinav* smrad* smrdí zápach* plíseň plísn* šváb*
      vlas_v reklamac* stížnost* problém* nedostat* výhrad* zápor* nestojí_za nedoporuč* nelíb* nechutnal* nesplnil* nereag* neodpovíd*
      nedorazil* nepřišl* nedodal* vrácení_peněz ztráta_času vyhozené_peníze vyhozených_peněz škoda_peněz škoda_času už_nikdy nikdy_více
      nikdy_víc vyhněte_se nebrat nekupovat nekupujte zklam* slab* mizern* horší hůř bídn* odfláknut* lajdác*`,
    ],
    [
      -2,
      `špatn* strašn* hrozn* příšern* otřesn* katastrof* tragick* tragéd* děsn* hnus* odporn* ohavn* odpudiv* žalostn* zoufal* nejhorš* nejhůř
      nenávid* nenávist* pohrd* hovno hoven sračk* srač* hajzl* kurv* kurva zkurv* sviň* zmrd* debil* idiot* kretén* imbecil* děvk* prdel* do_prdele
      bastard* mizer* čert sakra zatracen* zasran* prokl* peklo pekeln* skandál* hanebn* hanba nepřijateln* nepoužiteln* neuvěřitelná_drzost
      zločin* krut* mučen* mučil* znásil* šmejd* brak k_ničemu na_nic stojí_za_nic za_nic stojí_za_prd stojí_za_houby totální_propadák
      propadák* fiasko pod_psa úplná_katastrofa velké_zklamání obrovské_zklamání drž_hubu zavři_hubu zničil* zničen* zkazil* bezcenn* zbytečn* k_zblití k_nejezení nedá_se_jíst`,
    ],
    [2, `vrátíme vrátím_se sem_vrátíme chytil_od chytl_od chytne vtáhne vtáhl_do`],
    [-1, `podveden* podvedený nebere nikdo_nebere páchl páchne páchlo zapáchá`],
    [
      2,
      `tvůrčí originální originaln* velkorys* obětav* trpěliv* zkušen* šikovn* zručn* pečlivě svědom* důsledn* férov* vděk* nápadit* idylick* malebn* pohádkov* harmonick* elegance vkusn* osvěžuj* osvěž* křehk* nadýchan* voňav* vynikajíc* oslnil* ohromil* okouzl* kouzlo půvab* rozzář* rozesmá* rozesmál* potěšující milém_prostředí doporučení_hodn* stojí_za_návštěvu stojí_za_přečtení stojí_za_zhlédnutí nemohl_jsem_se_odtrhnout čte_se_jedním_dechem jedním_dechem na_jedničku jedna_hvězda_navíc za_jedna s_hvězdičkou trefa_do_černého sedí_jako_ulitý jako_hodinky šlape_jako funguje_bezvadně bezvadn* předčilo předčila nad_očekávání lepší_než_jsem dřív_než_slíbili`,
    ],
    [
      -1,
      `poničen* prasklá natržen* roztrhan* odřen* ohnut* prošl* zkažen* připálen* gumov* vodov* zatuchl* zašlý ošuntěl* omšel* zanedban* neudržovan* ledabyl* nezkušen* nezodpovědn* nezájem lhostejn* otrávená otrávený_personál protivn* uštěpačn* povýšen* ponižuj* ponížen* urážliv* chaotick* neorganizovan* zmatek zmatky klišé předražená rozvláčn* ubíjej* depresivn* ponur* zbytečné_čekání čekali_jsme_hodinu neodpovídá_popisu neodpovídá_fotce nedrží rychle_se_vybíjí přehřívá zahřívá_se hučí vrže skřípe rozpadl* rozlepil* nestálo_za nepřesvědčil* nezaujal* nenadchl* zlodějina`,
    ],
    [
      -2,
      `zlodějna šílen* zvrácen* odpudivé hnusně nechutně příšerně ubohost ubohý ubohá ubohé fraška fiasko do_kanálu ostuda_roku neskutečná_drzost hrubě_nezdvořil* peklo_na_zemi vydřiduš* okrádaj*`,
    ],
  ],
  questions: "který která které kdo co kde kdy",
  negators: `ne není nejsou nebyl nebyla nebylo nebyly nikdy nikdo nic bez žádný žádná žádné žádného žádných žádnou ani sotva nemá nemám`,
  intensifiers: `velmi moc opravdu naprosto úplně extrémně neuvěřitelně strašně hrozně vážně skutečně zcela totálně mimořádně tak
    takový taková takové nesmírně přímo`,
  diminishers: `trochu trošku celkem docela poměrně skoro lehce relativně`,
  contrasts: `ale však avšak nicméně ačkoliv přestože`,
  concessions: `navzdory přes`,
  superlatives: { never: `nikdy`, so: `tak takovou takový takové` },
  repetitions: `zase opět znovu`,
  negatesBackwards: false,
  constructions: {
    classes: {
      bad: `problém problémů problému problémy bolest bolesti chyb chyby vad závad výhrad stížností hluku zápachu strachu`,
      fault: `padá zasekává bolí vrže teče smrdí nefunguje rozbil rozbila`,
      works: `funguje fungoval jde nabíjí drží odpovídá odpovídají`,
      better: `lepšího lepší lepšímu líp lépe`,
      worse: `horšího horší hůř`,
    },
    constructions: [
      {
        weight: -2,
        patterns: `čekal/čekala/čekali jsem/jsme ..1 víc/více/lepší | očekával/očekávala jsem ..1 víc/více | žádná odpověď/reakce`,
      },
      { weight: -2, patterns: `nikdo ..1 nebere/nereaguje/neodpovídá/nezvedá ..1` },
      {
        weight: 2,
        patterns: `už ne @fault | už nebolí/nepadá/nevrže/neteče/nesmrdí | přestal/přestala/přestalo/přestaly bolet/padat/vrzat/téct/zlobit | nic @better | nikdy ..4 @better | nemohlo/nemůže/nemohl/nemohla být @better
        | bez/žádný/žádné/žádná/nulové ..1 @bad | @bad ..1 zmizel/zmizela/zmizely/vyřešen/pryč | není/nebylo co vytknout/vytýkat | nemohl/nemohla jsem se odtrhnout | ani jednou nezklamal/nezklamala`,
      },
      { weight: 1.2, patterns: `není/nebyl/nebyla/nebylo ..2 {-} | vůbec ne {-} | ne {-}` },
      {
        weight: -2,
        patterns: `nic dobrého/moc/extra | přestal/přestala/přestalo/přestaly ..3 fungovat/nabíjet/svítit/hrát/jít | nikdy ..4 @worse | nic @worse | nemohlo/nemůže být @worse
        | není/nebyl/nebyla/nebylo ..1 zrovna/příliš/moc/dvakrát/nijak {+} | není/nebyl/nebyla/nebylo ..1 {+} | po ..3 se? rozbil/rozbila/rozbilo/pokazil/pokazila | nestojí za ..1 peníze/cenu/korunu | díky/děkuji za zničený/zkažený/zničení | už nikdy
        | dodnes/dosud ne* | vyhozené peníze | daleko od {+}`,
      },
      {
        weight: 0,
        patterns: `test ..2 pozitivní/negativní | výsledek ..2 pozitivní/negativní | ani dobrý ani špatný | dobrý den`,
      },
      {
        weight: 2.2,
        patterns: `neumím/nedokážu/nedovedu ..1 si ..1 představit ..3 bez >> | neumím/nedokážu/nedovedu si představit ..3 bez >> | zachránil/zachránila/zachránilo/zachránili ..2 večer/den/dovolenou/víkend | šetří/ušetří/ušetřil/ušetřila ..4 čas/času/hodin/hodiny/hodinu/minut/peněz/peníze/práci/práce | nejdřív/nejdříve/zpočátku ..3 skeptický/skeptická/skeptičtí ..1 >> | ^ konečně někdo/něco >> | určitě/rádi/ráda/rád ..2 objednáme/objednám/přijdeme/přijdu/vrátíme/vrátím/koupíme/koupím ..1 | už ..2 nedám z ruky`,
      },
      {
        weight: -2.2,
        patterns: `^ nekupujte/nekupuj/neobjednávejte/neobjednávej/nerezervujte ..3 | pořád/stále/dosud/ještě žádné/žádná/žádný/žádnou ..2 | pořád/stále/dosud/ještě nedorazil/nedorazila/nedorazilo/nepřišel/nepřišla/nepřišlo/nefunguje/nemám ..2 | pořád/stále čekám/čekáme ..1 na >> | chci/chceme/požaduji/žádám ..2 zpátky/zpět/vrátit ..2 peníze | vraťte ..2 peníze | jediné/jediná/jediný dobré/dobrá/dobrý/pozitivní ..2 bylo/byla/byl/je >> | jediné , co ..2 dobré , ..1 >> | super/skvělé/skvěle/paráda/výborně , další/zase/opět >> | nikdo ..4 neodpověděl/nereagoval/neozval/nezvedl/nepomohl/nezavolal`,
      },
      {
        weight: 0,
        patterns: `odsouzen/odsouzena/odsouzeni/obžalován/obviněn/obviněna/zatčen/zatčena za/z/ze >> | odpovídá/odpovídají/zodpovídá/odpovědný za >> | chladu a suchu | suchu a chladu | suchém a chladném | chladném a suchém`,
      },
      { weight: null, patterns: `^ pokud >> | ^ jestli >> | v případě ..6 >>` },
    ],
  },
};
