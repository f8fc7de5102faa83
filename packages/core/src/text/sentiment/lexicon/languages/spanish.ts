import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Spanish, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `excelente- excelen- magnífic- maravill- maravillos- fantástic- espectacular- impresionante- extraordinari-
      genial- genialidad perfect- perfección brillant- sublim- espléndid- grandios- fabulos- fenomenal- estupend-
      formidable- sensacional- alucinant- hermosísim- precios- preciosidad preciosísim- hermos- hermosur- divin-
      delicios- exquisit- riquísim- guapísim- buenísim- bellísim- ador- adorable- amo te_amo las_amo los_amo
      la_amo lo_amo te_quiero te_quiero_mucho os_quiero las_quiero los_quiero te_adoro tqm tkm tq encant-
      me_encanta fascin- fascinant- apasion- apasionant- enamor- enamorad- inolvidable- insuperable- inmejorable-
      legendari- obra_maestra de_puta_madre puta_madre de_lujo lo_mejor el_mejor la_mejor los_mejores las_mejores
      mejor_del una_pasada qué_pasada que_pasada mola_mucho mola_mil qué_guay que_guay qué_bonito que_bonito
      qué_lindo que_lindo qué_rico que_rico me_flipa crack crackkk eres_grande eres_el_mejor eres_la_mejor un_amor
      espectacul- apoteósic- cojonud- acojonant- bestial- épic- mític- guapérrim- qué_maravilla que_maravilla
      qué_alegría que_alegría qué_ilusión que_ilusión qué_grande que_grande qué_grandes qué_bueno que_bueno
      impecabl- excepcional- inmejorabl- conmovedor- memorabl-`,
    ],
    [
      2,
      `mono monos me_gusta feli- feliz felices felicidad- felicidades felicit- felicitaciones enhorabuena content-
      alegr- alegría- alegre- alegrar gozo- disfrut- disfrute- divertid- diverti- diversión- graci- gracias
      graciasss grax gracios- agradec- agradecid- agradecimiento- agradable- agrad- encantador- guap- guapo bonit-
      lind- lindura bell- belleza- monísim- tiern- ternur- dulc- dulzura cariñ- cariños- cariño amor- amores
      amoroso amable- amabilidad simpátic- simpatía majo maja majos majas genio genia chul- chulo chulad-
      chulísim- guay molar mola molan molaría molón bacán bakan chévere éxito- exitos- exitazo- triunf- triunfo-
      victori- victoria- ganar ganamos ganador- ganad- ganaron campeon- campeón campeones orgull- orgullos- admir-
      admirable- admiración aplaus- aplaud- ovación bravo olé ole bien_hecho buen_trabajo gran_trabajo
      buena_noticia buenas_noticias buenísimo suerte- suertud- afortunad- bendic- bendecid- bendición- esperanz-
      ilusión- ilusion- ilusionad- emocion- emocionad- emocionant- emotiv- qué_ganas que_ganas muchas_ganas
      entusias- entusiasm- motivad- inspir- inspirador- apasionad- interesant- entretenid- genialmente chist-
      chistos- risa- risas ríe- reír- reir- carcajad- me_parto me_meo me_descojono meparto jajaja sonris- sonrisa-
      sonrí- sonreír celebr- celebración- fiesta- fiestón cumpleaños_feliz feliz_cumpleaños feliz_cumple
      felicidadess viva vivan vamoooos bes- besos besitos besazo- beso abraz- abrazo- abrazote amig- amistad- paz-
      pacífic- tranquil- relajad- relax cómod- confortable- a_gusto dulces_sueños preferid- favorit- recomend-
      recomendable- recomiendo merece_la_pena vale_la_pena útil- valios- valient- valentía héro- heroic-
      inteligent- inteligencia talent- talentos- talentazo elegante- elegancia atractiv- sexy buenorr- sabros-
      gust- gustan gustó gustazo gusto placer- placenter- satisf- satisfech- satisfacción- satisfactori- positiv-
      optimis- ideal- premi- premio- premiad- mérito merecid- respet- honest- sincer- generos- solidari-
      solidaridad leal- fiel- guau uau yuju yujuu wiii biennn biennnn toma_ya por_fin_viernes precioso cracks
      grandísim- joy- joya tesoro- fabul- mágic- magia soñad- deslumbr- prodigios- celestial- angelical-
      entrañable- memorable- emocionantísim- crackazo golazo- temazo- peliculón partidazo- jugón jugones ídol-
      ídolo maestro leyenda- bonico cuco cuqui- achuch- mim- brutal- majet- chid- padrísim- bárbar- copad- piola
      bacan- buenaz- felicito descojon- cielo reina bendit- ole_tú ole_tus olé_tú me_encantan me_encantó
      me_alegro_mucho muy_bien muy_buena muy_buen qué_bien que_bien qué_mono qué_mona me_hace_ilusión
      me_hace_feliz un_placer un_honor buen_finde buena_suerte mucha_suerte emocionantes cautivad- cautivador-
      atrapant- engancha conmov- atent- profesionalidad servicial- acogedora- espacios- luminos- amplia amplias
      amplio amplios pintoresc- robust- fiabl- duradero duradera intuitiv- supera_las_expectativas
      superó_mis_expectativas totalmente_recomendable muy_recomendable recomendadísim- repetiré repetiremos
      volveré volveremos volvería buena_relación calidad_precio cinco_estrellas sin_pegas optimist- abundante
      sabrosísim- jugos- crujient- fresquísim- motivado motivada motivados motivación motivador motivadora
      no_puedo_pedir_más no_se_puede_pedir_más no_podía_pedir_más no_puedo_pedir_mejor`,
    ],
    [
      1,
      `sano sana sanos sanas tenéis_razón bien bueno buena buenos buenas buen mejor mejores mejora- mejoría mejoran
      apoy- apoyo- ayud- ayuda- gratis regal- regalo- sorteo- oferta- barat- ventaj- benefici- benéfic- solución-
      solucion- resuelt- logr- logro- conseguid- consegui- conseguimos avanc- avance- progres- crec- crecimiento
      oportunidad- confi- confianza protege- proteg- salv- rescat- libre- libertad- justici- dign- dignidad honor-
      interes- fácil- rápid- limpi- fresc- saludable- vacaciones finde playa- bailar bail- soñar descans- relaj-
      bienvenid- salud- saludos saludo saludit- hola_guapa buenos_días buenas_noches buenas_tardes jaja jeje jiji
      jajaj jejeje ánimo ánimos fuerza suert- querid- apreci- aprecio cariñosa cálid- acogedor- alucin-
      sorprendente- sorpres- sorpresa- creativ- creatividad original- innov- moder- eficaz- eficac- eficient-
      efectiv- práctic- acert- acierto acertad- tienes_razón tiene_razón toda_la_razón de_acuerdo oki promet-
      entreten- popular- famos- prestigi- reconoc- reconocimiento homenaj- inolvid- sonriente- alivi- calma-
      seren- armoní- harmon- equilibr- compañer- xfin por_fin al_fin menos_mal me_alegro me_alegra me_apetece
      apetec- ojalá ojala quiero_ir quiero_verte te_espero buen_día feliz_día buen_viaje de_nada sí_por_favor
      me_gustaría me_río guapa valer_la_pena gracias_a_dios ganas_de correct- bien_situado bien_ubicado
      bien_comunicado céntric- silencios- estable puntual- variad- suave- resistente cómodamente eficacia
      eficiencia gran grande grandes`,
    ],
    [
      0,
      `bueno_pues pues_bueno bien_o_mal o_bien más_bien si_bien gran_parte grandes_almacenes gran_hermano
       no_gracias interesados interesado buenos_aires buena_parte mejor_dicho a_lo_mejor gran_vía
      gran_bretaña interés_general gracia_de_dios salvo
      cordial_saludo saludo_cordial saludos_cordiales atentos_saludos`,
    ],
    [
      -1,
      `mentir mintió miente temo temer temen teme tememos temor temores trist- triste- tristeza- tristísim- pena-
      penos- penita lástim- lastim- desgraciad- desgracia- lament- lamento lamentar llor- llorar llant- lágrim-
      dolor- doler duele- duelen dolid- dolía doloros- sufr- sufrim- sufrimiento- enferm- enfermedad- fiebre gripe
      resfri- resfriad- vómit- vomit- herid- accident- muert- muerte- muere mueren morir murió fallec- fallecid-
      fallecimiento matar mata matan mató mataron víctim- peligr- peligros- riesg- amenaz- amenaza- miedo- miedito
      asust- temor- terror- terroris- pánico preocup- preocupad- preocupant- preocupación- ansiedad angusti-
      estrés- estres- estresad- nervi- nervios- agobi- agobiad- agobio problem- difícil- dificultad- complicad-
      complic- crisis- conflict- guerra- ataqu- ataque- atentad- violen- violencia- agred- agresión- agresiv-
      odios- culp- culpa- culpable- denunci- acus- critic- crítica- queja- quej- protest- escándal- escandal-
      polémic- fraud- estaf- estafa- rob- robo- robar robaron ladron- ladrón ladrones chorizo- corrup- corrupt-
      corrupción imputad- delincuent- crimen- criminal- cárcel- conden- mentira- mentiros- miente- mintiendo
      engañ- engaño- fals- falsedad hipócrit- hipocresía egoís- egoísta- arrogant- error- errores fall- fallo-
      fallar fallid- fracas- fracaso- perd- perder pierd- perdid- perdedor- derrot- derrota- eliminad- descens-
      caíd- recort- recorte- despido- desemple- desempleo pobre- pobreza- miseri- hambre- deud- desahuci- arruin-
      ruin- retras- retraso- cancel- cancelad- suspend- suspendid- suspens- prohib- prohibid- rechaz- rechazo-
      niega abandon- abandonad- falta_de faltan hace_falta echo_de_menos echar_de_menos extrañ- nostalgi- melanc-
      solo_en_casa soledad aburrid- aburr- aburrimiento coñazo- pesad- pesadez cansad- cansancio- cans- agotad-
      agot- tengo_sueño mucho_sueño insomnio frío- frio- calor_insoportable madrug- exámen- examen- exámenes
      estudiar resac- jaqueca rot- roto rompe- estrope- averiad- sucio- suci- apest- feo- fea- feos- feas- feísim-
      fealdad rar- inútil- inútiles innecesari- absurd- ridícul- vergüenza- vergonz- vergonzos- verguenza
      vergüenz- avergonz- avergüenz- celos- celos envidi- envidia- rencor- rabi- rabia- rabios- enfad- enfadad-
      enoj- enojad- cabread- cabre- cabreo- mosque- irrit- irritant- molest- molestia- fastidi- fastidio- frustr-
      frustrad- decep- decepción- decepcion- decepcionad- decepcionant- desilusión- desilusion- desesper-
      desesperad- desesperación harta harto hartos hartas hartazgo injust- injusticia- desigual- racis- racista-
      machis- machista- fascis- facha- fachas nazi- homófob- homofob- dictad- dictadura- trampa- tramp- abus-
      abuso- maltrat- acos- acoso- insult- insulto- insoport- imposible- incapaz- incompeten- ineptitud inept-
      débil- flojo- floj- mediocre- mediocridad caro- carísim- sobran sinvergüenza- desgraci- malvad- egocéntr-
      jolín jolin joer jope ay_no ay_dios uff uf buff puf puff pff bah grr ains snif puaj buu buuu ouch auch
      de_mal_en_peor ya_está_bien no_puedo_más no_aguanto no_soporto hasta_los_cojones hasta_los_huevos
      hasta_las_narices hasta_el_coño hasta_la_polla hasta_los_ovarios cago_en qué_mal que_mal qué_pena que_pena
      qué_rabia que_rabia qué_pereza que_pereza pereza- qué_vergüenza que_vergüenza qué_asco que_asco qué_horror
      que_horror qué_palo que_palo qué_coñazo que_coñazo da_igual me_da_igual no_mola por_desgracia desafortunad-
      sin_ganas pocas_ganas cero_ganas puñeter- maldit- rollo rollazo tostón petardo infumabl- timo timar timad-
      chung- catet- palet- cansin- plasta depre depres- depresión deprim- deprimid- bajón quemad- estafador-
      caradura- mangant- impresentabl- antipátic- maleducad- groser- prepotent- tedios- soporífer- decaíd-
      desanim- desánimo desgana llorera lloro lloré llorando suspenso cagad- cagar cutrez drama dramón malit-
      pachuch- ascazo hartura me_duele me_muero_de dolor_de mala_suerte mala_leche mala_cara mala_noche mala_gana
      no_puedo no_entiendo no_tengo_ganas no_quiero qué_cansancio qué_sueño qué_hambre qué_frío qué_calor
      qué_triste que_triste qué_vida menuda_mierda vaya_mierda menudo_asco sin_dormir me_quiero_morir
      quiero_morirme quiero_llorar ganas_de_llorar de_mierda por_culpa culpa_de ruidos- ruido- escas- escasez
      desgastad- defectuos- defecto- avería- averi- moho mohos- polvorient- desagradabl- desorganizad-
      desorganización incompetent- incompetencia deshonest- descuidad- descuido- indiferen- insípid- soso sosa
      tibi- incomibl- quemada recalentad- sobrevalorad- predecibl- previsibl- interminabl- lento lenta confus-
      incoherent- superficial- reembols- reclam- reclamación- devolver devuelto devolución eviten huid no_funciona
      no_recomiendo no_lo_recomiendo no_vale no_merece no_volveré no_volveremos no_responde 
      negativ- pesimist- incómod- incomodidad inestabl- estropead- estropeó insuficient- engañad-
      publicidad_engañosa engañosa engañoso mala_calidad mal_servicio mala_atención`,
    ],
    [
      -2,
      `mal malo mala malos malas malísim- malament- peor- peores pésim- pesim- horribl- horrible- horror- horroros-
      horrend- terribl- terrible- espantos- atroz- nefast- fatal- desastr- desastre- desastros- catastróf-
      catástrof- catastr- lamentabl- lamentable- deplorabl- patétic- penosísim- asco- asqueros- asqu- repugn-
      repugnant- nause- vomitiv- odi- odio- detest- aborrec- despreci- desprecio desprecia- mierd- mierda- mierdas
      mierder- puta putas puto putos putada- joder jodid- jode joden jodas jodido coño cojones cabrón cabron-
      cabrona- hijoputa hijo_de_puta hija_de_puta hijos_de_puta hdp gilipolla- gilipollas gilipollez- imbécil-
      imbecil- idiot- idiotez estúpid- estupid- estupidez- tont- tontería- tonterías subnormal- capull- mamón
      mamon- pendej- boludo- pelotudo- cretin- payas- bobo- boba- lerd- zorra- guarr- cerd- asquito basura-
      porquería- bazofia- cutre- chapuz- escoria- gentuza canalla- miserabl- traidor- traicion- traición- asesin-
      asesinat- asesinato- masacr- tortur- violador- violación- crueldad- cruel- trágic- tragedia- infern-
      infierno- pesadilla- insoportabl- intolerabl- inaceptabl- inadmisibl- indign- indignant- indignación asquea-
      humill- humillación- muérete muerete cállate callate vete_a_la_mierda a_la_mierda la_mierda_de que_te_den
      que_te_jodan me_cago_en me_cago_en_la_puta da_asco dan_asco me_da_asco da_pena dan_pena da_vergüenza
      dan_vergüenza caca- bodrio repelent- vomito potar putísim- malnacid- rastrer- ruin ruines mezquin- ignominia
      vergüenza_ajena dais_asco das_asco me_cago_en_todo tomar_por_culo a_tomar_por
      gracias_por_nada nunca_más deja_mucho_que_desear dejaba_mucho_que_desear deja_que_desear dejan_mucho_que_desear dejó_de_funcionar`,
    ],
    [
      3,
      `al_cien_por_cien al_100 insuperable- inmejorable- espectacular- una_maravilla una_joya una_pasada de_lujo de_diez de_10 riquísim- buenísim- deliciosísim- contentísim- encantad- encantador- para_chuparse_los_dedos no_puedo_estar_más_contento no_puedo_estar_más_contenta más_que_recomendable totalmente_recomendable muy_recomendable recomendadísim-`,
    ],
    [
      2,
      `recomendable- volveremos volveré repetiremos repetiré repetiría superó supera_mis superó_mis vale_la_pena merece_la_pena mereció_la_pena valió_la_pena vale_cada vale_lo_que_cuesta calidad_precio sin_duda sin_ninguna_pega ninguna_pega sin_problemas sin_ningún_problema cero_problemas tal_como_se_describe llegó_antes envío_rápido funciona_perfectamente funciona_de_maravilla va_genial va_de_maravilla nada_mal no_está_nada_mal me_atrapó te_atrapa engancha enganchad- a_la_altura trato_excelente de_primera`,
    ],
    [
      -2,
      `estafa- estafad- estafador- timo timad- robo_a_mano un_robo fraude- engañad- fiasco fracaso- un_asco qué_asco da_asco basura porquería- chapuza bodrio truño tomadura_de_pelo una_vergüenza vergonzos- lamentable- pésim- nefast- horroros- espantos- malísim- desastre un_desastre nunca_más jamás_volveré no_volveré no_volveremos pérdida_de_dinero pérdida_de_tiempo dinero_tirado tirar_el_dinero dinero_perdido no_lo_compren no_la_compren no_compren no_comprar no_vayan no_perdáis_el_tiempo ni_regalad- huyan huid ni_se_les_ocurra decepción- decepcionad- decepcionante- menuda_decepción inaceptable- intragable- incomible-`,
    ],
    [
      -1,
      `deja_mucho_que_desear dejó_mucho_que_desear deja_que_desear se_rompió se_me_rompió se_estropeó dejó_de_funcionar no_funciona no_carga no_sirve no_dura no_vale no_lo_recomiendo no_recomiendo no_es_lo_que no_se_corresponde no_contestan no_responden nadie_responde nadie_contesta nadie_atiende olía_a huele_a humedad moho suci- mugre ruidos- carísim- caro_para sobrevalorad- tardaron tardó_una lentísim- fría_y frío_y soso insípid- crudo quemad- antipátic- borde maleducad- grosero grosera prepotente aburridísim- previsible- nunca_llegó no_llegó defectuos- averiad-`,
    ],
  ],
  questions: "qué cuál cuáles quién quiénes dónde cuándo cuánto",
  negators: `no nunca jamás sin ni nada nadie ningún ninguna ninguno tampoco apenas`,
  intensifiers: `muy tan mucho mucha muchos muchas súper super re mega ultra hiper demasiado totalmente absolutamente
    completamente extremadamente realmente increíblemente bastante más tanto tanta qué cuánto menudo menuda vaya pedazo
    puto puta mazo muchísimo muchísima`,
  diminishers: `poco algo ligeramente casi medio menos relativamente apenas`,
  contrasts: `pero aunque sinembargo mas`,
  concessions: `pesar`,
  wishes: `hubiera hubiese hubiéramos habría habríamos`,
  superlatives: { never: `nunca jamás`, so: `tan tanto` },
  repetitions: `otro otra`,
  endings: `o a os as e es é ó í an en ar er ir ado ada ados adas ido ida idos idas ando iendo aba abas aban ábamos ía ías
    ían íamos aré ará arán aremos aría arías arían eré erá ería iré irá iría amos emos imos aron ieron ió iste aste é
    ase ara aran iera iese ente entes ente amente mente ísimo ísima ísimos ísimas ito ita itos itas illo illa illos
    illas azo aza azos azas ote ota able ables ible ibles dor dora dores doras ción ciones ante antes iente ientes
    idad idades eza ezas oso osa osos osas ivo iva ivos ivas al ales or ores ismo ista istas ería erías miento
    mientos ático ática al lo la le les los las me te se nos rlo rla rme rte rse arte arme arse arlo arla
    ez eces s ias io ia ios ón ona ones onas ico ica icos icas í ín ina uro ura ido nte ncia ncias`,
  negatesBackwards: false,
  constructions: {
    classes: {
      bad: `
        dolor dolores problema problemas error errores fallo fallos falla fallas ruido ruidos olor olores
        queja quejas cáncer fiebre tos enfermedad infección tumor estrés espera retraso retrasos fuga fugas
        molestia molestias defecto defectos lesión fractura metástasis anomalía alergia náuseas
        complicaciones inconveniente inconvenientes pega pegas cuelgues`,
      fault: `
        duele falla cuelga bloquea gotea calienta sobrecalienta chirría ruge molesta traba congela suena
        huele pica sufre rompe`,
      works: "funciona funcionaba funcionan funcionó funcionar enciende arranca contesta contestan",
      acts: "sirve responde responden carga abre anda va llega",
      mejor: `
        mejor mejores feliz felices`,
      peor: `
        peor peores`,
    },
    constructions: [
      { weight: -2, patterns: `lejos de ser ..1 {+}` },
      {
        weight: 2.2,
        patterns: `no puedo/podría ..1 imaginar/imaginarme/vivir/cocinar ..4 sin | no me imagino ..4 sin | no se ..1 pega ..1 nada | nada se ..1 pega/rompe/cae | salvó ..1 noche/tarde/día/viaje/fin/vacaciones | ahorra/ahorrar/ahorró/ahorran ..3 tiempo/horas/hora/dinero/minutos/días | al principio ..3 escéptico/escéptica/dudaba/desconfiaba | ^ por fin un/una/alguien/algo >> | volveremos/volveré ..1 sin duda | sin duda volveremos/volveré | volvería/volveríamos a comprar/comprarlo/reservar/alojarme/pedir`,
      },
      {
        weight: -2.2,
        patterns: `^ no lo/la/los/las comprar/compréis | devuelvan ..1 dinero | todavía/aún no ..2 devuelto/llegado/respondido/contestado/recibido/enviado/solucionado/reembolsado | sigo/seguimos esperando | nadie ..2 respondido/contestado/ayudado | lo único bueno ..3 es/fue/era >> | genial/perfecto/estupendo/bravo , otra/otro >> | no ..2 devuelven/devolvieron ..1 dinero | quiero ..2 mi dinero`,
      },
      {
        weight: 0,
        patterns: `fue/fueron/ha/han ..1 condenado/condenada/condenados/arrestado/detenido/detenida/detenidos/acusado/acusada/acusados >> | condenado/condenada/detenido/acusado a/por/de >> | lugar fresco >> | responsable de los/las? daños`,
      },
      {
        weight: -2,
        patterns: `esperaba/esperábamos ..1 más/mejor | esperaba/esperábamos ..1 mucho más | ninguna respuesta/solución | me esperaba ..1 más`,
      },
      {
        weight: -2,
        patterns: `no lo/la/los/las compren/compréis/compres | nadie ..2 responde/contesta/atiende | tardaron ..3 en ..3 | no dura nada/ni | dejó/deja de funcionar | olía/huele ..1 a ..2 | se rompió/estropeó ..1 | menuda/vaya/qué decepción/estafa/mierda/vergüenza/asco`,
      },
      {
        weight: 2.4,
        patterns: `no puedo/podría estar más contento/contenta/satisfecho/satisfecha/feliz | no se puede pedir más | no le/se pongo/pone ninguna pega`,
      },
      {
        weight: 2,
        patterns: `
          ya no ..2 @fault | ya no ..3 @bad | ningún/ninguna/sin/cero/ningun ..1 @bad | ni un/una solo/sola
          ..1 @bad | @bad ..3
          desapareció/desaparecieron/desaparecido/fue/fueron/solucionó/terminó/acabó/cesó | dejó/dejado de
          @fault/doler/fallar/gotear/molestar | no ..2 tenido/tuve/tenemos/tengo/hubo ..2 @bad | nada que
          objetar/reprochar/criticar | no ..1 quejarme/quejarnos | no tengo quejas | ninguna queja |
          venció/superó ..2 cáncer | todo menos {-} | nunca ..3 @bad | vale/valen/valió/vale_cada ..1 cada
          euro/centavo/céntimo/peso/dólar/penique | cada euro/centavo/céntimo/peso vale | vale lo que
          cuesta | libre de @bad`,
      },
      {
        weight: 2,
        patterns: `
          no ..1 podría/podía/puede/pudo ..3 @mejor | nunca ..4 @mejor | nunca ..3 tan {+} | nada/nadie ..3
          @mejor | no hay nada @mejor | no se puede pedir más | nada supera/iguala | no pude dejar de
          leer/leerlo/reír | no ..1 pude soltar | imposible hacerlo @mejor | inmejorable`,
      },
      {
        weight: 1.2,
        patterns: `
          no es/está/estuvo/son/fue tan? mal/malo/mala/malos/malas | no es una mala idea | nada mal | no
          ..1 mala/mal idea/opción/plan`,
      },
      {
        weight: -2,
        patterns: `
          no/nunca ..1 @acts $ |
          todo menos {+} | no/nunca ..1 @works | ya no ..1 @works | dejó/dejado de @works | nunca ..4 @peor
          | nada/nadie ..3 peor | nunca ..3 tan {-} | no ..1
          particularmente/especialmente/precisamente/exactamente/muy ..1 {+} | no sirve para nada |
          bueno/buena para nada | gracias por nada | gracias por ..1 {-} | gracias por
          arruinar/romper/perder/arruinarme | se ..1 rompió/rompieron/estropeó/descompuso/averió | rompió a
          los ..2 | no creo que vuelva | no ..1 volver/volveré/volvería/volveremos/vuelvo/vuelva | no ..1
          recomiendo/recomendaría/recomendable | pérdida de tiempo/dinero | tirar el dinero | deja mucho
          que desear | nunca llegó/respondieron/contestan | no vale ..1 pena | no vale lo que cuesta`,
      },
      {
        weight: 0,
        patterns: `
          positivo/positiva/negativo/negativa en | test/prueba/biopsia/resultado/análisis ..4
          positivo/positiva/negativo/negativa | sin/ninguna/no evidencia/signos/señales/indicios de >> | no
          hay evidencia/signos/indicios de >> | grupo sanguíneo >> | niega >> | contrato >> | rescindir >>
          | responsabilidad >> | ni bueno ni malo | ni bien ni mal | ni fu ni fa | no {+} ni {-}`,
      },
      {
        weight: null,
        patterns: `
          ^ si >> | en caso de >> | haga clic >> | pulse >> | haz clic >> | sin duda`,
      },
    ],
  },
};
