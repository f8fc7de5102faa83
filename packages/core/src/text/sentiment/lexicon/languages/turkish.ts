import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Turkish, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `mükemmel* harika* muhteşem* olağanüstü* şahane* enfes* nefis* kusursuz* bayıl* efsane* müthiş* fevkalade* süper*
      hayran_kal* hayran_ol* aşık_ol* aşığ* en_iyi en_iyisi en_güzel bir_numara on_numara dört_dörtlük tek_kelimeyle
      çok_memnun kesinlikle_tavsiye şiddetle_tavsiye herkese_tavsiye beş_yıldız rüya_gibi unutulmaz* büyüleyici* nefes_kesici*
      dahiyane* seviyorum seni_seviyorum çok_sev* baş_döndürücü eşsiz* benzersiz* şaheser* başyapıt*`,
    ],
    [
      2,
      `güzel* iyi iyiydi iyidir iyisi iyiler iyilik* iyileş* sev sevdi* sevdim sevdik seviyor* sevgi* sevil* sever severim sevinç*
      sevin* sevimli* beğen* beğendi* beğeniyor* memnun* memnuniyet* mutlu* mutluluk* keyif* keyifli* zevk* eğlen* eğlenceli*
      komik* gül gülüm* güler_yüz* güleryüz* nazik* kibar* yardımsever* ilgili ilgililer samimi* sıcakkanlı* misafirperver*
      konforlu* rahat* lezzet* leziz* taptaze taze tertemiz temiz* kaliteli* sağlam* dayanıklı* güvenilir* profesyonel*
      başarı* başarılı* başardı* zafer* kazan* kazandı* şampiyon* tebrik* kutl* teşekkür* sağol* sağ_ol* minnettar*
      tavsiye_ed* öneririm öneriyorum tavsiyemdir şirin* tatlı* hoş* hoşuma_git* zarif* şık* etkileyici* etkilendi*
      ilham* yetenek* akıllı* zeki* bilge* cesur* kahraman* dürüst* sadık* dost* arkadaş* barış* umut* güven* heyecan_verici
      sürükleyici* ilginç* dokunaklı* romantik* faydalı* yararlı* kullanışlı* pratik* avantaj* bravo aferin helal yaşasın
      oley maşallah şans* şanslı* gurur* özenli* özenle titiz* huzur* ferah* cana_yakın* içten* hızlı_kargo hızlı_teslim*
      parasının_hakkını fiyat_performans parasına_değer tam_istediğim tam_beklediğim beklentimi_karşıla* beklentinin_üst*
      sorunsuz* problemsiz* eksiksiz* tekrar_gel* yine_gel* tekrar_al* yine_al* gönül_rahatlığıyla pişman_olmaz* pişman_değil*
      içime_sindi ellerinize_sağlık elinize_sağlık emeğinize_sağlık iyi_ki eline_sağlık tadına_doyulmaz kötü_değil fena_değil
      hiç_fena_değil fena_değildi kötü_değildi hayran* takdir* özlem_gider* gözü_kapalı tam_not sıkıntı_yok sorun_yok
      sorun_yaşamad* şikayetim_yok iyiki bayıldım keyifle çok_iyi parıl* göz_kamaştırıcı*`,
    ],
    [
      1,
      `olumlu hızlı* çabuk* kolay* uygun* ucuz* ücretsiz* bedava* indirim* hediye* sessiz* sakin* güvenli* sağlıklı* doğru
      adil* destek* yardım* kurtar* düzel* çözül* çözdü* çözüm* yeni_gibi modern* doyurucu* yeterli* ideal* umarım inşallah
      hoşgeldin* hoş_geldin* günaydın iyi_geceler aile* kardeşim canım hayatım sevgilim tatil* bayram* parti* öp* sarıl*
      dilerim başar* orijinal*`,
    ],
    [
      0,
      `güvensiz* rahatsız* sevgisiz* arkadaşsız sayın saygılar* saygılarımla iyi_günler güllük rahatla zevksiz* güler_misin şanssız* umutsuz* başarısız* huzursuz* mutsuz* kalitesiz* lezzetsiz* keyifsiz* ilgisiz* dürüst_değil`,
    ],
    [
      -1,
      `yavaş* geç_gel* gecik* pahalı* kazık* küçük_geldi dar_geldi soğuk* soğumuş bayat* tatsız* tuzlu* yağlı* yanık* çiğ
      sıkıcı* sıkıl* sıradan* vasat* idare_eder şüphe* karmaşık* karışık* kullanışsız* gürültü* gürültülü* kalabalık* kirli*
      pis* leke* toz* koku* kokuyor* rahatsız* ilgisiz* kaba* saygısız* terbiyesiz* umursamaz* tembel* üzgün* üzül* üzücü*
      üzdü* üzüntü* yazık* maalesef ne_yazık özür* pardon pişman* hata* hatalı* yanlış* arıza* arızalı* bozuk* bozul* bozdu*
      kırık* kırıl* kırdı* kırıp çizik* defolu* eksik* kusur* sorun* problem* sıkıntı* şikayet* şikayetçi* iade* iptal* kayıp
      kaybet* kaybol* kaybettik yenilgi* yenildi* başarısız* mağlup* mutsuz* korku* korkunç kork* endişe* kaygı* tehlike*
      tehdit* tehlikeli* acı* ağrı* ağla* gözyaş* hasta* hastalık* kanser* öldü* ölüm* ölü* öl ölecek* öldür* cinayet* katil*
      yaralı* yaralan* savaş* düşman* kavga* saldır* vur* vurdu* dövdü* suç* suçlu* hırsız* çal çaldı* yalan* yalancı*
      aldat* kandır* dolandır* sahte* ihanet* hain* yalnız* kızgın* kızdı* sinir* sinirli* öfke* öfkeli* utanç* utan* zor*
      boktan* saçma* gereksiz* anlamsız* aptal* salak* budala* geri_zekalı gerizekalı ahmak* deli* kötü_kalp işe_yaramaz*
      işe_yaramıyor çalışmıyor* çalışmadı* açılmıyor* beğenmed* beğenmiy* beğenmem sevmed* sevmiyor* sevmem hoşlanm*
      memnun_değil* memnun_kalma* memnun_olma* memnuniyetsiz* tavsiye_etm* önermiyor* önermem almayın gitmeyin
      uzak_durun uzak_dur beklentimi_karşılama* değmez değmedi hayal_kırıklığı* umutsuz* çaresiz* şanssız* kalitesiz*
      lezzetsiz* dayanıksız* güvensiz* ulaşamad* ulaşılamıyor cevap_verm* cevap_yok muhatap_bulam* gelmedi hala_gelmedi
      abartıl* şişirme zaman_kaybı* vakit_kaybı* para_kaybı bir_daha_asla bir_daha_gitmem bir_daha_almam bir_daha_gelmem
      param_boşa paramı_boşa boşuna* israf* çöp* döküldü* soldu* yırtıl* şişti küflü* küf* böcek* saç_çıktı bekletti*
      bekledik hatalar keyifsiz* huzursuz* güvenmeyin yetersiz* dikkatsiz* özensiz* tecrübesiz* donuyor* takılıyor* kasıyor*`,
    ],
    [
      -2,
      `kötü* berbat* rezil* rezalet* iğrenç* korkunç* felaket* facia* kabus* beter* en_kötü fena tiksin* nefret* lanet*
      kahret* allah_kahretsin allah_belan* kahrolası* pislik* şerefsiz* alçak* aşağılık* namussuz* piç* orospu* siktir*
      amk aq mal_herif dangalak* çöpe_gitti çöpe_at* tam_bir_hayal_kırıklığı tam_bir_felaket tam_bir_fiyasko fiyasko*
      rezillik* skandal* utanç_verici berbattı vahşi* vahşet* zalim* işkence* dehşet* trajedi* sakın_almayın sakın_gitmeyin
      asla_almayın asla_gitmeyin yazıklar_olsun beş_para_etmez para_etmez paranıza_yazık parama_yazık hiç_beğenm*
      hiç_memnun_kalma* dolandırıcı* sahtekar* cehennem* midemi_bulandır* mide_bulandır* defol* kapa_çeneni mahvet* mahvol* zehirlen*`,
    ],
    [2, `sıkmadı sıkmıyor sıkmayan bir_an_bile_sıkmadı`],
    [-1, `bakmıyor telefona_bakmıyor kimse_bakmıyor dayanmıyor`],
    [
      2,
      `cömert* düşünceli* anlayışlı* ustaca ustalık* çalışkan* becerikli* neşe* neşeli* sevecen* merhamet* şefkat* mucize* cennet* zengin_içerik akıcı* sürükleyen etkili* verimli* özgün* yaratıcı* parlak* ışıl* pırıl_pırıl mis_gibi çıtır* sulu_sulu yumuşacık kıvamında tam_kıvamında damak_tadı doyamad* müptelası* vazgeçilmez* favori* gözde* ödül* ödüllü minnet* rahatlat* ferahlat* güven_veren güvenle dakik* söz_verdiği söylenen_gün beklediğimden_iyi beklediğimden_güzel beklentimin_üzerinde her_şey_dahil_mükemmel on_üzerinden_on tam_puan ellerine_sağlık gönülden içtenlikle yüzümü_güldür* bir_solukta elimden_bırakama* kaçırmayın mutlaka_izleyin mutlaka_gidin mutlaka_deneyin gözüm_kapalı`,
    ],
    [
      -1,
      `ucuz_malzeme kalitesi_düşük kalitesi_kötü çalışmıyor_bile sesi_az cızırtı* parazit* ısınıyor* ısındı şarjı_bit* pili_bit* kırılmış* yırtık* lekeli* sahte_ürün yanlış_ürün eksik_geldi geç_geldi hala_bekliyorum ilgilenmediler ilgilenmiyor* umursam* azarla* tersle* surat* suratsız* asık_surat* küstah* hadsiz* pişmanlık* pişmanım keşke_almasaydım aldığıma_pişman gittiğime_pişman abartılmış* overrated tahmin_edilebilir yorucu* bunaltıcı* kasvetli* karamsar* çekilmez* dayanılmaz* acınası* zavallı* çirkin* kaba_saba hayal_kırıklığına moral_boz* canım_sıkıl* can_sıkıcı* kafa_ütüle* sinir_bozucu* tatsız_tuzsuz elimde_kaldı ilk_kullanımda_bozuldu`,
    ],
    [
      -2,
      `rezil_bir berbat_bir bir_rezalet tam_bir_rezalet para_tuzağı soygun* kazıklan* kazıkladı* yalan_dolan düzenbaz* üçkağıtçı* ahlaksız* utanmaz* vicdansız* gaddar* canavar* cehenneme ölümcül* zehir* çöp_gibi beş_kuruş_etmez tövbe_ettim illallah_ettim yuh_artık`,
    ],
    [
      -3,
      `kesinlikle_tavsiye_etm* şiddetle_tavsiye_etm* herkese_tavsiye_etm* kimseye_tavsiye_etm* tavsiye_etm*`,
    ],
    [0, `açıkla* açıl* oldu oldum olduk`],
  ],
  questions: "hangi hangisi kim nerede",
  negators: `değil değildi değildir değilim yok yoktu hiç asla olmadı olmamış olmaz olmuyor etmiyor etmem ne`,
  intensifiers: `çok en aşırı son_derece gerçekten inanılmaz oldukça tamamen kesinlikle gayet fazla pek o_kadar acayip`,
  diminishers: `biraz az kısmen hafif nispeten`,
  contrasts: `ama fakat ancak lakin oysa`,
  concessions: ``,
  superlatives: { never: `hiç`, so: `böyle kadar` },
  repetitions: `yine gene`,
  letters: { ı: "i" },
  negatesBackwards: true,
  constructions: {
    classes: {
      bad: `sorunum problemim ağrım ağrılarım ağrısı öksürüğüm ateşim hatası gürültüsü sorun problem ağrı hata arıza gürültü koku şikayet şikayetim sıkıntı korku eksik leke`,
    },
    constructions: [
      {
        weight: -2,
        patterns: `daha fazlasını/iyisini beklerdim/bekliyordum/bekliyorduk | cevap/dönüş ..1 yok/alamadım/yapılmadı`,
      },
      {
        weight: -2,
        patterns: `kimse ..2 bakmıyor/açmıyor/cevaplamıyor/ilgilenmiyor | iki/bir/üç ..2 bile dayanmıyor/gitmiyor`,
      },
      {
        weight: 2,
        patterns: `@bad ..1 yok | hiç/hiçbir ..1 @bad ..1 yok/yaşamadım/yaşamadık/çıkmadı/olmadı | artık ..1 ağrımıyor/donmuyor/bozulmuyor
        | daha iyisi ..1 yok/olamaz/olamazdı | daha iyi olamaz/olamazdı | hiç pişman değilim | @bad ..1 kalmadı/geçti/çözüldü/düzeldi | her kuruşuna değer`,
      },
      {
        weight: -2,
        patterns: `{+} değil/değildi | hiç {+} değil/değildi | hiç mi hiç {+}? | bir daha ..2 almam/gitmem/gelmem/almayacağım/gitmeyeceğim | tekrar/yine/yeniden ..1 gitmem/gelmem/almam/gitmeyiz/gelmeyiz | ..1 sonra bozuldu
        | ertesi/ilk gün bozuldu | iki/bir/üç günde/haftada/ayda bozuldu/kırıldı | daha kötüsü ..1 yok/olamaz | daha kötü olamazdı | para tuzağı | tam/tam bir kazık`,
      },
      { weight: 1.2, patterns: `{-} değil/değildi | {-} sayılmaz | hiç {-} değil` },
      { weight: 0, patterns: `test ..2 pozitif/negatif | ne iyi ne kötü | ne {+} ne {-}` },
      {
        weight: 2.2,
        patterns: `olmadan ..5 düşünemiyorum/yapamam/yapamıyorum/yaşayamam/hayal | geceyi/günü/tatili/akşamı ..1 kurtardı | kazandırıyor/kazandırdı/tasarruf | başta/önce/başlangıçta ..2 şüpheliydim/şüpheciydim/kararsızdım/tereddütlüydüm ..1 >> | ^ sonunda ..3 biri/birisi/birini $ | kesinlikle/mutlaka/seve ..2 tekrar/yine/yeniden ..2 alacağım/alacağız/geleceğim/geleceğiz/gideceğim/gideceğiz/vereceğim/vereceğiz/alırım/gelirim/giderim | elimden bırakmıyorum/bırakamıyorum`,
      },
      {
        weight: -2.2,
        patterns: `^ bunu/sakın/kesinlikle ..2 almayın/alma | almayın/gitmeyin/sipariş ..1 etmeyin $ | hala/hâlâ/halen ..3 yok/gelmedi/çözülmedi/ulaşmadı/yapılmadı | hala/hâlâ/halen ..3 bekliyorum/bekliyoruz | paramı/parayı/paramızı ..1 geri ..1 istiyorum/istiyoruz/alamadım/verin | iade ..1 istiyorum | tek iyi/güzel/olumlu ..2 >> | harika/süper/güzel/mükemmel , ..6 daha/yine/gene $ | harika/süper/güzel/mükemmel , yine/gene/bir >> | kimse ..2 cevap/yanıt/dönüş ..1 vermedi/yapmadı/yazmadı | kimse ..2 yanıtlamadı/dönmedi/aramadı/ilgilenmedi`,
      },
      {
        weight: 0,
        patterns: `dolandırıcılıktan/hırsızlıktan/cinayetten/rüşvetten/suçundan ..2 mahkûm/mahkum/tutuklandı/yargılandı/suçlandı >> | mahkûm/mahkum edildi/oldu | hasardan/zarardan/zararlardan/hasarlardan sorumlu* | serin ..1 kuru`,
      },
      { weight: null, patterns: `^ eğer >>` },
    ],
  },
};
