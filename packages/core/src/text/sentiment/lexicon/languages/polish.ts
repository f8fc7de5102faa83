import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Polish, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `doskonał* fantastyczn* znakomit* rewelacyjn* rewelacj* wspaniał* cudown* genialn* fenomenaln* wyśmienit* przepyszn*
      przepiękn* idealn* perfekcyjn* perfekt* niesamowit* zachwyc* zachwyt* uwielbi* arcydzieł* mistrzost* mistrzowsk*
      zakocha* kocham niezapomnian* bajeczn* olśniewając* zjawiskow* wybitn* wyborn* najlepsz* najlepiej pięć_gwiazdek
      palce_lizać pierwsza_klasa klasa_sama_w_sobie gorąco_polecam z_czystym_sumieniem szczerze_polecam polecam_każdemu
      polecam_wszystkim przeszło_oczekiwania przerosł* strzał_w_dziesiątkę niebo_w_gębie petarda sztos bomba szczęśliw* bezkonkurencyjn*`,
    ],
    [
      2,
      `świetn* super superow* dobry dobra dobre dobrze dobrego dobrą dobrej dobrych dobrym lepsz* lepiej pięk* piękn* ładn*
      ślicz* urocz* urok* miły miła miłe miło milut* mili sympatyczn* uprzejm* życzliw* pomocn* gościnn* serdeczn* przyjazn*
      przyjemn* wygodn* komfort* smaczn* pyszn* świeżutk* soczyst* chrupiąc* aromatyczn* czyściut* zadbany zadbane zadbana
      przytuln* klimatyczn* nastrojow* solidn* porządn* niezawodn* trwał* profesjonaln* fachow* rzeteln* kompetentn*
      polecam polecamy polecić godny_polecenia godne_polecenia godna_polecenia podoba* spodob* lubię lubi lubić polubi*
      zadowolon* zadowol* satysfakcj* cieszę ciesz* radoś* radosn* uśmiech* śmieszn* zabawn* rozbawi* dziękuj* dzięki dziękować
      wdzięczn* gratul* brawo brawa sukces* wygra* zwycięst* zwycięsk* mistrz duma dumn* podziw* imponując* imponuj*
      wzrusz* wciągając* pasjonując* ciekaw* interesując* inspirując* utalentowan* talent* mądr* bystr* inteligentn* odważn*
      dzieln* bohater* szczer* uczciw* wiern* miłość miłości przyjaciel* przyjaźń przyjaźni nadziej* szczęści* udan* uda*
      wow hura huraa ekstra kozack* fajn* fajnie czad odlotow* zajebist* zajefajn* wart warta warte warto wart_swojej_ceny
      warte_każdej_złotówki wart_każdej_złotówki stosunek_jakości bez_zarzutu bez_zastrzeżeń na_plus duży_plus na_piątkę
      na_medal godny_zaufania godne_zaufania jak_należy jak_złoto w_sam_raz na_pewno_wrócę na_pewno_wrócimy wrócimy_tu
      chętnie_wrócę chętnie_wrócimy nie_zawiod* nie_zawiódł nie_żałuj* nie_pożałuj* nie_mam_zastrzeżeń nie_ma_się_do_czego
      do_niczego_nie_można_się_przyczepić całkiem_niezł* niezł* niezły nienagann* miód_malina super_sprawa warto_było
      działa_świetnie działa_bez_zarzutu szybka_wysyłka ekspresow* błyskawiczn* zgodny_z_opisem zgodne_z_opisem zgodna_z_opisem
      cud cuda rozkosz* relaks* odpręż* elegan* stylow* nowoczesn* kreatywn* pomysłow* hojn* troskliw* czarując*`,
    ],
    [
      1,
      `szybk* sprawn* łatw* prost* tani tanie tania tanio darmow* gratis rabat* promocj* prezent* cich* spokojn* spokój
      bezpieczn* zdrow* czyst* świeże świeży świeża ciepł* wolnoś* pomog* pomoc pomóg* pomaga* wspier* wsparci* uratow*
      napraw* rozwiąz* popraw* praktyczn* przydatn* użyteczn* wystarczając* przyzwoit* poprawn* korzystn* zalet* plusy
      witaj* dzień_dobry zaufani* ufam przytul* pocał* kochan* słodk* mam_nadzieję powodzenia wszystkiego_najlepszego święta prawd*`,
    ],
    [
      0,
      `udawa* udaje udał_się prawdopodobn* prawda_że z_poważaniem pozdrawiam dobranoc szanown* prawdziw* udział* odpowiedzi ciepłe_wody czysta_strata`,
    ],
    [
      -1,
      `woln* powoln* drog* drożyzn* przepłac* zimn* chłodn* mdł* bez_smaku niesmaczn* przesolon* przypalon* surow* twarde
      tłust* such* nudn* nuda nudy dłuży* przewidywaln* banaln* przeciętn* średni średnie średnia takie_sobie taki_sobie
      taka_sobie niewygodn* nieuprzejm* niemił* nieprzyjemn* niekompetentn* nieprofesjonaln* niezadowol* nieudan* nieczyn*
      nieśwież* nierówn* niedział* niestety szkoda żal żałuj* smutn* smutek płacz* płakał* łzy strach* boję boi_się bał_się
      przestrasz* przeraż* przerażen* lęk* niepokó* niepokoj* martw* zmęcz* ból bólu boli bolał* chor* rak umar* umier* umrę
      umrze śmierć śmierci śmierteln* martwy martwa nie_żyje zabi* zabój* morder* mord rann* niebezpiecz* zagroż* grozi
      groźb* wróg wrog* wojn* walk* bije uderz* zepsu* psuje uszkodz* wadliw* wada wady popsu* awari* usterk* rysy porysowan*
      pękn* pęka złaman* rozpad* odpad* urwa* podar* dziuraw* przeciek* błąd błędy błędn* zawiesza* zacina* wywala opóźni*
      spóźni* odwoła* odmów* odmaw* zgub* strac* strat* przegr* poraż* klęsk* win* winn* obraz* obraż* kłót* zły zła źli złość
      złości* wściek* gniew* krzycz* niegrzeczn* chamsk* cham bezczeln* arogan* lekceważ* leniw* chciw* głup* kretyn* bzdur*
      nonsens* kłam* oszuka* oszust* ściem* kradn* ukrad* złodziej* podejrz* zdrad* zdrajc* samotn* wstyd* przepraszam przykro
      przykr* irytuj* irytow* denerw* wkurz* hałas* głośn* brud* smród śmierdz* pleśń pleśni karaluch* włos_w reklamacj*
      skarg* narzek* problem* kłopot* minus minusy zastrzeżen* przereklamowan* przesadz* nie_działa nie_polecam nie_warto
      nie_wart* nie_podoba* nie_lubię nie_spełni* nie_odpowiada* nie_odbiera* brak_kontaktu brak_odpowiedzi zwrot_pieniędzy
      strata_czasu strata_pieniędzy pieniądze_wyrzucone wyrzucone_pieniądze pieniądze_w_błoto szkoda_czasu szkoda_pieniędzy
      szkoda_nerwów nigdy_więcej nigdy_nie_wrócę więcej_nie_kupię więcej_nie_przyjdę omijać_szerokim_łukiem omijajcie
      radzę_unikać odradzam pozostawia_wiele_do_życzenia do_życzenia niedopuszczaln* niedbał* niechluj* rozczarow* zawiod*
      zawiódł zawied* lipa kiepsk* kiepściutk* słab* marn* gorsz* gorzej`,
    ],
    [
      -2,
      `okropn* fataln* tragiczn* tragedi* beznadziejn* beznadziej* strasznie_słab* straszn* koszmar* paskudn* obrzydl* ohydn*
      wstrętn* odraż* żałosn* żenując* żenad* porażka masakr* dramat* katastrof* najgorsz* najgorzej nienawi* nienawidz*
      gardz* pogard* gówn* badziew* badziewi* chłam* szajs* śmieć śmieci tandet* szmelc* shit dno totalne_dno kurw* pierdol*
      spierdal* jebany jebana jebane skurwys* dupek dupk* idiot* debil* drań drani* łajdak* bydlak* suka suki szmat* bękart*
      cholern* cholera diab* przekl* piekł* skandal* hańb* rzygać rzyga* wymiot* niedobrze_mi okrutn* okrucień* tortur* gwałt*
      szok_i_niedowierzanie nie_do_przyjęcia nie_do_zniesienia nie_do_zjedzenia poniżej_krytyki poniżej_wszelkiej_krytyki
      zdzierstwo zdzierc* naciągac* krętac* do_niczego do_bani do_kitu do_dupy jedno_wielkie_rozczarowanie kompletna_porażka
      stek_bzdur zamknij_się zniszcz* zepsul* zrujnow* bezużyteczn* bezwartości* bezsens* trut* zatru*`,
    ],
    [
      2,
      `wrócimy wrócę trzyma_w_napięciu trzymający_w_napięciu trzymająca_w_napięciu wciąga wciągnął wciągnęła`,
    ],
    [-2, `klapa kompletna_klapa totalna_klapa niewypał`],
    [-1, `stęchli* przestał_działać przestała_działać nie_trzyma nikt_nie_odbiera nikt_nie_odpowiada`],
    [
      2,
      `twórcz* oryginaln* pomocn* cierpliw* doświadczon* sumienn* punktualn* staran* dokładn* harmonijn* malownicz* sielsk* bajkow* gustown* odświeżając* delikatn* puszyst* pachnąc* olśni* oczarow* ujmując* ujął* ujęł* rozbrajając* rozkoszn* rozśmiesz* pokrzepiając* wart_odwiedzenia warte_odwiedzenia warto_zobaczyć warto_przeczytać warto_odwiedzić nie_można_się_oderwać nie_mogłem_się_oderwać nie_mogłam_się_oderwać czyta_się_jednym_tchem jednym_tchem leży_idealnie jak_ulał chodzi_jak_zegarek jak_szwajcarski_zegarek działa_bezbłędnie bezbłędn* powyżej_oczekiwań lepsze_niż lepszy_niż_myślałem przed_czasem czapki_z_głów chapeau_bas pełen_profesjonalizm pełna_profeska obsługa_na_medal`,
    ],
    [
      -1,
      `porysowan* rozdart* pogięt* przeterminowan* zepsute_mięso spalon* gumow* wodnist* zatęchł* obskurn* zaniedban* zapuszczon* niestarann* niedoświadczon* nieodpowiedzialn* obojętn* opryskliw* burkliw* naburmuszon* wyniosł* poniżając* upokarzając* upokorz* obraźliw* chaotyczn* niezorganizowan* chaos bałagan* kiczowat* sztamp* klisz* przegadan* męcząc* przytłaczając* depresyjn* ponur* czekaliśmy_godzinę niezgodny_z_opisem niezgodne_z_opisem niezgodna_z_opisem szybko_się_rozładowuje przegrzewa nagrzewa_się trzeszcz* skrzyp* rozklei* rozlecia* nie_było_warto nie_przekonał* nie_zachwyc* nie_urzek*`,
    ],
    [
      -2,
      `zdzierają złodziejstwo rozbój_w_biały skandaliczn* karygodn* haniebn* plugaw* odrażając* przebrzydł* ohyda żenua kompromitacj* fuszerk* partacz* partactw* bubel buble kicha syf syfu syfiast*`,
    ],
  ],
  questions: "jaki jaka jakie który która które co kto gdzie kiedy",
  negators: `nie nigdy nikt nic bez żaden żadna żadne żadnego żadnej żadnych ani ledwo`,
  intensifiers: `bardzo naprawdę niezwykle wyjątkowo niesamowicie absolutnie całkowicie zupełnie strasznie okropnie mega mocno
    tak taki taka takie szalenie totalnie niezmiernie przede ogromnie niewiarygodnie`,
  diminishers: `trochę nieco lekko dość raczej prawie odrobinę stosunkowo`,
  contrasts: `ale jednak lecz natomiast choć chociaż`,
  concessions: `mimo pomimo`,
  superlatives: { never: `nigdy`, so: `tak takiego takiej taki` },
  repetitions: `znowu znów ponownie`,
  letters: { ł: "l" },
  negatesBackwards: false,
  constructions: {
    classes: {
      bad: `problem ból bóle hałas zapach błąd błędy awaria usterka wyciek problemu problemów problemy bólu ból wad wady zastrzeżeń uwag skarg błędów hałasu zapachu kaszel gorączka strach`,
      fault: `zawiesza zacina psuje cieknie boli śmierdzi skrzypi przecieka zepsuł zepsuła zepsuło`,
      works: `działa działają działał ładuje włącza otwiera odpowiada odpowiadają trzyma`,
      better: `lepszego lepszej lepszy lepiej smaczniejszego`,
      worse: `gorszego gorszej gorszy gorzej`,
    },
    constructions: [
      {
        weight: -2,
        patterns: `daleko od ideału/doskonałości | daleki/daleka/dalekie od ideału/doskonałości`,
      },
      {
        weight: -2,
        patterns: `spodziewałem/spodziewałam/spodziewaliśmy się ..1 więcej/lepszego | spodziewałem/spodziewałam/spodziewaliśmy się czegoś więcej/lepszego | oczekiwałem/oczekiwałam/oczekiwaliśmy ..1 więcej | żadnej/brak odpowiedzi/reakcji`,
      },
      {
        weight: -2,
        patterns: `nikt ..1 nie ..1 odbiera/odpowiada/odpisuje ..1 | nie trzyma ..4 godzin/godziny/dnia`,
      },
      {
        weight: 2,
        patterns: `już/więcej nie ..1 @fault | przestał/przestała/przestało/przestały boleć/cieknąć/skrzypieć/zawieszać
        | nic ..1 @better | nie ma nic? ..1 @better | nie ..3 nic ..1 @better | nigdy ..1 nie ..3 @better | lepiej być nie mogło | nie mogło/może/mogłoby być @better
        | bez/brak/żadnych/nie ma/zero ..1 @bad | @bad ..1 zniknęło/ustąpił/ustąpiły/usunięty/usunięta/naprawiony/naprawiona/przeszedł/rozwiązana/rozwiązane/zniknął/zniknęły/zniknęła/minął/minęła/rozwiązany | nie ma się do czego przyczepić | nie ma do czego się przyczepić
        | nie mogę/mogłam/mogłem się oderwać | ani razu nie zawiódł/zawiodła/zawiodło | nie mam nic do zarzucenia`,
      },
      {
        weight: 1.2,
        patterns: `nie jest? ..1 taki/taka/takie {-} | wcale nie {-} | nie jest/był/była/było ..1 {-} | nie ..1 najgorsz*`,
      },
      {
        weight: -2,
        patterns: `nie ..1 @works | przestał/przestała/przestało/przestały działać/ładować/odpowiadać/świecić | nigdy ..3 nie ..3 @worse | nic @worse | gorzej być nie mogło
        | wcale/zupełnie/daleko nie {+} | nie ..1 zbyt/specjalnie/szczególnie {+} | nic dobrego/specjalnego | dziękuję/dzięki za zepsuty/zmarnowany/zepsucie/zmarnowanie
        | po ..3 zepsuł/zepsuła/zepsuło/padł/padła | nie ..1 wart/warta/warte ..2 ceny/pieniędzy | do dziś/dzisiaj nie | wyrzucony/wyrzucone ..1 pieniądz/pieniądze`,
      },
      {
        weight: 0,
        patterns: `wynik ..1 pozytywny/negatywny/ujemny/dodatni | test ..2 pozytywny/negatywny | ani dobry ani zły | ani dobrze ani źle | dobry wieczór/dzień`,
      },
      {
        weight: 2.2,
        patterns: `nie wyobrażam/wyobrażamy ..1 sobie ..6 bez >> | uratował/uratowała/uratowało/uratowali ..2 wieczór/dzień/wakacje/weekend/urlop | oszczędza/oszczędzają/oszczędziła/oszczędził ..4 czas/czasu/godzin/godziny/godzinę/minut/pieniądze/pieniędzy/pracy/nerwów | początku/początkowo ..3 sceptyczny/sceptyczna/sceptyczni/sceptycznie ..1 >> | ^ nareszcie ktoś/coś >> | ^ wreszcie ktoś/coś >> | ^ w końcu ktoś/coś >> | pewno/pewnością/chętnie ..2 zamówimy/zamówię/wrócimy/wrócę/kupimy/kupię/skorzystam/skorzystamy | nie ..1 oddam/oddałbym/oddałabym/zamienię ..2`,
      },
      {
        weight: -2.2,
        patterns: `^ nie kupujcie/kupuj/zamawiajcie/zamawiaj/rezerwujcie/rezerwuj ..3 | nadal/wciąż/dalej/ciągle brak ..2 | nadal/wciąż/dalej/ciągle nie ma ..2 | nadal/wciąż/dalej/ciągle nie ..2 dostałem/dostałam/otrzymałem/otrzymałam/dotarła/dotarł/dotarło/przyszła/przyszło/działa/oddali | nadal/wciąż/dalej/ciągle czekam/czekamy ..1 na >> | chcę/żądam/domagam/chcemy ..2 zwrotu/zwrot | oddajcie/zwróćcie ..2 pieniądze | jedyne/jedyna/jedyny , co ..2 dobre/fajne/ok , to >> | jedyne/jedyna/jedyny dobre/dobra/dobry/pozytywne ..2 to/był/była/było >> | jedyną/jedynym dobrą/dobrym/zaletą/plusem ..3 | świetnie/super/ekstra/pięknie/genialnie , kolejna/kolejny/kolejne/znowu/znów >> | nikt ..3 nie ..1 odpowiedział/odpisał/odebrał/oddzwonił/zareagował/pomógł ..1 | nikt nie odpowiedział/odpisał/oddzwonił/pomógł`,
      },
      {
        weight: 0,
        patterns: `skazany/skazana/skazani/oskarżony/oskarżona/oskarżeni/aresztowany/zatrzymany/zatrzymana za/o >> | odpowiada/odpowiadają/odpowiedzialny/odpowiedzialność za >> | chłodnym/suchym i suchym/chłodnym/ciemnym | suchym , chłodnym`,
      },
      { weight: null, patterns: `^ jeśli >> | ^ jeżeli >> | w razie ..6 >>` },
    ],
  },
};
