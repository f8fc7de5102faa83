import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

/** Returns the mentions of entities of one type, as written in the text. */
async function found(text: string, type: string): Promise<string[]> {
  const { entities } = await analyzeText(text, { analysisType: "entities", language: "en" });
  return entities
    .filter((entity) => entity.type === type)
    .flatMap((entity) => entity.mentions)
    .toSorted((a, b) => a.start - b.start)
    .map((mention) => mention.text);
}

async function normalized(text: string, type: string): Promise<(string | null)[]> {
  const { entities } = await analyzeText(text, { analysisType: "entities", language: "en" });
  return entities.filter((entity) => entity.type === type).map((entity) => entity.normalized);
}

describe("url", () => {
  it.each([
    ["See https://en.wikipedia.org/wiki/Ada_(name).", "https://en.wikipedia.org/wiki/Ada_(name)"],
    ["(https://example.com/a)", "https://example.com/a"],
    ["https://example.com/a,b;c.", "https://example.com/a,b;c"],
    ["Is it http://localhost:3000/x?y=1#z?", "http://localhost:3000/x?y=1#z"],
    ["“www.example.com/path”", "www.example.com/path"],
    ["Go to example.com now", "example.com"],
    ["Amazon.com/help, please", "Amazon.com/help"],
    ["访问https://example.com吧", "https://example.com"],
    ["https://例子.公司/路", "https://例子.公司/路"],
    ["http://[2001:db8::1]:80/", "http://[2001:db8::1]:80/"],
    ["https://user:secret@example.com/", "https://user:secret@example.com/"],
    ["http://http://example.com/a", "http://example.com/a"],
    ["http://example.com/http://example.org", "http://example.com/http://example.org"],
  ])("finds the end of the URL in %j", async (text, url) => {
    expect(await found(text, "url")).toEqual([url]);
  });

  it.each([
    "http://",
    "http:// example",
    "javascript://alert",
    "www.",
    "www.example",
    "Amazon.com rose",
    "readme.md",
    "Right.Then",
    "ada@example.com",
    "3.14",
  ])("finds no URL in %j", async (text) => {
    expect(await found(text, "url")).toEqual([]);
  });

  it("normalizes a URL by the URL standard if the text has its scheme", async () => {
    expect(await normalized("HTTPS://München.DE/a/../b", "url")).toEqual(["https://xn--mnchen-3ya.de/b"]);
    expect(await normalized("www.example.com", "url")).toEqual([null]);
  });
});

describe("phone and e-mail", () => {
  it.each([
    ["+44 20 7946 0000", "+442079460000"],
    ["+44 (0)20 7946 0000 ext. 12", "+442079460000"],
    ["+39 06 1234 5678", "+390612345678"],
    ["0044 20 7946 0000", "+442079460000"],
    ["+1 (202) 555-0143", "+12025550143"],
    ["(202) 555-0143", null],
    ["020 7946 0000", null],
  ])("normalizes %s to E.164 only if the text has the country code", async (number, standard) => {
    expect(await normalized(`It is ${number}.`, "phone")).toEqual([standard]);
  });

  it("normalizes the domain of an e-mail address, never its local part", async () => {
    expect(await normalized("Write to Ada@Example.COM", "email")).toEqual(["Ada@example.com"]);
  });
});

describe("hashtag and mention", () => {
  it("finds hashtags with a letter, not numbers, colors, anchors or C#", async () => {
    const text =
      "#hello #1 #C0ffee #ff8800 #日本 a#b C# #a_b-c &#39; ##x #2024goals https://example.com/#top";
    expect(await found(text, "hashtag")).toEqual(["#hello", "#日本", "#a_b", "#2024goals"]);
  });

  it("finds handles, not addresses, hours or package scopes", async () => {
    const text = "@ada @ada-l, hi @50 @7pm @tools-api/core .@bob ada@example.com @eve@example.social me@x";
    expect(await found(text, "mention")).toEqual(["@ada", "@ada-l", "@bob", "@eve@example.social"]);
  });
});
