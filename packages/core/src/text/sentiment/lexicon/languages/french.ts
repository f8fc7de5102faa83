import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of French, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `génial- géniaux géniale magnifique- merveill- superbe- excellent- excellence fantastique- formidable-
      extraordinaire- exceptionnel- parfait- perfection sublim- splendid- grandiose- épique- légendaire- adore-
      ador- kiffe- kiff- kiffant- sensationnel- phénoménal- prodigieu- époustouflant- éblouissant- fabuleu-
      somptueu- exquis- divin- délicieu- irrésistible- inoubliable- chef_d_œuvre chef_d_oeuvre merveilleu-
      meilleur meilleure meilleurs meilleures je_t_aime t_aime on_t_aime je_vous_aime on_vous_aime coup_de_coeur
      coup_de_cœur trop_bien trop_beau trop_belle trop_bon trop_mignon trop_mignonne trop_cool trop_fort au_top
      du_bonheur que_du_bonheur une_tuerie ça_déchire ça_tue enchanteur enchanteresse féerique- magistral-
      impeccable- amoureu- ravissant- émerveill- pépite- génialissim- nickel impec irréprochab- bouleversant-
      mémorab- recommand-`,
    ],
    [
      2,
      `bonheur bonheurs super cool top chouette- sympa- sympathique- beau belle beaux belles bel joli- mignon-
      mignonne- adorable- charmant- élégant- gracieu- content- heureu- joie- joyeu- ravi- enchanté- fier fière
      fiers fières fierté bravo félicit- félicitations merci mercis remerci- remerciement- reconnaissant-
      gratitude plaisir- plaisant- agréable- aimer aime aimes aimons aimez aiment aimé aimée aimés aimées aimait
      amour- amoureux amoureuse passion- passionn- passionnant- fascin- fascinant- captivant- intéressant- drôle-
      marrant- rigolo- rigolote- hilarant- comique- amus- amusant- rire rires rigol- ris rit mdr ptdr ptdrr
      mort_de_rire succès réuss- réussite- victoire- victorieu- gagn- gagnant- vainqueur- triomph- champion-
      exploit- brillant- brillamment talent- talentueu- doué- intelligent- malin- courag- courageu- héros
      héroïque- héroïne génie respect- admir- admirable- admiration applaud- applaudissement- ovation acclam-
      salu- louang- éloge- hommage- encourag- encourageant- prometteu- espoir- espér- optimis- enthousias-
      enthousiasmant- motiv- motivant- inspirant- inspire- positif positive positifs positives bénéfique-
      bienfait- bienfaisant- efficac- efficace- utile- précieu- indispensable- remarquable- notable- épatant-
      épat- impressionn- impressionnant- bluffant- stupéfiant- confortable- douillet- douceur- doux douce tendre-
      tendresse câlin- bisou- bises bise affection- affectueu- gentil- gentille- gentillesse généreu- générosité
      solidair- solidarité bienveillan- aimable- chaleureu- accueillant- cordial- poli- convivial- fidèle- loyal-
      honnête- sincère- paix pacifique- serein- sérénité tranquille- détend- détente reposant- relax- apais-
      savoureu- succulent- goûteu- gourmand- régal- délice- miam bon_appétit hâte vivement j_ai_hâte trop_hâte
      youpi hourra waouh wahou waw whaou ouah oh_oui bien_joué bonne_nouvelle bonnes_nouvelles chance- chanceu-
      veinard- gâté- cadeau- fête- fêter joyeuses bon_anniversaire joyeux_anniversaire vivent
      conseille- apprécie- appréci- appréciable- préféré- préférée- favori- favorite- idéal- idéaux rêv- rêve-
      jouiss- jouissif- tuerie beauté- magie magique- charme- séduis- séduisant- sexy romantique- swag la_classe
      de_ouf stylé- badass canon trop_drôle franchement_bien régalade bg bgs élégance éclatant- splendeur- trésor-
      chéri chérie chéris coeur coeurs cœur approuv- valeureu- vaillant- bravoo bravooo gg touchant- émouvant-
      prenant- haletant- poignant- divertissant- attachant- subtil- spirituel- spirituelle poétiqu- raffiné-
      copieu- attentionné- attentif attentive serviable- professionnalisme compétent- irrésistiblement spacieu-
      lumineux lumineuse pittoresque- robuste- fiable- solide- ergonomique- intuitif intuitive dépass_nos_attentes
      dépasse_nos_attentes à_recommander je_recommande sans_hésiter à_ne_pas_manquer ne_pas_manquer à_ne_pas_rater
      incontournab- bon_rapport_qualité rapport_qualité_prix cinq_étoiles optimist- vive_le vive_la vive_les
      pas_mal_du_tout pas_mal ne_peut_pas_rêver_mieux peut_pas_rêver_mieux ne_peut_pas_demander_mieux rien_à_redire`,
    ],
    [
      1,
      `sain sains saine saines bienvenu- bien bon bonne bons bonnes mieux amélior- amélioration- progrès progress-
      avancée- solution- résou- résolu- aidé- aides soutien- souten- soutient protège- protég- protection-
      préserv- préservation- sauv- sauve- sauvegarde- sauvé- écologique- écolo- durable- durablement renouvelable-
      propre- propreté recycl- innov- innovant- innovation- modern- moderne- performant- économis- gratuit-
      gratuitement offert- bonus prime avantag- avantageu- opportunit- favorable- favoris- consensus coopér-
      engagement- confian- confiance sécuris- saine- guéri- guérison rétabli- reposé- vacances soleil ensoleillé-
      week-end weekend douce_nuit bonjour bonsoir salut coucou bienvenue souri- sourire- ami amis amie amies
      amitié- pote potes copain copains copine naissance heureuse qualité- réconfort- rassur- soulag- soulagement
      satisf- satisfait- satisfaisant- satisfaction convain- convaincant- cohérent- pertinent- justice équitab-
      équilibr- harmoni- libert- libér- égalit- paisib- croissance record- valoris- promouv- promeu- récompens-
      médaill- qualifi- qualification mérit- mérite- digne- dignité honneur- honor- glorieu- gloire prestig-
      réput- célèbr- célébr- populaire- exemplaire- ambitieu- ambition- créati- créatif originale original
      ingénieu- malicieu- astucieu- pratique- facil- facile- rapide- volontiers oui_oui hihi héhé ahah ça_va_bien
      intelligemment transparen- écoresponsable- plus_propre baisse_des_émissions biologique- bio énergie_propre
      énergies_propres énergies_renouvelables mobilis- initiativ- initiative- sensibilis- éveil- planter_des
      réintroduc- transition_énergétique commerce_équitable covoiturage autopart- écotourisme- écogest-
      éco-quartier- écoquartier- panneaux_solaires voiture_électrique voitures_électriques label- labellis-
      certifi- exempt- réhabilit- valorisation- dépollu- assain- épanoui- fleuri- florissant- dynamis- essor
      boost- facilit- accueill- récupér- réutilis- réparer soign- soigné- guérir rebond- relanc- rassembl-
      inaugur- subvention- financ- bravo_à leader- pionnier- respectueu- belle_journée bonne_journée bonne_soirée
      bonne_nuit bon_week bonne_année bonne_chance tant_mieux en_forme d_accord correct- soigné soignée silencieu-
      bien_situé bien_placé rapidement_servi conforme stable ponctuel- varié- croustillant- parfumé- accord
      accords`,
    ],
    [
      0,
      `bien_que bien_sûr bien_entendu ou_bien eh_bien si_bien_que bon_courage bel_et_bien bon_ben ah_bon bon_alors
      beau_père belle_mère belle_soeur beau_frère merci_de_ne non_merci vert_de_gris super_u top_chef top_14
      champions ligue_des_champions seulement
      salutations_distinguées sincères_salutations meilleures_salutations bien_cordialement`,
    ],
    [
      -1,
      `gêner gênent plaint plaignent plaindre hélas malheureu- dommage- triste- tristesse- tristement déçu- déçoi-
      décev- décevant- déception- regret- regrett- regrettable- désol- désolé- désolant- désolation pleur- larme-
      chagrin- peiné- souffr- souffrance- mal maux douleur- douloureu- bobo blessé- blessure- malade- maladie-
      virus épidémi- fièvre grippe toux rhume migraine- mort morte morts mortes meurt mourir mourr- décès décéd-
      deuil tué- tuer tue tuent tués tueu- victime- accident- séisme inondation- tempête- incendie- crash- danger-
      dangereu- risque- risqu- menac- menace- alerte- alarm- alarmant- inquiét- inquiet- inquiète- inquiétude-
      peur- craint- crainte- craign- angoiss- anxieu- anxiété stress- stressé- stressant- panique- nerveu- doute-
      dout- douteu- méfian- méfi- problème- problématique- difficil- difficulté- compliqu- complexe- galèr-
      galère- souci- soucis crise- conflit- guerre- attaqu- attentat- terroris- violen- violence- agress- bagarre-
      haine- hostil- lutte_contre dénonc- dénonce- accus- critiqu- reproch- plainte- scandal- scandaleu-
      polémique- controvers- fraud- fraude- escroqu- arnaqu- arnaque- volé- vole- voleu- corromp- corruption
      corrompu- crime- criminel- condamn- prison- coupable- faute- fautif- erreur- raté- rate- rater échec- échou-
      échoue- perd perds perdre perdent perdant- défaite- élimin- éliminé- chute- baisse- recul- pire manqu-
      manque- pénurie- absence_de retard- retardé- annul- annulé- refus- rejet- rejett- interdi- interdiction-
      abandonn- licenci- chômage- chômeu- précar- pauvre- pauvreté misèr- misérable- faillite- dett- grève- grèves
      bloqu- embouteillage- bouchon- cassé- casse- detruit- détrui- détruire destruct- dégrad- dégât- nuis-
      nuisible- nuisance- polluan- pollu- pollution- toxiqu- toxique- poison- empoison- contamin- radioacti-
      menacé- disparition- disparai- braconn- déforest- pesticide- réchauffement déchet- gaspill- gaspillage
      surconsomm- trop_cher hors_de_prix inutil- inutile- absurde- ridicul- ridicule- bizarr- étrange- louche-
      suspect- faux fausse mensong- mensonge- ment menteu- mentir menti hypocrit- hypocrite- hypocrisie égoïs-
      égoïste- égoïsme arrogan- mépris- méprisa- méprisant- prétentieu- jaloux jalouse- jalousie impoli- grossi-
      grossier- malpoli- vulgair- insult- insulte- moqu- honte- honteu- gênant- embarrass- coupabl- ennui- ennuie-
      ennuy- ennuyant- ennuyeu- chiant- chiante- lass- lassant- fatigu- fatigue- fatigué- fatiguant- épuis-
      épuisé- crevé- claqué- creve- insomnie- froid- froide- pluie- pleut moche- laid- laide- laideur sale-
      saleté- puant- pue- puer seul- seule- solitude déprim- déprimant- déprime- dépress- dépression cauchemar-
      colère énerv- énervé- énervant- agac- agacé- agaçant- irrit- irritant- furieu- fâch- fâché- râl- râle-
      grogn- bof mouais pff pfff pfiou beurk berk ouille zut oups non_mais snif insuffisant- médiocre- médiocrité
      faible- faiblesse- pathétiqu- lamentab- regrettab- injust- injuste- injustice- inégal- raciste- racis-
      racisme sexis- homophob- discrimin- fascis- facho- nazi- extrémis- dictat- dictateur- oppress- censur-
      illégal- abus- abusé- abusif- trop_tôt trop_tard impossible- insupport- lent- lenteur- bug- buggé- galér-
      flemme- relou- relous lourd- lourdingue pénib- pénible- gavé- gonfl- saoul- saoule- soule- soulé- soûle-
      dégout- dégoût- dégouté- rien_à_foutre m_en_fous osef ras_le_bol marre ai_marre en_peux_plus peux_plus
      pas_envie jamais_vu_ça plus_jamais nimporte_quoi va_te_faire ta_gueule tg vos_gueules tgueule ferme_la
      tais_toi au_secours sans_déconner fait_chier me_saoule panne pannes gêné gênée gênés gênant gênante
      marée_noire sécheresse- canicule- fonte_des_glaces ogm amiante- glyphosate braconnier- surpêche
      acidification empoisonnement décharge- cancérig- cancérog- perturbateurs_endocriniens gaz_à_effet_de_serre
      espèces_menacées espèce_menacée en_voie_de_disparition en_danger déversement- désertif- érosion
      irréversible- abîm- saccag- ravag- ravage- dévast- anéanti- néfaste- nocif- nocive- insalubr- inondé- noyé-
      incendi- brûlé- étouff- asphyxi- cancer- leucémi- boycott- sacrifi- délaiss- enterr- repouss- fiasco- bide
      naufrag- loupé- bâcl- foir- impuissan- impunité scandalis- colère_des manif- lobby- lobbies soumis-
      hypocrites mensongère- désinform- intox- enfum- greenwashing- surexploit- pillage- pill- gâch- gâchis
      déplor- déplorable- tension- urgence- pénuries malheur- malheureux malheureuse naze nazes nase nases bidon
      flipp- flippant- glauque- sinistre- morose- maussade- pessimis- vilain- méchant- méchanceté rancoeur rancun-
      vengeance humili- rabaiss- tromp- trompeu- manipul- ringard- cafard désespér- désespoir effondr- ruin-
      coûteu- frustr- contrari- vex- offens- pitié taré tarés tarée blasé blasée blasés creve crève mal_au_ventre
      mal_à_la_tête mal_de_tête mal_de_dos à_cause_de tant_pis pas_le_droit manque_de en_retard trop_long
      trop_chaud trop_froid faut_arrêter arrêtez ça_suffit stop_aux moisi- périm- gêne gênes bruyant- bruit-
      vétuste- délabré- usé usée usés usées défectueu- défaut- défaillan- fissur- cassée abîmé- moisissure-
      crasseu- poussiéreu- exigu- exiguë désagréab- désagrément- désordonné- désorganis- incompéten- malhonnêt-
      négligé- négligen- indifféren- froideur fade fades insipide- tiède- immangeable- brûlée trop_cuit trop_salé
      trop_gras décongel- surgelé- surfait- surestimé- surcoté- prévisib- interminable- soporifique- mou molle
      bâclé- brouillon- confus- incohéren- incompréhensib- superficiel- cliché- remboursement rembours-
      réclamation- à_éviter à_fuir fuyez évitez déconseill- je_déconseille ne_fonctionne ne_reviendr trop_petit
      trop_bruyant négatif négative négatifs négatives pessimist- inconfort- inconfortab- instab- gâché-
      attente_interminable plaignant- chute chutes chuter chuté négligence négligent négligente perdu perdue
      perdus perdues
      pas_terrible laisse_à_désirer laissent_à_désirer laissait_à_désirer en_panne tombé_en_panne tombée_en_panne`,
    ],
    [
      -2,
      `mauvais- mauvaise- nul nulle nuls nulles nullité- nullissime- merde- merdique- emmerd- emmerde- emmerdant-
      putain ptn putin chier chiasse con conne cons connes connard- connasse- conneri- connerie- salaud- salope-
      saloperie- salopard- enculé- encul- enculer pute putes fdp ntm bâtard- batard- enfoiré- crétin- abruti-
      idiot- idiote- imbécil- débil- débile- stupid- stupidité- bêtise- tocard- bouffon- bouffonne- clown-
      guignol- boulet- raclure- ordure- pourri- pourriture- déteste- détest- détestable- haï- haïr hais hait
      horribl- horreur- horrifi- terrible- terrifi- affreu- atroc- atrocité- abominabl- ignobl- immond- infâm-
      dégueu- dégueulass- dégoûtant- dégoutant- répugnant- écœur- écœurant- écoeur- révolt- révoltant- scandaleux
      scandaleuse inadmissib- inaccept- intolérab- insupportab- intenab- catastroph- catastrophique- désastr-
      désastre- désastreu- calamité- lamentabl- pitoyab- minabl- navrant- consternant- affligeant- exécrab-
      épouvantab- effroyab- effrayant- cauchemardesque- dramatiqu- drame- tragiqu- tragédie- cruel- cruauté-
      barbar- barbarie- massacr- massacre- génocid- tortur- viol viols violeu- assassin- assassinat- meurtr-
      meurtre- harcel- harcèl- trahi- trahison- traître- lâch- lâche- racaill- parasite- vermine- escroc- indign-
      indigne- indignation rage- enrag- haineu- maudit- aberr- aberrant- foutage_de_gueule foutre_de_nous
      fout_de_nous casse_couilles casse_pieds les_boules la_rage les_nerfs le_seum seum dégage dégagez
      ferme_ta_gueule pétasse- clochard- mongol- gogol- cassos pourrave odieu- infernal- enfer invivable-
      psychopathe- détraqu- va_crever honteusement inhumain- abject- sordide- infect infecte infectes`,
    ],
    [
      3,
      `coup_de_coeur les_yeux_fermés un_pur_bonheur un_vrai_régal une_tuerie une_merveille une_pépite un_sans_faute hors_du_commun à_couper_le_souffle bluffant- bluffé- conquis- époustouflant-`,
    ],
    [
      2,
      `vaut_le_détour vaut_vraiment_le_détour vaut_le_coup vaut_la_peine valait_le_coup on_reviendra nous_reviendrons je_reviendrai reviendrai_avec_plaisir sans_hésiter sans_hésitation rien_à_redire rien_à_reprocher rien_à_dire_de_négatif pas_mal_du_tout au_top au_rendez_vous à_la_hauteur aux_petits_soins aux_petits_oignons bon_moment excellent_moment chapeau_bas un_bijou prix_imbattable rapport_qualité dépassé_mes_attentes dépassé_nos_attentes au_delà_de_mes_attentes plus_rapide_que_prévu comme_neuf fait_le_job réponse_rapide livraison_rapide fonctionne_parfaitement fonctionne_à_merveille se_dévore tient_en_haleine nickel impeccable-`,
    ],
    [
      -2,
      `sur_ma_faim sur_notre_faim fiasco arnaque- arnaqueur- arnaqué- c_est_du_vol du_vol pur_vol à_fuir fuyez escroc- escroquerie- foutage_de_gueule se_moque_du_monde se_moquent_du_monde prend_pour_des_cons perte_de_temps perte_d_argent argent_jeté argent_gaspillé jeté_par_les_fenêtres de_la_camelote camelote bon_à_jeter poubelle à_la_poubelle navet une_honte honteux honteuse scandaleux scandaleuse catastrophique- désastreux désastreuse lamentable- minable- exécrable- immonde- immangeable- inadmissible- déplorable- plus_jamais jamais_plus un_cauchemar une_catastrophe un_désastre une_horreur n_importe_quoi du_grand_n_importe_quoi`,
    ],
    [
      -1,
      `tombé_en_panne tombée_en_panne en_panne hors_service laisse_à_désirer laissait_à_désirer ne_correspond_pas ne_fonctionne_pas ne_fonctionne_plus ne_marche_pas ne_marche_plus ne_répond_pas ne_répond ne_vaut_pas passez_votre_chemin à_éviter je_déconseille déconseille- déconseillé- bruyant- sale sales crasseux crasseuse insalubre- vétuste- défraîchi- froid_et hors_de_prix trop_cher surfait- surévalué- décevant- déçu- déception- tiède- fade- insipide- trop_cuit trop_salé pas_frais pas_à_la_hauteur pas_terrible désagréable- aimable_comme_une_porte interminable- jamais_arrivé jamais_reçu jamais_livré moisi- moisissure- odeur_de cafards punaises`,
    ],
    [0, `remercie_de_bien_vouloir remercions_de_bien_vouloir remercie_de_bien_vouloir_me_rembourser`],
  ],
  questions: "quel quelle quels quelles qui où quand combien lequel laquelle",
  negators: `pas ne n jamais rien aucun aucune sans ni personne non  guère nullement pa ap`,
  intensifiers: `très tres trop tellement vraiment hyper super ultra méga si tout absolument complètement totalement
    extrêmement particulièrement énormément grave carrément franchement incroyablement vachement bien sacrément plus
    beaucoup tant fort réellement`,
  diminishers: `peu assez plutôt légèrement presque relativement moins à_peine quasi`,
  contrasts: `mais cependant pourtant toutefois néanmoins sauf`,
  concessions: `malgré`,
  wishes: `aurais aurait aurions auriez auraient`,
  superlatives: { never: `jamais`, so: `aussi si` },
  repetitions: `encore`,
  endings: `e s es x ment ements er é ée és ées ai as a ons ez ent ais ait ions iez aient era erai eras erez eront erons erait
    erais eraient ant ante ants antes ir i ie is it ies issons issez issent issant issante issantes issants issait eur
    eurs euse euses eux eusement eux esse esses ique iques iquement able ables ation ations age ages if ifs ive ives
    ivement le les lement ment ellement elle elles el els t te ts tes isme iste istes ité ités ence ance ances ences
    aire aires eté ère ères al ale aux ales alement issime ne nes ur ure ures ra ront re  ter oire ieux ieuse ieuses
    ieusement ablement iblement ible ibles amment emment in ine ines elet ons trice trices ion ions ement eau quement
    que ques`,
  negatesBackwards: true,
  constructions: {
    classes: {
      bad: `
        douleur douleurs problème problèmes souci soucis bug bugs bruit bruits odeur odeurs erreur erreurs
        panne pannes défaut défauts cancer fièvre toux maladie infection maux migraine migraines stress
        attente fuite fuites plantage plantages lésion métastase métastases tumeur fracture anomalie
        allergie nausée nausées complication complications reproche retard retards moisissure`,
      fault: `
        mal plante planter bloque bugue rame fuit grince coule chauffe surchauffe gratte fume casse tousse
        souffre`,
      works: "marche marchait fonctionne fonctionnait fonctionnent démarre",
      acts: "répond répondent charge ouvre tient allume sert aide",
      mieux: `
        mieux meilleur meilleure meilleurs meilleures heureux heureuse`,
      pire: `
        pire pires pis mauvais moins`,
      be: `
        est sont était étaient a ont`,
    },
    constructions: [
      { weight: -2, patterns: `loin d être {+} | loin d'être {+} | loin d ..1 {+} | loin de ..1 {+}` },
      {
        weight: 2.2,
        patterns: `ne ..1 plus ..2 passer | ne ..2 plus ..2 passer/séparer | ne ..1 imagine ..3 sans | tient la route | a/ont sauvé la/notre/ma/mon/les/nos soirée/journée/vacances/séjour/weekend/week-end | gagner/économiser ..3 temps/heures/heure/argent/minutes | au début ..4 sceptique/sceptiques/méfiant/méfiante | sceptique au début/départ | ^ enfin un/une/quelqu/des >> | reviendrai/reviendrons/retournerons/retournerai ..2 sans hésiter/hésitation | je/on/nous reviendrai/reviendrons/reviendra $ | rachèterai/recommanderai ..1 sans hésiter`,
      },
      {
        weight: -2.2,
        patterns: `^ n achetez/commandez/réservez ..2 pas | toujours/encore pas de/d remboursement/réponse/nouvelles/nouvelle/colis/livraison/solution | toujours aucun/aucune >> | pas été ..1 remboursé/remboursée/livré/livrée/réparé/réparée/résolu/remplacé | personne n ..1 répondu/rappelé/aidé/réagi | n ..1 reviendrons/reviendrai/retournerons/retournerai/retournera ..1 pas/plus/jamais | être remboursé/remboursée/remboursés | rendez ..1 mon argent | la seule ..1 bonne chose ..3 était/est >> | le seul point positif ..3 était/est >> | super/génial/bravo/parfait , encore un/une >> | plus jamais | j attends toujours`,
      },
      {
        weight: 0,
        patterns: `merci de/d' ..2 rappeler/répondre/confirmer/envoyer/renvoyer/vérifier/contacter/faire/prendre/patienter/préciser/indiquer/noter/transmettre/retourner >> | a/ont été ..1 condamné/condamnée/condamnés/arrêté/arrêtée/arrêtés/accusé/accusée/accusés >> | condamné/condamnée/arrêté/accusé à/pour/de >> | responsable/responsables des/de dommages/dégâts | endroit/lieu frais >> | au frais et >>`,
      },
      {
        weight: -2,
        patterns: `je/on/nous attendais/attendait/attendions à mieux/plus | m attendais à ..2 mieux | aucune réponse/nouvelle | espérais mieux | en dessous de mes attentes`,
      },
      {
        weight: -2,
        patterns: `personne ne répond ..2 | personne ..2 ne répond | ne ..1 répond jamais/pas | ne correspond pas | jamais vu ..3 aussi {-} | tombe/tombé/tombée en panne | laisse à désirer | ne tient pas | il ne marche/fonctionne plus/pas`,
      },
      {
        weight: 2,
        patterns: `ça/cela vaut ..1 le détour/coup | rien à redire ..1 | jamais vu ..3 aussi {+}`,
      },
      {
        weight: 2,
        patterns: `
          plus de/aucun/aucune ..1 @bad | plus aucun/aucune ..1 @bad | plus jamais de @bad | ne/n/n' ..1
          plus @fault | ne ..2 @fault plus | n ..2 plus ..1 @fault | @bad ..4
          disparu/disparue/disparus/disparues/parti/partie/partis/résolu/résolue/résolus/passée/cessé/terminée
          | pas un/une seul/seule ..1 @bad | aucun/aucune @bad | sans aucun/aucune/le/un/une ..2 @bad |
          rien à redire/reprocher/dire/signaler/critiquer | arrêté de @fault/fuir/planter/ronfler/pleurer |
          vaincu ..2 cancer | débarrassé ..2 @bad | guéri/guérie | tout sauf {-} | vaut/valent ..1 chaque
          euro/centime | vaut son prix | jamais ..2 @bad`,
      },
      {
        weight: 2,
        patterns: `
          ne/n/on ..3 pas faire/trouver/demander/rêver @mieux | pas faire @mieux | ne/n ..2 jamais ..3
          aussi {+} | jamais ..4 @mieux | rien/personne ..3 @mieux | rien de @mieux | difficile de faire
          @mieux | rien n ..1 égale/bat | pu ..2 lâcher | pas pu ..2 arrêter de lire/rire | impossible de
          ..1 lâcher | jamais été aussi {+}`,
      },
      {
        weight: 1.2,
        patterns: `
          pas mauvais/mal/mauvaise pas? | pas une mauvaise idée | pas si mal | pas mal du tout |
          pas une mauvaise/un mauvais ..1`,
      },
      {
        weight: -2,
        patterns: `
          ne ..2 @acts ..1 pas/plus/jamais $ |
          tout sauf {+} | ne/n ..2 @works ..1 pas/plus/jamais | @works ..1 pas/plus | jamais ..4 @pire ..2
          | jamais ..4 aussi {-} | rien/personne ..2 pire | pas
          particulièrement/vraiment/spécialement/franchement/terriblement/exactement/très ..1 {+} | bon à
          rien | bonne à rien | merci pour rien | merci ..2 d/de/pour ..2 {-} | tombé/tombée ..2 en panne |
          cassé/cassée/cassa ..1 après/au/en/dès | s est cassé/cassée | est cassé/cassée |
          gâcher/gaspillage ..1 argent | laisse à désirer | perte de temps/argent | ne sert à rien | jamais
          répondu/reçu/arrivé/livré | bravo , ..2 {-}`,
      },
      {
        weight: 0,
        patterns: `
          testé/testée/test ..2 positif/négatif/positive/négative | ..0 biopsie ..3 négative/positive |
          pas/aucun/aucune/sans signe/signes/preuve/trace d/de >> | groupe sanguin >> | nie >> | contrat >>
          | préavis >> | résilié >> | responsabilité >> | ni bon ni mauvais | ni bien ni mal | comme ci
          comme ça | pas bon ..1 pas mauvais | pas {+} , ..1 pas {-}`,
      },
      {
        weight: null,
        patterns: `
          ^ si >> | en cas de >> | en cas d >> | cliquez >> | appuyez >> | sans aucun doute | sans doute |
          grâce à ..1`,
      },
    ],
  },
};
