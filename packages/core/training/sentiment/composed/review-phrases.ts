/**
 * Typical sentences of reviews of one kind of product or service. A `|` separates sentences, and `{slot}` is replaced
 * with a word of the slot.
 */
export interface ReviewPhrases {
  positive: string;
  negative: string;
}

// The strings are sentences to learn from, in the words of customers. check-english: off

/** The words of each slot. */
export const slots: Readonly<Record<string, string>> = {
  product:
    "phone|camera|headphones|cable|laptop|tablet|speaker|watch|blender|vacuum|backpack|mouse|monitor|printer|adapter|car charger|bluetooth|cell phone|holster|razor|kettle|toaster|router|microphone|lamp|tent|jacket|pair of shoes|book|game|app",
  part: "screen|display|button|zipper|hinge|battery|microphone|speaker|cord|handle|lens|clip|volume|signal|reception|sound|design|interface|software|finish",
  place:
    "restaurant|place|bar|cafe|buffet|bakery|hotel|spot|joint|diner|pub|steakhouse|pizzeria|food truck|salon",
  dish: "burger|pizza|pasta|salad|soup|chicken|beef|fish|sandwich|dessert|breakfast|brunch|fries|noodles|curry|ribs|wings|ramen|tacos|pancakes|meal|lunch",
  staff: "waiter|server|waitress|staff|bartender|owner|chef|cashier|manager|host|service",
  film: "movie|film|picture|documentary|comedy|thriller|drama|series|sequel|remake|show|episode",
  aspect:
    "acting|plot|story|script|dialogue|cinematography|soundtrack|direction|cast|pacing|ending|editing|characters|camera work|humor",
  time: "a day|two days|a week|two weeks|a month|two months|half a year|an hour|the first use|a few uses",
  long: "three years|a year|over a year|two years|six months|many months|five years",
  count: "two|three|four|several|a couple of",
  who: "my wife|my husband|my son|my mom|my dad|a friend|my brother|my sister|my daughter|my boss",
  name: "John|Maria|Ahmed|Lisa|Tom|Priya|Kevin|Anna|Carlos|Emma",
  day: "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday",
  clock: "5pm|9am|noon|7:30|8 o'clock|10 a.m.|3 pm",
  event:
    "the game|the concert|the show|the festival|the match|the debate|the premiere|the finale|the tour|the party|the parade|the race|the derby|the conference|prom|graduation|the wedding|the new season|the election|Comic Con|the Super Bowl",
  trouble:
    "delay|bill|error message|crash|bug|queue|power cut|cancelled flight|broken elevator|strike|software update|flat tire|parking ticket|meeting on Friday night",
  failed: "crashed|broke|froze|died|stopped|fell off|went dead",
  chore:
    "waiting in line|sitting in traffic|waiting on hold for an hour|filling in forms|paying twice|calling five times|waiting three hours",
  figure:
    "gross margin|gross income|gross profit|gross revenue|net income|net loss|operating loss|cash flow|interest income|tax credit|free cash flow|bad debt|total debt",
  action: "start|stop|open|close|reset|lock|unlock|cancel|pause",
  city: "London|Boston|Berlin|Chicago|Sydney|Toronto|Paris|Austin|Dublin|Seattle",
};

const products: ReviewPhrases = {
  positive: `
  I have had this {product} for {long} and it still works fine.|I have used it every day for {long} without a single problem.
  |This {product} does what it is supposed to do.|The {part} works just as it should.|It fits perfectly.|A perfect fit.
  |I bought another one for {who}.|I would buy this {product} again.|I'd buy it again in a heartbeat.|Bought {count} of these.
  |It has held up well for {long}.|The {part} is easy to use.|It holds a charge for days.|The battery lasts all day.
  |The {part} lasts a long time.|I get compliments on it all the time.|Everyone asks me where I got it.|It arrived on time.
  |Shipping was quick.|It came quickly and in good condition.|It works as advertised.|Does exactly what it should.
  |You can hear everything clearly.|People can hear me loud and clear.|I get full bars everywhere with this {product}.
  |It charges faster than the original.|It is worth every penny.|For the money, this is hard to beat.|I have no complaints.
  |No complaints here.|So far so good.|No problems so far.|I am very happy with this {product}.|I'm so glad I bought it.
  |It was exactly what I needed.|Just what I was looking for.|Solved all my problems.|It made my life easier.|{who} loves it.
  |My kids use it every day.|I take it everywhere.|I can't imagine living without it.|I never leave home without it.
  |It survived several drops.|Built like a tank.|It looks sharp and feels solid.|I wish I had bought it sooner.
  |I should have bought this {product} years ago.|I only wish I had found it earlier.|It beats the expensive ones.
  |It is better than my old {product}.|A huge improvement over my old {product}.|It is much better than the one it replaced.
  |The {part} is clear and bright.|The {part} is second to none.|Five stars.|I highly recommend this {product}.
  |I'd recommend it to anyone.|Recommended to all my friends.|You will not regret it.|You won't be disappointed.
  |It exceeded my expectations.|A great buy.|Good {product} for the price.|Great {product} for a great price.
  |What a great {product}!|This is the best {product} I've ever owned.|Very pleased with this purchase.|Works like new.
  |Works with my {product} without any trouble.|The instructions were simple and clear.|It's simple to install.
  |Easy to set up.|Customer service answered right away and sent a replacement for free.|I could not be happier.
  |Does everything I need and more.|It just works.|Plug it in and you are done.|It has saved me so much time.|It pays for itself.|A real workhorse.
  |I ordered a second {product} for the office.|It looks even better in person.|Better than the name brand.|As good as the one that costs twice as much.
  |The {part} has never failed me.|I've dropped it a dozen times and it still works.|My {product} looks brand new.|It blocks out all the noise.
  |I forget that I'm wearing it.|The {part} is loud enough for me.|You get a lot of {product} for the money.|I won't go back to my old {product}.
  |The case is a good fit.|Only took five minutes to install.|The range is excellent.|It gets good reception everywhere.|Charges in no time.
  |I've tried many, and this one is by far the best.|It turned out to be a smart buy.|If you need a {product}, get this one.|You will love it.`,
  negative: `
  It broke after {time}.|It stopped working after {time}.|It lasted only {time}.|The {part} broke within {time}.
  |The {part} came off after {time}.|The {part} fell off.|It quit on me after {time}.|It went dead after {time}.
  |It doesn't work.|It never worked.|It does not work with my {product}.|It won't turn on.|It will not hold a charge.
  |It won't stay on my ear.|It does not fit.|It didn't fit at all.|It doesn't stay in place.|The {part} doesn't work.
  |The {part} is too small.|The {part} is too loud.|The {part} is way too quiet.|The {part} is hard to use.
  |I can't hear anything.|Nobody can hear me.|People tell me that they can barely hear me.|It drops calls constantly.
  |It cuts in and out.|It keeps disconnecting.|It loses the signal all the time.|The {part} gets very hot.
  |I had to return it.|I returned it the next day.|I'm returning it.|I am going to send this back.|I want my money back.
  |They refused to give me a refund.|I never received a refund.|It arrived broken.|It came with a cracked {part}.
  |The box was open and parts were missing.|They sent me the wrong {product}.|I never got what I ordered.
  |I threw it in the trash.|It went straight into the garbage.|Don't buy this {product}.|Do not buy it.|Stay away from this {product}.
  |Avoid this {product}.|I would not recommend this {product}.|I can't recommend it.|I wouldn't recommend it to anyone.
  |Don't waste your money.|A waste of money.|What a waste of money.|Not worth the price.|Not worth a dime.|I wish I could give zero stars.
  |I wouldn't even give it one star.|I should have known better.|I should have read the reviews.|I wish I had never bought it.
  |I bought it and regretted it.|I expected better.|I expected more for the price.|You can find better for less.
  |My old {product} was much better.|It is worse than my old {product}.|The quality is just not there.|The {part} feels cheap.
  |It feels like a toy.|Looks cheap and flimsy.|Made of cheap plastic.|It leaks.|It rattles.|It smells bad.
  |It's a piece of junk.|Poorly made.|This {product} is a joke.|It is garbage.|Total crap.|It looked used.
  |Nothing like the description.|It is not what was described.|Misleading description.|The picture is misleading.
  |The instructions made no sense.|I spent hours and it still doesn't work.|Customer service never replied.
  |Their support was no help at all.|I've had nothing but problems with it.|I had problems from day one.
  |I've already had to replace it {count} times.|The second one failed too.|Both of them failed.|I am very disappointed.
  |Very disappointed with this {product}.|It scratched my screen.|It ruined my {product}.|It fell apart.|It is useless.
  |Completely useless.|If it worked, it would be great.|It would be nice if it worked.|Worked for {time}, then died.
  |You can't hear a word.|The {part} is a nightmare.|It takes forever to charge.|The charge lasts an hour at most.|The {part} is flimsy.|It hurts my ears.
  |It is impossible to use.|I can't get it to work.|The {part} stopped responding.|It freezes up all the time.|It's already scratched.|It arrived late and in pieces.
  |It is not compatible with my {product}, although they say it is.|The seller ignored my emails.|They would not take it back.|I'm out fifty dollars.
  |Buyer beware.|I learned my lesson.|I'm sorry I bought it.|I should have bought another brand.|This {product} is a lemon.|It belongs in the trash.
  |I've had three of them and all of them broke.|It picks up every noise but my voice.|There is a loud buzz in the {part}.|It is a terrible design.
  |Who designed this {product}?|Please, someone tell them to fix the {part}.|Get something else.|Look elsewhere.|Find another {product}.|It isn't what I paid for.`,
};

const restaurants: ReviewPhrases = {
  positive: `
  The {dish} was cooked just right.|The {dish} was to die for.|The {dish} was full of flavor.|The {dish} here is the best in town.
  |I could eat the {dish} every day.|We ate every last bite.|My mouth is watering just thinking about it.|So fresh.
  |Everything was fresh and hot.|The {dish} came out quickly and hot.|Our food arrived within minutes.|The {staff} was quick and kind.
  |The {staff} was great.|The {staff} made us feel welcome.|The {staff} went out of the way to help us.|The {staff} checked on us often.
  |We were seated right away.|No wait at all.|Huge portions.|Prices are reasonable.|You get a lot for your money.
  |We will be back.|I'll definitely be back.|I can't wait to go back.|We go there every week.|I keep coming back.
  |This is my new favorite {place}.|One of the best {place}s in {city}.|A must if you are in {city}.|Worth the drive.
  |If you haven't been here, go now.|It never disappoints.|They never get the order wrong.|Consistently good.
  |I have never left hungry.|The atmosphere is cozy.|It has a nice vibe.|Clean and bright.|They have a great selection.
  |You can't go wrong with the {dish}.|Do yourself a favor and try the {dish}.|The {dish} is a must.|10/10, would come again.
  |{who} loved it too.|The kids loved it.|The {dish} did not disappoint.|The {dish} alone is reason enough to come.
  |We had a wonderful time.|What a great little {place}.|Best {dish} ever.|Loved this {place}.|The {staff} was friendly and knew the menu.
  |The {dish} hit the spot.|I dream about the {dish}.|The {dish} was hot, crisp and plentiful.|I ordered a second helping.|We licked our plates clean.
  |They have the freshest {dish} around.|The {staff} even remembered my name.|Our drinks were never empty.|It was packed for good reason.|Perfect for a date.
  |A great spot to take family.|It's a real find.|You will leave full and happy.|The price is right.|I'd drive an hour for the {dish}.|Always a treat to come here.
  |We have never been let down.|The {dish} was as good as it gets.|They really care about their customers.|They made it right when our order was late.`,
  negative: `
  The {dish} was cold.|The {dish} was raw in the middle.|The {dish} was overcooked.|The {dish} was dry.|The {dish} was bland.
  |The {dish} had no taste.|The {dish} tasted like cardboard.|The {dish} tasted like it came from a can.|The {dish} was too salty.
  |The {dish} was swimming in oil.|The {dish} was burnt.|The {dish} was old.|The bread was stale.|There was a bug in my {dish}.
  |We found hair in the {dish}.|I was sick all night after eating here.|It gave me food poisoning.|I couldn't finish it.
  |I took two bites and stopped.|I left most of it on the plate.|We left hungry.|We left without ordering.|The {staff} ignored us.
  |The {staff} was rude.|The {staff} never came back.|The {staff} forgot our order.|The {staff} got the order wrong.
  |The {staff} couldn't be bothered.|The {staff} acted like we were a burden.|Nobody came to our table.|We were never offered a refill.
  |It took an hour to get our food.|We waited for an hour.|We had to ask {count} times for the check.|After an hour we still had no food.
  |Way too expensive for what you get.|Tiny portions.|Overpriced.|Not worth the wait.|They charged us twice.|They added a hidden fee.
  |We will not be back.|I won't be back.|I will never go back.|Never again.|I'll never come here again.|That was our last visit.
  |I would rather eat at home.|I could have made it better at home.|There are better {place}s in {city}.|You can do better elsewhere.
  |The {place} was dirty.|The floor was sticky.|The tables had not been wiped.|It smelled like a sewer.|So loud we couldn't talk.
  |The {dish} has gone downhill.|This {place} used to be great.|They have lost a customer.|Don't go here.|Skip this {place}.
  |Go anywhere else.|If you value your time, go elsewhere.|I've had better {dish} at the airport.|I've had better.|Not impressed.
  |The menu is limited.|They were out of almost everything.|The {dish} wasn't fresh.|The {dish} was not good.|Nothing special.
  |The {dish} was like rubber.|The {dish} sat under a heat lamp for hours.|The {dish} arrived cold and never got replaced.|The {dish} looked like dog food.
  |I'd rather go hungry.|I wouldn't eat here again if it were free.|They didn't even apologize.|The {staff} didn't know the menu.|The {staff} argued with us.
  |The {staff} took our plates before we were done.|We felt rushed.|We felt unwelcome.|No one said hello.|They seated us next to the toilets.|The {dish} made me sick.
  |You'd be better off with fast food.|It is all hype.|I don't get the hype.|I don't see why people like this {place}.|Too much money for too little food.
  |Half of what we ordered never came.|Our server vanished.|The line was long and slow.|The {dish} lacked seasoning.|The {dish} tasted old.|Such a waste of an evening.`,
};

const films: ReviewPhrases = {
  positive: `
  I could watch this {film} over and over.|I've seen it {count} times and it never gets old.|It kept me on the edge of my seat.
  |It had me in stitches.|I laughed out loud many times.|I cried at the end, in a good way.|It made me laugh and cry.
  |The {aspect} is superb.|The {aspect} is top notch.|The {aspect} alone is worth the ticket.|You won't want it to end.
  |I didn't want it to end.|It deserves every award it got.|Go see this {film}.|Do not miss this {film}.|A must see.
  |It is a joy to watch.|A {film} for the whole family.|The best {film} of the year.|One of the best {film}s I have ever seen.
  |It will stay with you for a long time.|It made me think.|It never loses its way.|It never bores.|There is never a dull moment.
  |The cast is perfect.|The two stars are at their best.|He has never been better.|She gives the performance of her career.
  |It rings true.|It has a big heart.|Full of surprises.|It holds your attention from start to finish.|Time flew by.
  |It deserves a wider audience.|An underrated gem.|It succeeds on every level.|It works.|It works beautifully.
  |It manages to be both funny and sad.|It is hard not to be moved.|You will leave with a smile.|A rare {film} that trusts its viewers.
  |It is better than the book.|It breathes new life into the genre.|A welcome return to form.|Fresh, funny and full of heart.
  |A triumph from start to finish.|It pulled me in right away.|I was hooked.|I couldn't look away.|It gets better every time I see it.|I bought the DVD the next day.
  |The {aspect} could hardly be better.|Rarely has a {film} been so alive.|It will make you laugh, then break your heart.|A feast for the eyes.
  |It captures what it is like to be young.|It finds beauty in small things.|A {film} with a soul.|It stands the test of time.|It is still powerful today.
  |He is a joy to watch.|She lights up the screen.|They make a great team.|You will root for them.|I was moved to tears.|This one is a keeper.|Two thumbs up.`,
  negative: `
  I fell asleep halfway through.|I turned it off after twenty minutes.|I couldn't finish it.|I want those hours back.
  |It felt like it would never end.|I kept looking at the clock.|It drags on and on.|It goes on far too long.|It is at least an hour too long.
  |Nothing happens.|There is no plot.|There is no point to it.|It makes no sense.|The {aspect} makes no sense.|The {aspect} is terrible.
  |The {aspect} is laughable.|The {aspect} was painful to watch.|The {aspect} is all over the place.|The {aspect} is nothing special.
  |It is not funny.|I didn't laugh once.|There isn't a single laugh in it.|The jokes don't work.|It tries too hard.|It never takes off.
  |It never comes to life.|You don't care about anyone.|I didn't care what happened to them.|You can guess the ending in five minutes.
  |I saw it coming.|We have seen it all before.|It offers nothing new.|It brings nothing new.|A pale imitation of the original.
  |The original was far better.|The book was better.|It ruins the original.|Don't bother with this {film}.|Don't see it.|Skip this {film}.
  |Rent something else.|Wait for the DVD, or better, don't.|Save your money.|I want my money back.|The worst {film} I have ever seen.
  |One of the worst {film}s of the year.|It is a mess.|What were they thinking?|How did this get made?|Who thought this was a good idea?
  |It should never have been made.|It could have been so much better.|It had potential, but it wasted it.|A waste of a good cast.
  |It insults the audience.|It wants to be clever and isn't.|It runs out of ideas.|Too long and too loud.|It bored me to tears.|I have seen better acting in a school play.|The {aspect} looks like it was done in a day.
  |The {aspect} is so bad that it hurts.|Nobody in it acts like a human being.|I felt nothing.|I wanted to leave.|People were leaving.|I was glad when it was over.
  |It thinks it is deep, but it is empty.|All style and no substance.|It is as exciting as watching paint dry.|You have better things to do.|I would rather watch the news.
  |There is nobody to root for.|He can't act.|She is miscast.|They have no chemistry.|A terrible waste of talent.|It is an insult to fans of the book.
  |It took a great idea and ruined it.|The first one was great, this one isn't.|A {film} without ideas.|It tries to be funny and fails.|It tries to be scary and isn't.|It lacks any depth.
  |Even the {aspect} can't save it.|Not one of the jokes lands.|I expected so much more.|A huge letdown.|It fails on every level.`,
};

/** Typical sentences about products, restaurants and films, written for this project. */
export const reviewPhrases: readonly ReviewPhrases[] = [products, restaurants, films];

/** Sentences without an opinion, written for this project. */
export const plainSentences = `
The meeting is at {clock} on {day}.|The {product} is on the table.|{name} lives in {city}.|I am going to {city} on {day}.
|We had {dish} for dinner.|It comes with a {part} and a manual.|The {product} weighs about two pounds.|The {place} opens at {clock}.
|The {place} is on the corner of Main Street.|The {film} starts at {clock}.|The {film} was shot in {city}.|{name} directed the {film}.
|What time does the {place} close?|Does it come with a {part}?|Where did you buy the {product}?|How do I change the {part}?
|Has anyone seen the new {film}?|Who is playing on {day}?|When is the {film} out?|Can you send me the report by {day}?
|Please find the file attached.|The next train to {city} leaves at {clock}.|I ordered the {dish}.|I bought it on {day}.
|{name} and {name} are meeting in {city}.|The company is based in {city}.|The report was published on {day}.|It rained in {city} on {day}.
|The library closes at {clock}.|There are {count} chairs in the room.|I am reading a book about {city}.|My name is {name}.
|The bus stops here.|The {product} is available in black and white.|The box contains {count} cables.|He said that he would call on {day}.
|The city council met on {day}.|Shares closed at 12.50 on {day}.|The office is open from {day} to {day}.|She teaches history in {city}.
|The {film} is about two brothers in {city}.|The {product} has {count} buttons.|I will be in {city} until {day}.|{name} is at work.
|The game is on {day} at {clock}.|Tickets go on sale on {day}.|I'm watching the {film}.|I'm on the bus.|Just got to {city}.`;
