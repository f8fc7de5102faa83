import type { Random } from "../../random.ts";
import type { Example, Target } from "../examples.ts";
import { messagePhrases } from "./message-phrases.ts";
import { plainSentences, reviewPhrases, slots } from "./review-phrases.ts";

const praise: Target = [0.94, 0.05, 0.01];
const blame: Target = [0.01, 0.05, 0.94];
const neither: Target = [0.05, 0.9, 0.05];
const mildPraise: Target = [0.75, 0.2, 0.05];
const mildBlame: Target = [0.05, 0.2, 0.75];

const adjectives = {
  praise:
    "good great nice excellent amazing wonderful awesome fantastic delicious funny interesting comfortable beautiful perfect " +
    "impressive enjoyable fresh friendly helpful reliable entertaining charming clever lovely satisfying useful solid decent " +
    "fun smart tasty sharp clear strong happy brilliant superb pleasant attractive accurate affordable engaging exciting " +
    "fascinating cute gorgeous convincing original moving touching refreshing sturdy durable quick generous polite attentive " +
    "cozy warm elegant stylish witty hilarious memorable remarkable outstanding flawless easy convenient professional honest " +
    "thoughtful worthwhile compelling gripping believable inspired stunning cool juicy flavorful crisp smooth responsive",
  blame:
    "bad terrible awful horrible boring disappointing slow rude bland ugly cheap useless annoying dull poor weak stupid " +
    "overpriced dirty cold predictable lame sad mediocre confusing painful noisy uncomfortable flimsy frustrating ridiculous " +
    "pathetic unpleasant tedious lousy silly messy forgettable broken defective clumsy awkward greasy soggy dry tough stale " +
    "salty unfriendly unprofessional careless shallow pretentious tired lazy sloppy disgusting gross depressing irritating " +
    "unreliable inaccurate unconvincing contrived pointless worthless difficult complicated heavy bulky loud crowded harsh " +
    "scary creepy wrong unfair nasty hideous wooden lifeless repetitive unfunny unbearable inconvenient disturbing hopeless",
} as const;
const subjects =
  "It|This|The {product}|The {part}|The {dish}|The {staff}|The {place}|The {film}|The {aspect}|The food|The quality|The price|That";

const pluralSubjects =
  "The rooms|The drinks|The actors|The songs|The prices|The instructions|The effects|The people|The portions|The buttons|The pictures|The jokes|The staff|The characters";

// The strings are sentences to learn from, in the words of customers. check-english: off

/**
 * Patterns with their targets. `{+}` is a word of praise, `{-}` a word of blame, `{s}` a singular subject and `{p}` a
 * plural one.
 */
const compositions: readonly { target: Target; sentences: string }[] = [
  {
    target: praise,
    sentences: `
    {s} is {+}.|{s} was {+}.|{s} was {+}.|{p} were {+}.|{p} are {+}.|{p} were {+} and {p} were {+}.|Everything was {+}.|They were {+}!|{+} {dish}, {+} service|so {+}|{+}!|
    {s} was very {+}.|{s} was so {+}!|{s} is really {+} and {+}.|{s} was {-} at first, but it turned out {+}.
    |It was {-}, but the ending was {+}.|It was {-}, but {s} was {+}.|{s} is {-}, but {s} is {+}.|A bit {-}, but I loved it.|{s} is {+}, although a little {-}.|Although the {part} is {-}, I love it.|Despite the {-} {aspect}, it is {+}.
    |{s} looks {-}, but it is {+}.|The start is {-}, but the rest is {+}.|{s} was not only {+} but also {+}.|{s} is anything but {-}.
    |What a {+} {film}!|What a {+} {place}!|I found it {+}.|I think it is {+}.|One of the most {+} things I have seen.
    |Who wouldn't love it?|How could anyone not like this?|I have never had such a {+} {dish}.|I've never seen a more {+} {film}.
    |No one makes a more {+} {product}.|Nothing {-} to say about it.|I expected it to be {-}, and it was {+}.
    |You couldn't ask for a more {+} {product}.|I cannot praise it enough.|It never fails.|I have never been so happy with a {product}.|I've never seen a better {film}.|I love it.|I really like it.|I enjoyed it a lot.|We loved it.`,
  },
  {
    target: blame,
    sentences: `
    {s} is {-}.|{s} was {-}.|{s} was {-}.|{p} were {-}.|{p} are {-}.|{p} were {-} and {p} were {-}.|Everything was {-}.|They were {-}!|{-} {dish}, {-} service|{-}!|{p} were not {+}.|{p} weren't {+}.|
    {s} was very {-}.|{s} was so {-}!|{s} is really {-} and {-}.|{s} was {+} at first, but it turned out {-}.
    |{s} is {+}, but the {part} is {-}.|{s} was {+}, but the ending ruined it.|It was {+}, but the ending was {-}.|It was {+}, but {s} was {-}.|Although {s} looks {+}, it is {-}.|Despite the {+} {aspect}, it is {-}.
    |{s} looks {+}, but it is {-}.|The start is {+}, but the rest is {-}.|{s} is not {+}.|{s} isn't {+}.|{s} was not {+} at all.|{s} wasn't very {+}.
    |{s} is anything but {+}.|{s} is far from {+}.|{s} is hardly {+}.|{s} is not {+} enough.|I can't say it was {+}.|I can't say that I liked it.|I can't say I enjoyed it.|I used to love this {place}.|{s} used to be {+}.|I wouldn't say it was {+}.|I didn't find it {+}.|I don't think it is {+}.
    |I would not call it {+}.|What a {-} {film}!|What a {-} {place}!|I don't like it.|I did not like it.|I didn't enjoy it.|I never liked it.
    |I really wanted it to be {+}.|I hoped it would be {+}.|It should have been {+}.|It could have been {+}.|{s} was supposed to be {+}.
    |If only it were {+}.|I wish it were {+}.|They said it was {+}, and it wasn't.|There is nothing {+} about it.|Nothing {+} to say about it.
    |I expected it to be {+}, and it was {-}.|{s} is neither {+} nor {+}.|No {+} {dish} here.|How can anyone call this {+}?
    |It is too {-}.|{s} is as {-} as it gets.|One of the most {-} things I have seen.|I have never been so disappointed.|I've never had a worse {dish}.|Without a doubt the worst {dish}.|I hate it.|I really dislike it.|We hated it.|so {-} ugh`,
  },
  {
    target: mildPraise,
    sentences: `
    {s} is not {-}.|{s} isn't {-}.|{s} isn't {-}.|It isn't {-}.|It's not {-}.|It was not {-}.|{s} is not {-} or {-}.|{s} never gets {-}.|{s} is never {-}.|
    {s} doesn't feel {-}.|{s} didn't seem {-}.|It never felt {-}.|There is nothing {-} about it.|There was nothing {-} about {s}.|isn't {-} at all|not {-}|without being {-}|It is funny without being {-}.|{s} was not {-} at all.|{s} wasn't too {-}.|Not {-} at all.|Not {-}.|{s} is hardly {-}.|{s} is fairly {+}.
    |{s} is somewhat {+}.|{s} is pretty {+}.|{s} is slightly {+}.|I don't think it is {-}.|I can't say that it is {-}.|It could be more {-}.
    |{s} is {+} enough.|I don't mind it.|I can't complain.|Nobody was {-}.|I wouldn't say it is {-}.|I wouldn't call it {-}.|I don't think {s} is {-}.|I never found it {-}.`,
  },
  {
    target: mildBlame,
    sentences:
      "{s} is slightly {-}.|{s} is somewhat {-}.|{s} is a bit {-}.|{s} could be more {+}.|{s} is okay, nothing more.",
  },
  {
    target: neither,
    sentences: `
    Is it {+}?|Is {s} {+}?|Is it {-}?|Was the {dish} {+}?|Do you think it will be {+}?|Does anyone know a {+} {place} in {city}?|Is the {part} any {+}?
    |How {+} is the {part}?|What is a {+} {product}?|Can you recommend a {product}?|Should I buy this {product}?`,
  },
];

/** Irony, wishes that did not come true, relief, and facts in words that praise or blame elsewhere. */
const situations: readonly { target: Target; sentences: string }[] = [
  {
    target: blame,
    sentences: `
    Oh great, another {trouble}.|Great, another {trouble}.|Oh good, another {trouble}.|Wonderful, another {trouble}.|Perfect, the {part} {failed} again.|Great, now the {part} {failed}.|Great, now it doesn't even work.
    |Just great, the {part} {failed}.|Wow, what a surprise, the {part} {failed} again.|What a surprise, another {trouble}.|Just what I needed: a {trouble}.|Exactly what I needed, another {trouble}.
    |Yeah, right, because {chore} is so much fun.|Sure, because I just love {chore}.|Who doesn't love {chore}?|Nothing says {+} like {chore}.|Thanks for nothing!|Thanks for nothing, {name}.|Thanks for wasting my time.
    |I wish the {part} lasted longer.|I wish the {part} worked.|I wish {s} were more {+}.|I wish {p} were more {+}.|I wish I had never bought it.|I wish I had never come here.|I wish I had read the reviews first.|I wish I had chosen another {product}.
    |If it worked, it would be {+}.|It would be {+} if it worked.|If {s} were {+}, I would come back.|It would have been {+} to get an answer.|A reply would have been {+}.|I expected a {+} {place} and got a {-} one.|We ordered a {+} {dish} and got a {-} one.
    |{s} is anything but {+}.|It was anything but {+}.|My {product} still hasn't arrived.|The refund still hasn't arrived.|I'm still waiting for my {product}.|Still no answer from the {staff}.|Not exactly {+}.|{s} is not what I would call {+}.`,
  },
  {
    target: praise,
    sentences: `
    There is nothing I would change.|There is nothing that I don't love about it.|Nothing I didn't like about this {place}.|The update fixed the {trouble}.|They finally fixed the {part}.|The new version fixes every bug.
    |I was worried about the {part}, but it is {+}.|Great, another {+} {film}!|Oh great, a {+} {film} again!|Wow, what a {+} surprise!|Great, now it works again!`,
  },
  {
    target: neither,
    sentences: `
    The {figure} was {count} million.|The {figure} is on page two.|The {figure} rose to 41 percent in the {count} quarters.|{figure} is listed in the report.|See page four for the {figure}.
    |Press the button to {action} the machine.|Press the red key to {action} the {product}.|Turn the handle to {action} the door.|The bus stops at {city} Street.|The train stops in {city}.|The tram stops in front of the {place}.
    |Goats and sheep graze on the hill.|There is a goat in the yard.|The patient has SOB and a cough.|The patient denies SOB.|The patient has pain in the left knee.|The tumor is two centimeters in size.|Cancer cells divide quickly.
    |Dear Sir or Madam, my number is below.|Dear {name}, please find the report attached.|Kind regards, {name}|Best regards, {name}|Yours faithfully, {name}|Yours sincerely, {name}
    |The super administrator can add users.|Only a super user can change this.|A super user can read the log.|She works at the Ministry of Justice.|{name} works for the Justice Department.|Use the kill command to end the job.|Kill the process with this command.
    |The tank has a capacity of forty liters.|The {product} has a capacity of two liters.|The keys must have been in the car.|It must have been on {day}.|The {product} looks like a box.|The critical path is shown in red.|Critical values are in the table.
    |The error code is on the {part}.|Free trade talks begin on {day}.|The {place} has a fire exit.|The emergency stop is next to the {part}.|Interest is paid on {day}.|The attack surface is listed in the report.|Her novel is set in {city}.|The {film} is set in a mining town.|The well is ten meters deep.`,
  },
];

// check-english: on

/** The number of sentences per pattern of each kind, and the weight of each sentence. */
const manners = {
  review: { repeats: 8, weight: 0.5 },
  message: { repeats: 12, weight: 0.5 },
  plain: { repeats: 20, weight: 0.5 },
  composition: { repeats: 30, weight: 1 },
  situation: { repeats: 20, weight: 0.7 },
} as const;

function splitList(text: string): string[] {
  return text
    .split("|")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/**
 * Fills a pattern's slots at random. Writes some sentences in lower case, without the last period or with an
 * exclamation mark, as people do.
 */
function fill(pattern: string, random: Random): string {
  const pick = (choices: readonly string[]) => choices[random.below(choices.length)] ?? "";
  const filled = pattern
    .replace(/\{([sp])\}/g, (_, number: string, offset: number) => {
      const subject = pick((number === "s" ? subjects : pluralSubjects).split("|"));
      return offset === 0 ? subject : subject.charAt(0).toLowerCase() + subject.slice(1);
    })
    .replace(/\{\+\}/g, () => pick(adjectives.praise.split(" ")))
    .replace(/\{-\}/g, () => pick(adjectives.blame.split(" ")))
    .replace(/\{(\w+)\}/g, (_, slot: string) => pick((slots[slot] ?? "").split("|")));
  const sentence = filled.charAt(0).toUpperCase() + filled.slice(1);
  const manner = random.next();
  if (manner < 0.15) return sentence.toLowerCase().replace(/[.]$/, "");
  if (manner < 0.25) return sentence.replace(/[.]$/, "!");
  return manner < 0.35 ? sentence.replace(/[.]$/, "") : sentence;
}

/**
 * Returns sentences from this project's patterns: statements of reviews without a word of praise or blame, and
 * sentences in which words change each other's meaning.
 */
export function composeExamples(random: Random): Example[] {
  const make = (patterns: string, target: Target, manner: keyof typeof manners) =>
    splitList(patterns).flatMap((pattern) =>
      Array.from({ length: manners[manner].repeats }, (): Example => ({
        text: fill(pattern, random),
        target,
        weight: manners[manner].weight,
        emotions: null,
      })),
    );
  const examples = [
    ...reviewPhrases.flatMap(({ positive, negative }) => [
      ...make(positive, praise, "review"),
      ...make(negative, blame, "review"),
    ]),
    ...compositions.flatMap(({ target, sentences }) => make(sentences, target, "composition")),
    ...situations.flatMap(({ target, sentences }) => make(sentences, target, "situation")),
    ...make(messagePhrases.positive, praise, "message"),
    ...make(messagePhrases.negative, blame, "message"),
    ...make(messagePhrases.neutral, neither, "message"),
    ...make(plainSentences, neither, "plain"),
  ];
  const seen = new Set<string>();
  return examples.filter(({ text }) => !seen.has(text) && seen.add(text));
}
