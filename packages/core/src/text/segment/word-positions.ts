/** Positions of a word relative to the tagged word. `initial` is the tagged word itself at the start of a sentence. */
export const positions = {
  own: 0,
  initial: 1,
  before: 2,
  after: 3,
  secondBefore: 4,
  secondAfter: 5,
} as const;

/** One of {@link positions}. */
export type Position = (typeof positions)[keyof typeof positions];

/** The number of {@link positions}. */
export const positionCount = 6;
