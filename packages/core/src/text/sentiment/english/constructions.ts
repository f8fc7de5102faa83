import { compileConstructions, findConstructions, type FoundConstruction } from "../constructions.ts";
import { constructionTable } from "./construction-table.ts";
import { once } from "../../network/once.ts";
import type { WordRange } from "./words.ts";

/** The minimum grade of a word that praises or blames within a construction. */
const minGrade = 0.9;

const constructions = once(() => compileConstructions(constructionTable));

/** Returns the constructions of a sentence. */
export function readConstructions({ words, first, end }: WordRange): FoundConstruction[] {
  return findConstructions(
    {
      start: first,
      end,
      form: (index) => words[index]?.form ?? "",
      polarity: (index) => {
        const { grade = 0, role } = words[index] ?? {};
        return Math.abs(grade) < minGrade || role?.negates ? 0 : grade;
      },
      negates: (index) => (words[index]?.role.negates ?? 0) > 0,
      endsClause: (index) => words[index]?.endsClause === true || words[index]?.role.contrast === "turn",
    },
    constructions(),
  );
}
