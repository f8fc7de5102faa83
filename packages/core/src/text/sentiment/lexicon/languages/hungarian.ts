import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Hungarian, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `kiváló* kitűnő* fantasztikus* csodálatos* csodás* nagyszerű* remek* tökéletes* zseniális* lenyűgöző* elképesztő* lélegzetelállító*
      gyönyörű* fenomenális* briliáns* mesés* isteni* mennyei* káprázatos* szenzációs* páratlan* felejthetetlen* kifogástalan* imádom imád*
      szeretlek szerelmes* rajong* remekmű* mestermű* világbajnok legjobb* legszebb* legfinomabb* öt_csillag* ötcsillagos* mindenkinek_ajánl*
      csak_ajánlani_tudom szívből_ajánl* bátran_ajánl* minden_várakozás* felülmúl* boldog* elragadó* fergeteges* hibátlan* bámulatos* pazar*`,
    ],
    [
      2,
      `jó jók jól jobb* jóindulat* szép* szupi szuper* klassz* király* menő* csúcs frankó pompás* helyes_kis kellemes* kedves* barátságos* udvarias*
      segítőkész* figyelmes* vendégszerető* közvetlen* mosoly* szimpatikus* aranyos* cuki* bájos* kényelmes* hangulatos* otthonos* tiszta tisztaság* patyolat*
      ízletes* finom* ízlett* friss* ropogós* szaftos* omlós* minőségi* megbízható* tartós* strapabíró* profi* szakszerű* hozzáértő* korrekt* precíz* igényes*
      elégedett* elégedettség* tetszik tetszett* tetszet* szeretem szeret szerettem szeretik szeretet* szerelem* öröm* örül* örömmel örvend* vidám* nevet* nevettem
      vicces* mulatságos* szórakoztató* szórakoz* élvez* élvezet* élvezhető* köszön* köszönöm köszi kösz hála hálás* gratulál* bravó siker* sikerült* győzelem*
      győzött* nyert nyertünk nyer bajnok* büszke* büszkeség* csodál* lenyűgöz* lebilincselő* izgalmas* érdekes* megható* inspiráló* romantikus* tehetség*
      okos* bölcs* bátor* hős* őszinte* becsületes* hűséges* barát* barátság* remény* remélem bíz bízom bizalom* szerencsés* szerencse* ajánlom ajánlani ajánljuk
      ajánlott megéri megérte megér_minden_pénzt minden_forintot ár_érték jó_áron gyors_szállítás gyors_kiszállítás visszatérek visszatérünk visszatérő visszatértünk visszajövünk visszajövök
      máskor_is újra_megvenném ismét_vásárol* nem_csalód* nem_bántam nincs_rá_panasz nincs_kifogás* semmi_kifogás* gond_nélkül problémamentes* zökkenőmentes*
      elsőrangú* első_osztályú* le_a_kalappal pont_ilyet pont_amire nem_rossz nem_is_rossz egész_jó jól_működik hibátlanul_működik kiválóan_működik
      gondos* törődő* nagylelkű* elegáns* stílusos* modern* pihentető* kikapcsol* hurrá juhé éljen ügyes* kedvenc* varázslatos* nagyon_jó`,
    ],
    [
      1,
      `gyors* könnyű* egyszerű* olcsó* kedvező* ingyen* kedvezmény* akció* ajándék* csendes* csend* nyugodt* nyugalom* biztonság* egészség* meleg erős*
      segít* segítség* támogat* megment* megold* javít* javul* praktikus* hasznos* elegendő* megfelelő* tisztességes* előny* pozitív* hiszek hiszem öleld ölel*
      csók* csókol* puszi* üdv* jó_reggelt jó_éjt sok_sikert boldog_születésnapot szabadság* béke* igazságos* ünnep* buli* nyaralás* drágám kedvesem szívem`,
    ],
    [
      0,
      `jó_napot jó_estét jóval jól_van_akkor tisztelettel tisztelt kedves_uram békés_csaba szépen_lassan segítségre_szorul rosszul_esik_az nevetség* nevetséges* hibátlan jótáll* jogos* jóváhagy* jóslat* egyszerűen`,
    ],
    [
      -1,
      `lassú* lassan drága drágább drágáll* túlárazott* hideg* ízetlen* íztelen* sótlan* sós égett* odaégett* nyers* rágós* zsíros* száraz* kemény* unalmas* unalom* untam
      kiszámítható* középszerű* átlagos* közepes* zavaros* bonyolult* kényelmetlen* kellemetlen* udvariatlan* barátságtalan* szakszerűtlen* hozzá_nem_értő* elégedetlen*
      igénytelen* gondatlan* figyelmetlen* megbízhatatlan* sajnos sajnál* kár_volt kár_érte szomorú* szomorúság* bánat* sír sírt sírok sírás* könny* fél félek félt félsz félünk félelem* féltem*
      ijeszt* ijesztő* rémült* rémület* rettegés* retteg* aggód* aggodal* aggaszt* ideges* idegesít* stressz* fáradt* fáradság* fáj fájt fájdalom* fájdalm* beteg* betegség* rák rákos*
      halott* halál* halál meghal* meghalt megöl* megölt ölj* öltek gyilkos* gyilkol* gyilkosság* sérült* sérülés* veszély* veszélyes* fenyeget* ellenség* háború* harc* támad* támadás* ütött verek* verte
      törött* eltört* elromlott* romlott* tönkrement* meghibás* hibás* hiba hibák hibát hibája sérült_csomag karcos* repedt* hiányos* hiányzott lefagy* akadozik* késett késik késés* lekés* lemondt* elutasít*
      elvesz* elveszett* veszteség* vesztett* vereség* kudarc* bukás* megbukott* bűn* bűnös* sért* sértő* vita veszeked* gonosz* dühös* düh* mérges* haragszik haragszom harag* utál* utálom kiabál* goromba* bunkó*
      pofátlan* arrogáns* lusta* kapzsi* hülye* hülyeség* ostoba* buta* butaság* hazug* hazud* hazugság* átver* átverés* becsap* becsapás* csal csalt csalás* csaló* lop* lopott ellop* tolvaj* gyanús* árul* áruló* elárul* magány* egyedül_vagyok
      szégyen* szégyell* bocsánat* bocsáss elnézést zavaró* bosszantó* bosszús* zajos* zaj hangos* koszos* kosz mocskos* piszkos* büdös* bűz* szag szaga penész* csótány* hajszál reklamáció* reklamál* panasz* probléma problémák problémát gond gondok
      nem_működ* nem_ajánl* nem_éri_meg nem_érte_meg nem_tetsz* nem_szeret* nem_felel* nem_érkezett nem_jött_meg nem_válaszol* nem_veszik_fel pénzvisszatérítés időpocsékol* pénzkidobás* kidobott_pénz ablakon_kidobott soha_többé soha_többet többet_nem
      nem_jövök_többet nem_megyünk_többet messzire_elkerül* kerüljétek kerüljék hagy_kívánnivalót kívánnivalót csalódás* csalódott* csalódtam csalódtunk gyenge* gyengécske silány* rosszabb* lehúzás* túlértékelt* feleslege*`,
    ],
    [
      -2,
      `rossz rosszak rosszat rosszul borzalmas* borzasztó* szörnyű* rettenetes* rémes* iszonyú* pocsék* katasztrofális* katasztrófa* förtelmes* undorító* undor* gusztustalan* visszataszító* ocsmány* csúnya* csúf* siralmas* szánalmas*
      tragikus* tragédia* gyűlöl* gyűlölet* megvet* szar szart szarul szaros szemét* szemétre vacak* ócska* fos hányinger* hányás* okádék* baromi_rossz barom* idióta* kretén* debil* köcsög* fasz* kurva* kurv* ribanc* geci* rohadék* rohadt* rohadj szemétláda* gazember* szarházi* picsa* seggfej* dögölj
      francba fenébe pokol* pokolba istenverte* átkozott* legrosszabb* botrány* botrányos* felháborító* elfogadhatatlan* gyalázat* minősíthetetlen* kegyetlen* kínz* kínzás* erőszak* értéktelen* használhatatlan* haszontalan* értelmetlen* pocsékolás rémálom* lidérces*
      nulla_csillag egy_nagy_nulla csődtömeg* kész_katasztrófa óriási_csalódás hatalmas_csalódás nagy_csalódás fogd_be kuss takarodj mérgez* tönkretett* tönkretesz* szégyen_gyalázat ehetetlen* élvezhetetlen* kritikán_alul* nézhetetlen*`,
    ],
    [0, `fel felet felem szem`],
    [
      2,
      `kreatív* eredeti* türelmes* tapasztalt* pontos* gondosan lelkiismeretes* harmonikus* festői* meseszép* ízléses* frissítő* illatos* omlós* elbűvöl* elvarázsol* magával_ragad* megnevettet* szívmelengető* szívélyes* tisztelettudó* odaadó* érdemes_megnézni érdemes_elolvasni érdemes_ellátogatni egy_szuszra letehetetlen* végig_izgalmas óramű mint_a_karikacsapás kifogástalanul jobb_mint_vártam vártnál_jobb vártnál_gyorsabb határidő_előtt felső_fok* hatos* ötös* minden_pénzt_megér maximálisan_elégedett teljesen_elégedett nagyon_elégedett le_a_kalappal_előttük`,
    ],
    [
      -1,
      `karcolt* szakadt* elhajlott* lejárt* megromlott* odakozmált* gumis* vizes_íz* dohos* ütött_kopott lepukkant* elhanyagolt* lerobbant* tapasztalatlan* felelőtlen* közönyös* nemtörődöm* mogorva* flegma* lekezelő* megaláz* sértett* kaotikus* káosz* rendetlen* közhelyes* elcsépelt* vontatott* nyomasztó* lehangoló* komor* egy_órát_vártunk órákat_vártunk nem_egyezik nem_olyan_mint gyorsan_lemerül túlmelegszik melegszik nyikorog zúg recseg szétesett* szétment* leragadt nem_győzött_meg nem_fogott_meg nem_nyűgözött`,
    ],
    [
      -2,
      `rablás* pofátlanság* arcátlan* förmedvény* trágya gagyi* bóvli* moslék* csapnivaló* gyatra* gyalázatos* kritikán_aluli* röhej* kabaré* szégyenletes*`,
    ],
  ],
  negators: `nem nincs nincsen nincsenek sem se soha senki semmi nélkül sosem alig ne`,
  intensifiers: `nagyon igazán rendkívül hihetetlenül borzasztóan rettentően abszolút teljesen tényleg kimondottan különösen túl annyira olyan ilyen szuper baromi tök iszonyúan`,
  diminishers: `kicsit kissé elég eléggé viszonylag szinte majdnem némileg`,
  contrasts: `de azonban viszont ám`,
  concessions: `ellenére`,
  superlatives: { never: `soha sosem`, so: `ilyen olyan` },
  repetitions: `megint ismét már`,
  negatesBackwards: true,
  constructions: {
    classes: {
      bad: `problémám gondom fájdalmam fejfájás hibák hibája probléma gond baj hiba panasz fájdalom zaj szag kifogás köhögés láz félelem`,
      fault: `lefagy akadozik fáj recseg csöpög büdös elromlott`,
      works: `működik működött tölt kapcsol válaszol válaszolnak indul`,
      better: `jobb jobbat jobban szebb szebbet finomabb finomabbat`,
      worse: `rosszabb rosszabbat rosszabbul`,
    },
    constructions: [
      {
        weight: -2,
        patterns: `többre/jobbra számítottam/számítottunk | többet/jobbat vártam/vártunk | semmi/nincs válasz`,
      },
      { weight: -2, patterns: `senki ..1 sem? veszi/vette/válaszol ..3` },
      {
        weight: 2,
        patterns: `már/többé nem @fault | elmúlt/megszűnt/megoldódott ..1 @bad | nem @fault többé/már | semmi @better | nem ..3 @better | soha ..4 @better | semmi/nincs/nem volt/nulla ..1 @bad | @bad nélkül | @bad ..1 nincs/megszűnt/elmúlt/megoldódott
        | nem ..2 belekötni | nem ..2 panaszom/panaszunk | nem bírtam/tudtam letenni/abbahagyni | minden fillért/forintot ..1 megér/megért`,
      },
      { weight: 1.2, patterns: `nem ..1 {-} | egyáltalán nem {-} | nem is ..1 {-}` },
      {
        weight: -2,
        patterns: `nem ..1 @works | soha ..4 @worse | semmi @worse | nem ..3 @worse | nem túl/különösebben/igazán {+} | nem ..1 {+} | egyáltalán nem {+} | semmi jó/különös/extra | nem éri/érte meg ..2
        | soha többé/többet | tönkrement/elromlott/eltört ..2 után | két/egy/három nap/hét/hónap ..1 tönkrement/elromlott/eltört | köszönöm/kösz ..2 tönkre | a mai napig nem | kár a pénzért | pénzkidobás`,
      },
      {
        weight: 0,
        patterns: `teszt ..2 pozitív/negatív | se jó se rossz | nem jó , nem rossz | jó napot/estét`,
      },
      { weight: null, patterns: `^ ha >> | ^ amennyiben >>` },
    ],
  },
};
