import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Finnish, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `erinomai* loistav* mahtav* upea* upei* fantasti* täydelli* ihana* ihani* ihanaa mieletö* mielettöm* huikea* huikei* uskomatto* nerokas nerokk* mestarillis* mestariteo* taivaalli* jumalai* ylivertai* vertaansa_vailla unohtumato* unohtumattom*
      rakastan rakastin rakastui* rakastun* minä_rakastan_sinua paras parhain parhaan parhaat parhaita parasta parhaimm* kaikkein_paras viisi_tähteä viiden_tähden suosittelen_lämpimästi lämmin_suositus ylitti_odotukset yli_odotusten
      maailmanluok* huippu* superhyv* tosi_hyvä onnellis* onnellinen hurmaav* lumoav* häikäisev* suurenmoi* henkeäsalpaav* ensiluokkai* virheetö* virheettö* moitteeto* moitteettom*`,
    ],
    [
      2,
      `hyvä hyvät hyvää hyvän hyvin hyviä hyvässä hyvältä hyvyys parempi paremp* hieno* hienoa hienosti kaunis kaunii* kaunist* kauneu* kiva* kivaa mukava* mukavi* viihtyis* ystävälli* kohtelia* avulia* vieraanvarai* huomaavai* sydämelli* lämminhenki* hymy* suloi* söpö* herttai* viehättäv*
      miellyttäv* herkulli* maistuva* maukas maukka* mehev* rapea* tuore* tuorei* raikas raikka* siisti* puhdas puhta* laadukas laadukka* luotettav* kestäv* ammattitaitoi* ammattimai* asiantuntev* osaava* huolelli* sujuva* sujuvasti tyytyväi* pidän pidin pidimme pidettiin pitää_paljon tykkään tykkäsin tykkäsimme
      rakkau* rakas rakka* hauska* hauskaa hauskasti huvittav* viihdyttäv* nauro* nauratti nauran ilo iloa iloi* iloinen ilahdu* ilahdutt* nauttia nautin nautimme nautinno* nautitt* kiitos kiito* kiitolli* kiitän arvosta* onneksi_olkoon onnittel* bravo hurraa menesty* onnistu* onnistunut onnistui voitto voitti voittaja* mestari* mestaruu*
      ylpeä* ylpeys vaikuttav* vaikuttunu* ihaile* ihailtav* koskettav* liikuttav* jännittäv* mielenkiintoi* kiinnostav* mukaansatempaav* inspiroiv* romantti* lahjakas lahjakka* fiksu* viisas viisaa* älykäs älykkä* rohkea* rohkeu* sankari* rehelli* vilpit* uskolli* ystävä* ystävyy* toivo toivoa toivon toivottavasti luotta*
      onnekas onnea onni suosittelen suosittelemme suositell* suosittel* hintansa_arvoi* joka_sentin_arvoi* rahan_arvoi* hinta_laatu vaivan_arvoi* tulen_uudelleen tulemme_uudelleen tulemme_varmasti tulen_takaisin ostan_uudestaan tilaan_uudelleen ei_ongelmia ilman_ongelmia ei_pettän* ei_petä ei_tuottanut_pettymystä en_pettynyt en_kadu ei_moitittavaa ei_valittamista
      ei_huono ei_hassumpi ei_ollenkaan_huono ei_yhtään_huono ei_lainkaan_huono nopea_toimitus toimii_hyvin toimii_loistavasti toimii_täydellisesti toimi_hyvin kuten_luvattu kuvauksen_mukainen juuri_sitä_mitä juuri_sellainen peukku peukut tyylikäs tyylikkä* elegantti* moderni* rentoutt* luova* vau jee mahtia antoisa* nautittav* toimiva* kelpo`,
    ],
    [
      1,
      `nopea* nopeasti helppo* helposti vaivato* yksinkertai* halpa halva* edulli* ilmai* alennus lahja* hiljai* rauhalli* rauhaa turvalli* terve terveelli* lämmin lämmi* vahva* apu apua auttoi autta* tuki tuke* pelastit pelasti pelasta* ratkais* ratke* korja* paranta* paranee hyödylli* käytännölli* riittäv* kohtuulli* asialli* reilu* etu myöntei* positiivi* optimisti* halaus halata
      halaan suudel* tervetuloa huomenta hyvää_yötä kaikkea_hyvää vapau* juhla* juhli* loma* kulta kultaseni rakkaani kohtalai* ihan_ok oikeudenmukai*`,
    ],
    [
      0,
      `hyvää_päivää hyvää_iltaa hyvä_on hyvä_herra hyvä_rouva ystävällisin_terveisin terveisin pidän_siitä_että tukeva hyvästi vahvasti_epäilen rakasta_tai korjaamo etukäteen onnettomuus onneton onnettom* upeasti_pieleen iloinen_ettei toivoton toivottom* rauhaton luottamusmies hyvinvointi* mukavuusalue rakastaja*`,
    ],
    [
      -1,
      `hidas hitaa* hitaasti kallis kallii* ylihintai* kylmä* kylmää mauton mauttom* mautonta suolai* palanu* raaka raak* sitkeä* rasvai* kuiva* kova_kuin tylsä* tylsää pitkäveteis* ennalta_arvattav* keskinkertai* sekava* hankala* vaikea* monimutkai* epämukav* epämiellyttäv* epäystäväll* töykeä* tyly* tylyä epäkohtelia* epäasialli* ammattitaidoto* ammattitaidottom* välinpitämät* tyytymät*
      pettymy* petyin pettynyt pettyi* pettyneit* huolimat* valitettav* harmi harmillis* harmitt* ikävä* surulli* surullinen suru* surkea* itke* itkin itku* kyynel* pelko* pelkää* pelkään pelkäsi* pelotta* pelottav* kauhu* kauhistu* huoli huole* huolissa* huolestu* ahdist* ahdistav* hermost* stressi* väsyny* väsy* uupunu* kipu* kipeä* kipua sattuu särky* sairas saira* sairau* syöpä syöpä* kuollut kuolle* kuolema*
      kuole* kuoli kuolla tappa* tappaa tapoi tapan tapett* murha* murhaaj* haavoittu* loukkaantu* vamma* vaara* vaarallis* uhka* uhkaa uhkaav* vihollis* vihollinen sota sotaa sodan hyökk* tappelu* lyönyt löi rikki rikkoutu* rikkinäi* hajosi hajonnu* hajoaa viallis* viallinen vika vikaa vikoja naarmu* haljen* puuttee* puuttui virhe* virheelli* bugi* kaatuu kaatuilee jumittaa jumittuu pätkii myöhästy* myöhässä viivästy* peruttu*
      peruutt* kieltäyty* menetti* menettä* menety* häviö* hävi* hävisi tappio* epäonnistu* epäonni* syyllis* syyllinen loukka* loukkaav* riita* riidell* vihai* vihainen viha vihaa suuttu* suutun raivo* raivoissa* ärsytt* ärsyttäv* hermoja huuta* huusi röyhkeä* ylimieli* laiska* ahne* tyhmä* tyhmyy* typerä* älytö* älyttöm* hölmö* naurettav* hölynpöly* roskapuhe* valehte* valhe* valehtelij* petos petkut* huijaus* huijar* huijat* kusetus* varasta*
      varkaat varas varkau* epäilyttäv* petti petturi* pettur* yksinäi* häpeä* häpeällis* nolo* noloa anteeksi pahoillani meluisa* melu* äänekäs häiritsev* likai* lika likaa sottai* haisee haju* löyhk* home hometta torakoi* hius_ruoassa reklamaatio* valitus valita* valitti ongelma* ongelmia haitta* miinus* ei_toimi ei_toiminu* en_suosittele emme_suosittele ei_suositel* ei_kannata ei_kannattanut ei_hintansa_arvoi* ei_pidä en_pidä en_pitänyt en_tykkää en_tykännyt
      ei_vasta* ei_vastannut ei_tullut ei_koskaan_saapunut ei_saapunut rahat_takaisin hyvitys tuhlaus* ajanhukka* ajanhukkaa rahan_tuhlaus* rahanhukka* hukkaan_heitett* heitin_rahat ei_koskaan_enää ei_ikinä_enää en_enää en_mene_enää en_tule_enää en_osta_enää älä_osta älkää_ostako vältä välttäkää jätti_toivomisen* toivomisen_varaa parantamisen_varaa heikko* heikompi yliarvostett* turha* merkityksetö* toivoto* hullu*`,
    ],
    [
      -2,
      `huono huonoa huonot huonon huonosti huonoin huonompi huonoimm* kauhea* kauheaa hirveä* hirveää hirvittäv* kamala* kamalaa järkyttäv* karmea* karmiv* ala_arvoi* alaarvoi* surkein surkeaa kuvottav* kuvotta* ällöttäv* iljettäv* inhottav* inho* inhoan vastenmieli* ruma rumat rumaa säälittäv* traagi* tragedia* katastrof* painajai* pahin pahint* pahimm* vihaan vihasin halveks* paska* paskaa paskiai* sonta roska* roskiin
      arvoto* arvottom* hyödytö* hyödyttöm* käyttökelvoto* kelvoto* kelvottom* susi_jo saatana* perkele* helvet* helvetin vittu* vitun vitu* jumalauta* kirottu* idioot* ääliö* kusipää* huora* lutka* sika_mainen mulkku* persläpi oksen* oksetta* pahoinvoi* skandaali* anteeksiantamato* täysi_floppi floppi* fiasko* pohjanoteeraus* täysi_pettymys iso_pettymys suuri_pettymys valtava_pettymys turpa_kiinni pää_kiinni häivy julma* julmuu* kidut* raiska* brutaali*
      väkival* paha pahaa pahan ilkeä* ilkey* pilasi pilannu* pilaa* tuhosi tuhoa* syömäkelvot* ryöstö* törkeä* törkeää häpeäisitte`,
    ],
  ],
  questions: "mikä mitkä kuka missä milloin kumpi",
  negators: `ei en et emme ette eivät eikä enkä ettekä älä älkää ilman koskaan ikinä tuskin`,
  intensifiers: `erittäin todella tosi hyvin äärimmäisen uskomattoman aivan täysin ehdottomasti niin niinkin super todellakin valtavan hirveän kauhean erityisen liian aika_todella ihan`,
  diminishers: `hieman vähän melko aika jokseenkin lähes suhteellisen`,
  contrasts: `mutta kuitenkin silti vaikka`,
  concessions: `huolimatta`,
  superlatives: { never: `koskaan ikinä`, so: `näin niin` },
  repetitions: `taas jälleen`,
  negatesBackwards: false,
  constructions: {
    classes: {
      bad: `ongelma ongelmat kipu kivut vika viat virhe virheet melu haju yskä kuume pelko särky ongelmia ongelmaa kipua kipuja vikaa vikoja valittamista moitittavaa virheitä melua hajua yskää kuumetta pelkoa`,
      fault: `kaatuile kaadu jumita pätki vuoda narise haise satu särje`,
      works: `toimi toiminut lataa käynnisty vastaa vastannut avaudu kestä kestänyt auennut`,
      better: `parempaa parempi paremmin kauniimpaa`,
      worse: `huonompaa huonompi huonommin pahempaa`,
    },
    constructions: [
      { weight: -2, patterns: `odotin/odotimme/odotettiin ..1 enemmän/parempaa | ei ..1 vastausta` },
      { weight: -2, patterns: `kukaan ei ..1 vastaa/vastannut/auta ..1` },
      {
        weight: 2,
        patterns: `ei ..1 enää ..1 @fault | lakkasi/lopetti kaatumasta/vuotamasta/särkemästä/narisemasta | ei ..3 @better | en ..3 @better | mikään ei ..2 @better | ei/ilman ..2 @bad | @bad ..2 ratkaistu/korjattu/ohi/loppui/poistui/korjaantui/katosi/hävisi/poissa/ratkesi | ei ..2 moittia | en ..2 malttanut/voinut lopettaa | joka/jokaisen sentin/euron arvoinen`,
      },
      { weight: 1.2, patterns: `ei/en ..2 {-} | ei ollenkaan/lainkaan/yhtään {-}` },
      {
        weight: -2,
        patterns: `ei ..1 @works | ei vät @works | lakkasi toimimasta/lataamasta/vastaamasta | meni rikki | menivät rikki | ei/en ..3 @worse | mikään ei ..2 @worse | ei ..1 kovin/erityisen/järin/mitenkään {+} | ei ..2 {+} | ei mitään hyvää/erikoista | ei ..1 hintansa/rahan arvoinen
        | kiitos pilatusta/pilaamisesta/tyhjästä | hajosi ..3 jälkeen | rahat hukkaan | ei ikinä/koskaan enää | kaukana {+} | ..1 jätti toivomisen varaa | ei vieläkään`,
      },
      {
        weight: 0,
        patterns: `testi ..2 positiivinen/negatiivinen | ei hyvä eikä huono | ei {+} eikä {-} | hyvää päivää/iltaa`,
      },
      { weight: null, patterns: `^ jos >> | ^ mikäli >>` },
    ],
  },
};
