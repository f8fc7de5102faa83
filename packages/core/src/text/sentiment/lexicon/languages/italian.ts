import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Italian, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `meraviglios- meraviglia- fantastic- stupend- splendid- magnific- eccellent- eccellenza straordinari-
      eccezional- perfett- perfezione fenomenal- sensazional- spettacolar- spettacolo grandios- genial- sublim-
      incantevol- favolos- divin- delizios- squisit- bellissim- buonissim- bravissim- stupefacent- mozzafiato
      indimenticabil- insuperabil- impareggiabil- leggendari- epic- mitic- amo ti_amo vi_amo lo_amo la_amo li_amo
      ador- adoro adorabil- ti_adoro vi_adoro amat- innamorat- ti_voglio_bene vi_voglio_bene tvb tvttb tvtb
      il_migliore la_migliore i_migliori le_migliori il_top al_top capolavor- troppo_bello troppo_bella
      troppo_forte troppo_belli che_bello che_bella che_bellezza che_meraviglia che_spettacolo numero_uno
      numeri_uno felicissim- contentissim- carinissim- dolcissim- simpaticissim- grandissim- ottim- preferit-
      entusiasmant- strepitos- superlativ- da_paura che_figata spazial- gagliard- fortissim- esilarant- impagabil-
      gioiello memorabil- toccant- imperdibil- ineccepibil- travolgent-`,
    ],
    [
      2,
      `genio geni fiero fieri fiera_di bello bella belli belle bell bellezza- carin- dolce dolci dolcezza- tenero
      tenera teneri tenere tenerezza- felic- felice felici felicità gioia gioie gioios- gioi- content- allegr-
      allegria liet- soddisfatt- soddisfazion- brav- bravo bravi brava grande grandeee mito miti idolo campion-
      campioni vittori- vinto vinc- vince vinciamo vincent- trionf- successo successi success- complimenti
      compliment- congratulazioni auguri felicitazioni grazie ringrazi- ringraziament- grat- gratitudine
      riconoscent- piac- piacere piacevol- piaciut- piace mi_piace mi_piaci diverten- divertent- divert-
      divertiment- divertito spass- spassos- ridere rido ridiamo risate risata sorris- sorriso sorrid- simpatic-
      gentil- gentilezza affettuos- affetto amore amor amori amorevol- tesoro tesori bacio baci bacion- abbracc-
      abbraccio abbracci coccol- coccole amicizia amichevol- accoglient- cortes- disponibil- generos- onest-
      sincer- leal- fedel- coraggi- coraggios- eroe eroi eroic- orgoglios- onorat- stim- stima ammir- ammirevol-
      apprezz- apprezzabil- apprezzament- applaus- lod- lodevol- meritat- merit- premi- premio premiat-
      interessant- appassionant- appassion- emozion- emozionant- entusias- entusiasm- commovent- affascin-
      affascinant- fascin- intrigant- avvincent- brillant- intelligent- intelligenza acut- talent- talento capac-
      creativ- elegant- elegante raffinat- sexy figo fighi fico fichissim- fighissim- figat- ficat- ganzo bomba
      mega super evviva viva urrà yuppi ole olé daje dajee forza_ragazzi finalmente_weekend speranz- sper-
      ottimis- ottimist- positiv- fortunat- gradevol- gradit- godere godo goduria gust- gustos- saporit- prelibat-
      rilassant- rilass- seren- serenità pac- pace tranquill- confortevol- comod- consigliat- utilissim- util-
      prezios- affidabil- efficac- efficient- impeccabil- miglior- migliore migliori esemplar- nobil- dign-
      dignità impression- impressionant- sogn- sognare magia magic- incant- incantat- romantic- solare luminos-
      raggiant- top buon_compleanno tanti_auguri buona_fortuna in_bocca_al_lupo bentornat- evvai vai_così
      ben_fatto ben_detto standing_ovation chapeau applausi sballo golos- chicca spiritos- argut- azzeccat- onestà
      coerenza coerent- garbo grinta tenac- guerrier- tost- godibil- delizia bella_notizia bellissima_notizia
      buona_notizia ottima_notizia bel_gesto bella_giornata bel_discorso grande_uomo gran_persona un_grande
      sei_un_grande sei_grande commuov- coinvolgent- emozionantissimo curat- cordial- cordialità professionalità
      premuros- spazios- luminosissim- panoramic- pittoresc- robust- duratur- intuitiv- consigliatissim-
      consiglio_a lo_consiglio la_consiglio consigliabile da_non_perdere da_vedere da_leggere torneremo
      ritorneremo ci_torneremo tornerei ci_tornerei supera_le_aspettative oltre_le_aspettative
      rapporto_qualità_prezzo cinque_stelle prelibatezz- abbondant- croccant- succos- fragrant- rispetto
      rispettare rispettato rispettata rispettoso rispettosa
      niente_male non_potevo_chiedere_di_meglio non_si_può_chiedere_di_meglio non_potevamo_chiedere_di_meglio`,
    ],
    [
      1,
      `bene buon buono buona buoni buone meglio benissimo benvenut- giust- giusto ragione_hai hai_ragione
      ha_ragione d_accordo concordo esatto buongiorno buonanotte buonasera buonagiornata buona_giornata
      buona_serata buona_notte saluti salut- ciao_bella vacanz- vacanza mare sole weekend festa feste festegg-
      regal- regalo gratis sconto offerta vantagg- vantaggios- beneficio benefic- solidariet- solidal- aiut- aiuto
      sosten- sostegno appoggi- fiducia fiducios- credibil- competent- preparat- serio seria seriet- autorevol-
      ripresa migliorament- progress- svolta risolt- risolv- soluzion- intesa approvat- libert- liber- giustizia
      sobri- sobrietà salv- salvat- guarit- guarigione protett- pulit- fresc- sano sana sani- salutar- facil-
      semplic- rapid- innovativ- innovazion- modern- qualità opportunit- promoss- onore onor- gloria famos-
      popolar- celebr- record riusc- riuscit- ce_l_abbiamo_fatta ce_l_ho_fatta finalmente volentieri amic- amici
      amica amico insieme_a_te compagnia ahah ahaha hihi eheh eheheh ahahah ahahahah :dd eh_sì sì_sì sorprendent-
      sorpres- curios- original- ironi- ironic- condivid- condivisibil- favorevol- vivace vivac- energi- solidit-
      stabil- risparmi- buon_natale buone_feste buon_anno buona_pasqua buon_weekend buona_domenica dolce_notte
      convint- convincent- lungimirant- ragionevol- equilibr- merito ottenut- conquist- guadagn- speriamo_bene
      confort- caloros- calor- caldo_abbraccio concret- trasparent- lucid- buon_lavoro buon_inizio in_gamba
      ce_la_faremo ce_la_facciamo dai_che fiducia_in bene_così meno_male ben_venga ben_vengano felice_notte
      corrett- silenzios- ben_curato ben_tenuto ben_fatta ben_fatti ben_servito centralissim- puntual- puntualità
      stabile variegat- resistent- discret-`,
    ],
    [
      0,
      `onorevole onorevoli danno tasso bella_ciao grande_fratello grande_distribuzione grandi_opere
      grande_coalizione buona_scuola buona_parte bella_domanda no_grazie grazie_al_cazzo grazie_tante belle_arti
      bel_niente buona_volta grandi_aziende forze_armate la_grande_bellezza buoni_postali premier sperimentale
      meritocrazia successivo salvo rispetto_a rispetto_al rispetto_alla rispetto_ai piacenza
      cordiali_saluti distinti_saluti`,
    ],
    [
      -1,
      `temo teme temono temere temiamo mentire mentono mentito mente_sapendo purtroppo peccato triste tristi
      tristezz- dispiac- dispiaciut- mi_dispiace dispiace- dolor- dolore doloros- soffr- sofferenz- piang- pianto
      pianger- lacrim- mal_di_testa mal_di_gola mal_di_pancia male malat- malatti- febbre influenza raffreddor-
      raffreddat- ferit- ferito incident- mort- morte morto morti muore morire decess- lutto vittim- uccis- uccid-
      omicid- suicid- pericol- pericolos- rischi- rischio minacc- minaccia paura pauros- timor- terror- panico
      preoccup- preoccupant- preoccupazion- ansia ansie ansios- angosci- angoscia stress stressat- stressant-
      nervos- nervoso agitat- problem- difficil- difficolt- complicat- crisi conflitt- guerra guerre scontr-
      attacc- attacco attentat- violen- violenza aggress- odios- rabbia arrabbiat- arrabbi- incazz- incazzat-
      infuriat- furios- irritant- irritat- infastid- fastidi- fastidios- fastidio noia noios- annoi- annoiat-
      stanc- stanco stanchezza stanchissim- sonno esaust- distrutt- freddo pioggia piove sveglia_presto compiti
      studiare esame interrogazion- solitudin- abbandonat- delus- delusion- deludent- delude illus- tradit-
      tradiment- tradire bugi- bugia bugiard- menzogn- fals- falso ipocrit- ipocrisia egoist- egoismo arrogant-
      arroganza presuntuos- invidi- invidia invidios- gelos- gelosia vergogn- vergogna imbarazz- imbarazzant-
      ridicol- assurd- assurdità inutil- inutile inadeguat- incapac- incompeten- ignorant- ignoranza mediocr-
      scars- scadent- debol- debolezza fallit- falliment- fallire sconfitt- perso perd- perdent- perdita eliminat-
      retrocess- retroced- errore errori sbagli- sbagliat- colpa colpevol- accus- denunc- condann- scandal-
      corrot- corruzion- mafia mafios- mafie truff- truffa frod- evasion- evasori ladr- ladri rub- furt- tangent-
      inciuci- inciucio casta poltron- privilegi- tagli tass- tasse debit- disoccup- disoccupazion- precar-
      precariat- povert- poveri pover- miseri- spreco sprech- sprecat- ritard- ritardo rimandat- sciopero scioper-
      protest- polemic- lament- critic- critica ingius- ingiust- ingiustizia disuguaglian- razzis- fascis- nazist-
      sessis- omofob- discriminaz- dittat- dittatura censur- abus- abuso mancano manchi mi_manchi mi_manca mancare
      mi_mancherai nostalgia impossibil- insopport- brutto_tempo sfortun- sfiga sfigat- sfigata casino caos
      confus- confusion- guai guaio dann- dannos- inquinament- inquinat- rovin- rovinat- crolla- crollo peggiora-
      peggiorament- allarm- allarme emergenza dubbi- dubbi perpless- sospett- mah uff uffa uffaa sigh sob snif
      ahimè ahi ohi bleah bleh puah bah mannaggia maledett- accidenti che_palle che_noia che_ansia che_tristezza
      che_vergogna che_pena che_sonno che_rabbia mi_annoio non_ce_la_faccio non_ne_posso_più non_se_ne_può_più
      non_sopporto non_ho_voglia zero_voglia basta_con ma_basta e_basta a_casa_tutti tutti_a_casa per_colpa
      peccato_che dimettiti si_dimetta rassegnat- disper- disperat- disperazion- depress- depression- desolant-
      squallid- squallore tetr- trem- inquiet- inquietant- delir- deliri- furbetti furbast- voltagabbana
      trasformist- gaffe flop autogol sceneggiata farsa balla balle panzan- frottol- fregatur- fregat- fregare
      bidone ingann- inganno sfacciat- faccia_tosta faccia_di_bronzo stuf- scocciat- scocciatur- seccatur- rogna
      rogne lagna lagne lagn- mattone pesantezza sfinit- cesso cessi schiav- servi austerità stangata salasso
      rapina recession- sprofond- affond- naufrag- povera_italia poveri_noi siamo_messi_male non_ci_siamo non_va
      non_funziona paghiamo pagano_sempre macelleria_sociale lacrime_e_sangue zero_idee presa_in_giro
      prese_in_giro prendere_in_giro prendono_in_giro magna_magna arraff- raccomandat- pessimis- gelo brividi_di
      mal_di_denti che_caldo che_freddo che_casino che_sfiga mi_sento_male sto_male stare_male rumoros- rumore
      rumori fatiscent- trascurat- trascuratezza difettos- difett- guast- rott- rotto usurat- muffa ammuffit-
      polveros- sporc- sporco sporcizia angust- sgradevol- disorganizzat- disorganizzazion- disonest- indifferent-
      maleducat- scortes- sgarbat- insipid- insapor- tiepid- immangiabil- bruciat- surgelat- unto sopravvalutat-
      prevedibil- scontat- interminabil- lent- lento lenta prolisso confusionar- incoerent- incomprensibil-
      superficial- banal- rimbors- reclam- restituit- evitare evitate da_evitare sconsigli- sconsigliat-
      lo_sconsiglio non_lo_consiglio non_torneremo non_ci_torneremo non_torneremmo  soldi_sprecati negativ-
      pessimist- scomod- scomodità instabil- insufficient- ingannevol- carissim- costos- troppo_caro soldi_buttati`,
    ],
    [
      -2,
      `schif- schifo schifos- schifezza- disgust- disgustos- disgusto orribil- orrend- orrore orrori terribil-
      terrificant- tremend- pessim- peggio peggior- peggiore peggiori cattiv- cattivo brutto brutta brutti brutte
      bruttissim- disastr- disastro disastros- catastrof- tragic- tragedi- tragedia dramm- drammatic- atroc-
      crudel- spietat- barbar- vergognos- indegn- ignobil- inaccettabil- intollerabil- insopportabil-
      insostenibil- penos- patetic- ripugnant- rivoltant- nausea- nauseant- vomit- vomito odio odi- odia odiare
      detest- disprezz- disprezzo merd- merda merdacc- cazzo cazzi cazzata cazzate cazzat- minchia minchiat-
      stronz- stronzo stronzata stronzate coglion- cogliona rincoglionit- idiot- imbecill- cretin- deficient-
      scem- stupid- stupidaggin- stupidità ignobile buffon- pagliacc- clown burattin- puttan- puttana troia troie
      zoccol- bastard- bastardo figlio_di_puttana maiale maiali porco porca porci porca_miseria porca_puttana
      porcat- porcata vaffanculo vaffancul- fanculo affanculo vai_a_cagare cagare cagata cagate fottut- fottit-
      fotter- rompicoglioni rompipalle rompere_i_coglioni rotto_il_cazzo rompere_le_palle rottura mi_fa_schifo
      fa_schifo fanno_schifo fa_pena fanno_pena fa_cagare fai_schifo fate_schifo mi_sta_sul_cazzo del_cazzo
      che_schifo che_cazzo ma_che_cazzo col_cazzo spazzatura immondizia feccia parassit- delinquent- criminal-
      crimine assassin- assassinio stupr- massacr- tortur- macell- vigliacc- traditor- infam- infame inferno
      infernal- incubo incubi strazi- straziant- deprimente- deprimenti umili- umiliant- pezzente pezzenti venduto
      venduti leccacul- analfabet- cialtron- imbroglion- imbrogli- inett- papponi pappon- vomitevol- sanguisug-
      sciacall- vergognatevi vergognati vergognarsi infimo fate_pena fai_pena facce_da_culo faccia_da_culo
      testa_di_cazzo teste_di_cazzo pezzo_di_merda pezzi_di_merda di_merda in_culo
      non_consiglio grazie_di_niente grazie_per_niente grazie_di_nulla lascia_a_desiderare lasciava_a_desiderare lasciano_a_desiderare lascia_molto_a_desiderare non_ne_vale_la_pena non_vale_la_pena ha_smesso_di_funzionare mai_più`,
    ],
    [
      3,
      `da_dio da_leccarsi_i_baffi a_bocca_aperta da_urlo da_sogno favolos- spettacolar- strepitos- impeccabil- insuperabil- sublim- divin- una_meraviglia una_favola una_chicca consigliatissim- buonissim- bellissim- gentilissim- bravissim- ottim- eccellent- fantastic- cinque_stelle`,
    ],
    [
      2,
      `lo_consiglio la_consiglio li_consiglio consigliato consigliata consiglio_vivamente torneremo torneremo_sicuramente ci_tornerò tornerò_sicuramente tornerei vale_ogni vale_la_pena ne_vale_la_pena ne_è_valsa_la_pena merita_una_visita merita qualità_prezzo niente_da_dire nulla_da_dire niente_da_ridire senza_problemi nessun_problema superato_le_aspettative oltre_le_aspettative all_altezza tanto_di_cappello a_regola_d_arte funziona_alla_grande funziona_perfettamente alla_grande spedizione_veloce consegna_veloce più_che_soddisfatt- soddisfatt- non_delude mai_delus- tiene_incollati`,
    ],
    [
      -2,
      `truffa truffe truffator- truffat- mi_hanno_truffato fregatura fregat- bidone flop fiasco schifo che_schifo schifezz- porcheria monnezza spazzatura ciofeca pessim- penos- vergognos- vergogna disastros- disastro indecent- inaccettabil- immangiabil- orribil- orrend- mai_più soldi_buttati soldi_sprecati buttati_via soldi_buttati_via perdita_di_tempo spreco_di_soldi spreco_di_tempo da_evitare evitate state_alla_larga statene_alla_larga alla_larga delusione delusion- una_delusione presa_in_giro presi_in_giro una_rapina ladri uno_scandalo da_dimenticare non_ci_torno non_ci_tornerò non_torneremo non_comprate non_compratelo`,
    ],
    [
      -1,
      `lascia_a_desiderare lascia_molto_a_desiderare lasciava_a_desiderare si_è_rotto si_è_rotta ha_smesso_di_funzionare smesso_di_funzionare non_funziona non_vale non_ne_vale non_consiglio non_lo_consiglio sconsiglio sconsigliat- sconsigliatissim- nessuno_risponde non_rispondono mai_arrivato mai_arrivata non_è_mai_arrivat- sporc- muffa puzza puzzava puzzolent- rumoros- carissim- troppo_caro sopravvalutat- deludent- delus- maleducat- scortes- sgarbat- scadent- insipid- bruciat- crud- freddo_e fredda_e lentissim- noios- prevedibil- difettos- guast- tempi_biblici`,
    ],
  ],
  questions: "quale quali qual chi dove quando",
  negators: `non   mai senza nessun nessuno nessuna niente nulla neanche nemmeno neppure no mica nn`,
  intensifiers: `molto molta molti tanto tanta tanti tante troppo troppa così davvero veramente proprio assai super mega iper ultra estremamente
    assolutamente totalmente completamente incredibilmente particolarmente più sempre_più tutto tutta parecchio che quanto`,
  diminishers: `poco po leggermente abbastanza quasi meno relativamente piuttosto un_po`,
  contrasts: `ma però tuttavia eppure invece anziché`,
  concessions: `nonostante malgrado`,
  wishes: `avrei avrebbe avremmo avrebbero sarebbe_stato sarebbe_stata`,
  superlatives: { never: `mai`, so: `così tanto` },
  repetitions: `altro altra altri altre ennesimo ennesima`,
  endings: `o a i e e' ò à ì are ere ire ato ata ati ate uto uta uti ute ito ita iti ite ando endo ano ono eva evo evano ava avo avi avano
    ivano iva ivo erò erà eranno eremo irà irò arono irono isco isce isci iscono iamo ete issimo issima issimi issime mente amente emente
    ente enti ante anti oso osa osi ose osamente ivo iva ivi ive ale ali abile abili ibile ibili evole evoli zione zioni azione azioni
    izione izioni tore tori trice trici mento menti amento amenti imento imenti ità ezza ezze ismo ista isti iste ino ina ini ine etto etta
    etti ette one oni ona ico ica ici iche ichi uccio accio accia oso rsi si ci vi mi ti lo la li le gli arsi ersi irsi armi armi arti
    ermi erti irti arlo arla arli ce ci che chi chiamo chino ghi ghe gli ia io ie ii ioso iosa iosi iose ioni enza enze anza anze iato iata
    iati iate iare iando iano ia i tto tta tti tte rice iere ieri iera ente`,
  negatesBackwards: false,
  constructions: {
    classes: {
      bad: `
        dolore dolori problema problemi errore errori guasto guasti rumore rumori odore odori difetto
        difetti cancro tumore febbre tosse malattia infezione mal stress attesa ritardo ritardi perdita
        perdite lesione lesioni frattura metastasi allergia allergie nausea complicazioni bug blocchi crash
        muffa lamentela lamentele intoppo intoppi`,
      fault: `
        male blocca crasha perde scotta surriscalda cigola gocciola puzza disturba fastidio soffre russa`,
      works: "funziona funzionava funzionano funzionare",
      acts: "parte risponde rispondono carica apre accende va serve arriva aiuta",
      meglio: `
        meglio migliore migliori felice felici`,
      peggio: `
        peggio peggiore peggiori`,
    },
    constructions: [
      {
        weight: 2.2,
        patterns: `non riesco ..1 immaginare/immaginarmi ..4 senza | non ..1 immagino ..4 senza | non ..2 fare a meno | non ..1 potrei/posso vivere/cucinare senza | non si può chiedere di più | ha/hanno salvato la/il/le serata/giornata/vacanza/weekend/viaggio | risparmiare/risparmio/risparmia ..3 tempo/ore/ora/soldi/minuti | all inizio ..3 scettico/scettica/scettici/dubbioso | ^ finalmente un/una/uno/qualcuno/qualcosa >> | torneremo/tornerò ..1 sicuramente/volentieri/presto | sicuramente/volentieri torneremo/tornerò`,
      },
      {
        weight: -2.2,
        patterns: `^ non compratelo/compratela/compratele/comprateli/comprate/prenotate/acquistate | ancora nessun/nessuna rimborso/risposta/notizia/consegna/soluzione/pacco | non ..2 stato/stata ..1 rimborsato/rimborsata/consegnato/risolto/riparato/sostituito | rivoglio/rivogliamo ..3 soldi/denaro | nessuno ..2 risposto/aiutato/richiamato | l unica cosa ..1 buona/positiva/bella ..3 era/è >> | l unico aspetto positivo >> | ottimo/fantastico/perfetto/bravi/grande , un/una altro/altra >> | ottimo/fantastico/perfetto/grande , un altro/altra ..3 {-} | ottimo/fantastico/perfetto/grande , un/una altro/altra/ennesimo/ennesima ..2 che >> | sto ancora aspettando`,
      },
      {
        weight: 0,
        patterns: `stato/stata/stati ..1 condannato/condannata/condannati/arrestato/arrestata/arrestati/accusato/accusata >> | condannato/condannata/arrestato/accusato a/per/di >> | luogo fresco >> | responsabile/responsabili dei danni`,
      },
      {
        weight: -2,
        patterns: `mi/ci aspettavo/aspettavamo ..1 di più/meglio | mi aspettavo ..1 molto di più | nessuna risposta`,
      },
      {
        weight: -2,
        patterns: `nessuno ..1 risponde ..2 | non risponde/rispondono ..1 | non ne vale la pena | ha smesso di funzionare | si è rotto/rotta ..1 | puzza/puzzava di ..1`,
      },
      {
        weight: 2.4,
        patterns: `niente/nulla da dire/ridire | rimasti/rimasto/rimasta a bocca aperta | si mangia da dio/benissimo`,
      },
      {
        weight: 2,
        patterns: `
          non ..1 più @fault | non ..2 @fault più | non ..2 più ..2 @bad |
          nessun/nessuna/nessuno/senza/zero/niente ..1 @bad | neanche/nemmeno un/una @bad | @bad ..3
          scomparso/scomparsi/sparito/spariti/sparita/passato/passata/finito/risolto/risolti/cessato |
          smesso di ..1 @fault/perdere/bloccarsi/cigolare/gocciolare | mai ..2 @bad | niente/nulla da
          ridire/eccepire/obiettare/criticare | sconfitto ..1 cancro | guarito/guarita | liberato ..2 @bad
          | tutt altro che {-} | tutto tranne che? {-} | vale/vale_tutti ..2 ogni euro/centesimo | ogni
          euro/centesimo | vale i soldi | vale tutti i soldi`,
      },
      {
        weight: 2,
        patterns: `
          non ..3 potuto/poteva/potrebbe/può ..3 @meglio | non si può ..2 @meglio | mai ..4 @meglio | mai
          ..3 così {+} | niente/nulla/nessuno ..3 @meglio | non c è niente/nulla di meglio | non ..1
          smettere di leggere/leggerlo/ridere | niente batte`,
      },
      {
        weight: 1.2,
        patterns: `
          non è/era/sono così? male/brutto/cattivo | niente/mica male | non è una cattiva idea | non è
          affatto male`,
      },
      {
        weight: -2,
        patterns: `
          non/mai ..2 @acts $ |
          tutt altro che {+} | tutto tranne che? {+} | non/mai ..2 @works | non ..1 @works più | smesso di
          @works | mai ..4 @peggio | mai ..3 così {-} | niente/nessuno ..3 peggio | non ..1
          particolarmente/proprio/esattamente/granché/molto ..1 {+} | non serve a niente/nulla | buono a
          nulla | buona a nulla | grazie per niente | grazie per ..2 {-} | grazie per aver ..2
          rovinato/perso/rotto | si è rotto/rotta | si sono rotti/rotte | rotto/rotta dopo | soldi buttati
          | perdita di tempo/soldi | lascia a desiderare | non ..1
          torneremo/tornerò/tornerei/consiglio/consigliato/raccomando | mai più`,
      },
      {
        weight: 0,
        patterns: `
          positivo/positiva/negativo/negativa al | test/tampone/biopsia/esame/risultato ..4
          positivo/positiva/negativo/negativa | nessun/nessuna/senza segno/segni/evidenza/traccia di >> |
          gruppo sanguigno >> | nega >> | contratto >> | recesso >> | responsabilità >> | né bello né
          brutto | né bene né male | così così | non {+} , ..1 non {-}`,
      },
      {
        weight: null,
        patterns: `
          ^ se >> | in caso di >> | qualora >> | fare clic >> | clicca >> | premere >> | senza dubbio`,
      },
    ],
  },
};
