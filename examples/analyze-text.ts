import { analyzeText } from "@tools-api/core/text";

const text =
  "Ada loves the new camera: the pictures are excellent, and it cost only $199. Write to ada@example.com.";
const { sentiment, entities, keywords, pii } = await analyzeText(text);

console.log(sentiment?.label, sentiment?.evidence);
console.log(entities?.map(({ type, normalized }) => `${type}: ${normalized}`));
console.log(keywords?.map((keyword) => keyword.text));
console.log(pii?.redactedText);
