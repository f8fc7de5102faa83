/** A text of a source file, and what stands there once a check is gone. */
export interface Cut {
  /** Below the root of the workspace. */
  file: string;
  /** To the letter, as it stands there exactly once. */
  text: string;
  by: string;
}

/** An attack, the test that refuses it, and the check without which that test fails. */
export interface Attack {
  attack: string;
  /** The file below `test`, and the test's name behind the names of the groups that it stands in. */
  test: { file: string; name: string };
  /** One place, unless another layer refuses the same. */
  cuts: readonly Cut[];
  /** Which other layers do, and what has to be removed with the check for that. */
  note?: string;
}
