import type { ApiContext } from "./context.ts";
import { streamed } from "./streamed.ts";

/** The value of a cell. */
export type Cell = string | number | null;

/**
 * Returns a cell of CSV (RFC 4180). Attack: a spreadsheet runs a buyer's name that begins like a formula. An apostrophe
 * makes it text.
 */
function cell(value: Cell): string {
  if (value === null) return "";
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a line of CSV. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** Responds with a CSV file, which is written while it is sent. */
export async function respondCsv(
  c: ApiContext,
  filename: string,
  lines: AsyncGenerator<string>,
): Promise<Response> {
  return c.body(await streamed(lines), 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${filename}"`,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  });
}
