import type { Score } from "./tasks/task.ts";

/** A system's score on a file, or the reason why it has none. */
export interface Result {
  system: string;
  score: Score | string;
}

/** The results of every system on a file. */
export interface FileResults {
  file: string;
  task: string;
  texts: number;
  unscored: number;
  results: Result[];
}

function formatFigure(figure: number | undefined, digits = 3): string {
  if (figure === undefined || Number.isNaN(figure)) return "–";
  return figure.toFixed(figure >= 100 ? 0 : digits);
}

/**
 * Returns rows as lines with aligned columns: the first `left` columns to the left, the numeric others to the
 * right.
 */
function alignColumns(rows: readonly (readonly string[])[], left: number): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column < left ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
}

/** Merges the results of a file into one if no system has a score and all have the same reason. */
function mergeReasons(results: readonly Result[]): readonly Result[] {
  const reasons = new Set(results.map(({ score }) => score));
  const [reason] = reasons;
  return reasons.size === 1 && typeof reason === "string" ? [{ system: "all", score: reason }] : results;
}

function formatFigures(results: readonly FileResults[]): string {
  const scores = results.flatMap((file) => file.results.map(({ score }) => score));
  const columns = [
    ...new Set(scores.flatMap((score) => (typeof score === "string" ? [] : Object.keys(score.figures)))),
  ];
  const rows = results.flatMap(({ file, texts, results }) =>
    mergeReasons(results).map(({ system, score }, index) => ({
      head: [index === 0 ? file : "", index === 0 ? String(texts) : "", system],
      score,
    })),
  );
  const table = alignColumns(
    [
      ["file", "texts", "system", ...columns],
      ...rows.map(({ head, score }) =>
        typeof score === "string"
          ? head
          : [...head, ...columns.map((name) => formatFigure(score.figures[name]))],
      ),
    ],
    3,
  );
  // A reason follows its row, so that it does not widen a column.
  return table
    .map((line, index) => {
      const score = rows[index - 1]?.score;
      return (typeof score === "string" ? `${line}  ${score}` : line).trimEnd();
    })
    .join("\n");
}

/** Formats the details of our own score as a table, or as a list if it has one column. */
function formatBreakdown({ file, results }: FileResults, system: string): string[] {
  const score = results.find((result) => result.system === system)?.score;
  if (!score || typeof score === "string" || !score.breakdown) return [];
  const { title, rows, counts } = score.breakdown;
  const columns = [...new Set(Object.values(rows).flatMap(Object.keys))];
  const heading = `${file}, ${system}:`;
  if (columns.length === 1 && !counts) {
    const list = Object.entries(rows).map(([name, row]) => `${name} ${formatFigure(Object.values(row)[0])}`);
    const lines = Array.from({ length: Math.ceil(list.length / 10) }, (_, line) =>
      list.slice(line * 10, line * 10 + 10).join("  "),
    );
    return [[heading, ...lines].join("\n  ")];
  }
  const table = alignColumns(
    [
      [title, ...columns],
      ...Object.entries(rows).map(([name, row]) => [
        name,
        ...columns.map((column) => formatFigure(row[column], counts ? 0 : 3)),
      ]),
    ],
    1,
  );
  return [[heading, ...table].join("\n  ")];
}

/**
 * Formats all results of a task as a table for a terminal, with the details of one system's hits and errors.
 */
export function formatTask(task: string, results: readonly FileResults[], detailed: string): string {
  const unscored = results
    .filter((file) => file.unscored > 0)
    .map((file) => `  ${file.file}: ${file.unscored} lines without gold or text are not scored`);
  const clock =
    task === "throughput"
      ? ["  Warm, one text after the other. Noisy: compare only figures of the same run."]
      : [];
  return [
    `== ${task}`,
    formatFigures(results),
    ...unscored,
    ...clock,
    ...results.flatMap((file) => formatBreakdown(file, detailed).flatMap((details) => ["", details])),
  ].join("\n");
}
