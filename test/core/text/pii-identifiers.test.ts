import { analyzeText, type AnalyzeTextOptions } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function piiOf(text: string, options: AnalyzeTextOptions = {}) {
  const { pii } = await analyzeText(text, { language: "en", ...options, analysisType: "pii" });
  return pii ?? { entities: [], redactedText: "" };
}

const found = async (text: string) =>
  (await piiOf(text)).entities.map((entity) => [entity.type, entity.text] as const);

/** A text, its type and the identifier. The official numbers are examples of their issuers, or computed for this test. */
const identifiers: [type: string, identifier: string, text: (identifier: string) => string][] = [
  ["date_of_birth", "12 March 1984", (id) => `She was born on ${id} in a small town.`],
  ["date_of_birth", "1984-03-12", (id) => `Date of birth: ${id}.`],
  ["date_of_birth", "03/12/1984", (id) => `DOB ${id}`],
  ["date_of_birth", "March 12, 1984", (id) => `Birthdate: ${id}`],
  ["date_of_birth", "12.03.1984", (id) => `geboren am ${id}`],
  ["passport", "X4RTBPFW4", (id) => `Passport no. ${id}`.replace("X4RTBPFW4", "X4R7B2F94")],
  ["passport", "533401372", (id) => `My passport number is ${id}.`],
  ["driving_license", "D1234567", (id) => `Driver's license: ${id}.`],
  ["driving_license", "MORGA753116SM9IJ", (id) => `UK driving licence ${id} expires soon.`],
  ["national_id", "QQ 12 34 56 C", (id) => `National Insurance number ${id}.`.replace("QQ", "AB")],
  ["national_id", "943 476 5919", (id) => `NHS number ${id}.`],
  ["national_id", "529.982.247-25", (id) => `CPF: ${id}`],
  ["national_id", "12345678Z", (id) => `DNI ${id}, Madrid`],
  ["national_id", "X1234567L", (id) => `NIE ${id}`],
  ["national_id", "86 095 742 719", (id) => `Steuer-ID ${id}`],
  ["national_id", "111222333", (id) => `BSN ${id}`],
  ["national_id", "2 55 08 14 168 025 38", (id) => `NIR ${id}`],
  ["national_id", "RSSMRA85T10A562S", (id) => `CF ${id}`],
  ["national_id", "970-70-1234", (id) => `ITIN ${id}`],
  ["national_id", "2345 6789 1238", (id) => `Aadhaar ${id}`],
  ["national_id", "046 454 286", (id) => `Social Insurance Number ${id}`],
  ["national_id", "44051401359", (id) => `PESEL ${id}`],
  ["record_number", "4482913", (id) => `MRN: ${id}`],
  ["record_number", "cus_77102", (id) => `charge failed customer=${id} amount=900`],
  ["record_number", "u-5512", (id) => `{"user": "${id}"}`],
  ["record_number", "XZH-882-1190", (id) => `Member ID\n${id}\nGroup`],
  ["record_number", "AB 123456", (id) => `The policy number is ${id}.`],
  ["bank_code", "DEUTDEFF500", (id) => `SWIFT ${id}`],
  ["bank_routing", "021000021", (id) => `Routing number ${id}`],
  ["api_key", `AKIA${"ABCD".repeat(4)}`, (id) => `aws_access_key_id=${id}`],
  ["api_key", `ghp_${"a1B2".repeat(9)}`, (id) => `token ${id} leaked`],
  ["api_key", `sk_live_${"a1B2c3".repeat(4)}`, (id) => `Use ${id}.`],
  ["api_key", `sk-ant-${"a1B2c3".repeat(6)}`, (id) => `key: ${id}`],
  ["api_key", `eyJ${"hbGci".repeat(3)}.eyJ${"zdWIi".repeat(3)}.${"sig".repeat(5)}`, (id) => `Bearer ${id}`],
  [
    "api_key",
    `-----BEGIN PRIVATE KEY-----\n${"MIIE".repeat(9)}\n-----END PRIVATE KEY-----`,
    (id) => `${id}\n`,
  ],
  ["password", "hunter2!", (id) => `password: ${id}`],
  ["password", "Tr0ub4dor&3", (id) => `My password is ${id}.`],
  ["password", "s3cret", (id) => `{"pwd": "${id}"}`],
  ["mac_address", "00:1A:2B:3C:4D:5E", (id) => `The card ${id} is down.`],
  ["mac_address", "001a.2b3c.4d5e", (id) => `port ${id}`],
  ["crypto_address", "0x52908400098527886E0F7030069857D2E4169EE7", (id) => `Pay to ${id}`],
  ["crypto_address", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", (id) => `Pay to ${id}`],
  ["crypto_address", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", (id) => `Bitcoin: ${id}`],
  ["coordinates", "48.85837, 2.29448", (id) => `Meet at ${id}.`],
  ["coordinates", "48.86° N, 2.29° E", (id) => `It is at ${id}.`],
  ["handle", "@ada_l", (id) => `Ask ${id} about it.`],
];

describe("identifiers in text", () => {
  it.each(identifiers)("finds %s %s in its context", async (type, identifier, text) => {
    const content = text(identifier);
    const texts = (await found(content)).flatMap(([kind, value]) => (kind === type ? [value] : []));
    expect(texts).toHaveLength(1);
    expect(texts[0]?.length).toBe(identifier.length);
    expect((await piiOf(content)).redactedText).toContain(`[${type.toUpperCase()}]`);
  });
});

describe("options of personal data", () => {
  const text = "Ada Lovelace (ada@example.com) wrote from 192.0.2.7, and Ada Lovelace from 192.0.2.8.";

  it("finds the requested types only", async () => {
    const { entities, redactedText } = await piiOf(text, { piiTypes: ["email"] });
    expect(entities.map(({ type }) => type)).toEqual(["email"]);
    expect(redactedText).toBe(text.replace("ada@example.com", "[EMAIL]"));
  });

  it("leaves findings below the threshold in the text", async () => {
    const all = await piiOf(text);
    const sure = await piiOf(text, { piiThreshold: 0.98 });
    expect(sure.entities).toEqual(all.entities.filter(({ confidence }) => confidence >= 0.98));
    expect(sure.entities.length).toBeLessThan(all.entities.length);
  });

  it("masks letters and digits one by one, without a change of the length", async () => {
    const { redactedText } = await piiOf(text, { piiMask: "character", piiTypes: ["email", "ip_address"] });
    expect(redactedText).toHaveLength(text.length);
    expect(redactedText).toContain("(***@*******.***) wrote from ***.*.*.*,");
  });

  it("replaces equal values by equal digests, which another salt changes", async () => {
    const masked = async (piiSalt: string) => (await piiOf(text, { piiMask: "hash", piiSalt })).redactedText;
    const one = await masked("a long salt");
    const digests = Array.from(one.matchAll(/\[PERSON:([0-9a-f]{16})\]/g), ([, digest]) => digest);
    expect(digests).toHaveLength(2);
    expect(new Set(digests).size).toBe(1);
    expect(one).toBe(await masked("a long salt"));
    expect(one).not.toBe(await masked("another salt"));
    await expect(piiOf(text, { piiMask: "hash" })).rejects.toMatchObject({
      code: "invalid_parameter",
      errors: [{ pointer: "#/piiSalt" }],
    });
  });

  it("leaves allowed values in the text, in any letter case", async () => {
    const { entities } = await piiOf(text, { piiAllow: ["ADA@example.com", "192.0.2.7"] });
    expect(entities.map((entity) => entity.text)).toEqual(["Ada Lovelace", "Ada Lovelace", "192.0.2.8"]);
  });
});

describe("redaction", () => {
  it("replaces each finding by a mark and keeps the rest of the text", async () => {
    const { entities, redactedText } = await piiOf(
      "John Smith (ada@example.com, +44 20 7946 0000) paid with 4111 1111 1111 1111 from 192.0.2.1; SSN 123-45-6789, GB82 WEST 1234 5698 7654 32. Mary Jones",
    );
    expect(redactedText).toBe(
      "[PERSON] ([EMAIL], [PHONE]) paid with [CREDIT_CARD] from [IP_ADDRESS]; SSN [US_SSN], [IBAN]. [PERSON]",
    );
    for (const { confidence } of entities) expect(confidence).toBeGreaterThan(0.5);
  });
});

describe("persons by their place in the text", () => {
  it.each([
    ["de", "Sehr geehrte Frau Dr. Vogt,\nich heiße Uwe Kern.\n\nViele Grüße\nUwe Kern", 3],
    ["fr", "Bonjour Monsieur Lefort,\nje m'appelle Inès Morel.\nCordialement,\nInès", 3],
    ["es", "Nombre: Lucía Vega\nAtentamente, Pepe", 2],
    ["pl", "Dzień dobry Pani Lis,\nPozdrawiam, Ewa Mróz", 2],
    ["ru", "Здравствуйте, Олег!\nМеня зовут Нина Белова.", 2],
    ["ja", "鈴木様\n氏名：佐藤 花子\n敬具 山本太郎", 3],
    ["en", "Dear Hope,\nMr. Banks met us.\nBest,\nParis", 3],
    ["en", 'Cc: "Brook, Ada" <ada@example.com>\nPatient: ROE, JANE (F)', 4],
    ["en", '{"first_name": "Heike", "lastName": "Voß", "file_name": "Budget"}', 2],
    ["en", "Please forward it to Conor O’Shaughnessy by May. The patient, Åse Bergström, left.", 2],
    ["en", "Maria dos Santos Pinto called. R. J. Holm-Pedersen Jr. replied.", 2],
  ])("redacts each whole in %s: %s", async (language, text, count) => {
    const { pii } = await analyzeText(text, { analysisType: "pii", language, piiTypes: ["person"] });
    expect(pii.entities).toHaveLength(count);
    expect(pii.redactedText).not.toMatch(/\[PERSON\][ -]\p{Lu}|\p{Lu}\p{Ll}+ \[PERSON\][.,] (?!T)/u);
  });

  it("warns in a language whose names it does not know, unless persons are not requested", async () => {
    const warnings = async (piiTypes?: ["email"]) =>
      (
        await analyzeText("Jan dzwoni.", {
          analysisType: "pii",
          language: "pl",
          ...(piiTypes && { piiTypes }),
        })
      ).warnings;
    expect(await warnings()).toMatchObject([
      { code: "language_not_supported", analysis: "pii", type: "person" },
    ]);
    expect(await warnings(["email"])).toEqual([]);
  });
});
