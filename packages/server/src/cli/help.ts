import { type CommandEntry, commandTable } from "./command-table.ts";
import { optionsOf } from "./option-meanings.ts";

const lineLength = 100;

/** Breaks text between words, but never within brackets. */
function wrap(text: string, indent: string): string {
  let line = "";
  const lines: string[] = [];
  for (const word of text.match(/\[[^\]]*\]\S*|\S+/g) ?? []) {
    if (line !== "" && indent.length + line.length + 1 + word.length > lineLength) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line].join(`\n${indent}`);
}

/** Returns one line for each way to call a command. Continuation lines are indented further. */
function synopsis(words: string, { usage }: CommandEntry, indent: string): string[] {
  return usage.map((parameters) => wrap(`${words} ${parameters}`, `${indent}    `));
}

/** Returns the usage of one command, without its description. */
export function commandUsage(name: string, entry: CommandEntry): string {
  const indent = " ".repeat("Usage: ".length);
  return `Usage: ${synopsis(`tools-api ${name}`, entry, indent).join(`\n${indent}`)}\n`;
}

/** Returns a heading with words and their meanings, or an empty text without words. */
function meaningList(heading: string, words: readonly (readonly [word: string, meaning: string])[]): string {
  const width = Math.max(0, ...words.map(([word]) => word.length)) + 4;
  const lines = words.map(
    ([word, meaning]) => `  ${word.padEnd(width - 2)}${wrap(meaning, " ".repeat(width))}\n`,
  );
  return lines.length === 0 ? "" : `\n${heading}\n${lines.join("")}`;
}

/**
 * Returns the help of one command.
 *
 * @param details The fields or the settings that the command reads, with the first sentences of their descriptions.
 */
export function commandHelp(
  name: string,
  entry: CommandEntry,
  details: Readonly<Record<string, string>> = {},
): string {
  const notes = entry.notes === undefined ? "" : `\n${wrap(entry.notes, "")}\n`;
  const lists =
    meaningList("Options:", optionsOf(name, entry.usage)) +
    meaningList(`${entry.details?.heading}:`, Object.entries(details));
  return `${commandUsage(name, entry)}\n${entry.summary}\n${notes}${lists}`;
}

function summaries(entries: readonly (readonly [string, CommandEntry])[]): string {
  return entries
    .map(([name, entry]) => `  ${synopsis(name, entry, "  ").join("\n  ")}\n      ${entry.summary}\n`)
    .join("");
}

/** Returns the help of a group of commands such as `keys`, or `null` if there is no such group. */
export function groupHelp(group: string): string | null {
  const members = [...commandTable].filter(([name]) => name.startsWith(`${group} `));
  return members.length === 0 ? null : `Usage: tools-api ${group} COMMAND\n\n${summaries(members)}`;
}

/** Returns the help of all commands. */
export function fullHelp(): string {
  return `Usage: tools-api [COMMAND]

${summaries([...commandTable])}
tools-api COMMAND --help, or tools-api help COMMAND, describes one command. --version prints the version.
serve, keys, accounts, invoices, clients and signing-keys use the stores in DATABASE_URL and USAGE_URL.
`;
}
