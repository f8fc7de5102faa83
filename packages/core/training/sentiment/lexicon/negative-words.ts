import type { GradedWords } from "./graded-words.ts";

/** Words of blame, written for this project from general knowledge of English. */
export const negativeWords: readonly GradedWords[] = [
  {
    grade: -3.2,
    words: `
    terrible horrible awful awfulness horrid~ horrendous~ horrific atrocious~ abysmal~
    appalling~ dreadful~ disgusting~ disgusted disgust disgusts revolting~ repulsive~ repugnant repellent vile~ vomit+
    puke+ nauseating nauseous sickening~ putrid rancid rotten gross grossest foul nasty nastiest worst worthless~ useless~
    pathetic pathetically garbage trash trashy rubbish crap crappy crappiest shit shitty shittier shittiest bullshit
    bullcrap horseshit shite dogshit shitshow clusterfuck fuckup suck sucks sucked sucky sux sucker
    hate+ hated hateful~ hatred loathe+ loathed loathsome despise+ despised detest+ detestable abhor+ abhorrent
    abomination* atrocity travesty disaster disasters disastrous~ catastrophe* catastrophic trainwreck train-wreck
    train-wrecks fiasco debacle nightmare* nightmarish unbearable unbearably intolerable intolerably insufferable
    insufferably excruciating~ agonizing~ torture torturous torment tormented unwatchable unreadable unlistenable
    unplayable inedible unusable uninhabitable ungodly godawful god-awful idiotic idiotically idiot* moron* moronic
    imbecile* imbecilic stupid~ stupidest stupidity asinine brainless~ braindead brain-dead dumbest dumbass* asshole*
    bastard* bitch bitches bitchy douche* douchebag* scumbag* scum dickhead* jackass* prick cunt* motherfucker*
    evil~ cruel~ cruelty vicious~ barbaric inhumane sadistic depraved despicable deplorable deplorably
    disgraceful~ disgrace shameful~ shameless~ heinous monstrous~ monstrosity hideous~ ghastly grotesque~ ugliest
    unforgivable inexcusable unacceptable unacceptably reprehensible scam scams scammed scammer*
    fraud* fraudulent ripoff rip-off ripped-off swindle* thieves liar* furious infuriate+ infuriating~ enraged
    livid outraged outrage disgustedly heartbreaking heartbroken devastated devastating~ devastation suicidal
    murder+ murderer* rape raped rapist* genocide massacre* slaughter* terrorist* terrorism nazi* cancerous trash-tier
    dumpster-fire hellish hellhole shithole zero-star craptastic craptacular lousy lousiest stinker* stink stinks stinky
    stunk stench reek+ mind-numbing mind-numbingly soul-sucking soulless~ lifeless~ joyless~ mirthless~ humorless~
    witless~ tasteless~ talentless clueless~ pointless~ mindless~ charmless artless spineless laughless hopeless~
    godforsaken execrable wretched~ miserable miserably misery dismal~ pitiful~ lamentable lamentably woeful~ woefully`,
  },
  {
    grade: -2.3,
    words: `
    bad worse worsen+ poor~ poorly poorest inferior subpar sub-par substandard shoddy shoddily flimsy cheaply
    cheap-looking cheaply-made faulty defective defect* broken breaks broke malfunction+ malfunctioned glitch* glitchy
    buggy bugs crash crashes crashed freezes froze laggy lag unreliable unreliably unstable uncomfortable uncomfortably
    disappointing~ disappoint disappoints disappointed disappointment* letdown let-down underwhelming~ underwhelmed
    dissatisfied dissatisfying unsatisfied unsatisfying unsatisfactory unhappy unhappily unhappiness upset upsetting
    upsets sad saddest sadder saddened saddening sadness depressed depressing~ depression depress+ gloomy
    bleak~ dreary drearily dull dullness dullest boring~ bored bore* boredom tedious~ tedium monotonous~ monotony
    repetitive~ repetitious redundant uninteresting unengaging uninspired uninspiring unimaginative unoriginal
    unfunny unamusing unconvincing~ implausible implausibly improbable contrived contrivance* clichéd
    cliched cliche* cliché* cliche-ridden clichés hackneyed trite stale formulaic predictable predictably derivative
    generic recycled rehash rehashed retread warmed-over tired tiresome tiring tiringly exhausting exhausted wearisome
    weary wearying plodding~ plod+ ponderous~ sluggish~ lethargic listless~ turgid bloated overlong overblown overwrought
    overdone overcooked undercooked overpriced overrated overhyped overstuffed overbearing overloaded heavy-handed
    ham-fisted hamfisted clumsy clumsily awkward~ awkwardness inept~ ineptitude incompetent~ incompetence amateurish~
    amateur sloppy sloppily slapdash careless~ lazy lazily laziness halfhearted half-hearted half-assed half-baked
    undercooked underdeveloped undernourished under-developed undeveloped incoherent~ incoherence muddled muddle messy
    mess disjointed choppy convoluted confusing~ confused confuses confusion incomprehensible incomprehensibly
    nonsensical nonsense senseless~ illogical ridiculous~ ludicrous~ laughable laughably preposterous~
    silly silliest foolish~ fool fools dumb dumber dumbed dumbed-down inane inanity vapid shallow~ superficial~ hollow
    empty vacuous insipid bland~ blandness flavorless flavourless soggy greasy burnt
    flat flatly flat-footed limp lame~ lamest lameness feeble feebly wooden stilted lifeless forced strained labored
    laboured pretentious~ pretension* self-indulgent self-indulgence self-important smug~ arrogant~ arrogance pompous
    condescending rude~ rudeness ruder rudest disrespectful~ disrespect unfriendly unhelpful unprofessional~ hostile
    hostility obnoxious~ annoying~ annoy annoys annoyed annoyance* irritating~ irritate+ irritated irritation grating~
    aggravating~ aggravated frustrating~ frustrated frustrate frustrates frustration* angry angrily anger angered mad
    pissed offensive~ offended offend+ insulting~ insult+ insulted tacky tawdry sleazy sordid crude~ crass vulgar
    distasteful~ repellant unpleasant~ unpleasantness unappealing unattractive unappetizing ugly ugliness creepy
    cringe cringey cringy cringeworthy cringe-worthy cringing cringe-inducing cloying~ saccharine mawkish maudlin
    schmaltzy sappy syrupy treacly cornball cheesy hokey manipulative exploitative exploitive preachy didactic strident
    shrill screechy noisy noisome deafening bombastic chaotic frenetic headache-inducing headache* migraine* dizzying
    wasted waste wastes wasting regret+ regretted regrettable regrettably mistake* error* fail+ failed failure* flop*
    flopped flounder+ stumble+ stumbles falter+ ruin ruins ruined ruining spoil+ spoiled spoilt wreck+ wrecked
    destroy+ destroyed destruction damage damaged damages damaging harm+ harmed harmful~ hurt hurts hurting painful~
    pain pains painfully suffer+ suffered suffering agony anguish grief grieving mourn+ mourning lonely
    loneliness cry cried crying cries sob sobbing tears weep+ scared terrified fear+ fears
    anxious anxiety worried worry worries worrying worrisome stress stressed stressful panic dread dreaded dreading
    problem* problematic trouble* troubled troublesome complaint* complain+ complained dishonest~ deceptive~
    deceitful deceive+ deceived mislead misleading misled lie lied lying lies cheat+ cheated fake faked bogus phony
    phoney counterfeit corrupt corruption crook* crooked stolen thief theft toxic poison+ poisonous poisoned
    dirty filthy filth grimy smelly stale moldy mouldy infested cockroach* roach* unsanitary
    unclean contaminated sick sickness ill disease* infection infected dying died dead-on-arrival doa death deadly deaths
    kill kills killed killing violent violence abuse+ abused abusive assault+ assaulted attack+ bully+ bullied harass+
    harassed racist* racism sexist sexism bigot* bigoted homophobic misogynist misogynistic degrading dehumanizing
    ashamed embarrassed embarrassing~ embarrass embarrassment humiliating humiliated shame guilt guilty blame+ blamed
    jealous envy bitter~ bitterness resentful spiteful petty selfish~ greedy greed ungrateful ignorant ignorance
    overcharged overcharge overcharges wtf ffs smh fml ugh ughh yuck yucky ew eww ewww meh blah bleh mid
    trashed wack whack ratchet cringed cursed bs screwed screw-up botched bungled mishandled misguided
    ill-conceived ill-advised ill-fitting ill-timed misconceived miscast misfire* misfired uneven~ unfocused
    meandering~ meander+ rambling aimless~ directionless unfinished lackluster lacklustre lackadaisical lacking
    mediocre mediocrity middling pedestrian perfunctory run-of-the-mill by-the-numbers
    paint-by-numbers cookie-cutter assembly-line cardboard one-dimensional two-dimensional one-note one-joke threadbare
    anemic watered-down sanitized stagnant inert leaden plotless nonexistent non-existent dead-end
    deadening numbing suffocating oppressive grim grimly dour sour sullen surly abrasive venomous malicious~ malice`,
  },
  {
    grade: -1.3,
    words: `
    slow slowly slower weak~ weaker weakest weakness* thin thinly flaw* flawed imperfect lack lacks lacked
    insufficient inadequate~ unable unfortunately unfortunate sadly alas regretfully missing misses missed
    miss short-lived scratched scratches scratchy worn torn loose wobbly leak+ leaks leaked leaky cracked crack cracks
    peeling rust rusty stain stained dented bent brittle fragile rattles rattle squeaky squeaks noisy static
    inconvenient inconvenience inconsistent~ inaccurate~ inefficient ineffective ineffectual incomplete incompatible
    inappropriate~ irrelevant impractical impossible impossibly difficult difficulty difficulties
    complicated cumbersome bulky clunky unwieldy unresponsive disconnect+ disconnected drops
    overheats overheated drained dead delayed delay delays late stuck returned returning refund
    refunds refunded replaced replacement expensive pricey costly overly excessive~ excess unnecessary
    unnecessarily gimmick gimmicks gimmicky corny dated outdated old-fashioned obsolete dry dryly
    cold rubbery chewy salty mushy crowded cramped loud drafty dingy dim
    shabby run-down rundown disorganized unorganized unprepared ignored ignore ignores neglected neglect forgotten
    forgettable unmemorable unremarkable ordinary average so-so mixed-bag lukewarm tepid indifferent uninvolving
    detached distant remote sterile clinical mechanical simplistic cartoonish caricature* stereotype* stereotypical
    obvious~ unsubtle melodramatic soapy sentimental sentimentality overacting overacted hammy artsy
    arty talky verbose wordy long-winded longwinded overextended padded drag+ drags dragging dragged yawn+ snooze*
    snoozer snoozefest sleepy sleep-inducing drowsy doze+ tire tires wears pale imitation knockoff
    knock-off rip copycat wannabe desperate~ struggle+ struggles struggled struggling squandered squander+
    unfulfilled unrealized unresolved wrong wrongly wronged incorrect~ false~ untrue misinformation doubt* doubtful
    doubted suspicious~ suspect skeptical sceptical cynical~ cynicism questionable dubious sketchy shady
    annoyingly unfair~ injustice unjust biased bias arguing argue+ argument*
    conflict fight fighting fights disagree+ disagreed reject+ rejected rejection refuse+ refused deny denied denies
    abandon+ abandoned quit quits lost lose loses losing loser* loss losses defeat defeated
    crisis chaos victim* injured injury injuries wound* wounded accident* emergency arrest+ arrested jail prison crime*
    criminal* accused accuse+ lawsuit sued scandal* controversy controversial protest bombing explosion
    shot shooting threat* threaten+ threatened dangerous~ danger* risk risky hazard* warning unsafe insecure
    collapse+ collapsed bankrupt bankruptcy debt layoffs unemployed unemployment recession decline+ declined deficit
    drought flood famine hunger starve+ starving poverty homeless tiredness sleepless insomnia hangover
    hungover sore ache* aching nausea fever flu bruise* bleed bleeding bloody unwell unhealthy overweight
    nervous tense tension uneasy disturb+ disturbing~ disturbed unsettling shocking~ horrified horrify+
    discourage+ discouraged discouraging demoralizing hesitant reluctant~ bother+ bothers bothered bothersome
    pest nuisance burden hassle* disruption disruptive interrupt+ interrupted distracting distraction* unwanted unwelcome
    undesirable unimpressed unimpressive unexciting unremarkably untalented unintelligent uneducated unworthy unwise
    unwilling unpopular unlucky unlikable unlikeable unsympathetic uncaring unsuccessful~ undermine+ undermined
    undermines underused underutilized underwritten undercut undercuts misuse misused mistreated mistaken misunderstood
    misplaced mishap misfortune nonfunctional nonresponsive negative~ negativity hater* haters blasphemy
    nope nah nay boo booo hiss dammit damn damned darn hell freaking dumbfounded bummed bummer
    sigh sighs oof yikes lmfao-no wth alone broken-hearted gutted devastatingly disheartening
    disheartened dispiriting downbeat downer downfall downhill drawback* downside* con cons setback* shortcoming*
    shortcomings pitfall* caveat nitpick* overshadow+ overshadowed overpowering overwhelmed
    offputting off-putting offkey off-key out-of-tune tone-deaf tin-eared heavyhanded grainy blurry pixelated
    unclear vague~ cryptic schlock schlocky pap pablum drivel tripe hogwash
    hokum claptrap twaddle dreck bilge sludge swill slop fluff filler rot junk junky clunker turkey dud* lemon
    bust wasteland slog chore ordeal bore-fest borefest dunce buffoon* clown* jerk* creep* freak* pig
    pigs snob* snobby whiny whine+ whining moan+ moaning nag nagging grumpy cranky moody nutty
    delusional paranoid pessimistic sinister ominous menacing villainous fiend
    overheating undrinkable uneatable unplayably blandly tinny muffled hissy crackling crackly staticky
    unintentional~ unintentionally inexplicable inexplicably needless~ superfluous gratuitous~ interminable interminably
    endless~ overdrawn overplayed overused overstated overexposed underdone undersized shrunk shrank fades
    faded discolored discoloured mismatched misaligned unraveled unravels snapped snaps
    shattered warped jammed jams clogged clogs sputters`,
  },
];
