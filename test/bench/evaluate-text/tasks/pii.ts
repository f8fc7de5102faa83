import { isSameSpan, ofSameType, onlyType, overlaps, scoreSpans, type Span } from "../metrics/spans.ts";
import { spansOf, spanTypes } from "./spans-field.ts";
import { labelledTask } from "./task.ts";

/** Types that have a recognizable form, by their name in the data. Other types are not scored. */
const types: Readonly<Record<string, string>> = {
  EMAIL_ADDRESS: "email",
  PHONE_NUMBER: "phone",
  CREDIT_CARD: "credit_card",
  IBAN_CODE: "iban",
  IP_ADDRESS: "ip_address",
  US_SSN: "us_ssn",
};
const scored = Object.values(types);

/** Personal data: exact span and type, and whether a span of the type overlaps. */
export const pii = labelledTask<Span[], Span[]>({
  name: "pii",
  prefix: "pii",
  form: '{"text", "entities": [{"start", "end", "type": "EMAIL_ADDRESS" | "PHONE_NUMBER" | …}]}',
  recognizes: (line) => spanTypes(line).some((type) => type in types),
  gold: (line) =>
    spansOf(line)?.flatMap((span) => {
      const type = types[span.type];
      return type ? { ...span, type } : [];
    }),
  ask: (system, text, language) => system.personalData?.(text, language),
  score: (judged) => {
    const texts = judged.map(({ gold, found }) => ({
      gold,
      found: (found ?? []).filter(({ type }) => scored.includes(type)),
    }));
    const exact = scoreSpans(texts, ofSameType(isSameSpan));
    const overlap = scoreSpans(texts, ofSameType(overlaps));
    return {
      figures: {
        precision: exact.precision,
        recall: exact.recall,
        F1: exact.f1,
        "overlap precision": overlap.precision,
        "overlap recall": overlap.recall,
        "overlap F1": overlap.f1,
      },
      breakdown: {
        title: "type",
        rows: Object.fromEntries(
          scored.map((type) => [type, { ...scoreSpans(onlyType(texts, type), isSameSpan) }]),
        ),
      },
    };
  },
});
