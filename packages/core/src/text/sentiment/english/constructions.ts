import { candidatesFrom, compileConstructions, type Construction } from "../constructions.ts";
import { constructionTable } from "./construction-table.ts";
import { once } from "../../network/once.ts";
import type { WordRole } from "./word-roles.ts";

/** The minimum grade of a word that praises or blames within a construction. */
const minGrade = 0.9;

const constructions = once(() => compileConstructions(constructionTable));

/** Returns the grade of a word that praises or blames within a construction; otherwise 0. */
export function toPolarity(grade: number, { negates }: WordRole): number {
  return Math.abs(grade) < minGrade || negates ? 0 : grade;
}

/** Returns the constructions that may begin with a word of a form, a grade and a role. */
export function constructionsFrom(form: string, grade: number, role: WordRole): readonly Construction[] {
  return candidatesFrom(constructions(), form, toPolarity(grade, role));
}
