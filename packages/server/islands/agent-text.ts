import { connectHost } from "./agent-page.ts";
import { inUtf16, markedCards } from "./text-cards.ts";

connectHost("text", ({ arguments: { text }, record }) => {
  const words = String(text);
  return markedCards(words, inUtf16(words, JSON.stringify(record)));
});
