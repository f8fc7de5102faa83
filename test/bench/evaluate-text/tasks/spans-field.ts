import type { Span } from "../metrics/spans.ts";
import { type Line, LineError, textOf } from "./task.ts";

function isSpan(value: unknown, length: number): value is Span {
  if (typeof value !== "object" || value === null) return false;
  const { start, end, type } = value as Record<string, unknown>; // An object. Its fields are checked below.
  const isRange = Number.isInteger(start) && Number.isInteger(end) && typeof type === "string";
  return isRange && Number(start) >= 0 && Number(end) > Number(start) && Number(end) <= length;
}

/** Returns the types in the field `entities`, even if the field is otherwise invalid. */
export function spanTypes({ entities }: Line): string[] {
  if (!Array.isArray(entities)) return [];
  return entities.flatMap((entity: { type?: unknown } | null) =>
    typeof entity?.type === "string" ? entity.type : [],
  );
}

/** Returns the field `entities` of a line, or `undefined` if it has none. */
export function spansOf(line: Line): Span[] | undefined {
  const { entities } = line;
  if (entities === undefined) return undefined;
  const { length } = textOf(line);
  if (!Array.isArray(entities)) throw new LineError("entities: expected an array");
  return entities.map((entity: unknown, index) => {
    if (isSpan(entity, length)) return { start: entity.start, end: entity.end, type: entity.type };
    throw new LineError(
      `entities[${index}]: expected {"start", "end", "type"} with 0 <= start < end <= ${length}, received ${JSON.stringify(entity)}`,
    );
  });
}
