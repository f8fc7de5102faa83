import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function keywordsOf(text: string, language = "en") {
  const { keywords } = await analyzeText(text, { analysisType: "keywords", language });
  if (!keywords) throw new Error("no keywords");
  return keywords;
}

const article =
  "The analytical engine was a mechanical computer. Ada described how an Analytical Engine computes. " +
  "Both analytical engines used punched cards. The cards came from looms.";

describe("keywords", () => {
  it("ranks the topic of a text first, and counts its forms as one", async () => {
    const [first] = await keywordsOf(article);
    expect(first).toMatchObject({ text: "analytical engine", score: 1, count: 3 });
    expect(first?.mentions.map(({ start, end }) => article.slice(start, end))).toEqual([
      "analytical engine",
      "Analytical Engine",
      "analytical engines",
    ]);
  });

  it("sorts by score, relative to the best", async () => {
    const scores = (await keywordsOf(article)).map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBe(1);
  });

  it("returns at most the best 50 keywords", async () => {
    const text = Array.from(
      { length: 80 },
      (_, index) => `The red house${"abcdefghij"[index % 10]}${"qrstuvwx"[Math.floor(index / 10)]} is here.`,
    );
    expect(await keywordsOf(text.join(" "))).toHaveLength(50);
  });

  it.each([
    ["Tim Cook met the press. They asked Tim Cook about it.", "Tim Cook"],
    ["She wrote for the New York Times, and left the New York Times.", "New York Times"],
    ["The Bank of England raised its rate. The Bank of England waits.", "Bank of England"],
    ["We used AT&T and never left AT&T again.", "AT&T"],
    ["A state-of-the-art engine is a state-of-the-art engine.", "state-of-the-art engine"],
    ["The high school is closed. No high school is open.", "high school"],
    ["They saw O'Neill, and O'Neill saw them.", "O'Neill"],
    ["Great match! #WorldCup so much fun, love it. #WorldCup", "#WorldCup"],
  ])("keeps names and compounds whole in %s", async (text, name) => {
    expect((await keywordsOf(text))[0]).toMatchObject({ text: name, count: 2 });
  });

  it("omits adjectives that do not describe the topic", async () => {
    const texts = (
      await keywordsOf("Several different neural networks and other recent neural networks.")
    ).map(({ text }) => text);
    expect(texts).toEqual(["neural networks"]);
  });

  it("includes a participle before its noun, and excludes the past tense", async () => {
    const texts = (await keywordsOf("They found the severed arm. The group claimed responsibility.")).map(
      ({ text }) => text,
    );
    expect(texts).toContain("severed arm");
    expect(texts).toContain("responsibility");
    expect(texts.join()).not.toContain("claimed");
  });

  it("excludes character references, days and greetings", async () => {
    const texts = (await keywordsOf("Hello, &lsquo;jazz&rsquo; is on Friday. Thanks!")).map(
      ({ text }) => text,
    );
    expect(texts).toEqual(["jazz"]);
  });

  it("excludes the names of the fields of a mail", async () => {
    const header =
      "From: Ana Lima <ana@example.com>\nTo: Rui Costa\nCc: team@example.com\nSubject: Office change";
    const texts = (await keywordsOf(`${header}\n\nThe office opens in May.`)).map(({ text }) => text);
    expect(texts).toContain("Office change");
    expect(texts).not.toContain("Subject");
    expect(texts).not.toContain("Cc");
  });

  it("excludes verbs at the start of a note, and adverbs after a noun", async () => {
    const note = "Denies chest pain. Reports mild headache. Takes metoprolol daily.";
    const found = (await keywordsOf(note)).map((keyword) => keyword.text);
    expect(found.toSorted()).toEqual(["chest pain", "metoprolol", "mild headache"]);
  });

  it("prefers phrases that are early, frequent, and rare in other texts", async () => {
    const order = async (text: string) =>
      (await keywordsOf(text)).map((keyword) => keyword.text.toLowerCase());
    expect(
      await order("The castle burned. They did not see it, for it was late. The bridge burned."),
    ).toEqual(["castle", "bridge"]);
    expect(
      await order("The castle burned. The bridge burned. The bridge fell. They love the bridge."),
    ).toEqual(["bridge", "castle"]);
    expect(await order("The money and the photosynthesis were there.")).toEqual(["photosynthesis", "money"]);
  });

  it("never joins words across sentences, signs or lines of a list", async () => {
    const texts = (
      await keywordsOf("Red wine. Dish soap, olive oil (paper towels)\n- garlic bread\n- tomato sauce")
    ).map(({ text }) => text);
    expect(texts.toSorted()).toEqual(
      ["Dish soap", "Red wine", "garlic bread", "olive oil", "paper towels", "tomato sauce"].toSorted(),
    );
  });

  it("never joins a heading with the line after it", async () => {
    const texts = (
      await keywordsOf(
        "# Setup guide\nInstall packages first.\n## Network options\nProxy servers need a port.",
      )
    ).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(["Setup guide", "Network options", "Proxy servers"]));
    const long =
      "Company announces results beyond all market expectations\nAcme Corporation sold more chairs.";
    expect((await keywordsOf(long)).map(({ text }) => text)).toEqual(
      expect.arrayContaining(["market expectations", "Acme Corporation"]),
    );
  });

  it("lists one phrase for a thing that the text calls by longer and shorter names", async () => {
    const texts = (
      await keywordsOf("The solar power plant opened. The power plant is big. Mayors like plants.")
    ).map(({ text }) => text);
    expect(texts).toContain("solar power plant");
    expect(texts).not.toContain("power plant");
    expect(texts).not.toContain("plants");
  });

  it("ranks what a long text returns to above phrases that occur once", async () => {
    const story = Array.from(
      { length: 40 },
      (_, index) =>
        `The ferry left at dawn with ${["crates of late apples", "several tired fishermen", "a wooden piano"][index % 3]}, while they waved.`,
    );
    const [first] = await keywordsOf(
      `A remarkable photosynthesis laboratory stood there. ${story.join(" ")}`,
    );
    expect(first).toMatchObject({ text: "ferry", count: 40 });
  });

  it("counts the cases of a word as one keyword, and shows its most frequent form", async () => {
    const text = "Сервер не отвечает. Без сервера нет почты. Сервер купили давно. Сервер стоит.";
    const [first] = await keywordsOf(text, "ru");
    expect(first).toMatchObject({ text: "Сервер", count: 4 });
  });

  it("ignores a checksum", async () => {
    const [first] = await keywordsOf(
      `The wood-fired pizza was cold. Reference ${"a9f3e71b".repeat(8)}. We sent the wood-fired pizza back.`,
    );
    expect(first?.text).toBe("wood-fired pizza");
  });

  it.each([
    [
      "fr",
      "La réforme des retraites est contestée. Une réforme des retraites attend.",
      "réforme des retraites",
    ],
    ["es", "La fábrica de baterías abre. Otra fábrica de baterías cierra.", "fábrica de baterías"],
    ["it", "Il ministero della salute chiude. Nuovo ministero della salute.", "ministero della salute"],
  ])("joins nouns by the rules of %s", async (language, text, term) => {
    const found = (await keywordsOf(text, language)).map((keyword) => keyword.text.toLowerCase());
    expect(found.some((phrase) => phrase.includes(term))).toBe(true);
  });

  it("finds German phrases that end in a noun, and any in a chat without capitals", async () => {
    const written = (await keywordsOf("Der neue Akku hält lange. Die tolle Kamera gefällt.", "de")).map(
      ({ text }) => text,
    );
    expect(written).toContain("Akku");
    expect(written).toContain("tolle Kamera");
    const chat = (await keywordsOf("die kamera macht tolle fotos", "de")).map(({ text }) => text);
    expect(chat).toContain("kamera");
  });

  it.each([
    [
      "de",
      "Der Akku hält lange, und die Kamera der neuen Generation ist besser als die alte Kamera.",
      "Kamera",
    ],
    ["ja", "東京は日本の首都です。東京には人が多い。", "東京"],
    ["ko", "병원은 인공지능을 이용한다. 인공지능은 의사에게 도움을 준다.", "인공지능"],
    ["th", "กล้องดีมาก กล้องถ่ายรูปสวย", "กล้อง"],
    ["ar", "الكاميرا جيدة جدا. اشتريت الكاميرا أمس.", "الكاميرا"],
    ["is", "Veðrið var gott. Veðrið er oft gott á Íslandi.", "Íslandi"],
  ])("finds topics in %s without its stopwords", async (language, text, topic) => {
    const texts = (await keywordsOf(text, language)).map((keyword) => keyword.text);
    expect(texts.some((found) => found.includes(topic))).toBe(true);
    expect(texts).not.toContain("die");
  });

  it("omits chat fillers", async () => {
    const text = "omg lol im gonna try the new thai place, it's sooo good haha. ill bring anna btw, ok?";
    const words = (await keywordsOf(text)).flatMap((keyword) => keyword.text.split(" "));
    expect(words).toContain("thai");
    expect(words.filter((word) => /^(omg|lol|im|gonna|sooo|haha|ill|btw|ok)$/.test(word))).toEqual([]);
  });

  it("returns an empty list for a text without content words", async () => {
    expect(await keywordsOf("It was he who had been there.")).toEqual([]);
    expect(await keywordsOf("12 34 !!", "de")).toEqual([]);
  });

  it("keep codes that modify a noun, and leave out predicates of other languages", async () => {
    const texts = (await keywordsOf("The shop sells 3D glasses.")).map(({ text }) => text);
    expect(texts).toContain("3D glasses");
    const japanese = (await keywordsOf("会社は新製品を発表した。", "ja")).map(({ text }) => text);
    expect(japanese).not.toContain("した");
    expect((await keywordsOf("Burmistrz zapowiedział remont.", "pl")).length).toBeGreaterThan(0);
  });
});
