import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Norwegian, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `fantastisk* vidunderlig* fremragende* enestående* strålende* perfekt* suveren* superb* praktfull* fenomenal* genial* glimrende* utrolig_god* utrolig_bra uovertruffen* ypperlig*
      mesterlig* mesterverk* guddommelig* himmelsk* nydelig* superbra kanonbra kjempebra kjempegod* kjempefin* kjempeflott* forelsket elsker elsket elska jeg_elsker_deg uforglemmelig* bedårende* fortryllende* best beste den_beste det_beste
      de_beste fem_stjerner 5_stjerner anbefales_på_det_sterkeste på_det_varmeste anbefales_varmt over_all_forventning overgikk i_særklasse verdensklasse toppklasse lykkelig* feilfri* upåklagelig* eksepsjonell* utsøkt* formidabel* forrykende*`,
    ],
    [
      2,
      `god gode godt bra bedre fin fine fint flott flotte vakker* vakre deilig* hyggelig* kos koselig* koste_oss snill* vennlig* hjelpsom* høflig* imøtekommende* gjestfri* omsorgsfull* oppmerksom* smilende* sjarmerende* sjarm søt søte søtt behagelig* komfortabel* lekker* lekre
      velsmakende* smakfull* saftig* sprø fersk* frisk* ren rene rent velholdt* prisverdig* pålitelig* holdbar* solid* kvalitet profesjonell* proff* kompetent* dyktig* flink* grundig* smidig* fornøyd* tilfreds* glad glade glede* gledelig* gleder nyter nøt nyte nytelse* liker likte liker_godt kjærlighet* kjærlig*
      moro gøy morsom* morsomt underholdende* le ler lo latter* smil smiler humor takk takker takknemlig* tusen_takk setter_pris gratulerer bravo hurra suksess* vellykket* lyktes vant vinner* seier* mester* stolt* stolthet imponer* imponerende* beundr* rørende* gripende* spennende* interessant* medrivende*
      inspirerende* romantisk* talent* talentfull* klok kloke klokt klokere klokest smart* intelligent* modig* helten helter ærlig* oppriktig* trofast* lojal* venn venner venninne vennskap* håp håper håpefull* tillit stoler heldig* hell anbefaler anbefales anbefale anbefaling* verdt_pengene verdt_hver verdt_prisen vel_verdt verdt_det
      kommer_tilbake kommer_gjerne_tilbake kommer_igjen kjøper_igjen handler_gjerne ingen_problemer uten_problemer ikke_skuffet angrer_ikke ingenting_å_klage ikke_dårlig* ikke_verst ikke_så_dum* slett_ikke_dårlig* rask_levering rask_service fungerer_perfekt fungerer_utmerket fungerer_bra
      virker_perfekt som_beskrevet som_lovet akkurat_det_vi akkurat_det_jeg akkurat_som tommel_opp topp toppen stilfull* elegant* moderne avslappende* kreativ* wow kul kult kule rå_bra råbra tøff tøft super severdig* leseverdig* herlig*`,
    ],
    [
      1,
      `rask* raskt enkel* enkelt lett billig* gratis rabatt* gave* stille rolig* trygg* sikker* sunn* varm* varmt sterk* hjalp hjelp* støtte* redde* reddet løst løste løsning* forbedr* praktisk* nyttig* brukbar* rimelig* rettferdig* fordel* positiv* optimist* klem* kyss* velkommen god_morgen god_natt lykke_til frihet fred fest* ferie* helg
      skatt elskede ordentlig* greit grei utmerket*`,
    ],
    [
      0,
      `god_dag god_kveld med_vennlig vennlig_hilsen godkjen* rolig_nå ren_svindel helt sterk_lukt skatteetaten skattekort latterlig* greit_nok led* leder* ledd lese lett_søppel lov lovet lommebok`,
    ],
    [
      -1,
      `treg* sen sene dyr dyrt dyre overpris* kald kalde kaldt smakløs* salt brent svidd rå_kjøtt seigt tørr* tørt fet_mat hard* kjedelig* kjedelige trist* langtekkelig* forutsigbar* middelmådig* forvirrende* tungvint* komplisert* ukomfortabel* ubehagelig* uvennlig* uhøflig* uprofesjonell* inkompetent* likegyldig* misfornøyd* skuffe* skuffet* skuffende* skuffelse*
      slurv* slurvete dessverre synd_at beklag* lei_av lei_meg lei_seg trist sørgelig* sorg* gråt* gråter tårer redd redde frykt* frykter skrem* skremmende* skrekk* bekymr* bekymret* bekymring* angst* nervøs* stress* sliten slitne trøtt* utmattet* vondt smerte* smerter syk* sykdom* kreft død døde døden dør drep* drept drepte mord* morder* myrd* skadet* skade* såret* farlig* fare truet*
      trussel* truer fiende* fiender krig* angrep* slåss slo slått ødelagt* knust* knekt* brukket* defekt* i_stykker sprukket* riper ripete feil feilen feilvare* buggete hakker krasjer fryser forsink* forsinket* for_sent avlyst* kansellert* nekt* nektet tapt tapte tap nederlag* mislykk* mislykket* fiasko* skyld skyldig* fornærm* krangel* krangler sint sinte sinne rasende* sur sure irriter* irriterende*
      skrek frekk* frekt uforskammet* arrogant* lat late grådig* dum dumme dumt dumskap* teit* tåpelig* latterlig* tull vås lyver løy løgn* løgner* bedrag* svindel* svindler* lurt lurer lureri juks stjålet stjal tyv tyver mistenk* forråd* forræder* ensom* skam skammer flau* pinlig* unnskyld* bråk* bråkete støy* støyende forstyrr* skitten* skitne møkkete stank stinker lukter lukt mugg sopp kakerlakk*
      hår_i_maten reklamasjon* reklamere* klage* klager problem problemer problemet ulempe* minus virker_ikke virket_ikke fungerer_ikke fungerte_ikke funker_ikke kan_ikke_anbefale anbefaler_ikke kan_ikke_anbefales ikke_anbefal* ikke_verdt liker_ikke likte_ikke svarer_ikke ingen_svarer ikke_levert aldrig_mottatt aldri_mottatt kom_aldri refusjon pengene_tilbake
      bortkastet* bortkasta bortkastede sløsing sløseri penger_ut_av_vinduet aldri_mer aldri_igjen kommer_ikke_tilbake unngå hold_dere_unna kjøp_ikke mye_å_ønske lar_mye_tilbake dårligere verre svak* overvurdert* unødvendig* meningsløs* håpløs* sinnssyk* gal_mann`,
    ],
    [
      -2,
      `dårlig dårlige elendig* forferdelig* fryktelig* skrekkelig* grusom* redselsfull* horribel* avskyelig* ekkel ekle ekkelt motbydelig* vemmelig* kvalmende* stygg stygge stygt ynkelig* patetisk* tragisk* tragedie* katastrof* katastrofal* mareritt* verst verste dårligst dårligste hater hatet hat forakt* dritt drittprodukt* drittdårlig* dritdårlig* søppel skrap verdiløs* ubrukelig* ræv rævva rasshøl*
      rasshull* faen forbanna* helvete* satan* jævla jævlig* jævel* idiot* svin drittsekk* hore* kjerring* fitte kuk bastard* spy spyr kvalm* skandale* skandaløs* uakseptabel* under_enhver_kritikk flopp bunnivå en_vits til_å_le_av kjempeskuffelse stor_skuffelse hold_kjeft stikk_av tortur* voldtekt* voldsom* brutal* ondskap* ond onde slem slemme ødela ødelegg* uspiselig* ran_på_høylys`,
    ],
    [
      2,
      `kreativ tålmodig* erfaren* punktlig* omhyggelig* harmonisk* malerisk* eventyrlig* stemningsfull* duftende* hjertelig* respektfull* klarte_ikke_legge går_som_en_drøm som_smurt som_et_urverk sitter_perfekt bedre_enn_forventet raskere_enn_forventet over_forventning tipp_topp ti_av_ti gull_verdt midt_i_blinken`,
    ],
    [
      -1,
      `ripete sprukket bulkete utgått vassen* muggen* nedslitt* slitt forsømt* uerfaren* uansvarlig* gretten* nedlatende* ydmyk* fornærmende* kaotisk* rotete klisjé* deprimerende* dyster* ventet_en_time stemmer_ikke_med_beskrivelsen går_fort_tom overoppheter surrer knirker gikk_opp_i_limingen falt_fra_hverandre overbeviste_ikke`,
    ],
    [-2, `ussel* tyveri rett_i_søpla under_lavmålet makkverk* bunnskrap*`],
  ],
  questions: "hvilken hvilket hvilke hva hvem når",
  negators: `ikke aldri ingen intet ingenting uten neppe verken hverken ikkje aldrig`,
  intensifiers: `veldig svært virkelig utrolig ekstremt helt absolutt så kjempe super sykt vilt enormt særdeles skikkelig meget fullstendig altfor dritt`,
  diminishers: `litt ganske noe nesten relativt nokså`,
  contrasts: `men derimot likevel`,
  concessions: `tross`,
  superlatives: { never: `aldri`, so: `så sånn` },
  repetitions: `igjen atter enda`,
  letters: { ø: "oe", æ: "ae" },
  negatesBackwards: true,
  constructions: {
    classes: {
      bad: `problemet problemene smerten smertene feilen feilene støyen bråket lukten hosten feberen problemer problem smerter smerte feil klager støy bråk lukt hoste feber frykt defekter`,
      fault: `hakker krasjer fryser lekker knirker lukter krangler`,
      works: `virker virket fungerer fungerte funker starter lader svarer holder åpner`,
      better: `bedre vakrere gladere finere`,
      worse: `verre dårligere`,
    },
    constructions: [
      {
        weight: -2,
        patterns: `hadde/forventet ..1 forventet/ventet/håpet? på? mer/bedre | intet/ingen svar`,
      },
      { weight: -2, patterns: `ingen tar/tok/svarer ..1 telefonen | ingen svarer ..2` },
      {
        weight: 2,
        patterns: `@fault ikke lenger/mer | ikke ..1 @fault lenger | sluttet å krasje/hakke/lekke/gjøre/knirke | kan/kunne ikke ..2 @better | aldri ..4 @better | ingenting ..3 @better | ingen/uten/null ..1 @bad | @bad ..2 borte/over/stoppet/fikset/rettet/forsvunnet/forsvant/løst
        | ingenting å klage/utsette ..1 | klarte/kunne ikke å? legge/slutte ..4 | verdt hver/hvert krone/øre`,
      },
      { weight: 1.2, patterns: `ikke ..1 så {-} | slett ikke {-} | ikke ..1 {-}` },
      {
        weight: -2,
        patterns: `@works ikke ..1 | sluttet å virke/fungere/lade/svare | gikk/går i stykker | ikke ..1 særlig/spesielt/så/akkurat {+} | slett ikke {+} | kan/kunne ikke ..2 @worse | aldri ..4 @worse | ingenting ..2 @worse
        | takk for ..1 ødelagt/ingenting | ikke ..1 verdt ..2 | bortkastede/bortkastet penger/tid | aldri mer/igjen | langt fra {+} | ..1 mye å ønske | har fortsatt ikke`,
      },
      {
        weight: 0,
        patterns: `testet positivt/negativt | test ..2 positiv/negativ | verken bra eller dårlig | verken {+} eller {-}`,
      },
      { weight: null, patterns: `^ hvis >> | ved problemer/feil ..6 >>` },
    ],
  },
};
