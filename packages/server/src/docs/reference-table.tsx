import type { ToolTable } from "@tools-api/core/tools";
import type { Child } from "hono/jsx";
import { InlineText } from "../ui/inline-text.tsx";
import { TableRegion } from "../ui/parts.tsx";

/** Returns the anchor of a table. */
export function tableId({ title }: ToolTable): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** Renders a table with its title and its note. */
export function ReferenceTable({ table }: { table: ToolTable }): Child {
  const { title, note, head, rows } = table;
  return (
    <section class="card" id={tableId(table)} aria-labelledby={`${tableId(table)}-title`}>
      <h2 id={`${tableId(table)}-title`}>{title}</h2>
      {note !== undefined && (
        <p>
          <InlineText text={note} />
        </p>
      )}
      <TableRegion label={`Table: ${title}`}>
        <table>
          <thead>
            <tr>
              {head.map((cell) => (
                <th scope="col">{cell}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr>
                {cells.map((cell) => (
                  <td>
                    <InlineText text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
    </section>
  );
}

/** Returns a table in Markdown, with its title and its note. */
export function tableMarkdown({ title, note, head, rows }: ToolTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    `## ${title}`,
    "",
    ...(note === undefined ? [] : [note, ""]),
    line(head),
    line(head.map(() => "---")),
    ...rows.map(line),
    "",
  ].join("\n");
}
