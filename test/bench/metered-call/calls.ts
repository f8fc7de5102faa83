/** A call that every system answers with the same JSON. */
export interface MeasuredCall {
  path: string;
  /** A JSON text to send with POST. Without it, the method is GET. */
  body?: string;
}

/** The calls. */
export const calls = {
  profile: { path: "/v1/user/profile" },
  tool: {
    path: "/v1/tools/word-count",
    body: JSON.stringify({ text: "The harbor was calm, and the engine did not fail once." }),
  },
} satisfies Record<string, MeasuredCall>;

/** The name of a call on the command line. */
export type CallName = keyof typeof calls;

/** Returns whether a word is the name of a call. */
export function isCallName(word: string): word is CallName {
  return Object.hasOwn(calls, word);
}

/** Returns the number of words of a text, in the same way for all systems. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
