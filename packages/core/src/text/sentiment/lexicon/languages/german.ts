import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of German, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `geil- obergeil- megageil- hammergeil- saugeil- großartig- fantastisch- phantastisch- wunderbar-
      hervorragend- genial- perfekt- exzellent- traumhaft- grandios- fabelhaft- spitzenmäßig- überragend-
      sensationell- phänomenal- göttlich- herrlich- brillant- weltklasse episch- legendär- atemberaubend-
      umwerfend- vergötter- begeister- wundervoll- wunderschön- bildschön- bombastisch- hammer meisterhaft-
      vorzüglich- ausgezeichnet- erstklassig- unschlagbar- unübertroffen- überglücklich- beste bester bestes
      besten allerbest- liebe_dich lieb_dich liebe_es liebe_euch liebe_das liebe_ihn liebe_sie hab_dich_lieb hdl
      hdgdl ildt zum_verlieben allerliebst- der_hammer ein_traum einsame_spitze erste_sahne zuckersüß- saucool-
      supergeil- superschön- superlecker- wunderhübsch- traumtor- hinreißend- unbezahlbar- sagenhaft- märchenhaft-
      paradiesisch- köstlich- glückselig- urgeil- leiwand- so_geil der_wahnsinn unvergesslich-`,
    ],
    [
      2,
      `toll- super cool- klasse spitze schön- hübsch- liebe liebst liebt lieben liebte geliebt- lieb lieb_von
      lecker- glücklich- froh- fröhlich- freu- erfreut- erfreulich- freud- gefreut vorfreude danke dankeschön dank
      dankbar- bedanke bedanken merci lustig- witzig- süß- niedlich- putzig- knuffig- knuddel- kuschel- kuschlig-
      gemütlich- entspannt- entspannend- angenehm- nett- sympathisch- freundlich- herzlich- charmant- elegant-
      stolz- lob- gelobt- loben respekt bravo glückwunsch glückwünsche gratulation gratulier- gratuliere gefeiert-
      jubel- jubelt jubeln gejubelt triumph- siegt siegen gesiegt sieger- sieg siege gewonnen gewinn- erfolg
      erfolge erfolgs- erfolgreich- gelungen- gelingt gelang top topp prima famos- fein- feine wohoo juhu juhuu
      jippie yippie hurra jawoll juchhe hach endlich_wieder endlich_wochenende feierabend mag_ich gefällt
      gefallen_mir gefiel genieß- genoss genossen genuss genüsslich- schwärm- bewunder- beeindruck- faszinier-
      spannend- interessant- empfehlenswert- empfehl- empfiehlt sehenswert- lesenswert- hörenswert- lebenswert-
      liebenswert- liebevoll- zauberhaft- bezaubernd- entzück- magisch- romantisch- verliebt- verlieb- sexy
      heiß_auf attraktiv- schnuckelig- goldig- herzig- knaller- knallt_rein bock_auf habe_bock hab_bock mega
      megacool- thank_you vorbildlich- tadellos- makellos- einwandfrei- reibungslos- vortrefflich- lohnt lohnend-
      lohnenswert- wertvoll- hilfreich- nützlich- praktisch- kompetent- zuverlässig- vertrauenswürdig- ehrlich-
      intelligent- klug- schlau- kreativ- talentiert- begabt- mutig- tapfer- held- heldin- heldenhaft- legende
      ehrenmann ehrenfrau goldstück schatz schatzi lieblings* favorit- favourite highlight- meisterwerk-
      kunstwerk- geschenk geschenke freundschaft- sonnig- sonnenschein strahlend- strahlt lächel- lächelt
      gelächelt lach lachen lacht gelacht lachflash grins- grinst glück glücks* glückspilz bombe bombig- spaß
      spass spaßig- spassig- gaudi party feiern gefeiert feier hoffnungsvoll- zufrieden- erleichter- beruhigend-
      erholsam- erholt- gesund- wohlfühl- wohl_fühlen wohltuend- harmonisch- überzeug- triumphier- rekordsieg-
      meister aufstieg- souverän- stark- starke bärenstark- glanzleistung- edel- luxuriös- prachtvoll- prächtig-
      majestätisch- würdevoll- großzügig- gastfreundlich- barmherzig- gütig- hilfsbereit- gönn_dir läuft_bei
      stylisch- fesch- stimmungsvoll- rührend- berührend- inspirierend- aufmunternd- treffend- gott_sei_dank
      gottseidank zum_glück freu_mich freut_mich freue_mich prost cheers yummy jammi gute_nachricht
      gute_nachrichten gute_idee gute_laune gute_arbeit gut_gemacht viel_freude lieblingslied seelig- selig-
      flauschig- kuschel* sonnenuntergang wunschlos- hab_spaß habt_spaß schick schickes schicker fesselnd-
      packend- mitreißend- kurzweilig- berührt ergreifend- empfehlung- weiterempfehl- reichhaltig- vielfältig-
      abwechslungsreich- zuvorkommend- aufmerksamer einladend- geräumig- idyllisch- malerisch- hochwertig- robust-
      langlebig- benutzerfreundlich- übersichtlich- informativ- tiefgründig- authentisch- aromatisch- saftig-
      knusprig- erstaunlich_gut positiv- optimistisch- übertroffen übertrifft gerne_wieder jederzeit_wieder
      immer_wieder_gerne volle_punktzahl fünf_sterne preis_leistung_stimmt rundum_zufrieden
      besser_geht_es_nicht besser_geht_nicht besser_geht_s_nicht hätte_nicht_besser hätten_nicht_besser kann_nur_empfehlen wunschlos_glücklich`,
    ],
    [
      1,
      `gut gute guten guter gutes gutem besser bessere besseren besserer besseres gern gerne freundschaft nett
      mögen mag mochte gemocht hoff hoffe hoffen hofft hoffentlich hoffnung- wünsch- wunsch erwünscht- viel_erfolg
      alles_gute alles_liebe viel_glück viel_spaß frohe frohes schöne schönen schönes gutes_neues willkommen-
      grüße gruß lg knutsch- kuss küsse küsschen umarm- drück_dich bussi herzchen herz herzen freund freunde
      freundin lieblich- fair- faire gerecht- gerechtigkeit frieden friedlich- freiheit sauber- frisch- bequem-
      komfortabel- günstig- preiswert- schnäppchen kostenlos- geschenkt belohn- bonus chance- verbesser-
      fortschritt- lösung- gelöst- unterstütz- geholfen rettet retten gerettet- rettung geheilt-
      heilung erhol- wächst wachstum aufschwung profitier- gewinn nachhaltig- umweltfreundlich- innovativ-
      effizient- flott- pünktlich- solide soliden solider sorgfältig- gründlich- vorteil- gelegenheit ideal-
      optimal- passt_gut passend- läuft_gut klappt geklappt funktioniert einfach_nur_schön kompliment- anerkenn-
      verdient- ehre ehrung auszeichnung- preisgekrönt- gewürdigt gefeiertes motivier- motiviert inspirier-
      ermutig- unterhaltsam- amüsant- amüsier- humor- humorvoll- unterhaltung sinnvoll- bemerkenswert- beliebt-
      populär- berühmt- vertrau- vertraut gefühlvoll- sanft- zärtlich- zart- treu- loyal- urlaub ferien wochenende
      sonne juchu hihi hehe gelassen- geschmackvoll- schmeckt geschmeckt schmackhaft- duftet jep hübscher fit
      neugierig- gespannt bezaubert gönn gönnen gönnt gönne gegönnt jackpot volltreffer treffer ausgleich siegtor
      guten_morgen gute_nacht guten_tag guten_abend schlaf_gut träum_schön schönen_abend schönen_tag kopf_hoch
      gute_besserung daumen_hoch daumen_gedrückt drück_die_daumen wird_schon alles_klar stimme_zu gepflegt-
      ordentlich- handlich- leise leiser ruhig- liebevoll_eingerichtet kinderfreundlich- familiär- stabil-
      leistungsstark- kulant- flexibel flexible- bereichernd- bereicher- angenehmer`,
    ],
    [
      0,
      `lieber starkregen gutschein gutachten schönheit spitzenreiter spitzenkandidat spitzenkandidaten
      freundlicher_genehmigung danke_nein na_super na_toll na_bravo na_danke beste_grüße todesstern hammerwurf
      bestens_bekannt
      freundlichen_grüßen freundliche_grüße freundlichem_gruß freundlicher_gruß besten_grüßen herzlichen_grüßen`,
    ],
    [
      -1,
      `fad fade leider schade traurigerweise naja hmpf nö müde kaputt- kalt kälte regen regnet regnerisch- gewitter
      langsam- verspätung- verspätet- teuer teure teuren teurer überteuert- unnötig- überflüssig- sinnlos-
      merkwürdig- seltsam- komisch- fragwürdig- zweifel- bezweifl- unsicher- unklar- unruhig- nervös- angespannt-
      stress* anstreng- anstrengend- schwierig- schwer_zu kompliziert- problem- schwach- schwäche schwächen mangel
      mängel fehlt fehlte fehlen vermiss- vermisse verpass- verpasst verloren- verlier- verliert verlor
      niederlage- krank- krankheit- kränk- kopfschmerz- kopfweh bauchschmerz- bauchweh halsschmerz- zahnschmerz-
      schmerz- erkältet- erkältung- fieber husten schnupfen grippe verletz- verletzung- unfall- unfälle stau
      wecker warnung- warnt warnen gewarnt risiko risiken riskant- gefahr- gefährlich- gefährd- gefährdet- bedroh-
      drohung- droht drohen krise- konflikt- streit- streik- protest- klage klagt klagen verklag- vorwurf vorwürfe
      kritik- kritisier- kritisch- beschwer- beschwerde- ablehn- abgelehnt- abgesagt ausgefallen fällt_aus absage
      gescheitert- scheitern scheitert verbot verboten- verbiet- strafe- bestraf- bestraft schuld schuldig-
      schulden pleite- insolvenz insolvent- arbeitslos- armut verzicht- verschwend- verschwendung- abzocke-
      verfall- sorgen sorge_um besorgt- bedauer- bedauerlich- bedenklich- befürcht- angst ängste ängstlich-
      fürcht- gruselig- unheimlich- einsam- einsamkeit heimweh heul heule heult heulen weine weint weinen geweint
      tränen trauer traurig- tot tote toten toter stirbt sterben starb gestorben- verstorben- tod todes* rip
      opfer- leiden leidet gelitten leid tut_mir_leid mitleid seufz ächz gähn langweil- langweilig- öde lahm-
      lahme nerv egal scheißegal doof- blöd- dumm- dämlich- bekloppt- naiv- peinlich- kindisch- albern-
      lächerlich- faul- gierig- geizig- arrogant- egoist- egoistisch- eifersüchtig- neidisch- unhöflich-
      unfreundlich- frech- respektlos- rücksichtslos- unfair- ungerecht- ungerechtigkeit- unmöglich-
      unverständlich- unglaubwürdig- unzuverlässig- unprofessionell- unbrauchbar- ungesund- unzufrieden-
      unglücklich- unangenehm- ungemütlich- unbequem- unsympathisch- schlimm- enttäusch- enttäuscht- fehler-
      falsch- lüge- lügen lügt gelogen lügner- betrug betrüg- betrogen- betrüger- korrupt- skandal- affäre- chaos
      chaotisch- durcheinander- dreck- dreckig- schmutz- schmutzig- stink- stinkt gestank gift- giftig-
      verschmutz- zerstör- zerstört- zerstörung- gewalt* gewalttätig- mord- mörder- terror* anschlag- krieg-
      bombenanschlag- angriff- attacke- überfall- räuber- dieb- diebstahl gestohlen- geklaut- klauen verbrechen
      verbrecher- kriminell- nazi- rassist- rassismus rassistisch- hetze hetzer- faschist- sexist- mobbing gemobbt
      flucht_vor einbruch einbrecher abstieg abgestiegen gegentor eigentor- rote_karte foul- foult buh pfui igitt
      bäh iih puh uff autsch aua mist menno manno oh_nein ach_nee ohje ojeh oje auweia ausreden ausrede vergebens
      vergeblich- hilflos- hoffnungslos- ratlos- verzweif- verzweifelt- deprimier- deprimiert- depri depression-
      depressiv- frust frustrier- frustriert- aggro aggressiv- sauer ärger- ärgerlich- geärgert genervt- beleidig-
      beleidigt- beschimpf- meckern meckert gemecker jammern jammer- jammert schimpf- motzen motzt störend- stört
      stören gestört- lärm schlaflos- schlafmangel übermüdet- verkatert- muskelkater verpennt verschlafen zu_spät
      zu_teuer zu_kalt zu_warm zu_heiß zu_früh zu_wenig zu_lange sorry fuck_off kein_bock keinen_bock keine_lust
      null_bock reicht_mir mir_reicht reicht_jetzt auf_die_nerven geht_gar_nicht nicht_mehr_normal
      nicht_euer_ernst nicht_dein_ernst was_soll_das im_arsch am_arsch für_den_arsch bescheuert- lästig- zickig-
      zicke- heuchler- heuchelei verlogen- dreist- skrupellos- vermurkst- mangelhaft- ungenügend- kläglich-
      blamabel blamabl- ernüchternd- ernüchter- trostlos- trist- düster- bitter- schmerzhaft- gemein fies-
      hinterhältig- brutal- assig- überfordert- überarbeitet- gestresst- gekündigt- abzocker- wucher
      pech panne- misslungen- misslung- verkorkst- vermiest- verdorben- verdirbt weh tut_weh wehtut übel üble
      übler übles notfall- behindert- hirnrissig- gelangweilt- langeweile schlapp- albtraumhaft-
      sterbenslangweilig- mimimi was_für_ein_mist so_ein_mist so_ein_scheiß ich_könnte_kotzen könnte_heulen
      könnt_heulen kann_nicht_schlafen nicht_schlafen null_ahnung keine_ahnung_von kein_verständnis defekt-
      beschädigt- veraltet- abgenutzt- verdreckt- ungepflegt- schmuddelig- muffig- verschimmelt- schimmel
      schimmlig- laute lauter lautes hellhörig- verwirrend- unübersichtlich- umständlich- unausgereift-
      fehlerhaft- instabil- wackelig- wackelt rauscht ruckelt hakt absturz abstürz- stürzt_ab reklamation-
      reklamier- rückgabe umtausch zurückgeschickt finger_weg nie_wieder vorsicht abraten rate_ab nicht_empfehlen
      zäh- zähe versalzen- fettig- lauwarm- verbrannt- angebrannt- vertrocknet- matschig- geschmacklos- lieblos-
      desinteressiert- unaufmerksam- unorganisiert- überlaufen- überfüllt- vorhersehbar- klischeehaft-
      oberflächlich- langatmig- einfallslos- unlogisch- minderwertig- billig_verarbeitet billigware- negativ-
      pessimistisch- verschlechter- verschlechterung-
      nicht_gerade_billig nicht_gerade_günstig kaputtgegangen kaputtgeht kaputtging`,
    ],
    [
      -2,
      `schlecht- schlechte schlimmste schlimmsten hass hasse hasst hassen gehasst- hassenswert- nervt nerven
      nervig- nervend- nervtötend- ätzend- ätzt kotz- kotzt kotzen ankotzt kotze_ab zum_kotzen kotzübel ekel-
      ekelt ekelig- eklig- ekelhaft- widerlich- widerwärtig- abscheulich- abartig- furchtbar- fürchterlich-
      schrecklich- entsetz- entsetzlich- grauenhaft- grauenvoll- grausam- grässlich- scheußlich- hässlich- mies-
      miese miserabel- miserable jämmerlich- erbärmlich- katastrophe- katastrophal- desaster- desaströs- horror*
      albtraum- alptraum- grottenschlecht- grottig- unterirdisch- unerträglich- unzumutbar- unverschämt-
      unverschämtheit- frechheit- sauerei schweinerei zumutung- armutszeugnis- beschiss- beschissen- verarscht-
      verarsche verarschen verarschung kacke kack- kackt scheiß* scheiss* verdammt- verfickt- verflucht- verflixt-
      verkackt- versaut- vermasselt- idiot- idiotisch- vollidiot- depp- deppen trottel- spinner- spast- spasti-
      penner- assi- asozial- arschloch- arschlöcher wichser- hurensohn- hure- schlampe- bitch- missgeburt-
      bastard- mistkerl- drecksack- schwein schweine drecks* arsch- dummkopf dumpfbacke- dummheit- schwachsinn-
      schwachsinnig- blödsinn- unsinn quatsch müll schrott- ramsch- rotz- abschaum gesindel wut wütend- zorn-
      zornig- stinksauer- empör- empörend- empört- schande- schändlich- schämen schäm- geschämt blamage- blamier-
      blamiert fremdschämen fremdschäm- tragisch- tragödie- traumatisch- trauma- qual- quäl- gequält- folter-
      gefoltert ermordet- getötet- tötet vergewaltig- missbrauch- missbraucht- misshand- leblos- elend- untragbar-
      inakzeptabel- skandalös- menschenverachtend- abstoßend- ungenießbar- versager- versagt- versagen peinlichst-
      wertlos- nutzlos- sinnfrei- hirnlos- geisteskrank- krankhaft- gehirnamputiert- verabscheu- verachte-
      verachtet verachtung dreckskerl- halsabschneider- ekelerregend- menschenunwürdig- widerling- kackbratze-
      heuchlerisch- unfähig- unfähigkeit inkompetent- inkompetenz dummschwätzer- schwätzer- volltrottel- volldepp-
      fresse halt_die_fresse halt_die_klappe halts_maul leck_mich verpiss- verpisst verpisst_euch
      alles_andere_als_gut alles_andere_als_schön alles_andere_als_toll alles_andere_als_gelungen alles_andere_als_sauber alles_andere_als_freundlich`,
    ],
    [
      3,
      `begeistert- begeistern begeisterung überwältigt umwerfend- traumhaft- atemberaubend- sensationell- überragend- unschlagbar- meisterhaft- weltklasse allererste_sahne erste_sahne eins_a ein_traum ein_gedicht volltreffer glücksgriff absolute_empfehlung klare_empfehlung volle_punktzahl absolut_empfehlenswert`,
    ],
    [
      2,
      `weiterempfehl* weiterempfohlen empfehlenswert- gefesselt fesselt fesselnd- rundum_gelungen rundum_zufrieden jederzeit_wieder immer_wieder_gerne gerne_wieder wir_kommen_wieder komme_wieder kommen_gerne_wieder schneller_als_erwartet besser_als_erwartet besser_als_gedacht übertroffen übertrifft jeden_cent_wert jeden_euro_wert preis_leistung hält_was_es_verspricht hält_was_er_verspricht hält_was_sie_verspricht lohnt_sich hat_sich_gelohnt daumen_hoch hut_ab zuvorkommend- zuverlässig- hilfsbereit- reibungslos- einwandfrei- tadellos- makellos- mühelos- liebevoll- gemütlich- lecker- köstlich- hervorragend- ausgezeichnet- kein_vergleich_zu_vorher super_service macht_spaß macht_freude macht_laune ins_herz_geschlossen warm_ums_herz auf_anhieb_wohl fühlt_sich_wohl wohlgefühlt läuft_rund wie_am_schnürchen wie_angegossen das_gewisse_etwas kann_sich_sehen_lassen mit_liebe_zum_detail nichts_zu_meckern nichts_zu_beanstanden alles_bestens ohne_wenn_und_aber sehenswert- lesenswert- hörenswert- spannend- kurzweilig- mitreißend- herzlich-`,
    ],
    [
      -2,
      `reinfall flop* abzocke abzocker- abgezockt nepp wucher schrott ramsch müll mogelpackung zumutung frechheit unverschämt- dreist- schlamperei pfusch pfuscher- geldverschwendung zeitverschwendung rausgeschmissenes_geld rausgeworfenes_geld zum_fenster_hinaus geldmacherei geist_aufgegeben gibt_den_geist_auf gab_den_geist_auf im_stich im_stich_gelassen nie_wieder nie_mehr finger_weg hände_weg in_die_tonne für_die_tonne für_die_katz unter_aller_sau unter_aller_kanone unterirdisch- grottenschlecht- grottig- hundsmiserabel- katastrophal- desaströs-   geht_gar_nicht ein_witz ein_schlechter_witz schlechter_scherz eine_schande reine_abzocke über_den_tisch_gezogen nach_strich_und_faden verarscht verarsche auf_den_keks auf_die_nerven auf_den_geist auf_den_sack zum_kotzen zum_heulen zum_davonlaufen trauerspiel griff_ins_klo schuss_in_den_ofen`,
    ],
    [
      -1,
      `enttäuscht enttäuscht- enttäuschend- enttäuschung maßlos_enttäuscht schade_um viel_zu_teuer überteuert- ungenießbar- versalzen- verkocht- angebrannt- zäh- fad- lieblos- unfreundlich- unhöflich- unprofessionell- inkompetent- überfordert- patzig- muffig- schmuddelig- verdreckt- hellhörig- abgewohnt- heruntergekommen- klapprig- wackelig- billig_verarbeitet mangelhaft- ungenügend- unbrauchbar- lahm- zäh_wie_leder nicht_zu_empfehlen nicht_empfehlenswert abzuraten rate_ab kann_nur_abraten lässt_zu_wünschen_übrig ließ_zu_wünschen_übrig zu_wünschen_übrig hält_nicht_was geht_nicht_mehr funktioniert_nicht niemand_geht_ans_telefon keiner_geht_ans_telefon nie_angekommen nie_geliefert vergebens warteschleife verschlimmbessert langatmig- vorhersehbar- schwach- enttäuscht_wurden`,
    ],
  ],
  questions: "welche welcher welches welchen welchem was wer wen wo wann wohin woher",
  negators: `nicht nich nich net ned nit nix nichts kein keine keinen keiner keines keinem nie niemals nimmer niemand
    ohne weder kaum nirgends ned nöd`,
  intensifiers: `sehr so total mega voll echt richtig wirklich absolut extrem unglaublich ungemein äußerst höchst
    besonders wahnsinnig unfassbar verdammt ganz_besonders ultra super sau übelst krass viel viele wahnsinns zutiefst
    komplett völlig dermaßen derart zu ziemlich soo tierisch unheimlich enorm`,
  diminishers: `etwas bisschen bissl bissi leicht eher halbwegs einigermaßen relativ teilweise fast mäßig wenig weniger
    vielleicht mal naja`,
  contrasts: `aber jedoch allerdings dennoch trotzdem doch sondern`,
  concessions: `trotz`,
  wishes: `hätte hätten hättest hättet wäre…gewesen wären…gewesen`,
  superlatives: { never: `nie niemals`, so: `so solch solche solchen` },
  repetitions: `wieder weitere weiterer`,
  endings: `e en er es em n s st t te ten tet ter tes tem end ende enden ender endes endem ere eren erer eres erem
    ste sten ster stes stem este esten ester estes estem heit heiten keit keiten ung ungen lich liche lichen licher
    liches erweise in innen ern erin erinnen chen isch ische ischen ischer isches et est ier iert ieren ierte ierten
    ierter iertes ierend ierende igkeit nis nisse voll volle vollen nd nde nden`,
  letters: { ä: "ae", ö: "oe", ü: "ue", ß: "ss" },
  negatesBackwards: true,
  capitalizesNouns: true,
  constructions: {
    classes: {
      bad: `
        Schmerz Schmerzen Kopfschmerzen Rückenschmerzen Problem Probleme Problemen Fehler Fehlern Bug Bugs
        Absturz Abstürze Lärm Geräusch Geräusche Geruch Gestank Krebs Fieber Husten Infektion Entzündung
        Tumor Krankheit Beschwerde Beschwerden Stress Ärger Mangel Mängel Ausfall Ausfälle Verspätung
        Wartezeit Wartezeiten Rauschen Ruckeln Juckreiz Übelkeit Metastasen Fraktur Schimmel Leck Angst
        Sorgen Makel Störung Störungen`,
      fault: `
        weh kaputt ab hängen ruckelt ruckeln abstürzt abgestürzt rauscht klemmt tropft stinkt quietscht
        knarrt hakt flackert flimmert piept brummt stört schmerzt juckt nervt überhitzt leckt rostet wackelt`,
      be: `
        ist sind war waren wurde wurden ist's`,
      works:
        "funktioniert funktionierte funktionieren klappt klappte lädt startet reagiert verbindet einschalten",
      acts: "geht ging gehen läuft lief öffnet schließt hält antwortet hilft passt meldet",
      besser: `
        besser bessere besseren besseres besserer glücklicher schöner schönere schöneres leckerer wohler
        zufriedener freundlicher`,
      schlechter: `
        schlechter schlechtere schlechteren schlechteres schlimmer schlimmere schlimmeres schlimmeren
        unfreundlicher unfreundlicheren`,
    },
    constructions: [
      {
        weight: 2.2,
        patterns: `nicht mehr ..1 vorstellen | ohne ..4 nicht mehr leben/kochen/arbeiten/reisen | klebt/hakt/stört/fehlt nichts | nichts ..2 klebt/hakt/kaputt | hat/haben ..3 den/unseren/unser/das abend/tag/urlaub/wochenende gerettet | spart/sparen/sparte/erspart ..4 zeit/geld/stunden/stunde/arbeit/nerven/minuten/tage | anfangs/zuerst/erst ..3 skeptisch/skeptischer | ^ endlich ein/eine/einen/mal/jemand/was >> | kommen/komme/buchen/buche/bestelle/bestellen ..3 wieder $ | würde/würden ..3 wieder buchen/bestellen/kommen/kaufen | jederzeit wieder | möchte/möchten/will ..3 nicht mehr hergeben/missen | nicht mehr wegzudenken`,
      },
      {
        weight: -2.2,
        patterns: `^ kauft/kaufen/bucht/buchen/bestellt/bestellen ..4 nicht | bloß nicht | immer noch ..1 kein/keine/keinen ..1 rückerstattung/erstattung/antwort/rückmeldung/lieferung/paket/ware/geld/lösung/reaktion | nicht ..1 erstattet/zurückerstattet/geliefert/beantwortet/repariert/ersetzt/bearbeitet/gutgeschrieben/behoben | niemand/keiner ..6 geantwortet/reagiert/gemeldet/zurückgerufen/geholfen | kommen/komme/buchen/buche/bestelle/bestellen ..2 nicht wieder | nicht wieder kommen/bestellen/buchen/kaufen | geld zurück | das einzige , ..4 war , war >> | das einzig gute ..2 war >> | hält keine/kaum/nicht ..3 stunde/stunden/tag | hätte/hätten ..2 bloß/nur/lieber ..6 gehört/gelesen/genommen/gekauft | toll/super/klasse/prima , schon wieder >> | nicht noch einmal | warte ..4 seit ..3 auf`,
      },
      {
        weight: 0,
        patterns: `wegen ..3 verurteilt/angeklagt/verhaftet/festgenommen | verurteilt/angeklagt/verhaftet/festgenommen $ | kühl und/, trocken | trocken und kühl | haftet für >> | haften für >>`,
      },
      {
        weight: -2,
        patterns: `hätte/hatten/hatte ..2 mehr/besseres erwartet/erhofft/versprochen | mehr/anderes/besseres ..1 erwartet/erhofft | weit unter den erwartungen`,
      },
      {
        weight: 2.4,
        patterns: `besser geht es nicht | besser geht s nicht | besser kann man ..3 nicht | könnte/kann nicht besser ..1 | ohne ein einziges problem | ohne/keine probleme ..1 | nichts auszusetzen | nichts ..2 auszusetzen`,
      },
      {
        weight: -2,
        patterns: `keiner/niemand ..2 ans telefon | niemand/keiner ..1 erreichbar | hält keine/nicht ..3 stunden/tage | nach ..3 kaputt | nach ..3 defekt | riecht/roch/stinkt/stank nach ..2 | nicht ..1 gutes hotel/produkt/restaurant`,
      },
      {
        weight: 2,
        patterns: `
          keine/kein/keinen/keinerlei/ohne ..1 @bad mehr? | nicht/nie mehr ..1 @fault | @fault ..1 nicht mehr | nicht mehr {-} |
          @bad ..3 @be ..2 weg/verschwunden/behoben/vorbei/gelöst/beseitigt | @bad ..3
          verschwand/verschwanden/aufgehört/nachgelassen | @be ..3 @bad los | hat aufgehört zu @fault/{-} | kann man nicht meckern |
          kein/keine/keinen einziger/einziges/einzige/einzigen ..1 @bad | nichts ..1 zu
          beanstanden/bemängeln/meckern/beklagen/kritisieren | nichts auszusetzen | nie wieder @bad | den
          Krebs besiegt | besiegte den Krebs | geheilt | noch nie probleme/ärger | nie probleme/ärger |
          alles andere als {-} | jeden/jeder Cent/Euro/Pfennig ..2 wert | jeden/jeder Cent/Euro wert | kann
          man nichts falsch machen | nichts falsch machen`,
      },
      {
        weight: 2,
        patterns: `
          nie/niemals ..4 @besser | nicht/kaum ..1 @besser ..2 machen/laufen/sein/gehen |
          geht/ging/gehts/könnte/konnte nicht/kaum ..1 @besser | hätte nicht ..2 @besser | nichts/niemand
          ..2 @besser | @besser geht/ging/gehts es/s? nicht/kaum | niemand/keiner macht ..3 @besser | nicht satt sehen/hören | nicht aus der hand
          legen | nicht aufhören zu lesen/spielen/lachen | wüsste nichts @besser`,
      },
      {
        weight: 1.2,
        patterns: `
          gar? nicht ganz? so? schlecht/übel/verkehrt/dumm/blöd | keine schlechte/dumme/üble
          idee/wahl/sache | kein schlechter/schlechtes ..1`,
      },
      {
        weight: -2,
        patterns: `
          @acts ..1 nicht/nie $ |
          alles andere als {+} | weit davon? entfernt ..3 {+} | nie/niemals ..4 @schlechter | hätte/könnte/konnte/kann nicht ..1 @schlechter ..1 | nichts/niemand ..2 @schlechter | nicht
          besonders/gerade/sonderlich/wirklich/unbedingt/eben {+} | @works ..3 nicht/nie | nicht @works ..1
          | nie/nicht/niemand/keiner ..2 erreichbar | nie/niemals wieder | zu nichts zu gebrauchen | danke
          für nichts | danke fürs/für ..3 {-} | für nichts gut | undicht | nach ..3 kaputt/defekt/undicht |
          ging/gehen/geht ..5 kaputt | lässt ..2 zu wünschen übrig | schade um ..1 geld | schade ums geld |
          geld nicht wert | nicht mehr @works | @works ..3 nicht mehr | toll/super/klasse/prima , jetzt >>
          | lässt sich nicht ..2`,
      },
      {
        weight: 0,
        patterns: `
          positiv/negativ getestet | test ..3 positiv/negativ | befund ..3 positiv/negativ/unauffällig |
          kein/keine/ohne hinweis/hinweise/anzeichen/anhalt auf/für >> | blutgruppe >> | ohne befund |
          verneint >> | bestreitet >> | kann/können/darf ..9 gekündigt werden? | ordentlich ..3 kündigung |
          vertrag >> | mietverhältnis >> | haftung >> | schadenersatz >> | weder gut noch schlecht | nicht
          gut , ..1 nicht schlecht | nicht {+} , ..1 nicht {-} | kündigungsfrist >> | gekündigt werden`,
      },
      {
        weight: null,
        patterns: `
          falls >> | ^ wenn >> | sofern >> | bei problemen/fragen/fehlern/störungen/verlust/schäden | im
          falle >> | im fall >> | zum besten geben | klicken sie >> | drücken sie >>`,
      },
    ],
  },
};
