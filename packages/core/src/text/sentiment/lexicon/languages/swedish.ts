import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Swedish, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `fantastisk* underbar* utmärkt* enastående* lysande* strålande* perfekt* suverän* toppen superb* magnifik* fenomenal* briljant* otrolig* makalös* oslagbar*
      mästerlig* mästerverk* mirakulös* gudomlig* himmelsk* ljuvlig* superbra jättebra skitbra kanonbra kanon grymt_bra förälskad* kär_i älskar älskade jag_älskar_dig
      oförglömlig* hänförande* bedårande* förtrollande* bäst bästa den_bästa det_bästa de_bästa fem_stjärnor varmt_rekommend* rekommenderas_varmt kan_varmt_rekommendera
      över_förväntan överträffade världsklass högsta_klass jätteglad* superglad* lycklig* klockren* outstanding exceptionell* förstklassig* felfri* utsökt*`,
    ],
    [
      2,
      `bra bättre god goda gott godare fin fina fint finare vacker* vackra vackert snygg* snyggt skön* skönt härlig* härligt trevlig* trevligt snäll* snällt vänlig* vänligt hjälpsam* artig*
      tillmötesgående* gästvänlig* omtänksam* varmhjärtad* generös* charmig* charm charmiga söt söta sött gullig* mysig* mysigt bekväm* bekvämt komfortabel* fräsch* fräscht
      smakrik* välsmakande* läcker* läckra lekande_lätt delikat* mumsig* saftig* krispig* välskött* välstädat välstädad prisvärd* prisvärt pålitlig* hållbar* gedig* kvalitativ* proffsig* proffsigt
      professionell* kunnig* kompetent* noggrann* smidig* smidigt nöjd nöjda nöjt belåten* tillfreds gillar gillade gilla gillat tycker_om tyckte_om tycka_om kärlek* kärleksfull*
      kul rolig* roligt roliga kuliga skojig* skratt* ler leende* humor underhållande* glad glada glatt glädje* glädjande* glädjer njut* njuter njöt tack tackar tacksam* tacksamhet uppskatta* uppskattar
      grattis gratulerar bravo hurra succé* lyckad* lyckades framgång* vann vinst segrade seger* segrar mästare* stolt* stolthet imponer* imponerande* imponerad beundra* beundransvärd* gripande* rörande* spännande*
      intressant* fängslande* medryckande* inspirerande* romantisk* begåv* begåvad talang* talangfull* smart* klok* kloka intelligent* modig* mod hjälte* hjältar ärlig* uppriktig* trogen lojal* vän vänner vänskap* hopp
      hoppfull* hoppas tillit litar lita tur tursam* rekommenderar rekommenderas rekommendera rekommendation* värd_pengarna värt_pengarna värd_varenda värt_varje värd_varje värt_varenda väl_värt väl_värd valuta_för kommer_tillbaka
      kommer_gärna kommer_definitivt_tillbaka återkommer_gärna handlar_gärna beställer_gärna köper_igen inga_problem utan_problem inte_besviken inte_besvikna ångrar_inte inget_att_klaga
      inte_dålig* inte_dåligt inte_illa inte_så_dum* helt_okej helt_ok_pris snabb_leverans snabb_service fungerar_perfekt fungerar_utmärkt fungerar_bra fungerar_klockrent som_beskrivet som_utlovat precis_som precis_vad
      tummen_upp topp topp_betyg toppbetyg stilfull* elegant* stilren* modern* avkopplande* rofylld* kreativ* fantasifull* wow grym grymma häftig* cool* asbra svinbra tipptopp välgjord* välspelad* välskriv* sevärd* läsvärd*`,
    ],
    [
      1,
      `snabb* snabbt enkel* enkelt lätt* billig* billigt gratis rabatt* gåva present* tyst lugn* lugnt säker* säkert trygg* hälsosam* frisk* varm* stark* ren rent rena hjälp* hjälpte stöd* rädda* räddade löst löste lösning* förbättr*
      praktisk* användbar* tillräcklig* rimlig* rättvis* fördel* positiv* optimist* kram* puss* kyss* välkommen god_morgon god_natt lycka_till grattis_på frihet fred fest* semester helg älskling* vettig* okej schysst* ordentlig* trogna`,
    ],
    [
      0,
      `god_kväll goddag bra_att_veta hoppa hoppar hoppade hoppat med_vänlig vänliga_hälsningar vänliga_hälsning säkert_inte rent_av tackla* rena_rama lättad_över_att_slippa finland finans* finsk* turen turist* turer ren_skräp topplån* modell*`,
    ],
    [
      -1,
      `långsam* seg segt sega dyr dyrt dyra överpris* kall kallt kalla smaklös* smaklöst salt bränd* bränt rått rå seg_kött torr* torrt fet fett hård* tråkig* tråkigt trist* långtråkig* förutsägbar* medioker* medelmåttig* mediokert
      förvirrande* krånglig* krångligt krånglar komplicerad* obekväm* obekvämt otrevlig* otrevligt oartig* ovänlig* ohjälpsam* oprofession* oproffsig* nonchalant* oengagerad* inkompetent* missnöjd* besviken* besvikna besvikelse* besvikelsen
      slarv* slarvig* tyvärr synd_att beklag* ledsen ledsna ledsamt ledset sorg* sorglig* sorgligt gråt* gråter grät tårar rädd rädda rädsla* rädsl* skräm* skrämmande* skräck* oro oroa* orolig* oroar ångest* nervös* stress* trött* utmattad* ont smärta* smärt* värk* sjuk* sjukdom* cancer
      död döda dött döden dör dog dödad* dödade dödar mord* mördade mörda* mördare* skadad* skada skador farlig* farligt fara faror hot hota* hotad* hotar fiende* fiender krig* attack* attackera* slagsmål* slog slagen trasig* trasigt sönder sprucken* sprick* repor repig* defekt* fel felet felaktig* fel_på buggar bugg buggig*
      hackar lagg* kraschar krasch* hänger_sig försening* försenad* sen_leverans sent inställd* inställt avbokad* vägra* vägrade förlora* förlorade förlust* nederlag* misslyck* misslyckad* misslyckades skuld* skyldig* kränk* kränkande* bråk* gräl* arg arga argt ilska* ilsken* irrit* irriterande* rasande* sur sura skrek skrik*
      oförskämd* fräck* otacksam* arrogant* lat lata girig* dum dumt dumma dumhet* idiotisk* korkad* fånig* löjlig* löjligt nonsens struntprat skitsnack ljug* ljög lögn* lögner lögnare bedrägeri* bedragare* lurad* lurad lurar lura lurade blåst bluff* bluffen stulit stal stjäl* tjuv* misstänk* svek svika sviker förråd* förrädare ensam* ensamhet
      skäms skam* pinsam* pinsamt förlåt ursäkta bråkig* bullrig* buller störande* störd störs ljudnivå smuts* smutsig* stank stinker luktar lukt mögel* möglig* kackerlack* hårstrå* reklamation* reklamera* klagomål* klaga klagar problem problemet bekymmer tyvarr nackdel* minus fungerar_inte fungerade_inte funkar_inte funkade_inte går_inte_att
      rekommenderar_inte rekommenderar_ej kan_inte_rekommendera inte_värt inte_värd gillar_inte gillade_inte tycker_inte_om svarar_inte ingen_svarar inget_svar inte_levererat kom_aldrig aldrig_fått återbetalning* pengarna_tillbaka slöseri bortkastad* bortkastat bortkastade aldrig_mer aldrig_igen kommer_inte_tillbaka undvik undviker
      lämnar_mycket_att_önska mycket_att_önska håll_er_borta köp_inte sämre dålig* svag* mager_utlovat överskattad* överreklamerad* onödig* meningslös* hopplös* galen*`,
    ],
    [
      -2,
      `dålig dåligt dåliga usel usla uselt urusel* urdålig* urdåligt hemsk* hemskt fruktansvärd* förfärlig* förskräcklig* gräslig* avskyvärd* vidrig* vidrigt äcklig* äckligt äckel motbjudande* ful fula fult bedrövlig* bedrövligt eländ* eländig* patetisk* tragisk* tragedi* katastrof* katastrofal*
      mardröm* sämst sämsta värst värsta hata* hatar hatade hat avskyr avsky förakt* föraktar skit skiten skitdålig* skitprodukt* skräp skräpet värdelös* värdelöst oanvändbar* bajs jävla jävlar jävel* fan_också fanskap helvete* förbannad* förbannat idiot* kärring* hora horor slyna svin svinet as_hål rövhål* kuk fitta* bög*
      kräk* kräks spy spyr illamående* skandal* oacceptabel* under_all_kritik fiasko* flopp* floppat haveri* rån rena_rånet ett_skämt rent_skämt ett_stort_skämt skamligt ren_skit total_besvikelse stor_besvikelse håll_käften stick_härifrån grym_mot tortyr* våldtäkt* brutal* ondskefull* elak* förstörd* förstörde förstör* oätlig* oätligt bottenbetyg bottennapp`,
    ],
  ],
  questions: "vilken vilket vilka vad vem var när",
  negators: `inte icke ej aldrig ingen inget inga ingenting utan knappt varken`,
  intensifiers: `mycket väldigt jätte otroligt extremt riktigt verkligen helt absolut så sjukt superduper oerhört ytterst synnerligen för alldeles särskilt fruktansvärt`,
  diminishers: `lite ganska rätt något relativt nästan hyfsat`,
  contrasts: `men dock däremot fast`,
  concessions: `trots`,
  superlatives: { never: `aldrig`, so: `så sådan` },
  repetitions: `igen ännu`,
  negatesBackwards: true,
  constructions: {
    classes: {
      bad: `problemet problemen smärtan värken felet felen bullret lukten hostan febern rädslan buggen buggarna läckan oljudet
        strulet problem smärta smärtor värk fel defekter klagomål buller lukt hosta feber rädsla buggar`,
      fault: `krånglar kraschar hackar läcker gnisslar luktar värker krånglade`,
      works: `fungerar fungerade funkar funkade startar laddar svarar håller öppnar`,
      better: `bättre godare finare gladare`,
      worse: `sämre värre`,
    },
    constructions: [
      {
        weight: -2,
        patterns: `hade/hoppades ..1 väntat/förväntat/hoppats mig/oss? ..1 mer/mera/bättre | väntat/förväntat/hoppades mig/oss/på ..1 mer/bättre | inget svar`,
      },
      { weight: -2, patterns: `ingen svarar/svarade/tar ..2` },
      {
        weight: 2,
        patterns: `@fault inte längre/mer | inte ..1 @fault längre | slutade/slutat @fault/krångla/krascha/läcka/värka/gnissla | kan/kunde inte ..2 @better | aldrig ..4 @better | inget/ingenting ..3 @better
        | inga/utan/noll ..1 @bad | inget ..1 @bad | @bad ..2 borta/försvunnit/försvann/löst/lösta/fixat/fixade/åtgärdat/över/upphört/släppt | inget att klaga/anmärka ..1 | kunde inte sluta/lägga ..4 | värt/värd varje/varenda krona`,
      },
      { weight: 1.2, patterns: `inte ..1 så {-} | inte alls {-} | inte ..1 {-}` },
      {
        weight: -2,
        patterns: `@works inte ..1 | slutade/slutat fungera/funka/ladda/svara | gick/går sönder | gått sönder | inte ..1 särskilt/speciellt/så/direkt {+} | inte alls {+} | kan/kunde inte ..2 @worse | aldrig ..4 @worse | inget/ingenting ..2 @worse
        | tack för ..1 förstörd/förstört/ingenting/inget | inte ..1 värt/värd ..2 pengarna/priset/peng | bortkastade pengar/timmar | aldrig mer/igen | långt ifrån {+} | ..1 lämnar ..2 att önska | har fortfarande inte`,
      },
      {
        weight: 0,
        patterns: `testade/testat positivt/negativt | test ..2 positivt/negativt | varken bra eller dåligt | varken {+} eller {-}`,
      },
      {
        weight: 2.2,
        patterns: `inte tänka/föreställa mig/oss ..6 utan >> | räddade/räddat ..2 kvällen/dagen/semestern/helgen | sparar/sparade/sparat/spar ..4 tid/timmar/timme/pengar/minuter/arbete | först/början ..2 skeptisk/tveksam/skeptiska ..1 >> | ^ äntligen någon/något/en/ett >> | beställer/beställa/kommer/köper/bokar/handlar ..2 definitivt/gärna/absolut ..1 igen/tillbaka | definitivt/gärna/absolut ..3 igen $ | vill inte ..1 vara utan`,
      },
      {
        weight: -2.2,
        patterns: `^ köp/beställ/boka ..2 inte ..2 | köp inte | fortfarande ingen/inget/inga ..2 | fortfarande inte ..1 fått/kommit/levererats/löst/fungerar | väntar fortfarande ..1 på >> | vill/kräver ..2 ha ..1 pengarna ..1 tillbaka | pengarna tillbaka | det enda ..2 bra/positiva/trevliga ..2 var/är >> | toppen/super/härligt/kul/jättebra/bra , ännu/ytterligare/igen >> | ingen har/hade ..1 svarat/hört/ringt/hjälpt/återkommit ..1`,
      },
      {
        weight: 0,
        patterns: `dömdes/dömd/dömts/åtalades/åtalad/greps/anhölls/häktades för/till >> | ansvarar/ansvarig/ansvariga för >> | svalt och torrt | torrt och svalt`,
      },
      { weight: null, patterns: `^ om >> | vid problem/fel ..6 >>` },
    ],
  },
};
