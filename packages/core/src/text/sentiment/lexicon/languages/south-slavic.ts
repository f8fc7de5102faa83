import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Croatian, Serbian and Bosnian, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `odličn* izvrsn* izvanredn* fantastič* predivn* prekrasn* prelep* prelijep* divn* savršen* briljant* genijal* fenomenal* vrhunsk* senzacional* sjajn* čudesn* čaroban* čarobn* božanstven* nebesk* nevjerojatno_dobr* neverovatno_dobr* nevjerovatno_dobr* remek_djelo remek_delo remekdjelo remekdelo maestral*
      obožava* volim_te zaljublj* zaljubi* nezaboravn* zadivlj* očaravaj* očara* najbolj* pet_zvjezdica pet_zvezdica topla_preporuka tople_preporuke sve_preporuke sve_pohvale za_svaku_pohvalu toplo_preporuč* iznad_očekivanja nadmaši* premaši* srećan srećn* sretan sretn* sretna neponovljiv* besprijekorn* besprekorn* top vrh extra ekstra oduševlj* oduševi* preukusn* desetka čista_desetka petica`,
    ],
    [
      2,
      `dobar dobra dobro dobri dobre dobru dobrog dobrim dobrih bolji bolja bolje super lijep* lep lepa lepo lepi lepe lepot* ljepot* krasn* zgodn* drag draga drago dragi drage simpatičn* ljubazn* uslužn* srdačn* gostoljubiv* prijatn* ugodn* udobn* udoban komforn* šarman* sladak slatk* mio mila milo ukusn* ukusan fin fina fino fini slasn* sočn* hrskav* svjež* svež* čist čista čisto čistoć* uredn* kvalitet* kvalitetn* pouzdan*
      trajn* profesional* stručn* kompetentn* korektn* pažljiv* brižn* zadovoljn* zadovoljan zadovoljstv* sviđa* svidio svidjel* svidel* svideo dopada* dopao dopala volim voli volimo voleo volio voljel* ljubav* zabav* zabavn* smiješn* smešn* smijeh* smeh osmijeh* osmeh* nasmij* nasmej* radost* radosn* raduj* veseo vesel* uživa* užitak hvala hvali zahval* zahvaln* čestit* čestitke bravo uspjeh* uspeh* uspješn* uspešn* uspio uspjel* uspel* uspeo
      pobjed* pobed* pobijed* pobedi* pobjednik* šampion* prvak ponos* ponosn* ponosan divim dojmljiv* impresiv* impresionir* dirljiv* ganut* uzbudljiv* zanimljiv* interesant* napet* inspirativ* romantič* talent* talentiran* talentovan* pametan pametn* mudr* inteligent* hrab* hrabr* junak* heroj* pošten* iskren* odan vjeran veran vjern* vern* prijatelj* prijateljst* nada nade nadam nadamo povjeren* poveren* vjeruj* veruj* sreća sreće sreću preporučujem preporučuj* preporučam preporuč* preporuk* pohval* vrijedi vredi
      vrijedilo_je vredelo_je vrijedan_svake vredan_svake vrijedi_svake vredi_svake isplati_se omjer_cijene odnos_cene vratit_ćemo vratićemo vratit_ću vratiću doći_ćemo_opet opet_ćemo kupit_ću_opet kupiću_opet bez_problema bez_zamjerki bez_zamerki bez_ikakvih_problema nema_zamjerki nema_zamerki nije_loš nije_loše nije_loša uopće_nije_loš* nisam_razočaran* nisam_požali* nećete_požaliti nećete_pogriješiti nećete_pogrešiti ne_razočarava
      brza_dostava brza_isporuka radi_odlično radi_savršeno radi_besprijekorno kao_na_slici kao_što_je_opisano baš_ono_što upravo_ono_što točno_ono_što svaka_čast kapa_dolje kapa_dole palac_gore moderan modern* elegant* otmjen* otmen* opuštaj* kreativ* bajkovit* milina uživancija vau jupi ljubak raskoš* legend* legenda fenomenalno mmm njam`,
    ],
    [
      1,
      `brz brza brzo brzi brzin* lako lak jednostavn* jeftin* povolj* besplat* popust* poklon* tih tiha tiho mirn* mir sigurn* zdrav* topl* jak jaka čvrst* pomoć* pomoga* pomog* podrš* spasi* spasio riješi* reši* rješen* rešen* popravi* poboljš* korisn* praktič* dovolj* pristoj* razumn* prednost* pozitiv* optimist* zagrlj* zagrli* poljub* dobrodoš* dobro_jutro laku_noć sretno srećno sretan_rođendan slobod* praved* odmor* slavlj* proslav* dušo srce zlato
      solidn* okej draže`,
    ],
    [
      0,
      `dobar_dan dobro_veče dobra_večer dobro_dakle dobro_onda s_poštovanjem poštovan* miran_san mislim milion* milijun* milij* vrijeme vredno_pažnje mirovin* milic* hvalis* jako jaki toplana sigurno_ne dobrovolj* lijepljen* lepi_se slavn* dragan dragana dragica`,
    ],
    [
      -1,
      `spor spora sporo skup skupa skupo preskup* hladn* bljutav* bezukusn* neukusn* preslan* zagorj* zagorel* zagorio prijesn* sirov* žilav* masn* suh suha suv suva dosadn* dosad* predvidljiv* osrednj* prosječn* prosečn* ispodprosječn* zbunjuj* kompliciran* komplikovan* neudobn* neugodn* neprijatn* neljubazn* neuljudn* neprofesional* nestručn* nezainteresiran* nezainteresovan* nezadovolj* neuredn* nepouzdan* nekvalitet* nesposobn* nažalost žao šteta žali
      žalim požalio požalila tužn* tuga tuge plač* plakal* plakao suze suza strah* bojim boji bojao bojala uplaš* prestraš* zastraš* užas* jeza brig* brine zabrinut* nervoz* stres* umor* umoran umorn* bol bolovi boli bolel* boljel* bolest* bolestan bolesn* rak mrtav mrtva mrtvi mrtve smrt* umro umrla umire umrijet* umreti umret* ubio ubi* ubijen* ubij* ubistv* ubojstv* ubojic* ubica ranjen* ozljeđ* povrije* povređ* opasn* opasnost* prijet* prijetn* pretnj* preti neprijatelj* rat rata napad* tuč* udari* udarac
      pokvar* kvar* slomi* slomljen* slomio razbij* razbijen* puk* neispravn* oštećen* ogreban* defekt* mana mane greš* grešk* pogrešn* pogreška pogreške baguje ruši_se zamrz* kasni kasne kasnio kašnjenj* otkazan* otkaza* odbij* odbil* izgubi* izgublj* gubit* izgubio poraz* izgubili neuspjeh* neuspeh* neuspješn* propao propast* propal* kriv krivic* krivnj* uvrijed* uvred* svađ* ljut ljuta ljuti ljutnj* bijes* bes besan besn* bijesan zao zla zlo zli vrišt* viče grub* bezobraz* drsk* bahat* arogant* lijen* lenj* pohlep* glup*
      budal* glupost* besmisl* lud luda ludilo laž laže laži lagao lagala lažov* lažljiv* lažn* prevara* prevari* prevarant* varaj* krade ukra* ukrao lopov* sumnjiv* izda* izdajn* izdao usamlj* sram* sramot* stid* stidi neugod izvini* ispri* oprosti* izvinjavam smeta smeta_mi iritira* nervira* živcira* bučn* buka buke prljav* prljavšt* smrad smrdi smrde zaudar* plijesan buđ buđav* žohar* bubašv* dlaka_u reklamacij* reklamirati žalb* prigovor* problem* problema poteškoć* minus nedostat* ne_radi ne_rade nije_radio nije_radila ne_preporučujem ne_preporučam
      ne_preporučuj* ne_vrijedi ne_vredi nije_vrijedno nije_vredno ne_sviđa* ne_volim nije_mi_se ne_odgovara* ne_javlja* nije_stigl* nikad_stiglo nikad_stigao povrat_novca gubitak_vremena bacanje_novca bacanje_para bačen* bačene_pare bačen_novac bačeni_novci šteta_novca šteta_para gubljenje_vremena nikad_više nikada_više nikad_opet ne_dolazite izbjegavajte izbegavajte zaobiđite u_širokom_luku ispod_svakog ispod_očekivanja razočar* razočaranj* slab slaba slabo slabij* loš loša loše loši lošij* gor* gori gore nikakv* nikakav
      precijenjen* precenjen* nepotreb* beskoris* bespomoć* beznad* očaj* gnjav*`,
    ],
    [
      -2,
      `užasn* grozn* groza strašn* strahot* očajn* katastrof* katastrofal* tragič* tragedij* jadn* bijedn* bedn* odvratn* gadn* gad gadovi ogavn* gnusn* grozot* ružn* najgor* najlošij* mrzi* mrzim mržnj* prezir* smeće đubre šund sranje* sranja govno govn* usran* kurva* kurv* kučk* kuja jeb* pička pičk* pizd* kurac kurc* seronj* gnjid* idiot* kreten* debil* imbecil* moron* majmun* stoka kopile kopilad proklet* dovraga dođavola vrag_ga đavol* pakao pakl* skandal* sramotn* neprihvatljiv* ispod_svake_kritike ispod_svakog_nivoa povraća* povraćanj* muka_mi mučn* mučen* okrutn* surov*
      siluj* silovan* zločin* teror* noćna_mora košmar* čisto_razočaranje veliko_razočaranje totalno_razočaranje potpuna_katastrofa krađa pljačka živa_sramota lopovluk začepi umukni odjebi gubi_se uništi* uništen* upropast* otrov* trovanj* nejestiv* neupotrebljiv* bezvrijed* bezvred* ničemu za_ništa bez_veze fijasko* promašaj* teški_promašaj u_smeće za_smeće`,
    ],
    [-1, `prestao_je prestala_je prestali_su`],
  ],
  negators: `ne nije nisu nisam nismo nisi niste nikad nikada nitko niko ništa bez nijedan nijedna nema nemam neće ni niti`,
  intensifiers: `vrlo veoma jako izuzetno izrazito nevjerojatno neverovatno nevjerovatno potpuno apsolutno zaista stvarno baš tako toliko previše strašno užasno super totalno krajnje iznimno naročito`,
  diminishers: `malo pomalo prilično dosta gotovo skoro relativno donekle`,
  contrasts: `ali međutim ipak no iako`,
  concessions: `unatoč uprkos`,
  superlatives: { never: `nikad nikada`, so: `tako ovako takav` },
  repetitions: `opet ponovo ponovno`,
  letters: {
    đ: "dj", а: "a", б: "b", в: "v", г: "g", д: "d", ђ: "dj", е: "e", ж: "z", з: "z", и: "i", ј: "j", к: "k", л: "l", љ: "lj", м: "m", н: "n", њ: "nj",
    о: "o", п: "p", р: "r", с: "s", т: "t", ћ: "c", у: "u", ф: "f", х: "h", ц: "c", ч: "c", џ: "dz", ш: "s",
  }, // prettier-ignore
  negatesBackwards: false,
  constructions: {
    classes: {
      bad: `problema problem problemi bolova bol grešaka mana zamjerki zamerki pritužbi buke mirisa kašlja temperature straha kvarova`,
      fault: `ruši zamrzava blokira curi boli škripi smrdi kvari`,
      works: `radi rade radio radila puni pali uključuje odgovara odgovaraju drži`,
      better: `bolje bolji bolju boljeg ljepše lepše`,
      worse: `gore gori goru goreg lošije lošiji`,
    },
    constructions: [
      {
        weight: -2,
        patterns: `očekivao/očekivala/očekivali sam/smo ..1 više/bolje | nikakvog/nikakav odgovora/odgovor`,
      },
      { weight: 2.2, patterns: `nemam/nemamo/nema ..1 zamjerki/zamerki/primjedbi/primedbi/pritužbi` },
      {
        weight: -2,
        patterns: `prestao/prestala/prestalo/prestali je/su raditi/da ..1 | nitko/niko ..1 ne javlja/odgovara/diže ..2 | ne javlja se ..2`,
      },
      {
        weight: 2,
        patterns: `više ne ..1 @fault | ne ..1 @fault više | prestao/prestala/prestalo/prestali boljeti/boleti/curiti/rušiti/škripati | prestao/prestala da @fault | ništa @better | ne ..2 može/moglo ..1 @better | nije ..2 moglo ..2 @better | nikad/nikada ..4 @better
        | bez/nema/nikakvih/nula ..1 @bad | nije bilo ..1 @bad | @bad ..1 nestao/nestali/nestala/riješen/rešen/prošli | nemam/nemamo što/šta/nikakvih zamjeriti/zameriti/prigovoriti/zamjerki/zamerki | nisam ..1 mogao/mogla ..2 prestati/ispustiti/odvojiti | vrijedi/vredi svake/svaku kune/kunu/dinara/marke`,
      },
      { weight: 1.2, patterns: `nije/nisu ..2 {-} | uopće/uopšte nije {-}` },
      {
        weight: -2,
        patterns: `ne ..1 @works | nije ..1 @works | prestao/prestala/prestalo/prestali raditi/puniti/svijetliti/odgovarati | prestao/prestala/prestalo da radi | ne može ..1 @worse | nije ..2 moglo ..2 @worse | nikad/nikada ..4 @worse | ništa @worse
        | nije/nisu ..1 baš/osobito/naročito/nešto {+} | uopće/uopšte nije {+} | nije/nisu ..1 {+} | ništa dobro/posebno/naročito | nikad/nikada više | nakon/posle ..3 pokvario/pokvarila/pokvarilo/crkao/puklo | pokvario/pokvarila/pokvarilo ..1 se? nakon/posle | nije ..1 vrijedno/vredno/vrijedan/vredan ..2
        | hvala ..1 za? ništa | hvala što ..3 uništili/pokvarili/upropastili | još uvijek/uvek nije | daleko od {+} | bačene/bačeni/bačen pare/novci/novac`,
      },
      {
        weight: 0,
        patterns: `test ..2 pozitivan/negativan | nalaz ..2 pozitivan/negativan | ni dobro ni loše | ni dobar ni loš | dobar dan`,
      },
      { weight: null, patterns: `^ ako >> | ^ ukoliko >> | u slučaju ..6 >>` },
    ],
  },
};
