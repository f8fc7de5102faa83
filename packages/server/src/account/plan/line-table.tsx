import type { Cycle } from "@tools-api/core/billing";
import { Instant, money } from "../../ui/format.tsx";
import { TableRegion } from "../../ui/parts.tsx";
import { type BilledLine, lineName, LineReason } from "./invoice-words.tsx";

interface LineTableProps {
  label: string;
  lines: readonly BilledLine[];
  cycle: Cycle;
  /** The sums below the lines, in order. */
  sums: readonly (readonly [name: string, sum: BilledLine["amount"]])[];
}

/** Renders charges and credits with their reasons, and their sums. */
export function LineTable({ label, lines, cycle, sums }: LineTableProps) {
  return (
    <TableRegion label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" class="amount">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.kind} ${line.plan}`}>
              <td>
                {lineName(line)}
                <div class="muted small">
                  {line.from && line.to && (
                    <>
                      <Instant at={line.from} /> to <Instant at={line.to} />
                      <br />
                    </>
                  )}
                  <LineReason line={line} cycle={cycle} />
                </div>
              </td>
              <td class="amount">{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(([name, sum]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="amount">{money(sum)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </TableRegion>
  );
}
