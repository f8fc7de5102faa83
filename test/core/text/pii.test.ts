import { analyzeText } from "@tools-api/core/text";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growthFactor, measureGrowth, repeatTo } from "./adversarial-texts.ts";

async function detect(text: string) {
  const piiTypes = [
    "email",
    "phone",
    "credit_card",
    "iban",
    "ip_address",
    "us_ssn",
    "address",
    "person",
  ] as const;
  const { pii } = await analyzeText(text, { analysisType: "pii", language: "en", piiTypes });
  if (!pii) throw new Error("The analysis that was asked for is absent.");
  return pii;
}

/** Returns each entity as `type: text`. */
async function found(text: string): Promise<string[]> {
  return (await detect(text)).entities.map((entity) => `${entity.type}: ${entity.text}`);
}

describe("e-mail", () => {
  it.each([
    ["Write to ada@example.com.", "ada@example.com"],
    ["Ada <Ada.Lovelace+news@mail.example.co.uk>, and others", "Ada.Lovelace+news@mail.example.co.uk"],
    ["o'neill@example.ie", "o'neill@example.ie"],
    ["..ada@example.com", "ada@example.com"],
    ["ada@example.com-Office", "ada@example.com"],
    ["请写信给ada@example.com谢谢", "ada@example.com"],
    ["почта@пример.рф", "почта@пример.рф"],
    ["用户@例子.公司", "用户@例子.公司"],
    ["mailto:ada@example.com?subject=x", "ada@example.com"],
  ])("finds the address in %j without its surroundings", async (text, address) => {
    expect(await found(text)).toEqual([`email: ${address}`]);
  });

  it.each([
    "ada@example",
    "a@b.c",
    "@ada@example.social",
    "ada@example..com",
    "ada @ example.com",
    "@@@...",
    `${"a".repeat(65)}@example.com`,
  ])("finds no e-mail address in %j", async (text) => {
    expect(await found(text)).toEqual([]);
  });

  it("finds addresses inside a link", async () => {
    const { redactedText } = await detect(
      "See https://example.com/?to=ada@example.com&x=1 and http://192.0.2.7:81/.",
    );
    expect(redactedText).toBe("See https://example.com/?to=[EMAIL]&x=1 and http://[IP_ADDRESS]:81/.");
  });
});

describe("phone", () => {
  it.each([
    "+44 20 7946 0000",
    "+44 (0)20 7946 0000 ext. 12",
    "+1-202-555-0143",
    "(202) 555-0143",
    "202-555-0143 x12",
    "202.555.0143",
    "1-800-555-0199",
    "0044 20 7946 0000",
    "020 7946 0000",
    "01.84.17.61.18",
    "030/1234567",
    "(08) 8747 6301",
    "8 (495) 123-45-67",
    "+7 (495) 123-45-67",
    "＋４４ ２０ ７９４６ ００００",
    "+44\u00a020\u00a07946\u00a00000",
  ])("finds the phone number %s without any context", async (number) => {
    expect(await found(`It is ${number}.`)).toEqual([`phone: ${number}`]);
  });

  it.each(["9498777106", "699 956 915", "467 3395", "9472 7916", "60-56-85-91", "78 651 450", "98765 43210"])(
    "finds the phone number %s only if the text mentions a phone",
    async (number) => {
      expect(await found(`Phone: ${number}`)).toEqual([`phone: ${number}`]);
      expect(await found(`The total was ${number} in all.`)).toEqual([]);
    },
  );

  it("finds a phone number between Chinese words", async () => {
    expect(await found("电话13800138000。")).toEqual(["phone: 13800138000"]);
  });

  it.each([
    "called on 2024-01-15T10:30:00Z",
    "called on 2024-01-15 10:30:00",
    "call on 15-01-2024",
    "call on 20240115",
    "the phone, 1914-1918",
    "call about order number 12345678",
    "call, and pay $699 956 915",
    "pp. 45 (12) 345-367",
    "ISBN 978-3-16-148410-0",
    "phone and postcode 3610-114",
    "phone, ZIP 12345-6789",
    "π is 3.14159265358979",
    "+1 202 555 01",
    "+1000000",
    "202-555-0143-89",
    "x202-555-0143",
    "+999 1234 5678 9012 3456 7890",
    "call 911",
  ])("finds no phone number in %j", async (text) => {
    expect((await found(text)).filter((entity) => entity.startsWith("phone"))).toEqual([]);
  });
});

describe("credit card", () => {
  it.each([
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "5555555555554444",
    "3782 822463 10005",
    "30569309025904",
    "6011000990139424",
    "3530111333300000",
    "2223003122003222",
  ])("finds the card number %s", async (number) => {
    expect(await found(`Paid by ${number}, thanks`)).toEqual([`credit_card: ${number}`]);
  });

  it("finds a card number before a security code", async () => {
    expect(await found("4111 1111 1111 1111 123")).toEqual(["credit_card: 4111 1111 1111 1111"]);
  });

  it("finds a card number of an unknown issuer only if the text mentions a card", async () => {
    expect(await found("my card 1234567812345670")).toEqual(["credit_card: 1234567812345670"]);
    expect(await found("item 1234567812345670")).toEqual([]);
  });

  it.each([
    "4111 1111 1111 1112",
    "4111 11111111 1111",
    "41111111111111110000000",
    "94111111111111111",
    "A4111111111111111",
  ])("ignores %s: invalid check digit, grouping or length of a card number", async (number) => {
    expect(await found(`card ${number}`)).toEqual([]);
  });
});

describe("IBAN", () => {
  it.each([
    "GB82 WEST 1234 5698 7654 32",
    "DE89370400440532013000",
    "gb82west12345698765432",
    "FR14 2004 1010 0505 0001 3M02 606",
    "NO93 8601 1117 947",
    "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
  ])("finds the IBAN %s", async (iban) => {
    expect(await found(`To ${iban} please`)).toEqual([`iban: ${iban}`]);
  });

  it.each([
    "DE89370400440532013001",
    "DE8937040044053201300",
    "XX89370400440532013000",
    "DE893704004405320130000",
    "XDE89370400440532013000",
  ])("ignores %s: invalid check digits, length, country or edge of an IBAN", async (iban) => {
    expect(await found(`To ${iban} please`)).toEqual([]);
  });
});

describe("IP address", () => {
  it.each([
    "192.0.2.1",
    "255.255.255.255",
    "2001:db8::1",
    "::1",
    "fe80::1%eth0",
    "2001:0DB8:0:0:8:800:200C:417A",
    "::ffff:192.0.2.128",
    "2001:db8::",
  ])("finds the IP address %s", async (address) => {
    expect(await found(`from ${address}, at night`)).toEqual([`ip_address: ${address}`]);
  });

  it("excludes port, prefix length, brackets and label from an IP address", async () => {
    const { redactedText } = await detect("10.0.0.1:8080 10.0.0.0/8 [2001:db8::1]:443 IP:fe80::2. 10.0.0.2.");
    expect(redactedText).toBe(
      "[IP_ADDRESS]:8080 [IP_ADDRESS]/8 [[IP_ADDRESS]]:443 IP:[IP_ADDRESS]. [IP_ADDRESS].",
    );
  });

  it.each([
    "1.2.3.4.5",
    "v1.2.3.4",
    "version 1.2.3.4",
    "256.1.1.1",
    "1.2.3",
    "192.168.001.001",
    "12:34:56",
    "00:1A:2B:3C:4D:5E",
    "std::vector",
    "abc::def",
    "1::2::3",
    "1:2:3:4:5:6:7:8:9",
    "12345::1",
  ])("finds no IP address in %s", async (text) => {
    expect(await found(`see ${text}`)).toEqual([]);
  });
});

describe("US social security number", () => {
  it("finds hyphenated SSNs anywhere, and others only if the text names them", async () => {
    expect(await found("It is 123-45-6789.")).toEqual(["us_ssn: 123-45-6789"]);
    expect(await found("SSN 123 45 6789")).toEqual(["us_ssn: 123 45 6789"]);
    expect(await found("social security number: 123456789")).toEqual(["us_ssn: 123456789"]);
    expect(await found("123 45 6789 and 123456789")).toEqual([]);
  });

  it.each([
    "000-12-3456",
    "666-12-3456",
    "900-12-3456",
    "999-12-3456",
    "123-00-4567",
    "123-45-0000",
    "1123-45-6789",
    "123-45-67890",
    "123-45 6789",
  ])("ignores %s, which is never issued as an SSN or is too long", async (number) => {
    expect(await found(`SSN ${number}`)).toEqual([]);
  });
});

describe("redaction", () => {
  it("replaces each entity by a mark and keeps the rest of the text", async () => {
    const { entities, redactedText } = await detect(
      "Ada (ada@example.com, +44 20 7946 0000) paid with 4111 1111 1111 1111 from 192.0.2.1; SSN 123-45-6789, GB82 WEST 1234 5698 7654 32.",
    );
    expect(redactedText).toBe(
      "Ada ([EMAIL], [PHONE]) paid with [CREDIT_CARD] from [IP_ADDRESS]; SSN [US_SSN], [IBAN].",
    );
    for (const { confidence } of entities) expect(confidence).toBeGreaterThan(0.5);
  });

  it("returns a text without personal data unchanged", async () => {
    expect(await detect("Nothing to see here, 1 2 3.")).toEqual({
      entities: [],
      redactedText: "Nothing to see here, 1 2 3.",
    });
  });

  it("returns sorted, separate spans that equal their slices and are absent from the redacted text, for any text", async () => {
    const fragment = fc.oneof(
      fc.constantFrom(..."0123456789@.:+-()/ #%_\n,'[]".split("")),
      fc.constantFrom(
        "a",
        "é",
        "日",
        "😀",
        "\ud800",
        "\0",
        "\u200b",
        "１",
        "\u00a0",
        "x12",
        "00",
        "::",
        ".com/",
      ),
      fc.constantFrom(
        "ada@example.com",
        "http://",
        "www.",
        "call ",
        "SSN ",
        "card ",
        "192.0.2.1",
        "2001:db8::1",
      ),
      fc.constantFrom("202-555-0143", "+44 20 7946 0000", "4111 1111 1111 1111", "123-45-6789"),
      fc.constant("GB82WEST12345698765432"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fragment, { minLength: 1, maxLength: 25 }), async (fragments) => {
        const text = fragments.join("");
        const { entities, redactedText } = await detect(text);
        let rebuilt = "";
        let kept = 0;
        for (const { type, start, end, text: value } of entities) {
          expect(start).toBeGreaterThanOrEqual(kept);
          expect(end).toBeGreaterThan(start);
          expect(value).toBe(text.slice(start, end));
          rebuilt += `${text.slice(kept, start)}[${type.toUpperCase()}]`;
          kept = end;
        }
        expect(redactedText).toBe(rebuilt + text.slice(kept));
      }),
      { numRuns: 300 },
    );
  });
});

describe("hostile text", () => {
  const units = ["a", "@", "1", "(", "a@", "a@a.", "f:", "1 ", "http://(", "１", "12 34 56 78 ", "(12) 34-"];
  /** Eight times the length, with a margin for the memory that it takes. */
  const maxFactor = 12;

  it.each(units)(
    "finds personal data in 128 kB at no more than 12 times the cost of 16 kB: %j",
    async (unit) => {
      const growth = await measureGrowth(
        (bytes) => repeatTo(unit, bytes),
        { analysis: "pii", language: "en" },
        { sizes: [16_000, 128_000], maxFactor },
      );
      expect(growthFactor(growth), JSON.stringify(growth)).toBeLessThanOrEqual(maxFactor);
    },
  );
});
