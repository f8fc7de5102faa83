import { analyzeText } from "@tools-api/core/text";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Returns each entity as "type text = normalized". */
async function entitiesOf(text: string, language: string): Promise<string[]> {
  const { entities } = await analyzeText(text, { analysisType: "entities", language });
  for (const { mentions } of entities)
    for (const mention of mentions) expect(text.slice(mention.start, mention.end)).toBe(mention.text);
  return entities.map((entity) => `${entity.type} ${entity.text} = ${entity.normalized}`);
}

const cases: [language: string, text: string, entities: string[]][] = [
  [
    "de",
    "Am 5. März 2026 um 17.30 Uhr zahlte sie 1.200,50 €.",
    ["date 5. März 2026 = 2026-03-05", "time 17.30 Uhr = 17:30", "money 1.200,50 € = EUR 1200.50"],
  ],
  [
    "de",
    "Der Umsatz stieg um 3,5 % auf 2,4 Millionen Euro.",
    ["percent 3,5 % = 3.5", "money 2,4 Millionen Euro = EUR 2400000.00"],
  ],
  [
    "de",
    "Das Seminar dauert 3 Tage und beginnt am 14. Dezember.",
    ["duration 3 Tage = P3D", "date 14. Dezember = null"],
  ],
  [
    "de",
    "Sie wohnt seit 1998 dort, 45 Minuten vom Werk.",
    ["date 1998 = 1998", "duration 45 Minuten = PT45M"],
  ],
  ["de", "Am 05.03.2026 kamen 12.000 Menschen.", ["date 05.03.2026 = 2026-03-05", "number 12.000 = 12000"]],
  ["de", "Das kostet 30 Prozent mehr, also 99 CHF.", ["percent 30 Prozent = 30", "money 99 CHF = CHF 99.00"]],
  ["de", "Wir sehen uns um 9 Uhr, nicht im Mai.", ["time 9 Uhr = 09:00"]],
  ["de", "Es war −5,5 Grad, im Januar 2024.", ["number −5,5 = -5.5", "date Januar 2024 = 2024-01"]],
  ["fr", "Le 14 juillet 1789, la Bastille tombe.", ["date 14 juillet 1789 = 1789-07-14"]],
  ["fr", "Le train part à 14h30 et coûte 45,90 €.", ["time 14h30 = 14:30", "money 45,90 € = EUR 45.90"]],
  [
    "fr",
    "Le 1er mai 2025, 3 millions d'euros ont été versés.",
    ["date 1er mai 2025 = 2025-05-01", "money 3 millions d'euros = EUR 3000000.00"],
  ],
  ["fr", "La séance dure 2 heures, soit 20 % de moins.", ["duration 2 heures = PT2H", "percent 20 % = 20"]],
  ["fr", "Depuis 2010, 1\u202f250 élèves y étudient.", ["date 2010 = 2010", "number 1\u202f250 = 1250"]],
  [
    "fr",
    "Le 05/03/2026, cinq pour cent, puis 8 pour cent.",
    ["date 05/03/2026 = 2026-03-05", "percent 8 pour cent = 8"],
  ],
  [
    "es",
    "El 5 de mayo de 2026 a las 17:30 pagó 1.200,50 euros.",
    ["date 5 de mayo de 2026 = 2026-05-05", "time 17:30 = 17:30", "money 1.200,50 euros = EUR 1200.50"],
  ],
  ["es", "Subió un 3,5 % en marzo de 2024.", ["percent 3,5 % = 3.5", "date marzo de 2024 = 2024-03"]],
  [
    "es",
    "Invirtió 5 millones de dólares en 10 años.",
    ["money 5 millones de dólares = USD 5000000.00", "duration 10 años = P10Y"],
  ],
  ["es", "Desde 1992 viven 3.200 personas aquí.", ["date 1992 = 1992", "number 3.200 = 3200"]],
  [
    "es",
    "El 12/10/2025 costaba $ 250, el 15 por ciento más.",
    ["date 12/10/2025 = 2025-10-12", "money $ 250 = USD 250.00", "percent 15 por ciento = 15"],
  ],
  [
    "it",
    "Il 2 giugno 1946 votarono 25 milioni di persone.",
    ["date 2 giugno 1946 = 1946-06-02", "number 25 milioni = 25000000"],
  ],
  ["it", "Alle 20:45 il biglietto costa 12,50 €.", ["time 20:45 = 20:45", "money 12,50 € = EUR 12.50"]],
  [
    "it",
    "Ha lavorato 6 mesi per 1,5 miliardi di euro.",
    ["duration 6 mesi = P6M", "money 1,5 miliardi di euro = EUR 1500000000.00"],
  ],
  ["it", "Nel 1861 il 78% era contadino.", ["date 1861 = 1861", "percent 78% = 78"]],
  [
    "pt",
    "Em 25 de abril de 1974, às 0:20, tudo mudou.",
    ["date 25 de abril de 1974 = 1974-04-25", "time 0:20 = 00:20"],
  ],
  [
    "pt",
    "O carro custa R$ 45.000,00, cerca de 9 mil euros.",
    ["money R$ 45.000,00 = BRL 45000.00", "money 9 mil euros = EUR 9000.00"],
  ],
  ["pt", "Esperou 3 semanas por 12,5% do valor.", ["duration 3 semanas = P3W", "percent 12,5% = 12.5"]],
  ["pt", "A reunião é às 15h30 de 03/04/2026.", ["time 15h30 = 15:30", "date 03/04/2026 = 2026-04-03"]],
  [
    "nl",
    "Op 30 april 2013 om 14:30 uur betaalde hij € 1.250,75.",
    ["date 30 april 2013 = 2013-04-30", "time 14:30 uur = 14:30", "money € 1.250,75 = EUR 1250.75"],
  ],
  [
    "nl",
    "De film duurt 2 uur en trok 1,2 miljoen bezoekers.",
    ["duration 2 uur = PT2H", "number 1,2 miljoen = 1200000"],
  ],
  [
    "nl",
    "Sinds 2015 steeg het met 40 procent in 8 maanden.",
    ["date 2015 = 2015", "percent 40 procent = 40", "duration 8 maanden = P8M"],
  ],
  [
    "sv",
    "Den 2026-03-05 kostade det 1 500 SEK, 25 %.",
    ["date 2026-03-05 = 2026-03-05", "money 1 500 SEK = SEK 1500.00", "percent 25 % = 25"],
  ],
  [
    "pl",
    "Dnia 05.03.2026 o 18:15 zapłacił 1 234 567,50 EUR.",
    ["date 05.03.2026 = 2026-03-05", "time 18:15 = 18:15", "money 1 234 567,50 EUR = EUR 1234567.50"],
  ],
  ["ja", "2026年3月5日に5,000人が来た。", ["date 2026年3月5日 = 2026-03-05", "number 5,000 = 5000"]],
  [
    "zh",
    "2026年3月的价格是¥300,涨了5%。",
    ["date 2026年3月 = 2026-03", "money ¥300 = JPY 300", "percent 5% = 5"],
  ],
  [
    "ru",
    "Встреча 05.03.2026 в 10:00, билет 500 ₽ 🎉",
    ["date 05.03.2026 = 2026-03-05", "time 10:00 = 10:00", "money 500 ₽ = RUB 500.00", "emoji 🎉 = null"],
  ],
  [
    "de",
    "Mail an ada@example.com, siehe https://example.org #Sommer @ada",
    [
      "email ada@example.com = ada@example.com",
      "url https://example.org = https://example.org/",
      "hashtag #Sommer = null",
      "mention @ada = null",
    ],
  ],
];

describe("patterns outside English", () => {
  it("are at least 60 in at least 6 languages here", () => {
    expect(cases.flatMap(([, , entities]) => entities).length).toBeGreaterThanOrEqual(60);
    expect(new Set(cases.map(([language]) => language)).size).toBeGreaterThanOrEqual(6);
  });

  it.each(cases)("are found in %s: %s", async (language, text, entities) => {
    expect(await entitiesOf(text, language)).toEqual(entities);
  });

  it.each([
    ["de", "Version 1.2.3.4 und Paragraph A4"],
    ["fr", "Il vient mardi, au mois de mai."],
    ["es", "El mayor de los hermanos."],
    ["it", "Il 31.02.2026x e la sala B12"],
  ])("are not seen in %s: %s", async (language, text) => {
    expect(await entitiesOf(text, language)).toEqual([]);
  });

  it("warn that names are missing, also when entities are requested by name", async () => {
    const { warnings } = await analyzeText("Anna kam am 5. Mai 2026.", {
      analysisType: "entities",
      language: "de",
    });
    expect(warnings).toEqual([
      {
        code: "language_not_supported",
        analysis: "entities",
        message: "entities has no names in German, only in: en",
      },
    ]);
  });

  it("have the offsets of their text in any text", async () => {
    const parts = fc.constantFrom(
      "5",
      ".",
      ",",
      " ",
      "Mai",
      "de",
      "mayo",
      "2026",
      "€",
      "%",
      "14h30",
      "Uhr",
      "\u00a0",
      "-",
      "年",
      "月",
      "😀",
      "\ud83d",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(parts, { minLength: 1, maxLength: 20 }),
        fc.constantFrom("de", "es", "fr", "ja", "sv"),
        async (words, language) => {
          const text = words.join("");
          const { entities } = await analyzeText(text, { analysisType: "entities", language });
          for (const { start, end, text: surface } of entities.flatMap(({ mentions }) => mentions))
            expect(text.slice(start, end)).toBe(surface);
        },
      ),
      { numRuns: 150 },
    );
  });
});
