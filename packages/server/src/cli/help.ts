import { type CommandEntry, commandTable } from "./command-table.ts";

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

/** Returns the help of one command. */
export function commandHelp(name: string, entry: CommandEntry): string {
  const notes = entry.notes === undefined ? "" : `\n${wrap(entry.notes, "")}\n`;
  return `${commandUsage(name, entry)}\n${entry.summary}\n${notes}`;
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
