import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function entitiesOf(text: string) {
  const { entities } = await analyzeText(text, { analysisType: "entities", language: "en" });
  if (!entities) throw new Error("no entities");
  return entities;
}

describe("entities", () => {
  it.each([
    ["She met him on May 5, 1843.", "date", "May 5, 1843", "1843-05-05"],
    ["She met him on 5 May 1843.", "date", "5 May 1843", "1843-05-05"],
    ["It opened in May 2020.", "date", "May 2020", "2020-05"],
    ["It is due on 2024-02-29.", "date", "2024-02-29", "2024-02-29"],
    ["It is due on 31/12/2020.", "date", "31/12/2020", "2020-12-31"],
    ["It is due on 05/06/2020.", "date", "05/06/2020", null],
    ["It is due next Monday.", "date", "next Monday", null],
    ["We meet at 5pm.", "time", "5pm", "17:00"],
    ["We meet at 12:30 pm today", "time", "12:30 pm", "12:30"],
    ["We meet at 5:30 p.m. today.", "time", "5:30 p.m.", "17:30"],
    ["We meet at 5:30 pm.", "time", "5:30 pm", "17:30"],
    ["We meet at 17:45 today.", "time", "17:45", "17:45"],
    ["We waited for two hours.", "duration", "two hours", "PT2H"],
    ["We waited for 3 weeks.", "duration", "3 weeks", "P3W"],
    ["It cost $1,200.00 in all.", "money", "$1,200.00", "USD 1200.00"],
    ["It cost €20 in all.", "money", "€20", "EUR 20.00"],
    ["It cost 3 million dollars.", "money", "3 million dollars", "USD 3000000.00"],
    ["It grew by 12.5%.", "percent", "12.5%", "12.5"],
    ["They counted twenty-five of them.", "number", "twenty-five", "25"],
    ["They counted 10,500 of them.", "number", "10,500", "10500"],
    ["She came in 3rd.", "ordinal", "3rd", "3"],
    ["She came twenty-first.", "ordinal", "twenty-first", "21"],
    ["Write to Ada@Example.com now.", "email", "Ada@Example.com", "Ada@example.com"],
    [
      "See https://example.com/a?b=1, it is new.",
      "url",
      "https://example.com/a?b=1",
      "https://example.com/a?b=1",
    ],
    ["Call +44 20 7946 0000 now.", "phone", "+44 20 7946 0000", "+442079460000"],
    ["Thanks to @ada for it.", "mention", "@ada", null],
    ["We love 👩‍👩‍👧‍👦 here.", "emoji", "👩‍👩‍👧‍👦", null],
    ["We love 🇩🇪 here.", "emoji", "🇩🇪", null],
  ])("finds in %j the %s %j as %j", async (text, type, found, normalized) => {
    const entities = await entitiesOf(text);
    expect(entities.filter((entity) => entity.type === type)).toMatchObject([{ text: found, normalized }]);
  });

  it("ignores numbers and emoticons within addresses and phone numbers", async () => {
    const types = (await entitiesOf("See http://a.example/2024/05 or call +44 20 7946 0000.")).map(
      ({ type }) => type,
    );
    expect(types).toEqual(["url", "phone"]);
  });

  it("groups mentions of the same thing, whatever their form", async () => {
    const text = "It cost $20. Yes, 20 dollars. And $30 later.";
    const money = (await entitiesOf(text)).filter(({ type }) => type === "money");
    expect(money.map(({ normalized, mentions }) => [normalized, mentions.length])).toEqual([
      ["USD 20.00", 2],
      ["USD 30.00", 1],
    ]);
    expect(money[0]?.salience).toBeGreaterThan(money[1]?.salience ?? 1);
  });

  it("returns saliences that add up to one", async () => {
    const entities = await entitiesOf(
      "At 5pm on May 5, 2020 she paid $20 for 3 books. At 6pm she left. #books",
    );
    expect(entities.reduce((sum, { salience }) => sum + salience, 0)).toBeCloseTo(1, 1);
  });

  it("returns an empty list if a text has no entities", async () => {
    expect(await entitiesOf("There is nothing here.")).toEqual([]);
  });
});
