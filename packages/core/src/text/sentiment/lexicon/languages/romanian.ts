import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Romanian, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `excelent* minunat* fantastic* extraordinar* excepțional* superb* magnific* splendid* perfect* genial* fenomenal* senzațional*
      impecabil* desăvârșit* uluitor* fabulos* divin* capodoper* delicios* ador adorat* iubesc te_iubesc îndrăgostit* fermecător*
      de_vis de_neuitat de_excepție cel_mai_bun cea_mai_bună cei_mai_buni cele_mai_bune cea_mai_tare nota_zece de_nota_zece
      de_nota_10 recomand_cu_drag recomand_cu_căldură recomand_cu_încredere recomand_tuturor peste_așteptări depășit_așteptările
      cinci_stele fericit* cel_mai_frumos cea_mai_frumoasă fără_egal de_zece`,
    ],
    [
      2,
      `bun bună bune buni bunul bunătate bine super grozav* frumos* frumoas* frumusețe drăguț* simpatic* plăcut* plăcere place plăcea
      plac mi_a_plăcut ne_a_plăcut încânt* mulțumit* mulțumesc mulțumim mersi merci recunoscător* recunoștință satisfăcut*
      satisfacț* felicit* felicitări bravo succes* reușit* reuși victori* câștig* campion* mândr* mândri* admir* admirabil*
      impresionant* impresionat* emoționant* captivant* interesant* pasionant* amuzant* hilar* râs râd* zâmb* distracți* distrat*
      vesel* veseli* bucur* bucuri* bucuros* bucuroas* iubire iubir* iubit* dragoste drag dragă dragi dragul prieten* prietenos*
      amabil* politicos* politicoas* ospitalier* primitor* atent* săritor* serviabil* profesionist* profesional* competent*
      serios* seriozitate promptitudine prompt* eficient* curat* îngrijit* confortabil* comod* primitoare gustos* gustoas*
      savuros* proaspăt* fraged* suculent* crocant* de_calitate calitativ* bună_calitate fiabil* rezistent* durabil* elegant*
      stilat* modern* talentat* talent* deștept* inteligent* înțelept* curajos* curaj erou* eroi onest* cinstit* sincer* loial*
      încredere speranț* sper noroc* norocos* merită a_meritat meritat recomand recomandat recomandăm de_recomandat
      raport_calitate merită_banii merită_fiecare_leu fiecare_leu fără_probleme nicio_problemă nici_o_problemă fără_cusur
      fără_reproș ireproșabil* nu_regret nu_am_regretat nu_dezamăg* nu_m_a_dezamăgit nu_a_dezamăgit vom_reveni voi_reveni revenim_cu_drag
      abia_aștept mai_vin sigur_revin o_să_revin vom_mai_veni mai_cumpăr conform_descrierii la_timp fix_ce_trebuie
      exact_ce_îmi_doream ce_ne_trebuia jos_pălăria ură_de_bucurie uau wow deosebit* impecabilă mișto tare_mult foarte_fain fain*
      generos* răsfăț* relaxant* liniștitor* nu_e_rău deloc_rău nu_i_rău`,
    ],
    [
      1,
      `rapid* repede ușor ieftin* accesibil* gratuit* gratis reducere cadou* liniștit* liniște sigur siguranță sănătos* sănătate
      cald caldă ajut* ajutor salvat* rezolvat* repar* îmbunătăț* util* practic* suficient* decent* corect* potrivit* avantaj*
      pozitiv* optimist* sărbător* petrecere vacanță săru* îmbrățiș* pup bun_venit bine_ai_venit bună_dimineața noapte_bună
      la_mulți_ani baftă pace libertate dreptate tandr* original* variat*`,
    ],
    [
      0,
      `bună_ziua bună_seara bună_ce ei_bine prea_bine bine_ați interesul interes cu_stimă stimat* bunic* bunuri bunicu* succesiun* cu_respect placă plăci placa binecunoscut bineînțeles ajutoare_de`,
    ],
    [
      -1,
      `lent* încet scump* cam_scump prea_scump mic* prea_mic rece reci fără_gust sărat* ars arsă crud* uscat* gras* tare_ca_piatra
      plictisitor* plictisit* plictiseal* banal* mediocr* previzibil* confuz* complicat* greoi incomod* neplăcut* nemulțum* nepoliticos*
      nepoliticoas* neprofesionist* neprofesional* nesimțit* neserios* neserioas* neseriozitate necinstit* nepăs* neglijen* neatent*
      necurat* murdar* mizeri* jeg* praf miros miroase put puturos* zgomot* gălăgi* aglomerat* înghesuit* învechit* uzat* vechi_și
      defect* stricat* strică spart* rupt* zgâriat* crăpat* problem* plânger* reclamați* regret* păcat din_păcate îmi_pare_rău
      ne_pare_rău scuze iertare iartă trist* tristețe plâng* plâns lacrimi frică teamă tem speriat* sperii spaim* înfricoș* îngrijor* griji
      neliniș* nervos* nervi stres* obosit* oboseal* durere dureri doare dureros* bolnav* boală cancer mort moartă morți moarte moare
      muri mor murit ucis* ucide* ucid omor* omorât* crim* criminal* asasin* rănit* răni pericol* periculos* amenin* dușman* inamic*
      război* luptă atac* lovit* lovi bătut* certat* ceart* furios* furioas* supărat* supăr* mânie mânios* enerv* enervant* iritant*
      pierdut* pierde* pierd pierdere înfrânger* eșec* eșuat* ratat* vină vinovat* rușine rușinos* jalnic* minciun* mint mințit mincinos*
      înșel* înșelat* țeap* țepar* hoț* furat* fur escroc* fraud* trădat* trăd* trădător* singur* singurătate grosolan* obraznic* arogan*
      leneș* lacom prost proastă proști proaste prostie prostii stupid* idiot* tâmpit* tâmpeni* nebun* aberan* absurd* inutil* degeaba
      slab* inferior* sub_așteptări sub_medie nu_merită nu_recomand nu_funcționează nu_merge nu_mai_merge nu_mai_funcționează nu_mi_a_plăcut
      nu_ne_a_plăcut nu_îmi_place nu_răspunde nu_răspund nu_a_venit nu_a_ajuns întârzi* anulat* refuz* retur_bani banii_înapoi
      bani_aruncați aruncați_banii bani_pierduți pierdere_de_timp pierdere_de_vreme timp_pierdut niciodată_nu_mai nu_mai_revin
      nu_mai_revenim nu_mai_cumpăr nu_mai_calc nu_mai_comand evitați feriți de_evitat lasă_de_dorit lasă_mult_de_dorit mucegai* gândaci
      fir_de_păr blochează se_blochează dezamăg* dezamăgit* neglijat* supraevaluat* fals* contrafăcut* ploșniț* exagerat_de`,
    ],
    [
      -2,
      `rău rea răi rele prost_gust îngrozitor* groaznic* oribil* teribil_de_prost cumplit* dezastru* dezastruos* catastrof* catastrofal* execrabil*
      lamentabil* mizerabil* scârbos* scârb* dezgustător* dezgust* respingător* urât* urâ* ură detest* nesuferit* cel_mai_rău cea_mai_proastă
      cel_mai_prost cele_mai_proaste cei_mai_proști mai_rău_nu coșmar* iad tragedi* tragic* nenorocit* nenoroci* blestemat* la_dracu dracului drac naiba
      rahat căcat* pula pizda curvă târfă jigodi* nemernic* ticălos* javră scandalos* inacceptabil* bătaie_de_joc bătaie_de_jos
      hoție curată_hoție porcărie porcări* gunoi gunoaie execrabilă jaf tortur* crud_și violat* viol batjocur* de_rahat de_nimic
      bun_de_nimic fără_valoare pur_și_simplu_oribil nu_recomand_nimănui nu_recomand_deloc țeapă_totală mai_prost dă_te_dracului distrus* ruinat*`,
    ],
    [
      2,
      `creativ* original inventiv* generoz* grijuliu* tandru* delicat* armonios* idilic* pitoresc* călduros* călduroas* binevoitor* răbdător* pasionat* dedicat* priceput* meșter_bun experimentat* punctual* respectuos* corect* onorabil* lăudabil* remarcabil* memorabil* palpitant* savuroasă apetisant* delicioasă crocantă luxos* rafinat* ingenios* strălucit* eminent* spectaculos* magic* ca_în_povești ca_la_carte de_nota_maximă nota_maximă jos_pălăria_pentru merită_vizitat merită_văzut merită_citit nu_l_poți_lăsa te_ține_în_priză în_priză până_la_final mă_bucur ne_am_simțit_bine ne_am_simțit_minunat m_am_simțit_bine cu_siguranță_revin mereu_cu_plăcere cu_mare_plăcere funcționează_perfect merge_perfect merge_brici ceas_elvețian mai_bun_decât`,
    ],
    [
      -1,
      `ciobit* îndoit* pătat* uzată expirat* stricată alterat* nefript* cauciucat* apos* fad* searbăd* împuțit* insalubru* ponosit* dărăpănat* șubred* subțire_și_slab ineficient* incompetent* nepregătit* indiferent* dezinteresat* apatic* acru* morocănos* arțăgos* bădăran* mitocan* nerespectuos* umilit* umilință jignit* jignitor* insult* derutant* haotic* dezorganizat* previzibilă siropos* clișeu* clișeic* obositor* sufocant* deprimant* sumbru* jalnică costisitor* exagerat* umflat* speculă așteptat_degeaba am_așteptat_o_oră nu_corespunde nu_e_ce nu_este_ceea nu_respectă nu_ține_bateria se_descarcă se_încălzește face_zgomot nu_a_meritat nu_ne_a_convins nu_m_a_convins`,
    ],
    [
      -2,
      `țeapă înșelătorie escrocherie nesimțire bătaie_de_joc_totală jaf_la_drumul rușine_să_vă_fie mai_jos_de_atât sub_orice_critică groaznică hidos* monstruos* infect* abject* mârșav* josnic* dezgustătoare îngrozitoare fiasco* eșec_total fâs rateu*`,
    ],
  ],
  negators: `nu n fără niciodată nimeni nimic nici niciun nicio deloc abia`,
  intensifiers: `foarte extrem extraordinar incredibil absolut total complet cu_adevărat atât atat așa tare prea chiar deosebit super
    teribil extrem_de`,
  diminishers: `puțin oarecum cam destul aproape relativ ușor`,
  contrasts: `dar însă totuși deși`,
  concessions: `ciuda`,
  superlatives: { never: `niciodată`, so: `așa atât` },
  repetitions: `iar din_nou`,
  negatesBackwards: false,
  constructions: {
    classes: {
      bad: `problema problemele durerea durerile defectul eroarea zgomotul mirosul febra tusea probleme problemă durere dureri defecte defect plângeri reclamații reproșuri erori zgomot miros frică febră tuse`,
      fault: `blochează strică doare scârțâie curge pute stricat`,
      works: `funcționează merge mergea pornește încarcă răspunde răspund ține`,
      better: `bun bună bine frumos`,
    },
    constructions: [
      { weight: -2, patterns: `mă/ne așteptam ..1 la ..1 mai mult/bine/bun | niciun răspuns` },
      { weight: -2, patterns: `nimeni nu răspunde/ridică/ajută ..2` },
      {
        weight: 2,
        patterns: `nu ..1 mai @fault | nu ..3 nimic ..1 mai @better | nimic mai @better | nimeni ..1 nu ..3 mai @better | nu ..2 putea/poate/putut ..2 mai @better | fără/nicio/niciun/zero ..1 @bad
        | nu am/avem/are/avut ..1 @bad | @bad ..2 dispărut/trecut/rezolvat/rezolvată/rezolvate/remediat/remediată | nu ..2 nimic de reproșat/obiectat | n am ce reproșa | nu ..2 lăsa din mână | a încetat/oprit ..1 {-}`,
      },
      { weight: 1.2, patterns: `nu ..1 {-} | deloc {-} | nu ..1 chiar {-}` },
      {
        weight: -2,
        patterns: `nu ..1 mai? @works | a încetat să meargă/funcționeze | s a stricat/rupt/defectat/oprit | s au stricat/rupt | nu ..3 nimic mai rău/prost | nimic mai rău/prost | nu ..2 mai rău/prost
        | deloc {+} | nu ..1 prea/tocmai/foarte {+} | nimic bun | niciodată nu ..1 mai | nu ..1 merită ..2 banii | mulțumesc/mersi pentru nimic | după ..3 stricat/defectat/rupt`,
      },
      {
        weight: 0,
        patterns: `test ..2 pozitiv/negativ | rezultat ..2 pozitiv/negativ | nici bun nici rău | bine nu`,
      },
      { weight: null, patterns: `^ dacă >> | în caz ..6 >>` },
    ],
  },
};
