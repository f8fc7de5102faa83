import { analyzeText } from "@tools-api/core/text";
import { expect, it } from "vitest";
import { markedSentences } from "./marked-sentences.ts";

const markedTypes = ["email", "phone", "credit_card", "iban", "ip_address", "us_ssn", "address"] as const;

it.each(markedSentences("pii-sentences"))(
  "finds exactly the marked personal data in $topic: $text",
  async ({ text, expected }) => {
    const { pii } = await analyzeText(text, { analysisType: "pii", language: "en", piiTypes: markedTypes });
    const found = pii.entities.map(({ type, start, end }) => ({ type, start, end }));
    expect(found).toEqual(expected.map(({ type, start, end }) => ({ type, start, end })));
  },
);
