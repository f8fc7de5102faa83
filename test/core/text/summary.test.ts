import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function analyze(text: string, language = "en", options: { summarySentences?: number } = {}) {
  const { summary, statistics } = await analyzeText(text, {
    analysisType: "summary",
    language,
    ...options,
  });
  if (!summary) throw new Error("no summary");
  return { sentences: summary.sentences, statistics };
}

const filler = Array.from(
  { length: 19 },
  (_, index) => `On day ${index} they went ${"away ".repeat(1 + (index % 3))}again.`,
);

describe("summary", () => {
  it.each([
    [1, 1],
    [10, 1],
    [11, 2],
    [45, 5],
    [90, 5],
  ])("summarizes %i sentences in %i", async (count, expected) => {
    const text = Array.from({ length: count }, (_, index) => `The small house number ${index} is red.`).join(
      " ",
    );
    expect((await analyze(text)).sentences).toHaveLength(expected);
  });

  it("selects the sentence that shares most with the others, and keeps their order", async () => {
    const topic = "The solar panel factory makes solar panels for the solar market.";
    const { sentences } = await analyze(
      [...filler.slice(0, 9), topic, "Solar panels are cheap.", ...filler.slice(9)].join(" "),
    );
    expect(sentences.map(({ text }) => text)).toContain(topic);
    expect(sentences.map(({ start }) => start)).toEqual(
      sentences.map(({ start }) => start).toSorted((a, b) => a - b),
    );
    expect(Math.max(...sentences.map(({ score }) => score))).toBe(1);
  });

  it("never selects a repeated sentence twice", async () => {
    const refrain = "The old engine drives the old pump of the old harbour.";
    const { sentences } = await analyze(filler.flatMap((sentence) => [sentence, refrain]).join(" "));
    const texts = sentences.map(({ text }) => text);
    expect(texts).toContain(refrain);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("selects only sentences that add new content", async () => {
    const storm = "The storm flooded the harbour and the storm closed the airport.";
    const again = "The storm flooded the harbour, and the airport was closed by the storm.";
    const vote = "Voters elected a new mayor, and the mayor thanked the voters.";
    const { sentences } = await analyze([storm, again, vote, ...filler].slice(0, 20).join(" "));
    const texts = sentences.map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts).toContain(vote);
    expect(texts.filter((text) => text === storm || text === again)).toHaveLength(1);
  });

  it("prefers a sentence to a heading, a signature and a question", async () => {
    const answer = "The bakery sells fresh bread every morning.";
    const { sentences } = await analyze(
      `Fresh bread of the bakery\n\nWhat bread does the bakery sell?\n\n${answer}\n\nYours, the bakery of fresh bread`,
    );
    expect(sentences.map(({ text }) => text)).toEqual([answer]);
  });

  it.each([
    [
      "a card number",
      "Please charge my card 4111 1111 1111 1111, expiry 12/27, code 123. The shoes arrived with a broken sole.",
      "The shoes arrived with a broken sole.",
    ],
    [
      "email headers",
      "From: Anna Berg <anna@example.org>\nTo: Bob <bob@example.com>\nSubject: The kitchen invoice 4471\nDate: Tue, 3 Mar 2026 10:12\n\nThe kitchen is ready now.",
      "The kitchen is ready now.",
    ],
    [
      "the line above a quoted mail",
      "The office opens in May.\n\n> On 4 Mar 2025, at 09:10, Rui Costa of the new office in Porto wrote:\n> When?",
      "The office opens in May.",
    ],
    [
      "a polite formula",
      "The lease ends in May.\n\nPlease do not hesitate to contact me if you have questions about the lease.",
      "The lease ends in May.",
    ],
    [
      "an address",
      "ACME Ltd, 1501 Page Mill Road\nPalo Alto, CA 94304\n\nThe statement lists all payments.",
      "The statement lists all payments.",
    ],
    [
      "a link",
      "See https://bank.example.com/statements/2026/03?id=123 now. The statement lists all payments.",
      "The statement lists all payments.",
    ],
    [
      "a row of figures",
      "Q1 1,204 | Q2 1,310 | Q3 1,377 | Q4 1,402.\n\nSales grew in every quarter of the year.",
      "Sales grew in every quarter of the year.",
    ],
  ])("never selects %s if there is a sentence", async (_, text, sentence) => {
    expect((await analyze(text)).sentences.map((chosen) => chosen.text)).toEqual([sentence]);
  });

  it("selects a line of data if there is nothing else", async () => {
    expect((await analyze("IBAN: DE89 3704 0044 0532 0130 00")).sentences).toHaveLength(1);
  });

  it("returns as many sentences as requested, in the order of the text", async () => {
    const text = filler.join(" ");
    for (const summarySentences of [1, 3, 10]) {
      const { sentences } = await analyze(text, "en", { summarySentences });
      expect(sentences).toHaveLength(summarySentences);
      const starts = sentences.map(({ start }) => start);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    }
    expect(
      (await analyze("Only one sentence is here.", "en", { summarySentences: 10 })).sentences,
    ).toHaveLength(1);
  });

  it.each([0, 11, 1.5, Number.NaN])(
    "rejects %d sentences by the name of the option",
    async (summarySentences) => {
      await expect(analyze("A text.", "en", { summarySentences })).rejects.toThrow(
        "summarySentences: expected an integer from 1 to 10",
      );
    },
  );

  it("selects a heading if there is no sentence", async () => {
    const { sentences } = await analyze("Fresh bread\n\nOpen daily");
    expect(sentences).toEqual([{ text: "Fresh bread", start: 0, end: 11, score: 1 }]);
  });

  it("counts words of different case as one", async () => {
    const { sentences } = await analyze(
      "SOLAR panels heat water well. Dogs bark at night here. Solar Panels are cheap now.",
    );
    expect(sentences[0]?.text).toMatch(/solar panels/i);
  });

  it("returns an empty summary for a text without words", async () => {
    expect((await analyze(" \n ")).sentences).toEqual([]);
  });

  it.each([
    [
      "de",
      "Der Akku ist neu. Der Akku der Kamera hält lange, und die Kamera macht gute Bilder. Gestern schneite es dort.",
    ],
    ["ja", "天気がいい。新しい図書館では図書館の本を自由に読める。犬がいる。"],
    ["ar", "السماء زرقاء. الكاميرا الجديدة جيدة والكاميرا القديمة سيئة. نعم."],
  ])("selects the sentence with the most weight in %s", async (language, text) => {
    const { sentences } = await analyze(text, language);
    const longest = text.split(/(?<=[.。]) ?/u).toSorted((a, b) => b.length - a.length)[0];
    expect(sentences.map((sentence) => sentence.text)).toEqual([longest]);
  });

  it.each([
    [
      "en",
      "Dear Ms. Ortiz,\n\nYour order left our warehouse today.\n\nBest wishes,\nLena Hoff",
      "Your order left our warehouse today.",
    ],
    [
      "fr",
      "Bonjour Monsieur Petit,\n\nVotre colis est arrivé hier.\n\nCordialement,\nAnne Roy",
      "Votre colis est arrivé hier.",
    ],
    [
      "en",
      "It works now:\n\n```js\nreturn items.length;\n```\n\nThe list was empty before.",
      "The list was empty before.",
    ],
    [
      "en",
      "The pump leaks again.\n\nBest regards,\nLena Hoff\nHead of Sales and Service | Orvel Ltd.",
      "The pump leaks again.",
    ],
    [
      "en",
      "Order 7\n\nItem     Pieces     Price each     Amount\nPumps    2          40.00          80.00\nHoses    4          5.00           20.00",
      "Order 7",
    ],
    ["es", "Muebles Ortega S.L.\n\nLa mesa llegó con una pata rota.", "La mesa llegó con una pata rota."],
    ["sv", "Att göra\n\n- Ring rörmokaren om den trasiga kranen.", "Ring rörmokaren om den trasiga kranen."],
    [
      "en",
      "at Queue.next (/srv/app/queue.js:45:11)\n\nThe queue stops at night.",
      "The queue stops at night.",
    ],
  ])(
    "is never a salutation, a closing, a signature, a head of a table or code (%s)",
    async (language, text, expected) => {
      const { sentences } = await analyze(text, language);
      expect(sentences.map((sentence) => sentence.text)).toEqual([expected]);
    },
  );
});
