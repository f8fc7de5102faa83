import type { ConstructionTable } from "../constructions.ts";

const trouble = `
  toothache toothaches backache backaches stomachache earache heartburn ache aches aching allergies allergy anxiety bleeding blister blisters blurring bother bug bugs buzz buzzing clutter complaint
  complaints complication complications confusion congestion constipation cough coughing cramp cramps crash crashes crashing
  creaking creases damage defect defects delay delays depression disconnections disconnects discomfort disruption dizziness
  downtime drama drawback drawbacks drowsiness dust error errors exhaustion failure failures fatigue fault faults fear fears
  fever flaw flaws flicker flickering freezes freezing friction fuss glitch glitches grinding hassle hassles headache
  headaches hesitation hiccup hiccups hum humming hunger inflammation injury injuries insomnia irritation issue issues itch
  itching itchiness jams lag lags lagging leak leaks leakage leaking limp mess migraine migraines mistake mistakes mold mould
  nausea nightmare nightmares noise noises numbness odor odors odour odours overheating pain pains panic pest pests problem
  problems pressure queue queues rash rashes rattle rattles rattling redness regret regrets rust scam scratch scratches side-effects
  smell smells snag snags snoring soreness spam spots squeak squeaks squeaking stain stains static stench stiffness stink
  stress strain stutter stuttering swelling symptom symptoms tangles tension threat thirst tiredness trouble troubles
  tremor tremors vibration vibrations vomiting waste wobble worries wrinkles stings sting sickness acne
`;
const illness = `
  abnormality abnormalities aneurysm anemia appendicitis arrhythmia arthritis asthma bronchitis cancer carcinoma clot clots
  concussion corona covid covid-19 depression addiction diabetes disease edema effusion embolism flu fracture fractures growth
  hemorrhage hepatitis hernia hypertension infection infections infarction influenza ischemia leukemia lesion lesions lymphoma
  malaria malignancy malignancies mass masses melanoma meningitis metastases metastasis obstruction pneumonia pneumothorax
  recurrence sepsis spread stroke thrombosis tuberculosis tumor tumors tumour tumours ulcer virus
`;
const symptom = `
  abuse angina anxiety bleeding blood blurred chest chills constipation cough coughing cramps diarrhea diarrhoea dizziness
  drug drugs dyspnea dysuria fainting fatigue fever fevers headache headaches hematuria hemoptysis itching nausea numbness
  palpitations pain rash seizures shortness smoking sob suicidal sweats swelling symptoms syncope tingling tobacco
  vomiting weakness weight alcohol allergies allergy injury trauma
`;

// The strings are words of customers. check-english: off

/** Constructions of English, written for this project. "Not" includes its contracted forms. */
export const constructionTable: ConstructionTable = {
  classes: {
    be: "is are was were be been being 's am 're seem seems seemed look looks looked feel feels felt",
    have: "have has had 've 's having",
    trouble,
    illness,
    symptom,
    bad: `${trouble} ${illness}`,
    // Verbs of what a thing should not do, in the forms after "stopped" or "no longer".
    fault: `ache aches aching annoy annoys annoying beep beeps beeping bleed bleeds bleeding break breaks breaking burn burns burning
      buzz buzzes buzzing complain complains complaining cough coughs coughing crash crashes crashing creak creaks creaking cry crying
      disconnect disconnects disconnecting drip drips dripping drop drops dropping fail fails failing flake flaking flicker flickers
      flickering freeze freezes freezing glitch glitches glitching hang hangs hanging hurt hurts hurting itch itches itching jam jams
      jamming lag lags lagging leak leaks leaking limp limping lose losing misfire misfires misfiring ooze oozing overheat overheats
      overheating rattle rattles rattling reboot reboots rebooting restart restarts restarting scratch scratching skip skips skipping
      slip slips slipping smell smells smelling smoke smoking snore snores snoring spam spams spamming squeak squeaks squeaking stall
      stalls stalling stick sticks sticking sting stings stinging stink stinks stinking stutter stutters stuttering suffer suffers
      suffering swell swells swelling throb throbs throbbing time-out vibrate vibrates vibrating vomit vomits vomiting wake waking wheeze
      wheezes wheezing wobble wobbles wobbling worry worries worrying struggle struggles struggling scare scares shake shakes shaking`,
    broken:
      "crashed jammed leaked frozen failed broken skipped lagged overheated stalled disconnected squeaked rattled",
    function: `work works working function functions functioning respond responds responding start starts charge charges charging connect
      connects connecting load loads loading open opens play plays playing turn turns boot boots care cares help helps helping hold holds
      fit fits recognize recognizes print prints printing heat heats heating cool cools cooling sync syncs syncing available supported
      answer answers answering exist exists love loves enjoy enjoys trust trusts recommend like likes`,
    ended:
      "disappeared vanished subsided ceased faded eased dissipated cleared healed resolved stopped ended disappears vanishes subsides",
    over: "gone over fixed solved resolved cured healed history sorted eliminated",
    lapsed: `dropped lost missed late cold stolen wasted sleepless blurry frozen delayed painful annoying endless broken soggy
      burnt awkward unwanted hidden surprise guessing fighting arguing chasing`,
    owed: "debt debts loan loans mortgage fine bills bill arrears overdraft",
    role: "victim villain killer murderer criminal thief prisoner enemy devil monster witch loser fool bully ghost liar traitor",
    wreck: `delete deletes deleted deleting wipe wipes wiped erase erases erased lose loses lost ruin ruins ruined break breaks broke
      kill kills killed corrupt corrupts corrupted crash crashes crashed slow slows slowed drain drains drained reset resets
      destroy destroys destroyed mess messes messed screw screws screwed hide hides hid remove removes removed`,
    spoil: `ruin spoil waste lose destroy wreck kill insult annoy scare upset alienate punish cheat disappoint anger frustrate
      break delay`,
    relieve: `stopped solved solves fixed fixes cured cures eliminated eliminates ended ends removed removes resolved resolves cleared clears
      relieved relieves eased eases reduced reduces prevents prevented eliminating reducing relieving`,
    my: "my the all any this our his her your their these those every its a an",
    had: "had have has experienced encountered seen found got gives gave causes caused gotten noticed felt getting",
    awful:
      "bad awful terrible horrible rude boring disappointed angry slow ugly dirty stupid poor disgusting",
    fine: "good great nice pleasant happy fun fan enjoyable comfortable useful helpful clean worthwhile satisfying wonderful",
    better: `better happier nicer prouder smoother healthier tastier easier friendlier cleaner comfier cozier fresher stronger sharper
      kinder luckier calmer safer simpler smarter prettier funnier sweeter faster greater`,
    worse:
      "worse sadder angrier ruder uglier dirtier slower dumber lazier lousier nastier meaner filthier sloppier duller noisier",
    superlative:
      "particularly especially exactly overly terribly remarkably nearly altogether entirely so too very really",
    cheer: "great wonderful fantastic awesome perfect brilliant lovely super nice amazing good excellent",
    mishap: `broke breaks broken crashed crashes died dies dead failed fails froze freezes stopped lost ruined cancelled canceled delayed ignored
      late leaks leaked missing wrong stuck down expired rejected refused damaged cracked shattered overcharged burnt burned offline`,
    misdeed: `losing ruining wasting breaking ignoring cancelling canceling delaying destroying spoiling forgetting failing lying hanging
      wrecking crashing scamming overcharging misleading disappointing stealing damaging cheating scratching burning insulting botching
      messing screwing blowing killing killed ruined missing dropping denying refusing deleting charging hanging`,
    undone: `answering responding replying showing delivering telling helping listening calling caring fixing refunding shipping bothering
      reading paying warning informing turning sending doing`,
    serve: `answer respond reply call help listen care show work deliver fix pick tell return refund bother answers responds replies calls helps
      listens cares shows works delivers fixes picks tells returns refunds bothers arrive arrives come comes open opens read ship ships`,
    misery: `waiting sitting standing queuing queueing paying wasting cleaning getting being losing fighting having spending arguing listening
      watching`,
    miserable: `hold line queue queues ignored charged scammed lied hung left nothing twice extra hours hour traffic stuck ripped treated
      yelled insulted overcharged money time delayed late cold screwed`,
    test: `test tests biopsy biopsies swab culture cultures screen screening smear pcr antigen result results serology mri scan scans x-ray
      mammogram ultrasound urinalysis pap bloodwork hiv hcg ct ecg`,
    rate: "killed crushed nailed slayed smashed aced rocked killing crushing nailing slaying smashing acing rocking kills crushes nails slays",
    person: "i we you they he she 've",
    surely: "definitely certainly absolutely happily gladly still surely totally always probably",
    patron:
      "stay buy order book visit hire use shop eat rent dine travel fly return purchase repurchase recommend",
    reply:
      "refund reply response answer update word news solution fix delivery sign parcel package tracking confirmation apology callback",
    settled:
      "refunded resolved fixed answered delivered credited reimbursed repaired addressed returned shipped",
    finding: `consolidation effusion effusions opacity opacities nodule nodules infiltrate infiltrates murmur murmurs rub rubs gallop gallops
      wheeze wheezes wheezing crackles rales rhonchi tenderness guarding rebound distension cyanosis clubbing jaundice adenopathy
      lymphadenopathy organomegaly erythema deformity deformities dislocation stenosis calculi hydronephrosis pneumothorax`,
    count: "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25",
    item: `account article batch booking case claim client code contract customer document file invoice item job lot member model order part
      phone policy receipt reference ref registration room serial tax ticket tracking vat`,
    material: `nylon polyester plastic plastics paper cotton aluminium aluminum steel material materials glass wool rubber cardboard fabric
      fabrics fibre fibres fiber fibers wood leather down packaging content`,
    padding:
      "sleeve sleeves strap straps seat seats back pocket pockets compartment compartments collar cuff handle handles belt hood",
    purchase: "buy purchase book hire rent trust bother waste",
    kin: `mum mom mother dad father sister brother friend daughter son aunt uncle grandma grandmother grandfather neighbour neighbor
      girlfriend boyfriend wife husband partner boss cousin colleague`,
    raised:
      "passed returned thrown raised caught logged reported handled emitted propagated forwarded ignored swallowed printed",
  },
  constructions: [
    {
      weight: 0,
      patterns: "no/without ..2 @finding | @finding ..1 or/and @finding",
    },
    {
      weight: 2.8,
      patterns: `
      no longer ..2 @fault/@bad | no longer ..1 {-} | no more @fault/@bad/@undone | no more {-}
      | not ..3 @fault/@bad anymore | not ..3 @fault/@bad any more | not ..3 {-} anymore | not ..3 {-} any more | not ..2 a problem anymore
      | @bad ..4 @be/@have ..2 @over | @bad ..5 @have ..2 @ended | @bad ..5 went/goes/gone away | @bad ..4 @have ..1 gone away
      | @bad ..3 disappeared/vanished/subsided/ceased/faded | @bad ..4 @be a thing of the past
      | stopped/stop/quit/ceased/stops hurting/@fault | @relieve @my? ..1 @bad | got/get/getting rid of ..2 @bad
      | beat/beats/beaten/overcame/survived/conquered/defeated ..2 @illness | recovered/recovering from ..2 @bad
      | cured of | cured ..2 @bad | in remission | all clear | free of/from ..1 @bad | nightmare/ordeal is ..1 over
      | not/never ..3 a/one single ..1 @bad | not/never ..3 a/one single {-} | never ..1 @had ..2 @bad | not ..2 any @bad
      | not ..2 had any ..1 @bad | no more ..1 @bad | zero/0/no @bad $ | not/never ..1 @fault/@broken once/yet/since | no @bad finding/getting/with/setting/connecting/installing/at | zero/no @bad @bad? so far/ever/whatsoever/yet/at/in/with/and/or/since/after | no ..1 complaints
      | nothing ..2 to complain/worry about | nothing ..2 to criticize/criticise/dislike/fault/fear/regret/hate | not ..3 anything to complain about
      | nothing wrong with | nothing to complain | not ..2 find fault | can/could not fault | not change a/one thing | without a/any/one? single? ..1 @bad | without a hitch
      | never/not ..3 wait/waited ..1 more/longer than | not ..2 have to wait | not ..3 wait/waited long | never ..2 have/had to wait
      | nothing @fault $ | nothing has/had/have ..1 @broken
      | no more @lapsed | @bad ..3 cleared/clears/clearing up | fever/cold/flu/cough/heat broke/breaks/passed/passes | @bad ..3 wore/worn/wears off
      | @bad ..3 went/gone/going/goes down | @bad ..3 healed/lifted/eased/receded | @bad ..3 behind me/us | @bad ..2 never came/come/returned back?
      | @bad ..2 not ..1 come/came/return back? | @owed ..2 @be ..2 paid/cleared/settled/forgiven off? | paid/pay/paying off ..2 @owed | out of debt
      | out of the woods | weight/load off my/our shoulders/mind/chest | pain-free/debt-free/symptom-free/cancer-free/stress-free/hassle-free/trouble-free
      | pain/debt/symptom/cancer/stress/hassle/trouble free
      | never once? crashes/crashed/fails/failed/leaks/leaked/freezes/froze/lags/lagged/breaks/broke/jams/jammed/disappoints/disappointed`,
    },
    {
      weight: 2.8,
      patterns: `
      nothing/nobody/none ..1 beats/beat/tops/rivals/rival/matches/compares/surpasses | nothing comes/came ..1 close | nothing quite like
      | no other ..2 comes/came/compares/beats/competes/matches | no one ..2 does/do/make/makes it? ..1 @better | nobody/nothing/none does/do/makes/make it? ..2 @better | nothing/nobody is/'s? ..1 @better than | there is/'s nothing @better
      | no-one/noone does/makes it? ..2 @better | no @better place/way/feeling/choice/deal/value/product/service/company/time | there is/'s no @better
      | never ..4 @better | never ..4 more {+} | never ..4 so/such a? {+} | never ..3 this/that good/happy/easy/clean/smooth/fast
      | could/can/would not ..4 @better | could/can/would hardly ..3 @better | not have ..3 @better
      | not get/gets ..2 @better than | not get any better | not ..1 put ..3 down | not stop reading/watching/playing/eating/listening/laughing/smiling/recommending/dancing/using
      | not ..1 recommend ..2 enough | not recommend ..4 highly/more | @person ..1 @rate it | @rate it/the at? ..1 interview/exam/test/presentation/performance
      | not get enough of | dying to ..1 | would kill for
      | not imagine ..4 without | not imagine going/using/buying/switching/choosing/seeing ..3 other/another/anyone/anywhere/anything/else | not live/survive/cope without | not do without $ | never ..2 looked back | not look/looked back
      | would/'d/will/'ll @surely? @patron ..4 again | @surely @patron ..3 again | would/'d/will/'ll @surely? be back $ | would/'d/will/'ll @surely? be back soon/again/for/next | would/'d/will/'ll @surely? be returning/coming
      | would/'d/will/'ll @surely? go/come back $ | would/'d/will/'ll @surely? go/come back again/soon/anytime/here/next
      | saved/saves/made/makes my/our/the day/evening/night/trip/weekend/week/holiday/vacation/party/wedding/marriage/life
      | saved/saves/saving me/us ..3 time/money/hours/days/weeks/headaches/trouble/stress/work/effort
      | take/takes/took back everything/all/anything ..1 bad/negative/mean | not do enough for | not ..2 ask/asked for more/better | not go wrong
      | nothing not to {+} | what is/'s not to {+} | no joke how {+} | could/can not ..2 be less {-}
      | does/did/do exactly/just what it/they/he/she/you say/says/said/promise/promises/promised/need/needs/should | grew/grown on me/us
      | now/am/'m ..1 a convert | am/'m ..1 converted | ^ finally a/an/some/someone/something >> | worth the wait/money/price/trip/journey/drive/detour`,
    },
    {
      weight: 1.6,
      patterns: `
      anything/everything but {-} | far from {-} | anything/far but/from boring/dull |      not a/an/half bad/terrible/awful/horrible/poor/stupid/dumb | not a/an ..1 bad ..1 | not so/that/too/all bad/terrible/awful/shabby
      | not not {+} | not think ..4 not ..2 {+} | not ..1 hate/dislike/mind/regret | not a problem/issue/hassle | not an issue/inconvenience
      | not ..1 ever not ..2 {+} | not the worst ..2 | not say ..2 @be ..1 {-} | not particularly/especially/exactly/overly/too/that @awful | nothing bad
      | not ..1 have ..1 complaints/regrets | not/never ..1 bad/terrible/awful at all | not/never bad/terrible/awful/shabby $`,
    },
    {
      weight: -2.8,
      patterns: `
      no longer ..1 {+} | no longer ..1 @function | not ..2 @function anymore | not ..2 @function any more | not ..2 {+} anymore
      | stopped/quit/stops/quits/ceased working/charging/responding/functioning/loading/connecting/playing/printing/heating/cooling/syncing
      | never ..5 @worse | never ..4 more {-} | never ..5 so/such ..1 {-} | never ..5 this/that @awful | nothing/nobody ..4 @worse | no one ..4 @worse
      | could/can/would not ..4 @worse | not get ..2 @worse | not have ..3 @worse
      | could/can/would not ..3 more {-} | could/can not ..3 less {+} | 've/have/has had @better $
      | do/save yourself a favor/favour and ..1 avoid/skip/run >>
      | do/save yourself a favor/favour and ..1 stay/look/go/shop/eat/try/book elsewhere/away/clear >>
      | ^ go/look/shop/eat elsewhere | and/just go/look/shop/eat elsewhere
      | good for nothing | great for nothing | not stop/stops crashing/freezing/leaking/complaining/crying | will not stop {-}
      | no better than | not much better than | not worth | anything but {+} | everything but {+} | far from {+} | not even {+}
      | leaves/left/leave a lot/much to be desired | no end of trouble/problems
      | ^ please? do not ..1 @purchase >> | ^ just? do not ..1 order from/here/this/it/anything | still/yet no ..2 @reply | not/never ..1 been ..1 @settled
      | the only good/nice/positive/redeeming/decent thing/part/quality/feature/aspect ..5 is/was >> | would/'d rather ..5 than ..6 again
      | my ..2 dog/cat/grandma/grandmother/kid/toddler/niece/nephew could/can ..4 @better | could have ..4 @better myself | ghosted me/us
      | lasts/lasted ..2 hour/minute/minutes $ | ^ @cheer , another ..8 @mishap/{-}/@fault`,
    },
    {
      weight: -2.4,
      patterns: `
      not @superlative {+} | not @superlative @superlative {+} | not what ..2 would call {+} | less than {+} | not all that {+}
      | not ..1 the best | not a/an @fine | not my favorite/favourite | not ..1 a fan of | never/not ..1 liked/like how`,
    },
    {
      weight: -3,
      patterns: `
      thanks/thank/thx/cheers you? a? lot/so/very/much? much? for ..2 @misdeed >> | thanks/thank/thx you? a? lot/so/very/much? much? for not ..1 @undone >>
      | thanks/thank/thx you? a? lot/so/very/much? much? for nothing | thanks/thank/thx you? a? lot/so/very/much? much? for the delay/mess/nightmare/headache/broken/wrong/damage/trouble/ruined
      | thanks/thank you? a? lot/so/very/much? much? for making ..2 wait/late/sick/worse/miss/cry
      | congratulations/congrats/kudos/bravo/props ..2 on/for/to? ..1 @misdeed >>
      | love/loved/like/adore/enjoy how/when/that ..3 never/not ..2 @serve >> | love/loved/adore/enjoy how/when/that nobody/nothing/no ..2 @serve >>
      | love/loved/adore/enjoy how/when/that ..6 @mishap >> | love/loved/adore/enjoy how/when/that ..4 keep/keeps ..3 {-}/@misdeed/@fault >>
      | love/adore/enjoy it when ..6 @mishap >> | love/loved/adore/enjoy how/when ..4 ignore/ignores/forget/forgets/refuse/refuses/lie/lies >>
      | love/loved/loving/enjoy/enjoyed/adore/like @misery ..6 @miserable >>
      | nice/great/good/way/brilliant/excellent/fine/awesome job/work/going/to/one ..2 @misdeed/{-} >> | way to go @misdeed
      | ^ @cheer , ..6 not ..2 @function/@serve >> | ^ @cheer , now ..4 not >> | ^ @cheer , now ..6 @mishap/{-} >> | ^ @cheer , now ..5 black/blank/empty/slow/off/frozen/useless/unusable >> | ^ @cheer , ..5 @mishap again
      | ^ @cheer , ..8 @wreck ..2 my/our/the/all/every/everything/half >> | a? @cheer/way way to @spoil >>
      | ^ just @cheer | 🙃 ..1 @cheer >> | @cheer ..6 🙃 | {+} ..3 🙃 | what a joke | joke of a | this/service/company/product/place/food/website/app/support/customer ..1 is/was/'s a ..1 joke | a complete/total/absolute joke
      | total/complete/absolute/utter garbage/trash/rubbish/junk/crap | good luck getting/reaching/finding/trying | good riddance`,
    },
    {
      weight: -1.2,
      patterns:
        "^ if ..3 worked/functioned/lasted/held/fit/fitted ..3 , ..2 would ..2 {+} | ^ please/kindly? stop/quit {-} | ^ please/kindly? stop @fault/bothering/disturbing/calling/texting/emailing",
    },
    {
      weight: 0,
      patterns: `
      deny/denies/denied/denying ..2 @symptom >> | denies >> | denies >> , >> | denies >> , >> , >> | denies >> , >> , >> , >>
      | denies >> , >> , >> , >> , >> | sob at/on/with/upon/when | no known ..2 @bad | rule/ruled/rules out ..3 @bad | @bad ..1 was/were/is/are/has ruled out
      | negative for >> | @test ..4 negative ..1 | @test ..4 positive >> | tested/tests/test/testing positive/negative >> | came/come/comes back positive/negative/normal/clean/clear
      | no/without acute >> | no/without ..1 evidence/sign/signs/trace/history/indication/suggestion of ..4 @bad
      | was/were/is/been ..1 convicted/accused/acquitted/arrested/sentenced/indicted/jailed/fined of/for/on/in/to/over >>
      | was/were/is/been ..1 charged with >> | i/we miss you/your/him/her/them/mum/mom/dad/grandma/home | ^ store/keep ..2 in/at ..2 cool/dry/dark >>
      | blood/type/group/factor/rh/rhesus ..3 positive/negative | o/a/b/ab/rh/hiv/gram/er/pr/her2 positive/negative
      | positive/negative charge/number/numbers/integer/integers/pole/terminal/value/values/electrode/ion/ions/correlation/integer/sign/slope/pressure
      | screen/screened/screening for ..2 @illness | history of ..4 @bad | signs/symptoms of ..4 @bad | treatment/therapy of/for ..3 @bad
      | if/when ..4 throws/throw , >> | error/errors/exception/exceptions/failure/failures is/are ..1 @raised ..2
      | throw/throws/return/returns/raise/raises/log/logs/catch/catches/emit/emits a/an/the ..1 error/errors/exception/exceptions
      | not good ..1 not ..1 bad | not bad ..1 not ..1 good | not great ..1 not ..1 terrible/bad/awful | neither good nor bad | neither {+} nor {-} | neither {-} nor {+}
      | not {+} , not {-} | not {-} , not {+} | not {+} and/but not {-} | not {-} and/but not {+} | not {+} or {-} | not {-} or {+} | nothing special | so-so
      | ^ laughter $ | ^ applause $ | ^ no objections/objection/apologies/questions/comments/amendments $ | ^ apologies : >> | ^ apologies from/received/for absence`,
    },
    {
      weight: null,
      patterns: `
      severe acute | plays/played/play/playing/portrays/portrayed ..1 the/a/an ..1 @role
      | @kin 's flat | my/our/his/her/their/your ..1 flat in/on/at/near/for/above/next/is/was/has/and
      | my/our/his/her/their/your ..1 flat $ | without a/any doubt | a good/great deal of | was/were ..2 skeptical/sceptical/hesitant/doubtful/dubious/unsure ..2 at first | was/were ..2 skeptical/sceptical/hesitant/doubtful/dubious ..5 , but | a good/great many | ^ kindly | thanks to | no worries | as well as | as good as dead | for good | like to know
      | would like | 'd like | no doubt | kill command/signal/switch | kill/kills/killed/killing ..2 process/processes/thread/threads/job/jobs/task/session | best before | at your best convenience | agreed to/that/on | ^ agreed | the/these/ancient/old/medieval/roman/whose ruins | ruins of | break/breaks/broke/breaking/broken away/ground/even | flat/unit/lot @count | @item no @count | @item no . | @item no.
      | recycled ..1 @material | @material ..2 recycled | padded ..1 @padding | how do you like | feel free | best of luck
      | happy hour/hours | based on/upon/in/at/around | open source | in error | cry/cried/cries wolf | self interest | the original and/or/copy/document/message/email
      | quick note/question/update/reminder/call/poll/summary/overview | best practice/practices | plus @count | hostile fire/forces/takeover`,
    },
  ],
};

// check-english: on
