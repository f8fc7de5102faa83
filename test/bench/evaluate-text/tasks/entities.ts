import { isSameSpan, ofSameType, onlyType, overlaps, scoreSpans, type Span } from "../metrics/spans.ts";
import { spansOf, spanTypes } from "./spans-field.ts";
import { labelledTask, LineError } from "./task.ts";

const types = ["PER", "ORG", "LOC", "MISC"];

/**
 * Returns whether a span is an @handle, which analyzeText reports as a mention and some sets mark as a
 * person.
 */
function isHandle(text: string, { start }: Span): boolean {
  return text.startsWith("@", start) || /@ ?$/.test(text.slice(Math.max(0, start - 2), start));
}

/**
 * Names: exact span and type, on raw text. Precision, recall and F1 are micro averages over persons,
 * organizations and places, which every set marks. A second F1 includes the other names (MISC) if they are
 * marked.
 */
export const entities = labelledTask<Span[], Span[]>({
  name: "entities",
  prefix: "entities",
  form: '{"text", "entities": [{"start", "end", "type": "PER" | "ORG" | "LOC" | "MISC"}]}',
  recognizes: (line) => Array.isArray(line["tags"]) || spanTypes(line).some((type) => types.includes(type)),
  gold: (line) => {
    const spans = spansOf(line);
    const stranger = spans?.find(({ type }) => !types.includes(type));
    if (stranger)
      throw new LineError(`entities: expected the types ${types.join(", ")}, received ${stranger.type}`);
    return spans;
  },
  ask: (system, text, language) => system.entities?.(text, language),
  score: (judged) => {
    if (judged.every(({ found }) => (found ?? []).length === 0)) return "no predictions (it finds no names)";
    const annotated = new Set(judged.flatMap(({ gold }) => gold.map(({ type }) => type)));
    const texts = judged.map(({ text, gold, found }) => {
      const handles = gold.filter((span) => isHandle(text, span));
      return {
        gold: gold.filter((span) => !handles.includes(span)),
        // If the gold has no MISC, a found MISC name may be correct.
        found: (found ?? []).filter(
          (span) =>
            (span.type !== "MISC" || annotated.has("MISC")) &&
            !handles.some((handle) => overlaps(handle, span)),
        ),
      };
    });
    const withoutMisc = texts.map(({ gold, found }) => ({
      gold: gold.filter(({ type }) => type !== "MISC"),
      found: found.filter(({ type }) => type !== "MISC"),
    }));
    const { precision, recall, f1 } = scoreSpans(withoutMisc, ofSameType(isSameSpan));
    const all = scoreSpans(texts, ofSameType(isSameSpan));
    const isTyped = texts.some(({ found }) => found.some(({ type }) => types.includes(type)));
    const none = Number.NaN;
    return {
      figures: {
        precision: isTyped ? precision : none,
        recall: isTyped ? recall : none,
        F1: isTyped ? f1 : none,
        "F1 with MISC": isTyped && annotated.has("MISC") ? all.f1 : none,
        "untyped F1": scoreSpans(texts, isSameSpan).f1,
      },
      breakdown: {
        title: "type",
        rows: Object.fromEntries(
          types
            .filter((type) => annotated.has(type))
            .map((type) => [type, { ...scoreSpans(onlyType(texts, type), isSameSpan) }]),
        ),
      },
    };
  },
});
