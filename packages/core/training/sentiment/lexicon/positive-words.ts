import type { GradedWords } from "./graded-words.ts";

/** Words of praise, written for this project from general knowledge of English. */
export const positiveWords: readonly GradedWords[] = [
  {
    grade: 3.2,
    words: `
    amazing~ awesome~ excellent~ fantastic fantastically superb~ outstanding~ brilliant~ perfect~ perfection
    wonderful~ magnificent~ marvelous~ marvellous~ phenomenal~ exceptional~ extraordinary extraordinarily incredible
    stunning~ breathtaking~ spectacular~ sensational~ sublime~ exquisite~ masterful~ masterpiece* masterwork* masterly
    flawless~ impeccable impeccably unbeatable unmatched unparalleled unrivaled unrivalled peerless matchless
    incomparable incomparably stupendous~ glorious~ divine~ heavenly dazzling~ mesmerizing~ mesmerising~ spellbinding~
    enthralling~ captivating~ riveting~ exhilarating~ electrifying~ triumphant~ triumph* tour-de-force adore+ adored
    love loves loved loving+ best greatest finest terrific terrifically fabulous~ delightful~ delicious~ scrumptious
    mouthwatering mouth-watering delectable yummy heartwarming heart-warming unforgettable unforgettably luminous~
    transcendent transcendental ecstatic elated euphoric blissful~ bliss overjoyed thrilled jubilant magical~ bravo
    kudos hooray hurrah woohoo woot yay best-ever top-notch first-rate first-class world-class five-star 5-star
    five-stars must-see must-have must-read must-watch must-buy gem* godsend lifesaver lifesavers goat goated
    bomb-ass kickass kick-ass badass jaw-dropping show-stopping showstopper awe-inspiring awestruck mind-blowing
    mindblowing virtuoso virtuosic tour-de-force resplendent ravishing rapturous~ sumptuous~ luscious~ drop-dead`,
  },
  {
    grade: 2.3,
    words: `
    great good-hearted beautiful~ gorgeous~ lovely impressive~ impress impresses impressed joy* joyful~ joyous~ happy
    happily happiest happier happiness delight+ delighted pleased pleasing~ pleasure* pleasurable enjoy+ enjoyable
    enjoyably enjoyment entertaining~ entertain entertains entertained hilarious~ hilarity funny funniest funnier witty
    wittily wit clever~ cleverness smart~ smartest intelligent~ insightful~ insight* thoughtful~ thoughtfulness
    thought-provoking poignant~ poignancy moving+ touching~ heartfelt tender~ tenderness warm-hearted warmth soulful~
    compelling~ engrossing~ absorbing~ gripping~ engaging~ fascinating~ fascinate+ intriguing~ inspiring~ inspire+
    inspired inspiration inspirational uplifting~ charming~ charm charms charmed charmer endearing~ lovable likable
    likeable winning~ winsome irresistible irresistibly refreshing~ fresh original~ originality inventive~
    inventiveness imaginative~ ingenious~ ingenuity innovative creative~ creativity rich~ richness vivid~ vibrant~
    lively spirited exuberant~ exuberance zest sparkling sparkle+ scintillating radiant~ graceful~ gracefully elegant~
    elegance stylish~ sleek~ sophisticated polished refined powerful~ haunting~ evocative~ lyrical~ poetic~ profound~
    deeply-felt resonant resonate+ resonates memorable memorably remarkable remarkably admirable admirably admire+
    laudable commendable praiseworthy noteworthy worthwhile worthy rewarding~ satisfying~ satisfy satisfies satisfied
    satisfaction gratifying fulfilling recommend+ recommended recommendation recommendable favorite* favourite* fave
    faves fav superior superbly stellar splendid~ splendor glowing~ gifted talented talent* skillful~ skilled adept~
    deft~ deftly assured~ confident~ accomplished accomplishment* ambitious~ bold~ daring audacious~ fearless~ brave~
    courageous~ courage heroic honest~ honesty sincere~ sincerity authentic authentically genuine~ credible believable
    truthful~ humane humanity compassionate~ compassion nuanced subtle subtly subtlety delicate~ intimate~ beguiling~
    enchanting~ enchant+ enchanted bewitching alluring seductive~ sensuous~ sexy playful~ whimsical~ buoyant breezy
    crowd-pleasing crowd-pleaser feel-good laugh-out-loud uproarious~ rollicking rousing stirring~ thrilling~ thrill
    thrills thrilling+ exciting~ excited excites excitement suspenseful dynamic energetic energetically edge-of-the-seat
    tasty flavorful flavourful succulent yum juicy crispy fluffy savory creamy friendly friendliest
    attentive~ courteous~ helpful~ accommodating hospitable welcoming cozy cosy comfy comfortable comfortably
    spotless~ immaculate~ pristine reliable reliably dependable durable sturdy rugged well-made well-built well-crafted
    well-written well-acted well-done well-made well-designed well-executed well-directed well-paced well-told
    well-crafted well-thought-out hard-working crystal-clear crisp~ lightning-fast blazing speedy versatile intuitive~
    user-friendly easy-to-use hassle-free trouble-free bargain bargains steal affordable affordably ideal~ superfast
    appreciate+ appreciated appreciative~ grateful~ gratitude thankful~ thanks thank+ thx ty blessed blessing* proud~
    congratulations congrats grats celebrate+ celebrated celebration victory victories victorious win wins winner*
    success successes successful~ succeed+ prosper+ prosperous thrive+ flourish+ treasure+ treasured cherish+ cherished
    beloved darling adorable adorably cute cutest cutie* sweetheart sweetest hug* cuddle* rejoice+ cheerful~ cheers
    paradise legendary legend* iconic epic~ dope lit rad gnarly stoked hyped pumped psyched
    woo yesss yess yassss yas slay+ slays banger* bop* chef's-kiss pog poggers based rocks rocked rocking
    owns wow wowed whoa hell-yeah dreamy healing soothing~ relaxing~ serene~ tranquil peaceful~ idyllic picturesque
    scenic majestic majestically lavish~ luxurious~ opulent grand~ monumental classy tasteful~ superlative`,
  },
  {
    grade: 1.4,
    words: `
    good better nice~ nicely nicest fine pleasant~ decent~ solid~ cool coolest neat~ fun sweet~ kind~ kindness
    like likes liked likable helped helps useful~ handy practical~ convenient~ convenience effective~ efficient~
    effortless~ easy easily easier easiest smooth~ quick~ fast faster fastest prompt~ responsive timely
    accurate~ precise~ consistent~ steady strong~ stronger strongest robust stable secure~ safe~ clean~ tidy neatly
    bright~ clear~ sharp~ fresh~ healthy warm~ inviting generous~ patient~ polite~ respectful~ professional~
    professionalism knowledgeable competent~ capable qualified experienced trustworthy trusted trust loyal~ faithful~
    fair~ reasonable reasonably inexpensive cheap-and-good worth improved improves improvement* improving upgrade
    advantage* beneficial benefit* bonus perk* plus pros positive~ positively optimistic optimism hopeful~ hope+
    promising~ promise potential interesting~ interested curious~ amusing~ amused amuse amuses amusement smile* smiled
    smiling laugh laughs laughed laughing laughter chuckle* giggle* humor humorous~ humour comedic comical quirky
    offbeat zany romantic romance passion passionate~ heart hearts hearted soul spirit affection affectionate~ gentle
    gently dignity dignified integrity wise~ wisdom depth substance substantive perceptive observant understated
    restrained eloquent~ articulate coherent cohesive balanced grounded relatable
    accessible watchable rewatchable readable playable addictive binge-worthy catchy melodic rhythmic danceable
    atmospheric picturesque stylized ambitious colorful~ colourful~ handsome~ attractive~ pretty prettiest lush~
    striking~ distinctive distinguished notable notably celebrated acclaimed
    award-winning prize-winning popular famous welcome welcomed welcomes thumbs-up respect respected respects admire
    support supported supportive supports encourage+ encouraged encouraging encouragement motivate+ motivated motivating
    agree agreed agrees approve+ approved approval applaud+ applause praise+ praised salute hail props honor* honored
    honour* honoured privilege privileged lucky luckily luckiest fortunate~ relief relieved relaxed relax calm comfort
    comforting content contented cheer cheered eager~ enthusiastic enthusiastically enthusiasm zeal
    yeah yep brisk~ nimble~ taut~ tight~ tightly-plotted economical~ fluid~ seamless~
    sensitive~ sensible sensibly authenticity realistic realistically convincing~ persuasive~ plausible believability
    insightfully illuminating enlightening educational informative revealing revelatory provocative bittersweet
    nostalgic edgy gritty unflinching~ uncompromising~ unpretentious~ unassuming unsentimental unconventional unusual~
    unique~ surprising~ surprisingly eye-opening eye-catching eye-popping spot-on on-point ace aced nailed nails gold
    golden gourmet homemade hearty well-seasoned well-cooked filling refreshed
    spacious roomy plush plentiful abundant ample complimentary discounted economical lightweight portable compact
    waterproof long-lasting energy-saving ergonomic quiet quieter sleekly snug snugly seamless clarity crispness
    recovered recover heal healed healthy cure cured rescued saved savior hero* heroine* champion* victor conquer+
    achieve+ achieved achievement* gain gained gains reward+ rewarded award awarded awards medal+ milestone breakthrough
    progress thriving booming growth grow growing boost+ boosted flourishing peace harmony harmonious freedom liberated
    friend friends friendship* bff buddy fam gift gifts gifted surprise surprised party birthday holiday vacation weekend
    sunshine sunny yummy lmao haha hahaha hahahaha hehe lol lolol rofl luv lovee lovin xoxo xx yup yes yea
    deserves deserved deserve well-deserved rightful~ justice pure~ innocent angel* angelic heaven wholesome
    kewl chill snazzy spiffy swell keen nifty peachy dandy jolly merry festive gleeful~ glad gladly gladdened
    slick~ stylishness flair panache verve gusto vigor vigorous~ vitality pizzazz oomph punchy zippy zesty tangy
    satisfactory adequate~ acceptable acceptably serviceable passable tolerable okay ok alright compatible works worked
    functional operational intact sane sound soundly workable viable feasible valid legit legitimate~`,
  },
];
