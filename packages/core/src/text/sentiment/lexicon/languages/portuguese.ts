import type { LexiconSource } from "../lexicon.ts";

/** Sentiment words of Portuguese, of Brazil and Portugal, written for this project. */
export const lexicon: LexiconSource = {
  weights: [
    [
      3,
      `maravilh- maravilha maravilhos- excelent- excelência excelente fantástic- incríve- incrível sensacional
      sensacionai- espetacular- espetáculo extraordinári- excepcional- magnífic- perfeit- perfeição perfeitinh-
      brilhant- genial geniai- sublime sublim- esplêndid- fabulos- fenomenal- deslumbrant- divin- delicios-
      delícia- lindíssim- lindo linda lindos lindas lindao lindon- lindinh- lindeza- belíssim- gostosíssim-
      melhor_do amo amooo amamos amei adoro adorei adorando ador- amando te_amo amo_muito apaixonad- apaixonant-
      apaixon- encantad- encantador- encant- fascinant- fascin- inesquecível inesquecívei- insuperável lendári-
      épic- arras- arrasou arrasa arrasando arrasad- lacrou lacra lacre lacrador- divou diva divas mito mitou
      mitando top topper topzeira foda_demais é_foda muito_foda foda_pra_caralho obra_prima nota_10 nota_dez
      show_de_bola sucesso_total o_melhor a_melhor os_melhores as_melhores melhor_pessoa rainha rainhas pisou
      espetacul- ótim- otim- ótimo otimo impecável impecávei- hilári- mara lindo_demais linda_demais
      coisa_mais_linda coisa_linda que_lindo que_linda que_fofo que_fofa que_amor que_delícia que_maravilha
      que_show mandou_muito amando_esse amando_essa melhor_coisa muito_amor memoráve- imperdíve- irrepreensíve-
      comovent-`,
    ],
    [
      2,
      `bonit- belo bela belos belas beleza- fofo fofa fofos fofas fofinh- fofur- gracinha meig- doce doçura tern-
      ternura carinh- carinhos- feliz felizes felicidade- felicíssim- alegr- alegria- alegre content- satisfeit-
      satisfação gratidão grat- grata agradec- agradecid- agradáve- agradável obrigad- brigad- valeu vlw brigadão
      parabéns parabens parabenz- parabénsss congratulações amor amores amorzinh- amizade- amig- beij- beijos bjs
      bjos beijinh- beijão abraç- abraços carícia querid- gost- gosto gostei gostoso gostosa gostos- curti curtir
      curtindo curto_muito curt- legal legais legau bacana bacanas maneir- massa_demais da_hora dahora daora irad-
      show showzaço showw fera craque craques gênio gênia genia- ídol- campeã- campeões campeão vitóri- venc-
      vencedor- venceu ganh- ganhou ganhar triunf- sucesso sucess- orgulh- orgulhos- honra- admir- admirável
      admiro aplaud- aplaus- palmas elogi- respeit- mereceu merece mereci- merecid- mérito emocion- emocionant-
      emocionad- emoção arrepi- arrepiad- chorei_de_rir rindo ri_muito rindo_muito rir risos risad- gargalh-
      engraçad- divertid- divert- diversão bom_demais boa_demais sorri- sorriso- sorridente interessant- empolg-
      empolgad- empolgant- entusias- inspir- inspirador- otimis- esperanç- esperança confi- positiv- sort- sortud-
      abençoad- abenço- bênção benç- talent- talentos- inteligent- competent- elegant- elegância charmos- charme
      estilos- sexy gat- gatinh- gatíssim- gatão maravilhosidade musa musas poderos- podero- coraj- corajos-
      valent- herói heroí- heroína honest- sincer- generos- gentil gentis gentilez- simpátic- simpatia educad-
      humild- leal fiel ético saboros- apetitos- saudável confortáve- aconcheg- paz pacífic- tranquil- relax-
      seren- sossego especial especiai- favorit- preferid- predilet- recomend- vale_a_pena valeu_a_pena útil úteis
      precios- valios- eficient- eficaz eficazes bem_feito boa_sorte uhu uhuu uhul uhuul eba ebaa oba obaa aee
      aeee aeho viva vivaa bravo iupi uau fã_de sou_fã virei_fã fã_número shippo shippando torcendo_por torço
      sonho_realizado presente_de_deus presentão feliz_aniversário magia mágic- encantamento celebr- comemor-
      festej- vibr- vibrando radiante- iluminad- abrilhant- surpreendent- melhorzinh- fod- fodástic- fodão sambou
      sambando tombou tombei destruidor- berro morta_com morto_com morri_com gritei socorro_que_lindo
      socorro_que_fofo beldade xodó amorzão delicinh- brab- parabeniz- impression- impressionant- emocionou
      arrepiei viciad- fixe giro gira giros giras porreir- catit- brutal que_bom que_legal que_bonito que_bonita
      muito_bom muito_boa muito_bem bem_feita fico_feliz to_feliz tô_feliz ansioso ansiosa amor_da_minha
      vida_linda feliz_dia saudades_boas envolvent- cativant- tocante atencios- prestativ- profissionalismo
      acolhedor- cordial- espaços- arejad- pitoresc- robust- duradour- intuitiv- super_recomendo recomendo_muito
      recomendadíssim- superou_minhas voltarei voltaremos voltaria com_certeza_voltarei ótimo_custo
      custo_benefício cinco_estrelas otimist- abundant- crocant- suculent- fresquinh- caprichado motivado motivada
      motivados motivação amado amada amados amadas
      nada_mal nada_mau não_podia_pedir_melhor não_poderia_pedir_melhor não_podia_ser_melhor não_poderia_ser_melhor`,
    ],
    [
      1,
      `curado curada cura bem_vindo bem_vinda bem_vindos bem bom boa bons boas melhor melhores melhorou melhorar
      melhoria- bonzinh- boazinh- certíssim- concord- tem_razão tem_toda_razão exatamente       bom_fim fim_de_semana finde férias sextou festa festinha feriado folga saudaç- ajud- ajuda
      apoi- apoio soluç- resolv- resolvid- conquist- conseg- consegui conseguiu avanç- progress- evolu- evoluiu
      cresc- crescimento oportunidad- lucr- vantag- benefíc- grátis gratuit- promoção descont- salv- salvou livre-
      liberdad- justiça dign- dignidad- proteg- curad- saúde limp- fresc- facil- fácil rápid- criativ-
      criatividade original- inovad- modern- qualidade capricho- caprich- dedic- esforç- guerreir- batalhador-
      torc- torcendo torcida tomara ansios- ansiosa_pra ansioso_pra chega_logo não_vejo_a_hora mal_posso_esperar
      finalmente até_que_enfim amém amem graças_a_deus graças hahaha hehe hehehe rsrs rs kkk kkkk kkkkk huahua
      huehue quero_muito quero_mais quero_ir quero_assistir chic chique chiques phyn curios- sens- sensat-
      coerent- consciente carismátic- carisma famos- popular- consagr- premi- premiad- prêmio prata bronze medalh-
      classificad- classificou acert- acertou mandou_bem manda_bem mandando_bem deu_certo dar_certo merecidíssim-
      tmj tamo_junto amoleceu aliviad- alívio calm- harmoni- equilibr- confortáv- cheiros- quentinh- companhei-
      ganhando finalist- bom_trabalho bom_domingo bom_sábado boa_semana bom_feriado com_certeza concordo aleluia
      tá_certo certíssimo se_deus_quiser força_aí vai_dar_certo corret- silencios- bem_localizado bem_localizada
      bem_cuidado pontual- pontualidade estável estáveis variad- resistent- chegou_antes entrega_rápida
      bem_embalado conforme_anunciado`,
    ],
    [
      0,
      `bom_senso boa_pergunta bem_que bem_como se_bem_que ou_melhor bom_retiro não_obrigado não_obrigada
      gosto_musical assistência_social belo_horizonte sortei- sorteio sorteado gato_preto
      atenciosamente melhores_cumprimentos`,
    ],
    [
      -1,
      `mentir mentiu mentindo trist- triste tristez- infelizmente infeliz- pena lament- lamentar chor- choro chorar
      chorando lágrim- dor dores dói doi doend- doloros- sofr- sofri- sofrimento sofrência magoad- mago- mágoa
      doent- doenç- doença gripe gripad- febre enjo- vômit- vomit- ferid- feriu machuc- acident- mort- morte morr-
      morreu morrer morri_de_tédio falec- faleceu luto vítim- matar matou matam assassin- perig- perigos- risco-
      ameaç- ameaça medo- medos- assust- assustador- terror- pavor pânic- preocup- preocupad- preocupant-
      ansiedad- angústi- angusti- estress- estressad- stress nervos- problem- difícil difícei- dificuld-
      complicad- complic- crise- conflit- guerra- ataq- atac- violen- violênc- agress- agredi- briga- brig- raiv-
      raiva irritad- irritant- irrit- chatead- chate- chatic- decepcion- decepção decepcionad- decepcionant-
      frustr- frustrad- frustrant- desilud- desilus- cansad- cansaç- cans- exaust- sono_demais com_sono
      tô_com_sono insônia frio_demais chuva prova_amanhã tédio tedios- entedi- entediad- entediante chato chata
      chatos chatas chatinh- chatíssim- mal mala sem_graça sem_noção sem_sal sem_paciência sem_vontade
      sem_condições sem_ânimo preguiç- preguiça solid- solidão sozinh- abandon- saudade- saudad- sdds falta_de
      faz_falta fazendo_falta culp- culpad- acus- denúnc- denunc- critic- crítica reclam- polêmic- polemic-
      escândal- escandal- fraud- golp- golpe golpist- corrup- corrupt- roub- roubo roubou ladr- ladrão ladrões
      bandid- crim- crimin- prisão menti- mentira mentiros- falsi- falso falsa falsos falsas falsidad- engan-
      trair- traiu traí- traiç- traição traidor- trouxa- hipócrit- hipocrisi- egoíst- egoísm- arrogant- arrogânc-
      prepotent- metid- convencid- invej- inveja invejos- ciúm- ciume- vergonh- vergonha constrang- constrangedor-
      ridícul- absurd- inútil inútei- desnecessári- desnecess- err- erro erros errad- erra errou errar falh-
      fracass- fracasso perd- perdeu perdi perder derrot- eliminad- eliminação rebaix- piora- piorou piorando
      desemprego desempreg- pobrez- misér- fome dívid- caro_demais caríssim- atrasad- atraso cancel- cancelad-
      suspens- proib- proibid- rejei- desrespeit- preconceit- racis- machis- homofób- homofob- fascis- nazis-
      intoler- discrimin- ditad- ditadura abus- abuso assédi- injust- injustiça desigual- forçad- forçado forçada
      forçação fraco fraca fracos fracas fraquinh- fraquíssim- medíocr- amador- sujo suja sujeira fedor- fed-
      fedid- feio feia feios feias feiur- feios- esquisit- estranh- bizarr- tosco tosca toscos brega cafona
      cafonas gafe mico pagar_mico flop flopou flopad- enjoad- cansativ- demor- demora enrol- enrolaç- tensa tenso
      nojent- quebrad- quebrou estrag- estragou estragad- queimad- queimou azar azarad- desgraç- aff affs afff
      affz argh eca putz poxa puxa_vida droga affe credo cruzes misericórdia pqp ninguém_merece ninguem_merece
      já_deu chega_de cansei não_aguento não_suporto não_guento não_curto não_curti não_gosto não_gostei sem_saco
      de_saco_cheio saco_cheio enche_o_saco encheu_o_saco que_saco que_pena que_dó que_droga que_raiva
      que_vergonha que_nojo que_chato que_chata que_tédio que_mico vergonha_alheia dá_raiva da_raiva dá_nojo
      da_nojo dá_pena me_poupe poupe- apelaç- apelão desanim- desânimo deprê depressão depress- deprimid-
      deprimente desesper- desespero confus- bagunç- caos incompetent- incompetência despreparad- inseguro
      insegur- ruinzinh- injustiçad- nervosism- incomod- incômod- arrependid- arrepend- desist- desistir desisto
      enterr- desmerec- humilh- humilhad- humilhação esnob- soberb- dissimulad- sonsa sonso atrasa atrasar atrasou
      atrasado atrasada atrasados atrasadas ranço insoss- antipátic- grosseir- grosseria mal_educad- treta
      marmelada armação decadênc- decadent- ultrapassad- vacilo vacilou vacilão pisou_na_bola cagou cagada zoad-
      desgost- dor_de_cabeça dor_de_barriga dor_de_garganta aborrecid- farto farta parvo parva parvoíc- besta
      bestas besteir- asneir- bobagem bobagens bobo boba tolice tolic- apelou enjoei cansou cansada_de cansado_de
      não_sei_pra_que não_tenho_paciência não_entendo não_quero não_dá não_da não_consigo não_presta não_merece
      não_merecia sem_sono que_sono que_calor que_frio que_fome que_preguiça que_triste que_ódio que_inferno
      que_merda que_bosta que_lixo mt_triste to_triste tô_triste to_mal tô_mal passando_mal vontade_de_chorar
      quero_chorar quero_morrer vergonha_de dó_de coitad- coitado pobre_do pobre_da nada_a_ver lamento_muito
      má_sorte desliguei mudei_de_canal desserviço barulhent- barulho desgastad- defeit- defeito defeituos- avari-
      avariad- mofo mofad- empoeirad- desagradáve- desagradável desorganiz- desorganizad- desonest- descuidad-
      descaso indiferent- mal_educado mal_atendido mal_atendida insípid- sem_gosto sem_sabor morno morna
      superestimad- previsíve- previsível interminave- interminável arrastad- incoerent- superficial superficiais
      clichê- reembols- devolução devolver devolvi reclamação evitem não_recomendo não_funciona não_funcionou
       não_volto não_voltarei não_compro dinheiro_jogado jogar_dinheiro propaganda_enganosa
      enganos- negativ- pessimist- desconforto instáve- instável insuficient- escass- má_qualidade
      péssima_qualidade mau_atendimento mau mau_cheiro maus`,
    ],
    [
      -2,
      `corno cornos ruim ruins ruim_demais péssim- pessim- horríve- horrível horrivel horror- horroros- terríve-
      terrível terrivel pior piores desastr- desastre desastros- catástrof- catastróf- trágic- tragédi- tragic-
      tragedia lixo lixos porcaria porcarias bosta bostas merda merdas merdinh- fezes nojo nojeir- nojento nojenta
      asco repugnant- repulsi- detest- detesto odi- odeio odeia odeiam odiei odiar ódio desprez- desprezív-
      insuportáve- insuportável insuportavel intragáve- intragável inaceitáve- inadmissíve- intoleráve- vergonhos-
      patétic- deplorávei- lamentáve- lamentável deploráve- escrot- escroto nefast- asqueros- grotesc- medonh-
      cruel cruéi- crueldad- barbári- atroz massacr- tortur- estupr- estuprador- assédio assassinat- canalh-
      cafajest- safad- sem_vergonha vagabund- vadi- puta putas puto putos putaria filho_da_puta filha_da_puta
      filhos_da_puta fdp vsf vtnc vai_se_foder vai_tomar_no_cu tomar_no_cu toma_no_cu foda_se fodase foder fode
      fodeu fudeu fudid- fodid- arrombad- desgraçad- imbecil imbeci- idiot- idiota idiotic- burr- burro burra
      burric- estúpid- estupid- otári- babac- babaca ignorant- ignorânc- retardad- débil palhaç- palhaço palhaçad-
      cuzão cuzon- piranha- cachorrad- nazi- inferno infern- pesadel- maldit- maldição demôni- capet- satan-
      lixoso chorume esgoto bagaceir- podre- podrid- nulo cala_a_boca cala_boca calaboca some_daqui
      vergonha_nacional revolt- revoltad- revoltant- indign- indignad- indignação cabrão cabrões idiotice
      pior_programa pior_coisa quero_matar nojo_de ódio_de ódio_mortal raiva_de morre_logo que_horror que_absurdo
      vergonha_na_cara sem_caráter mau_caráter
      obrigado_por_nada obrigada_por_nada deixa_a_desejar deixou_a_desejar deixam_a_desejar deixa_muito_a_desejar nunca_mais parou_de_funcionar`,
    ],
    [
      3,
      `nota_dez nota_10 nota_mil de_olhos_fechados de_dar_água_na_boca água_na_boca de_outro_mundo um_espetáculo espetacular- sensacional- impecável- impecáveis maravilhos- incrível incríveis excelente- ótimo ótima ótimos ótimas perfeit- cinco_estrelas adorei amei amamos adoramos delicios- divino divina sublime recomendadíssim- recomendo_muito super_recomendo superou_as_minhas superou_minhas superou_as_expectativas superou_todas imperdível`,
    ],
    [
      2,
      `recomendo recomendamos recomendad- voltarei voltaremos com_certeza_voltarei com_certeza_voltaremos vale_cada vale_a_pena valeu_a_pena vale_muito_a_pena custo_benefício custo_beneficio sem_problemas nenhum_problema sem_defeitos nada_a_reclamar não_tenho_do_que_reclamar do_que_reclamar_não entrega_rápida chegou_antes conforme_descrito como_descrito funciona_perfeitamente funciona_muito_bem sem_igual à_altura de_primeira caprichad- acima_das_expectativas top satisfeit- muito_satisfeit- nada_mal gostei_muito gostamos_muito`,
    ],
    [
      -2,
      `decepção decepcion- decepcionante- decepcionad- desilusão desiludid- fracasso fiasco golpe golpista- fraude- burla burlad- enganad- fui_enganad- roubo um_roubo lixo porcaria- péssim- horrível horríveis terrível terríveis vergonh- vergonhos- lamentável nojent- nojo que_nojo um_nojo desastre um_desastre furada cilada fujam fuja fuja_desse nunca_mais jamais_volto não_volto_mais não_comprem não_compre não_comprem_nunca não_vão dinheiro_jogado jogado_fora jogar_dinheiro_fora dinheiro_deitado perda_de_tempo perda_de_dinheiro desperdício- inaceitável intragável descaso falta_de_respeito um_absurdo um_lixo uma_vergonha uma_porcaria de_quinta`,
    ],
    [
      -1,
      `deixa_a_desejar deixou_a_desejar deixa_muito_a_desejar parou_de_funcionar não_funciona não_liga quebrou estragou veio_quebrad- veio_com_defeito com_defeito defeituos- não_vale não_recomendo não_gostei não_gostamos ninguém_atende ninguém_responde não_atendem não_respondem nunca_chegou não_chegou mofo cheirava_a cheira_a suj- barulhent- caríssim- caro_demais superestimad- demorad- demorou_demais fria_e frio_e sem_sal sem_gosto queimad- cru mal_educad- mal_atendid- grosseir- grosso_e antipátic- chat- entediante- previsível reclamação reclamações`,
    ],
    [0, `boa_tarde boa_noite bom_dia`],
  ],
  questions: "qual quais quem onde quando",
  negators: `não nao n nunca jamais sem nem nada ninguém nenhum nenhuma tampouco ñ `,
  intensifiers: `muito muita muitos muitas mt mto mta tão tao super mega hiper ultra demais extremamente totalmente completamente absolutamente realmente
    bastante mais tanto tanta que quanto pra_caralho bem maior puta incrivelmente simplesmente`,
  diminishers: `pouco poucos meio quase levemente ligeiramente menos relativamente razoavelmente`,
  contrasts: `mas porém contudo entretanto todavia só_que`,
  concessions: `apesar`,
  wishes: `gostaria_de_ter gostava_de_ter teria_sido tivesse`,
  superlatives: { never: `nunca jamais`, so: `tão tao` },
  repetitions: `mais outro outra`,
  endings: `o a os as e es é ê i iu eu ou ei ão am em ar er ir ado ada ados adas ido ida idos idas ando endo indo ava avam avas ia iam aria ariam
    eria erá ará arão ará irá amos emos imos aram eram iram asse esse isse ente entes ante antes mente amente inho inha inhos inhas zinho
    zinha zinhos zinhas ão ona ões ães íssimo íssima íssimos íssimas ável áveis ível íveis vel veis dor dora dores doras ção ções oso osa
    osos osas ivo iva ivos ivas al ais il is ismo ista istas dade dades eza ezas ez ência ências ância ura uras eiro eira eiros eiras
    ento enta mento mentos aço aça ico ica icos icas eia lo la los las me te se la-lo lho ns m s r rio ria rios rias ncia cia cio cias te
    tes am uei que quem cou car cado cada cando ças ça ço cem ce gou gar gado gada gando gue guem iado iada iar iou iando ável aria inh ito ita`,
  negatesBackwards: false,
  constructions: {
    classes: {
      bad: `
        dor dores problema problemas erro erros falha falhas barulho barulhos ruído ruídos cheiro defeito
        defeitos câncer cancro febre tosse doença infecção infeção tumor estresse stress espera atraso
        atrasos vazamento vazamentos lesão fratura metástase alergia alergias náusea náuseas complicações
        bug bugs travamentos queixa reclamação reclamações mofo`,
      fault: `
        dói trava falha vaza esquenta aquece incomoda range chia coça pinga atrapalha bloqueia ronca sofre`,
      works: "funciona funcionava funcionam funcionou funcionar presta",
      acts: "liga responde respondem carrega abre serve chega chegou ajuda atende atendem",
      melhor: `
        melhor melhores feliz felizes`,
      pior: `
        pior piores`,
    },
    constructions: [
      { weight: -2, patterns: `longe de ser/estar ..1 {+}` },
      {
        weight: 2.2,
        patterns: `não consigo/posso/saberia ..1 imaginar/viver/cozinhar ..4 sem | não me imagino ..3 sem | não ..2 viver sem | salvou/salvaram ..1 noite/dia/férias/viagem/semana | economiza/economizar/poupa/poupar/economizo ..4 tempo/horas/hora/dinheiro/minutos | no início/começo ..4 cético/cética/desconfiado | ^ finalmente/enfim um/uma/alguém/algo >> | voltaremos/voltarei/voltaria ..1 com certeza/sempre | com certeza voltaremos/voltarei`,
      },
      {
        weight: -2.2,
        patterns: `^ não comprem/compre/reservem/caiam | ainda ..1 sem ..1 reembolso/resposta/entrega/solução/notícias | ainda não ..3 reembolsado/reembolsaram/recebi/devolveram/responderam/entregaram/chegou/resolveram | dinheiro de volta | ninguém ..1 respondeu/ajudou/resolveu | a única coisa ..1 boa/positiva ..3 foi/é/era >> | o único ponto positivo >> | ótimo/parabéns/perfeito/legal , mais um/uma >> | continuo/estou esperando/aguardando`,
      },
      {
        weight: 0,
        patterns: `foi/foram ..1 condenado/condenada/condenados/preso/presa/presos/detido/acusado/acusada >> | condenado/condenada/preso/acusado a/por/de >> | local/lugar fresco >> | responsável/responsáveis pelos danos`,
      },
      {
        weight: -2,
        patterns: `esperava/esperávamos ..1 mais/melhor | nenhuma resposta/solução | aquém das expectativas`,
      },
      {
        weight: -2,
        patterns: `ninguém ..1 atende/responde/resolve ..2 | não atende/atendem/responde/respondem | não vale ..2 preço/dinheiro/investimento | parou/deixou de funcionar | cheirava/cheira a ..1 | que decepção/vergonha/nojo/lixo/desilusão | uma/foi uma? decepção/desilusão`,
      },
      {
        weight: 2.4,
        patterns: `não tenho do? que reclamar | não tenho/temos nada a reclamar/dizer | superou/superaram ..3 expectativas`,
      },
      {
        weight: 2,
        patterns: `
          não ..1 mais ..1 @fault | não ..1 @fault mais | já não ..2 @fault | não ..2 mais ..1 @bad |
          nenhum/nenhuma/sem/zero ..1 @bad | nem um/uma único/única? ..1 @bad | @bad ..3
          sumiu/sumiram/desapareceu/desapareceram/acabou/passou/passaram/resolvido/cessou/foi/embora |
          acabou/acabaram/sumiu/sumiram/cessou/cessaram ..1 @bad | parou de @fault/doer/vazar/travar/falhar | nunca ..2 @bad | nada a
          reclamar/criticar/apontar/dizer | não ..1 do que reclamar | venceu ..1 câncer/cancro |
          curado/curada | livre de @bad | tudo menos {-} | vale/valeu/valem ..1 cada
          centavo/real/cêntimo/euro | cada centavo/cêntimo ..1 vale`,
      },
      {
        weight: 2,
        patterns: `
          não ..1 podia/poderia/pode ..3 @melhor | não dá para ..2 @melhor | nunca ..4 @melhor | nunca ..3
          tão {+} | nada/ninguém ..3 @melhor | não há nada @melhor | não tem nada @melhor | não consegui
          parar de ler/rir | nada supera/bate`,
      },
      {
        weight: 1.2,
        patterns: `
          não é/está/foi tão? mau/má/ruim/mal | nada mau/mal | não é má ideia | não é uma má ideia`,
      },
      {
        weight: -2,
        patterns: `
          não/nunca ..1 @acts $ |
          tudo menos {+} | não/nunca ..1 @works | não ..1 @works mais | parou de @works | nunca ..4 @pior |
          nada/ninguém ..3 pior | nunca ..3 tão {-} | não ..1
          particularmente/especialmente/propriamente/exatamente/muito ..1 {+} | não serve para nada | não
          presta | bom/boa para nada | obrigado/obrigada por nada | obrigado/obrigada por ..2 {-} |
          obrigado/obrigada por estragar/arruinar/perder/quebrar | quebrou/avariou/estragou/partiu ..1
          em/no/na/depois/após/logo | quebrou | avariou | dinheiro jogado | perda de tempo/dinheiro | deixa
          ..1 a desejar | não recomendo | não ..1 voltarei/voltaria/volto/voltaremos | nunca mais | não
          vale ..1 pena`,
      },
      {
        weight: 0,
        patterns: `
          positivo/positiva/negativo/negativa para/em | teste/biópsia/exame/resultado ..4
          positivo/positiva/negativo/negativa/positivos/negativos | sem/nenhum/nenhuma
          sinal/sinais/evidência/indício de >> | não há sinais/evidência/indícios de >> | tipo sanguíneo >>
          | nega >> | contrato >> | rescindido >> | responsabilidade >> | nem bom nem mau/ruim | nem bem
          nem mal | mais ou menos | não {+} , ..1 não {-}`,
      },
      {
        weight: null,
        patterns: `
          ^ se >> | caso >> | em caso de >> | clique >> | pressione >> | sem dúvida`,
      },
    ],
  },
};
