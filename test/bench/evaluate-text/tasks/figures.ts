import { type IcuFigure, judgeFigure } from "../../../icu-figures.ts";
import { labelledTask, LineError } from "./task.ts";

type Gold = IcuFigure["figure"];

function isGold(figure: unknown): figure is Gold {
  return typeof figure === "object" && figure !== null && "type" in figure && "right" in figure;
}

/** Amounts and dates that are the whole text. */
export const figures = labelledTask<Gold, { type: string; normalized: string | null }[]>({
  name: "figures",
  prefix: "figures",
  form: `{"text", "figure": {"type": "money" | "date", "right": [string | null]}, "lang"?}`,
  recognizes: ({ figure }) => figure !== undefined,
  gold: ({ figure }) => {
    if (figure === undefined) return undefined;
    if (isGold(figure)) return figure;
    throw new LineError(`figure: expected "type" and "right", received ${JSON.stringify(figure)}`);
  },
  ask: (system, text, language) => system.figures?.(text, language),
  score: (judged) => {
    const rows: Record<string, Record<string, number>> = {};
    for (const type of ["money", "date"] as const) {
      const verdicts = judged
        .filter(({ gold }) => gold.type === type)
        .map(({ gold, found }) => judgeFigure(gold, found ?? []));
      rows[type] = Object.fromEntries(
        (["right", "none", "wrong"] as const).map((verdict) => [
          verdict,
          verdicts.filter((one) => one === verdict).length,
        ]),
      );
    }
    const sum = (verdict: string) =>
      Object.values(rows).reduce((total, row) => total + (row[verdict] ?? 0), 0);
    return {
      figures: { right: sum("right") / judged.length, wrong: sum("wrong") / judged.length },
      breakdown: { title: "by type", rows, counts: true },
    };
  },
});
