import {
  candidatesFrom,
  compileConstructions,
  type Construction,
  findConstructions,
  type FoundConstruction,
} from "../constructions.ts";
import { constructionTable } from "./construction-table.ts";
import { once } from "../../network/once.ts";
import type { WordRole } from "./word-roles.ts";
import type { WordRange } from "./words.ts";

/** The minimum grade of a word that praises or blames within a construction. */
const minGrade = 0.9;

const constructions = once(() => compileConstructions(constructionTable));

function toPolarity(grade: number, { negates }: WordRole): number {
  return Math.abs(grade) < minGrade || negates ? 0 : grade;
}

/** Returns the constructions that may begin with a word of a form, a grade and a role. */
export function constructionsFrom(form: string, grade: number, role: WordRole): readonly Construction[] {
  return candidatesFrom(constructions(), form, toPolarity(grade, role));
}

/** Returns the constructions of a sentence. */
export function readConstructions({ words, first, end }: WordRange): FoundConstruction[] {
  return findConstructions({
    start: first,
    end,
    form: (index) => words[index]?.form ?? "",
    candidates: (index) => words[index]?.constructions ?? [],
    polarity: (index) => {
      const word = words[index];
      return word ? toPolarity(word.grade, word.role) : 0;
    },
    negates: (index) => (words[index]?.role.negates ?? 0) > 0,
    endsClause: (index) => words[index]?.endsClause === true || words[index]?.role.contrast === "turn",
  });
}
