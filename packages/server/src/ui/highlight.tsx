import type { Child } from "hono/jsx";

/** The classes of tokens, in `docs.css`: comment, string, keyword, number, and name of a member or variable. */
type TokenClass = "c" | "s" | "k" | "n" | "p";

const string = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const tsWords =
  "await|async|const|export|from|function|if|import|let|new|return|throw|true|false|null|undefined";
const pyWords = "as|def|else|for|from|if|import|in|is|not|print|raise|return|with|True|False|None";

/** Tokens by language, as alternatives that are tried in order. */
const grammars: Readonly<Record<string, readonly (readonly [TokenClass, string])[]>> = {
  json: [
    ["p", String.raw`"(?:[^"\\\n]|\\.)*"(?=\s*:)`],
    ["s", String.raw`"(?:[^"\\\n]|\\.)*"`],
    ["k", String.raw`\b(?:true|false|null)\b`],
    ["n", String.raw`-?\b\d+(?:\.\d+)?\b`],
  ],
  shell: [
    ["c", String.raw`(?<=^|\s)#.*$`],
    ["p", String.raw`\$\{?\w+\}?`],
    ["s", String.raw`'[^']*'|"[^"]*"`],
    ["k", String.raw`(?<=^|\s)-{1,2}[A-Za-z][\w-]*`],
  ],
  typescript: [
    ["c", String.raw`//.*$|/\*[\s\S]*?\*/`],
    ["s", `${string}|\`(?:[^\`\\\\]|\\\\.)*\``],
    ["k", String.raw`\b(?:${tsWords})\b`],
    ["n", String.raw`\b\d[\d_.]*\b`],
  ],
  python: [
    ["c", "#.*$"],
    ["s", String.raw`[fbr]?(?:${string})`],
    ["k", String.raw`\b(?:${pyWords})\b`],
    ["n", String.raw`\b\d[\d_.]*\b`],
  ],
};

const aliases: Readonly<Record<string, string>> = {
  sh: "shell",
  bash: "shell",
  curl: "shell",
  ts: "typescript",
  js: "typescript",
  tsx: "typescript",
  py: "python",
};

const compiled = new Map(
  Object.entries(grammars).map(([language, tokens]) => [
    language,
    {
      classes: tokens.map(([name]) => name),
      pattern: new RegExp(tokens.map(([, source]) => `(${source})`).join("|"), "gm"),
    },
  ]),
);

/** Renders code with its tokens in colors. Renders plain text in a language without a grammar. */
export function Highlighted({ text, language }: { text: string; language: string | undefined }): Child {
  const name = (language ?? "").toLowerCase();
  const grammar = compiled.get(aliases[name] ?? name);
  if (!grammar) return <>{text}</>;
  const parts: Child[] = [];
  let end = 0;
  for (const match of text.matchAll(grammar.pattern)) {
    const [token, ...groups] = match;
    parts.push(text.slice(end, match.index));
    parts.push(
      <span class={grammar.classes[groups.findIndex((group) => group !== undefined)]}>{token}</span>,
    );
    end = match.index + token.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
