import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Dutch, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `geweldig- fantastisch- prachtig- schitterend- uitstekend- uitmuntend- perfect- perfectie briljant- geniaal
      geniale subliem- magnifiek- fenomenaal fenomenale sensationeel sensationele spectaculair- adembenemend-
      onvergetelijk- legendarisch- episch- wonderschoon wonderschone wondermooi- beeldschoon beeldschone hemels-
      goddelijk- verrukkelijk- zalig- heerlijk- overheerlijk- voortreffelijk- magistraal magistrale meesterlijk-
      meesterwerk- topklasse wereldklasse geniet- genieten genoten dolblij- dolgelukkig- dolenthousiast-
      supergoed- superblij- supermooi- superleuk- supertof- superlekker- kei_goed keigoed- keileuk- keimooi-
      megagoed- de_beste het_beste beste_ooit ik_hou_van hou_van_jou hou_van_je houden_van helemaal_top echt_top
      super_tof verliefd- adoreer adoreren aanbid- buitengewoon_goed ongelooflijk_mooi ongelofelijk_goed zo_trots
      wauw- waanzinnig- weergaloos weergaloze onovertroffen onverslaanbaar onverslaanbare ideaal ideale
      bijzonder_mooi te_gek steengoed- formidabel- memorabel- onberispelijk-`,
    ],
    [
      2,
      `held helden heldin baas mooi- mooie mooier mooiste moois leuk- leuke leuker leukste lekker- lekkere
      lekkerste tof toffe toffer tofste gaaf gaver gaafste cool- super top toppie toppertje- topper- klasse prima
      fijn- fijne fijner fijnste gezellig- knus- knusse schattig- lief lieve liefs liefste lieverd- lieverdje
      liefde- liefdevol- liefhebben schat- schatje- schatten snoezig- snoepje knap- knappe knapste charmant-
      elegant- sexy aantrekkelijk- gelukkig- geluk geluk_gehad geluks* blij blije blijde blijdschap verheug-
      verheugd- verheugen vrolijk- opgewekt- vreugde- plezier- plezierig- pret prettig- vermakelijk- vermaak-
      grappig- hilarisch- humor- lach lachen lacht lachend gelachen lachwekkend glimlach- grijns lolletje lollig-
      dank danku dankjewel dankje bedankt bedank- bedanken dankbaar dankbare dankbaarheid merci gefeliciteerd-
      felicitat- felicitatie- proficiat hulde chapeau respect bravo petje_af diepe_buiging applaus- compliment-
      complimenteren lof trots trotse bewonder- bewonderenswaardig- bewondering waardeer- waardeert waardering
      gewonnen win winnen wint winnaar- winst overwinning- zege- kampioen- triomf- succes- succesvol- geslaagd-
      gelukt heldhaftig- legende- talent- talentvol- getalenteerd- slim- slimme intelligent- creatief creatieve
      vindingrijk- inspirerend- inspireer- inspiratie- motiverend- boeiend- interessant- fascinerend- meeslepend-
      ontroerend- ontroerd- prachtwerk aanrader- aanbevolen aanbeveling- hoopvol- optimistisch- enthousiast-
      enthousiasme positief positieve positiviteit relaxt relaxed relaxte ontspannen ontspannend- rustgevend-
      comfortabel- comfortabele behaaglijk- hartelijk- hartverwarmend- warmhartig- vriendelijk- aardig-
      sympathiek- behulpzaam behulpzame gastvrij- attent- beleefd- oprecht- betrouwbaar betrouwbare trouw trouwe
      moedig- dapper- vriendschap- vrede- vredig- harmonie- waardevol- nuttig- handig- smakelijk- smaakvol-
      smullen gesmuld om_te_smullen jummie yummie yummy hmmm mmm mmmm joepie jippie jeej jeuj yes yess hoera
      hiep_hiep wauw waw woohoo woehoe feest- feestje- feesten gefeest zonnig- stralend- straalt zin_in heb_zin
      veel_zin kijk_ernaar_uit kijken_ernaar_uit eindelijk_weekend eindelijk_vakantie verwend- cadeau- cadeautje-
      verrassend_goed magisch- sprookjesachtig- romantisch- betoverend- verfrissend- favoriet- favoriete
      lievelings* topdag topavond topwedstrijd toptijd hoogtepunt- thank_you vetgaaf kei_leuk leukerd mooierd
      kanjer- lekkerrr nagenieten genietmomentje tevreden tevredenheid opgelucht opluchting voldaan zorgeloos
      zorgeloze supertrots indrukwekkend- machtig- puik- tiptop hartstikke_leuk hartstikke_goed goed_gedaan
      goed_bezig goed_nieuws goed_idee veel_plezier van_harte veel_succes fijn_weekend helemaal_geweldig wat_leuk
      wat_mooi wat_lief wat_goed zo_leuk zo_mooi zo_lief aangrijpend- boeiende attente zorgzaam zorgzame sfeervol-
      pittoresk- robuust- duurzaamheid gebruiksvriendelijk- overzichtelijk- veelzijdig- gevarieerd-
      professionaliteit overtreft overtrof zeer_de_moeite de_moeite_waard absolute_aanrader komen_zeker_terug
      kom_zeker_terug prijs_kwaliteit vijf_sterren knapperig- sappig- mals malse optimist-
      beter_kan_niet kan_niet_beter kon_niet_beter niets_op_aan_te_merken niks_op_aan_te_merken helemaal_niet_slecht`,
    ],
    [
      1,
      `goed goede goeie goei beter betere verbeter- verbetering- beste bestens graag hoop hopelijk hopen hoopt wens
      wensen wenst gewenst welkom goedemorgen goedenavond goeiemorgen goedenacht welterusten slaaplekker
      slaap_lekker fijne_dag groetjes groet kus kusje kusjes kussen knuffel- knuffels omhels- hart hartje hartjes
      vriend vrienden vriendin vriendinnen maatje maatjes weekend vakantie zon zonnetje strand terras terrasje
      hahah hahaha hihi hehe gratis korting- aanbieding- voordeel voordelig- voordelen kans- kansen winstgevend-
      groei- groeit vooruitgang oplossing- opgelost steun- steunen steunt gesteund help_je helpt helpen geholpen
      hulp redden gered redding genezen hersteld herstel- gezond- gezonde veilig- veilige veiligheid vrijheid
      rechtvaardig- eerlijk- schoon schone vers verse fris frisse makkelijk- gemakkelijk- efficiënt- duurzaam
      duurzame innovatief innovatieve origineel originele sterk- sterke sterker fit energiek- rustig- kwaliteit-
      verdiend- verdien je_verdient eervol- beroemd- populair- geliefd- geslaagde benieuwd- nieuwsgierig-
      verrassing- verrast mee_eens helemaal_mee_eens klopt_helemaal groot_gelijk terecht bijval keurig- netjes
      verzorgd- vlekkeloos vlekkeloze vakkundig- deskundig- bekwaam bekwame professioneel professionele lukt
      gelukkig_maar eindelijk wijs wijze jaa jaaa yep meevaller- boffen gezegend- zegen- liefkozend- teder-
      warm_welkom spannend- veelbelovend- ambitieus ambitieuze opbeurend- bemoedigend- troost- fijne_avond
      goede_reis goed_weekend beterschap sterkte gegund gunnen komt_goed veel_geluk stipt- verzorgde comfort
      correct`,
    ],
    [
      0,
      `baasje goedkeuring beste_mensen beste_klant beste_reizigers beste_heer beste_mevrouw lieve_help
      lekker_belangrijk mooi_is_dat leuk_hoor ja_leuk nou_leuk  top_40 top_2000 zinloos
      hulpverleners eerste_hulp goedemiddag slechts
      vriendelijke_groet vriendelijke_groeten`,
    ],
    [
      -1,
      `slap slappe helaas jammer spijtig- spijt- treurig- droevig- verdriet verdrietig- triest- trieste sneu
      zielig- zielige huil- huilen huilt gehuild tranen traan rouw- overleden overlijden- dood dode doden doodgaan
      sterven sterft stierf gestorven pijn- pijnlijk- hoofdpijn buikpijn keelpijn kiespijn zeer_doet ziek zieke
      ziekte- zieken ziekjes koorts griep verkouden hoest- misselijk- gewond- gewonden letsel ongeluk ongelukken
      ongeval- slachtoffer- gevaar gevaarlijk- gevaren risico- dreig- dreigt dreiging- bedreig- angst- angstig-
      bang bange eng enge griezelig- schrik- geschrokken paniek- zorgen_om zorgwekkend- zorgelijk- ongerust-
      onrust- onrustig- onzeker- onzekerheid- nerveus nerveuze zenuwachtig- stress* gestrest- gestresst-
      spanningen moeilijk- moeilijkheden lastig- lastige ingewikkeld- problem- probleem problemen gedoe gezeik
      gezeur zeur- zeuren zeurt zeurkous- klaag- klagen klacht- klachten mopper- mopperen kritiek- kritisch-
      crisis- conflict- ruzie- oorlog- aanval- aanslag- geweld- gewelddadig- agressie- agressief agressieve boos
      boze kwaad kwade woest- geïrriteerd- irriteer- irritant- irritatie- vervelend- vervelen verveel- verveling
      saai saaie langdradig- vermoeiend- moe moeë doodmoe uitgeput- slapeloos slapeloze slaaptekort koud koude kou
      regen regent regenachtig storm wekker file files vertraging- vertraagd- te_laat uitgevallen geannuleerd-
      afgelast- afgezegd mislukt- mislukken mislukking- faal- faalt gefaald falen verlies- verliezen verloren
      verliest verlorene nederlaag- uitgeschakeld- degradatie- fout- fouten foutje foutmelding- vergissing-
      schuld- schuldig- beschuldig- verwijt- klungel- prutser- geprutst knoei- rommel- rommelig- chaos chaotisch-
      puinhoop puinzooi zooitje vies vieze vuil vuile vervuil- vervuiling stink- stinkt stank gif giftig- kapot
      kapotte defect- storing- storingen schade- beschadig- vernield- verwoest- ramp- inbraak- inbreker- dief-
      dieven diefstal gestolen bestolen fraude- fraudeur- oplichter- oplichting opgelicht bedrieg- bedrog bedrogen
      leugen- leugenaar- liegen liegt gelogen vals valse nep nepnieuws hypocriet- hypocriete egoïst- egoïstisch-
      arrogant- arrogantie jaloers- jaloezie afgunst- onbeschoft- onbeleefd- onvriendelijk- respectloos
      respectloze asociaal asociale onfatsoenlijk- brutaal brutale oneerlijk- onrecht- onrechtvaardig- onterecht-
      ongelijk- onzin onzinnig- onnodig- overbodig- nutteloos nutteloze zinloze onmogelijk- onbegrijpelijk-
      onduidelijk- onbetrouwbaar onbetrouwbare ongezond- ongelukkig- ontevreden onaangenaam onaangename
      ongemakkelijk- onhandig- teleurgesteld- teleurstell- teleurstellend- teleurstelling- tegenval- tegenvaller-
      valt_tegen viel_tegen tegenvallend- zwak zwakke zwakte- matig- matige middelmatig- pover- armzalig- armoede-
      arme werkloos werkloze werkloosheid failliet- faillissement- ontslag ontslagen bezuinig- bezuiniging-
      te_duur duur dure peperduur peperdure geldverspilling verspil- verspilling- boete- straf- gestraft verbod-
      verboden weiger- geweigerd- afgewezen afwijzing- ontkenn- twijfel- verdacht- schandaal schandalen corrupt-
      corruptie crimineel criminele criminelen misdaad misdadig- racist- racisme racistisch- discriminat-
      discriminatie seksist- fascist- nazi- terrorist- terreur- haatzaaier- pesten gepest pesterij- eenzaam
      eenzame eenzaamheid mis_je mis_jou mis_hem mis_haar gemist missen heimwee depressie- depressief depressieve
      somber- sombere hopeloos hopeloze machteloos machteloze wanhopig- wanhoop frustratie- frustrerend-
      gefrustreerd- gênant- genant- beschamend- schaam- schamen schaamte- belachelijk- bespottelijk- kinderachtig-
      flauw flauwe lui luie dom domme dommer domst- stom stomme stomst- naïef sukkel- sukkels loser- bah bahh
      jakkes jak gadver- getver- getverderrie bleh pff pfff pffff zucht zuchtt oh_nee ohnee nee_hè neehe tja au
      auw ai oei shit_happens balen baal baalt ik_baal geen_zin_in geen_zin geen_bock zat_van ben_het_zat
      helemaal_klaar_mee klaar_mee schei_uit hou_op doe_normaal kan_niet_meer trek_het_niet sorry vermist-
      gedupeerd- wantrouwen afgezaagd- achteruit- wanprestatie- zinloos_geweld blunder- flater- klotsend overlast-
      herrie lawaai- geklaag pech pechvogel- storend- ergerlijk- erger_me ergernis- ergeren brak- belazer-
      belazerd zakkenvuller- graaier- graaicultuur wanbeleid domper tegenslag- afknapper- ongemak- wanorde
      rampscenario- verpest- verpesten verziekt- verloedering achterstand wat_jammer wat_erg wat_dom te_druk
      geen_zak geen_fuck slechte_dag slecht_nieuws zwaar_balen luidruchtig- lawaaierig- gehorig- verouderd-
      versleten- beschimmeld- schimmel- stoffig- onverzorgd- ongeorganiseerd- incompetent- onbekwaam onbekwame
      onoplettend- ongeïnteresseerd- lauw lauwe taai taaie aangebrand- vettig- zouteloos zouteloze overschat-
      voorspelbaar voorspelbare langdradige traag trage verwarrend- onoverzichtelijk- oppervlakkig- cliché-
      terugbetaling geld_terug af_te_raden raad_het_af afrader- vermijd werkt_niet doet_het_niet komen_niet_terug
      kom_niet_terug  negatief negatieve pessimist- oncomfortabel- instabiel- onvoldoende ontoereikend-
      misleidend- misleid- bezorgd bezorgdheid`,
    ],
    [
      -2,
      `slecht- slechte slechter slechtst- verschrikkelijk- vreselijk- afschuwelijk- afgrijselijk- gruwelijk_slecht
      gruwel- walgelijk- walg- walgen walging weerzinwekkend- afstotelijk- misselijkmakend- haat haten haatte
      gehaat haatdragend- verafschuw- veracht- verachtelijk- minacht- ellend- ellende ellendig- beroerd-
      belabberd- rampzalig- catastrof- catastrofaal catastrofe- drama- dramatisch- tragedie- tragisch-
      nachtmerrie- horror- hels- onacceptabel- onacceptabele ontoelaatbaar ontoelaatbare onverdraaglijk-
      ondraaglijk- onuitstaanbaar onuitstaanbare waardeloos waardeloze bagger- kut kut* kutzooi kutweer klote
      klote* kloten kak kakweer poep schijt schijt* shitzooi strontvervelend- stront- tering* tyfus* kanker*
      godver* godverdomme gvd verdomme verdomd- tfoe klootzak- klootzakken eikel- lul- lullen lulkoek eikels
      mongool mongolen debiel- debiele idioot idiote idioten achterlijk- imbeciel- imbeciele hufter- teef hoer-
      slet- trut- kutwijf bitch- bastaard- smeerlap- tuig gespuis schorem uitschot parasiet- landverrader-
      verrader- verraad schande- schandalig- schandelijk- schandvlek woede woedend- razend- furieus furieuze
      pislink ziekelijk- wreed- wrede wreedheid barbaars- moord- moordenaar- vermoord- verkracht- verkrachting-
      mishandel- mishandeling- misbruik- marteling- gemarteld- genocide- massamoord- lelijk- lelijke lelijkste
      oersaai kots- kotsen kotst rot rotzak- rotzooi rotweer rotdag rotte pleur* sodemieter- rot_op oprotten
      opgerot donder_op hou_je_bek bek_dicht nachtmerries zwaar_klote om_te_janken om_te_huilen triestig- smerig-
      ranzig- goor gore flikker_op verrot- onmenselijk- hondsbrutaal teringlijer- klotedag idioterie schaam_je
      om_te_kotsen
      bedankt_voor_niets bedankt_voor_niks laat_te_wensen_over laten_te_wensen_over liet_te_wensen_over geld_niet_waard niet_aanbevelen niet_aanraden nooit_meer werkt_niet_meer`,
    ],
    [
      2,
      `overtrof overtroffen overtreft mijn_verwachtingen_overtroffen verwachtingen_overtroffen greep_me greep_mij pakt_je pakkend- meegesleept een_aanrader zeker_een_aanrader elke_cent_waard elke_euro_waard zonder_problemen geen_problemen sneller_dan_verwacht beter_dan_verwacht snelle_levering vlotte_levering om_je_vingers_bij_af_te_likken vingers_bij_af werkt_perfect werkt_prima top_service komt_zeker_terug petje_af dikke_aanrader prijs_kwaliteitsverhouding`,
    ],
    [
      -2,
      `flop geflopt fiasco stuk was_stuk oplichters oplichting- opgelicht afzetterij afzetters afgezet weggegooid_geld geldklopperij geldklopper- tijdverspilling zonde_van_het_geld zonde_van_je_geld zonde_van_de_tijd blijf_weg blijf_hier_weg niet_doen niet_kopen miskoop waardeloos waardeloze troep rotzooi bagger aanfluiting wanvertoning schandalig- belachelijk- nooit_meer nooit_weer`,
    ],
    [
      -1,
      `muf muffe rook_muf stinkt schimmelig- smerig- vies vieze laat_te_wensen_over viel_tegen tegenvallend- teleurstellend- onbeleefd- onvriendelijk- bot botte niet_bereikbaar onbereikbaar geen_reactie nooit_ontvangen nooit_geleverd niet_geleverd stuk_aangekomen kapot_aangekomen veel_te_duur overprijsd te_zout aangebrand- smakeloos smakeloze`,
    ],
    [-3, `beneden_alle_peil onder_alle_peil`],
  ],
  questions: "welke welk wat wie waar wanneer",
  negators: `niet nie geen nooit niemand niets niks zonder nergens noch nauwelijks amper`,
  intensifiers: `heel hele erg zeer zo enorm super mega ontzettend echt absoluut totaal extreem ongelooflijk ongelofelijk bijzonder
    vet kei te keihard helemaal volledig veel zwaar behoorlijk best_wel verdomd`,
  diminishers: `beetje enigszins redelijk tamelijk vrij licht nogal bijna weinig minder relatief`,
  contrasts: `maar echter toch hoewel`,
  concessions: `ondanks`,
  wishes: `had…verwacht had…gewild had…gehoopt hadden…verwacht hadden…gewild hadden…gehoopt had_graag hadden_graag`,
  superlatives: { never: `nooit`, so: `zo zulk zulke` },
  repetitions: `alweer weer`,
  endings: `e en er ere ers st ste sten s t te ten de den d end ende heid heden lijk lijke lijks ing ingen je jes tje tjes ig ige iger
    igste ers aar aars eren eert eerde eerd ering erend erende isch ische isme ist isten nde nd loos loze vol volle baar bare ster's
    's in innen ie ies eur eurs atie aties achtig achtige rij erij der dere`,
  negatesBackwards: true,
  constructions: {
    classes: {
      bad: `
        pijn hoofdpijn rugpijn probleem problemen fout fouten storing storingen lawaai geluid stank geur
        kanker koorts hoest ziekte infectie tumor stress klacht klachten vertraging vertragingen wachttijd
        lek lekkage lekkages gebrek gebreken letsel breuk uitzaaiingen allergie allergieën misselijkheid
        complicaties bug bugs crash crashes schimmel last ontsteking ongemak`,
      fault: `
        crasht vast hapert lekt stinkt piept kraakt kapot pijn stoort jeukt rammelt oververhit loopt vast
        snurkt hoest`,
      works: "werkt werkte werken functioneert laadt",
      acts: "doet deed start reageert opent helpt sluit past antwoordt",
      beter: `
        beter betere fijner gelukkiger lekkerder blijer leuker mooier`,
      slechter: `
        slechter slechtere erger ergere vervelender`,
    },
    constructions: [
      { weight: -2, patterns: `verre van {+} | allesbehalve {+}` },
      {
        weight: 2.2,
        patterns: `niet meer zonder | niet ..2 voorstellen zonder | redde/redt/redden ..1 avond/dag/vakantie/weekend | bespaart/bespaarde/bespaar/scheelt ..3 tijd/uur/geld/werk/minuten | eerst/aanvankelijk ..3 sceptisch | ^ eindelijk een/iemand/eens >> | komen/kom zeker/graag/beslist terug | zou/zouden ..3 weer boeken/bestellen/kopen`,
      },
      {
        weight: -2.2,
        patterns: `^ koop/bestel/boek ..2 niet | nog steeds/altijd geen ..1 terugbetaling/antwoord/reactie/pakket/levering/geld/oplossing/bericht | niet ..1 terugbetaald/geleverd/opgelost/gerepareerd/vergoed | niemand ..5 gereageerd/geantwoord/geholpen/teruggebeld | komen/kom ..2 niet ..1 terug | geld terug | het enige goede/leuke/positieve ..3 was/is >> | geweldig/mooi/fijn/super , alweer >> | wacht/wachten nog steeds`,
      },
      {
        weight: 0,
        patterns: `veroordeeld/gearresteerd/aangeklaagd/beschuldigd voor/wegens/tot/van >> | werd/is/zijn/werden ..1 veroordeeld/gearresteerd >> | aansprakelijk voor >> | koel en droog`,
      },
      { weight: -2, patterns: `had/hadden ..3 meer ..2 verwacht | geen antwoord/reactie` },
      {
        weight: -2,
        patterns: `niemand ..3 telefoon ..1 | niemand reageert/antwoordt/helpt ..1 | blijf ..1 weg | rook/ruikt/stonk naar? muf/schimmel/rook/riool | na ..3 stuk | is/was/ging al? stuk | niet bereikbaar`,
      },
      { weight: 2.4, patterns: `niets/niks op aan te merken` },
      {
        weight: 2,
        patterns: `
          niet/nooit meer ..1 @fault | @fault ..2 niet meer | geen/zonder/nul ..1 @bad ..1 meer? | geen
          enkele/enkel ..1 @bad | @bad ..2 is/zijn/was ..2 weg/verdwenen/verholpen/opgelost/voorbij/over |
          @bad verdween/verdwenen | gestopt met lekken/crashen/piepen/kraken/huilen | nooit ..2 @bad |
          niets ..1 op aan te merken | niets te klagen | niks te klagen | niks/niets op aan te merken |
          kanker overwonnen | genezen | van ..1 @bad af | allesbehalve {-} | alles behalve {-} |
          elke/iedere cent/euro ..1 waard | zijn/haar/het geld waard`,
      },
      {
        weight: 2,
        patterns: `
          kan/kon/had/kunnen niet ..2 @beter | nooit ..4 @beter | nooit ..3 zo {+} | niets/niemand/niks ..3
          @beter | er is niets @beter | niets overtreft/gaat/verslaat | niet wegleggen | niet stoppen met
          lezen/lachen`,
      },
      {
        weight: 1.2,
        patterns: `
          niet zo? slecht/gek/verkeerd/verkeerds | geen slecht/slechte ..1 | lang niet slecht`,
      },
      {
        weight: -2,
        patterns: `
          @acts ..1 niet $ |
          allesbehalve {+} | alles behalve {+} | @works ..2 niet ..1 meer? | doet het niet | nooit ..4
          @slechter | niets/niemand ..3 @slechter | nooit ..3 zo {-} | niet
          bepaald/bijzonder/echt/erg/heel/al te {+} | nergens goed voor | bedankt/dank voor niets | bedankt
          voor ..3 {-} | bedankt voor het verpesten/verliezen/verspillen | zonde van ..1 geld/tijd/moeite |
          geldverspilling | tijdverspilling | weggegooid geld | ging/gaat/gegaan ..3 kapot | kapot na | na
          ..3 kapot | laat te wensen over | nooit meer | niet aan te raden | geen aanrader | nooit
          geleverd/ontvangen/gereageerd | gestopt met werken | stopte met werken`,
      },
      {
        weight: 0,
        patterns: `
          positief/negatief getest | test ..3 positief/negatief | biopsie ..3 positief/negatief |
          geen/zonder tekenen/aanwijzingen/bewijs van/voor >> | bloedgroep >> | ontkent >> | contract >> |
          overeenkomst >> | opgezegd >> | aansprakelijkheid >> | niet goed , ..1 niet slecht | goed noch
          slecht | niet {+} , ..1 niet {-}`,
      },
      {
        weight: null,
        patterns: `
          ^ als >> | indien >> | in geval van >> | bij problemen/vragen/storing/storingen | klik >> | druk
          op >> | zonder twijfel`,
      },
    ],
  },
};
