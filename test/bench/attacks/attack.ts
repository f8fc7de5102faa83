/** A source text, and its replacement in a copy without the check. */
export interface Cut {
  /** Path relative to the root of the workspace. */
  file: string;
  /** The exact text, which must occur once in the file. */
  text: string;
  by: string;
}

/** An attack, the test that refuses it, and the check without which that test fails. */
export interface Attack {
  attack: string;
  /** The file, relative to `test`, and the test's full name: the names of its groups, then its own. */
  test: { file: string; name: string };
  /** One place, unless another layer refuses the same attack. */
  cuts: readonly Cut[];
  /** The other layers that refuse the attack, and the code that must also be removed. */
  note?: string;
}
