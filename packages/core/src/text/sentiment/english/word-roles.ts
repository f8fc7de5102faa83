/** The effect of a word on the opinions around it. */
export interface WordRole {
  /** The number of words that a negation reaches; 0 if the word does not negate. */
  negates: number;
  /** The factor of an adverb of degree on the following opinion; 1 for other words. */
  degree: number;
  contrast: ContrastRole | null;
}

/**
 * `turn`: the words after it count for more than the words before it ("but"). `concession`: the words up to the next
 * comma count for less ("although").
 */
type ContrastRole = "turn" | "concession";

const negators: readonly { reach: number; words: string }[] = [
  {
    reach: 6,
    words:
      "not never cannot cant dont doesnt didnt isnt wasnt arent werent wont wouldnt couldnt shouldnt havent hasnt hadnt aint neither nor",
  },
  { reach: 4, words: "without hardly barely scarcely rarely seldom nothing nobody none nowhere few" },
  { reach: 3, words: "no lack lacks lacking lacked minus zero" },
];

const degrees: readonly { factor: number; words: string }[] = [
  {
    factor: 1.4,
    words:
      "absolutely amazingly awfully completely considerably deeply enormously entirely especially exceptionally extremely " +
      "fabulously fantastically fucking freaking frickin friggin hella highly hugely immensely incredibly insanely intensely " +
      "majorly outrageously overly particularly perfectly phenomenally profoundly purely ridiculously seriously " +
      "spectacularly strikingly stunningly super supremely terribly thoroughly totally tremendously truly uber unbelievably " +
      "unusually utterly wildly wholly",
  },
  {
    factor: 1.25,
    words:
      "very really so such too quite damn decidedly effing fully greatly more most much real remarkably substantially " +
      "surprisingly deadass way how what extra mad ever",
  },
  {
    factor: 0.7,
    words:
      "almost fairly kinda less little marginally mildly moderately occasionally partly pretty-much rather relatively slight " +
      "slightly somewhat sorta sometimes reasonably vaguely mostly merely bit",
  },
  { factor: 1.1, words: "pretty" },
];

const contrasts: readonly { role: ContrastRole; words: string }[] = [
  { role: "turn", words: "but however yet nevertheless nonetheless except" },
  { role: "concession", words: "although though while despite albeit notwithstanding whereas" },
];

const plain: WordRole = { negates: 0, degree: 1, contrast: null };

const roles: ReadonlyMap<string, WordRole> = new Map([
  ...negators.flatMap(({ reach, words }) =>
    words.split(" ").map((word) => [word, { ...plain, negates: reach }] as const),
  ),
  ...degrees.flatMap(({ factor, words }) =>
    words.split(" ").map((word) => [word, { ...plain, degree: factor }] as const),
  ),
  ...contrasts.flatMap(({ role, words }) =>
    words.split(" ").map((word) => [word, { ...plain, contrast: role }] as const),
  ),
]);

/** Returns the effect of a word, in lower case, on the opinions around it. */
export function wordRole(form: string): WordRole {
  return roles.get(form) ?? plain;
}
