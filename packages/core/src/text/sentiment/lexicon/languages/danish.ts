import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Danish, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `fantastisk* vidunderlig* fremragende* enestående* strålende* perfekt* suveræn* superb* pragtfuld* fænomenal* genial* brilliant* utrolig_god* utrolig_lækker* uovertruffen*
      mesterlig* mesterværk* guddommelig* himmelsk* skøn* skønt supergod* kanongod* mega_god* megagod* forelsket elsker elskede jeg_elsker_dig uforglemmelig* bedårende* fortryllende* bedst bedste den_bedste det_bedste
      de_bedste fem_stjerner 5_stjerner klart_anbefal* varmt_anbefal* kan_varmt_anbefales over_al_forventning overgik i_særklasse verdensklasse topklasse lykkelig* fejlfri* upåklagelig* uforlignelig* exceptionel* udsøgt* formidabel* forrygende*`,
    ],
    [
      2,
      `god gode godt bedre fin fine fint flot flotte smuk smukke smukt dejlig* rar rare rart venlig* venligt hjælpsom* høflig* imødekommende* gæstfri* omsorgsfuld* opmærksom* smilende* charmerende* charme sød søde sødt nuttet*
      hyggelig* hygge behagelig* komfortabel* lækker* lækre velsmagende* smagfuld* saftig* sprød* frisk friske ren rene rent velholdt* prisværdig* pålidelig* holdbar* solid* kvalitet professionel* kompetent* dygtig* grundig* smidig*
      tilfreds* glad glade glæde* glædelig* glæder nyder nød nyde nydelse* kan_lide kunne_lide kærlighed* kærlig* sjov sjovt sjove morsom* underholdende* grine griner grinede latter* smil smiler humor tak takker taknemmelig* tusind_tak sætter_pris påskønne*
      tillykke bravo hurra succes* vellykket* lykkedes vandt vinder* sejr* mester* stolt* stolthed imponer* imponerende* beundr* rørende* gribende* spændende* interessant* medrivende* inspirerende* romantisk* talent* talentfuld* klog* kloge intelligent*
      modig* helt_fantastisk helten helte ærlig* oprigtig* trofast* loyal* ven venner veninde venskab* håb håber håbefuld* tillid stoler heldig* held anbefaler anbefales anbefale anbefaling* pengene_værd hver_en_krone alle_pengene_værd det_hele_værd værd_at
      kommer_igen kommer_gerne_igen vender_tilbage køber_igen handler_gerne ingen_problemer uden_problemer ikke_skuffet ikke_skuffede fortryder_ikke intet_at_klage ikke_dårlig* ikke_værst ikke_tosset slet_ikke_dårlig* hurtig_levering hurtig_service
      virker_perfekt virker_fint fungerer_perfekt fungerer_upåklageligt som_beskrevet som_lovet lige_hvad præcis_hvad tommel_op toppen top stilfuld* elegant* moderne afslappende* kreativ* wow fed fede fedt fedest* sejt cool vildt_god* super superbe seværdig* læseværdig*`,
    ],
    [
      1,
      `hurtig* nem nemt nemme let billig* gratis rabat* gave* stille rolig* roligt sikker* tryg* sund* varm* varmt stærk* hjalp hjælp* støtte* redde* reddede løst løste løsning* forbedr* praktisk* nyttig* brugbar* rimelig* retfærdig* fordel* positiv* optimist* kram* kys* velkommen
      godmorgen godnat held_og_lykke frihed fred fest* ferie* weekend skat elskede ordentlig* okay udmærket*`,
    ],
    [
      0,
      `goddag god_dag godaften med_venlig venlig_hilsen venlige_hilsner godkend* godt_nok fint_nok heldigvis_ikke skattevæsen skattestyrelsen rolig_nu helt let_fordærv`,
    ],
    [
      -1,
      `langsom* sløv* dyr dyrt dyre overpris* kold kolde koldt smagløs* fad salt brændt branket rå sej_kød tør tørt fedtet hård* kedelig* kedeligt trist* langtrukken* forudsigelig* middelmådig* forvirrende* besværlig* kompliceret* ubekvem* ubehagelig* uvenlig* uhøflig* uhjælpsom*
      uprofessionel* inkompetent* ligeglad* utilfreds* utilfredsstill* skuffe* skuffet* skuffende* skuffelse* sjusk* sjusket* desværre ærgerlig* synd beklag* ked_af ked sørgelig* sorg* græd* græder tårer bange frygt* frygter skræm* skræmmende* rædsel* bekymr* bekymret* bekymring* angst* nervøs* stress* træt* udmattet* ondt smerte* smerter syg* sygdom*
      kræft død døde døden dør dræb* dræbt dræbte mord* morder* myrd* såret* skade* skadet farlig* farligt fare truet* trussel* truer fjende* fjender krig* angreb* slås slog slået ødelagt* knækket* knækkede itu defekt* gået_i_stykker i_stykker revne* ridser ridset fejl fejlen fejlbehæftet* buggy hakker crasher fryser forsink* forsinket* for_sent aflyst* aflyse*
      nægt* nægtede tabt tabte tab nederlag* mislykk* mislykket* fiasko* skyld skyldig* fornærm* skænderi* skændes vred vrede vredt raseri rasende* sur sure irriter* irriterende* råbte skreg grov grove uforskammet* fræk frække arrogant* doven* grådig* dum dumme dumt dumhed* tåbelig* latterlig* vrøvl sludder lyver løj løgn* løgner* bedrag* svindel* svindler* snyd snydt snyder snød fup
      stjålet stjal tyv tyve mistænk* forråd* forræder* ensom* skam skammer flov* pinlig* undskyld* larm* larmende støj* støjende forstyrr* beskidt* snavs* snavset stank stinker lugter lugt mug skimmel kakerlak* hår_i_maden reklamation* reklamere* klage* klager problem problemer problemet ulempe* minus virker_ikke virkede_ikke fungerer_ikke duer_ikke dur_ikke
      kan_ikke_anbefale anbefaler_ikke kan_ikke_anbefales ikke_anbefal* ikke_pengene_værd ikke_værd kan_ikke_lide kunne_ikke_lide svarer_ikke intet_svar ikke_leveret aldrig_modtaget aldrig_kommet refusion pengene_tilbage spild_af spild_af_tid spild_af_penge spildt penge_ud_af_vinduet aldrig_mere aldrig_igen kommer_ikke_igen undgå hold_jer_væk køb_ikke
      lader_meget_tilbage meget_tilbage_at_ønske dårligere ringere svag* overvurderet* unødvendig* meningsløs* håbløs* sindssyg* skør`,
    ],
    [
      -2,
      `dårlig dårligt dårlige elendig* ringe forfærdelig* frygtelig* skrækkelig* rædselsfuld* rædsom* horribel* afskyelig* ulækker* ulækkert klam* klamme væmmelig* modbydelig* grim grimme grimt ynkelig* patetisk* tragisk* tragedie* katastrof* katastrofal* mareridt* værst værste dårligste dårligst ringeste
      hader hadede had hade foragt* lort lortet lorteting møg møgdårlig* bras affald skrald værdiløs* ubrugelig* pis røv røvdårlig* røvhul* fandme fanden for_helvede helvede satan* forbandet* idiot* svin svinehund* luder* kælling* kusse pik bastard* skiderik* brækker_mig bræk* kvalme* skandale* skandaløs* uacceptabel* under_al_kritik flop fuser røveri
      en_joke en_stor_joke til_grin kæmpe_skuffelse stor_skuffelse hold_kæft skrid grusom* tortur* voldtægt* voldsom* brutal* ondskab* ond onde ødelagde ødelæg* uspiselig* spild`,
    ],
    [
      2,
      `kreativ tålmodig* erfaren* punktlig* omhyggelig* harmonisk* malerisk* eventyrlig* stemningsfuld* duftende* fortryllet* hjertelig* respektfuld* kan_ikke_lægges_fra kører_som_en_drøm som_smurt som_et_urværk sidder_perfekt bedre_end_forventet hurtigere_end_forventet over_forventning alle_tiders ti_ud_af_ti guld_værd`,
    ],
    [
      -1,
      `ridset revnet bulet* udløbet vandet_smag muggen* slidt_ned nedslidt* forsømt* uerfaren* uansvarlig* ligegyldig* gnaven* nedladende* ydmyg* fornærmende* kaotisk* rodet* kliché* deprimerende* dyster* ventede_en_time svarer_ikke_til_beskrivelsen løber_hurtigt_tør overopheder brummer knirker gik_op_i_limningen faldt_fra_hinanden overbeviste_ikke`,
    ],
    [
      -2,
      `gemen* nederdrægtig* svinsk* usselt ussel tyveri skraldespand* direkte_i_skraldespanden under_lavmålet makværk* bundskraber*`,
    ],
  ],
  questions: "hvilken hvilket hvilke hvad hvem hvornår",
  negators: `ikke aldrig ingen intet ingenting uden næppe hverken ej`,
  intensifiers: `meget virkelig utrolig utroligt ekstremt rigtig rigtigt helt fuldstændig absolut så super mega sindssygt vildt enormt særdeles yderst alt`,
  diminishers: `lidt ret ganske noget næsten relativt nogenlunde`,
  contrasts: `men dog derimod`,
  concessions: `trods`,
  superlatives: { never: `aldrig`, so: `så sådan` },
  repetitions: `igen atter endnu`,
  letters: { ø: "oe", æ: "ae" },
  negatesBackwards: true,
  constructions: {
    classes: {
      bad: `problemet problemerne smerten smerterne fejlen fejlene støjen larmen lugten hosten feberen problemer problem smerter smerte fejl klager støj larm lugt hoste feber frygt defekter`,
      fault: `hakker crasher fryser lækker knirker lugter gør`,
      works: `virker virkede fungerer fungerede starter lader svarer holder åbner`,
      better: `bedre smukkere gladere lækrere`,
      worse: `værre dårligere ringere`,
    },
    constructions: [
      {
        weight: -2,
        patterns: `havde/forventede ..1 forventet/ventet/håbet? på? mere/bedre | intet/ingen svar`,
      },
      { weight: -2, patterns: `ingen tager/tog/svarer ..1 telefonen | ingen svarer ..2` },
      {
        weight: 2,
        patterns: `@fault ikke længere/mere | ikke ..1 @fault længere | holdt op med at crashe/hakke/lække/gøre/knirke | kan/kunne ikke ..2 @better | aldrig ..4 @better | intet/ingenting ..3 @better | ingen/uden/nul ..1 @bad | @bad ..2 væk/borte/ovre/stoppet/fikset/rettet/forsvundet/forsvandt/løst
        | intet at klage/udsætte ..1 | kunne ikke lægge/stoppe ..4 | hver en/eneste krone værd`,
      },
      { weight: 1.2, patterns: `ikke ..1 så {-} | slet ikke {-} | ikke ..1 {-}` },
      {
        weight: -2,
        patterns: `@works ikke ..1 | holdt op med at virke/fungere/lade/svare | gik/går i stykker | ikke ..1 særlig/særligt/specielt/så/ligefrem {+} | slet ikke {+} | kan/kunne ikke ..2 @worse | aldrig ..4 @worse | intet/ingenting ..2 @worse
        | tak for ..1 ødelagt/ingenting/intet | ikke ..1 værd | ikke ..1 pengene/prisen værd | spild af ..2 | aldrig mere/igen | langt fra {+} | lader ..2 tilbage at ønske | har stadig ikke`,
      },
      {
        weight: 0,
        patterns: `testet positiv/negativ | test ..2 positiv/negativ | hverken godt eller dårligt | hverken {+} eller {-}`,
      },
      { weight: null, patterns: `^ hvis >> | ved problemer/fejl ..6 >>` },
    ],
  },
};
