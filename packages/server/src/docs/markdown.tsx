import type { Child } from "hono/jsx";
import { TableRegion } from "../ui/parts.tsx";
import { CodeSample } from "./code-sample.tsx";
import type { DocsSection } from "./docs-page.tsx";

/** Returns the target of a link on a page, or `null` for a file that the server does not serve. */
type LinkTarget = (target: string) => string | null;

type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "code"; text: string; language: string }
  | { kind: "table"; rows: string[][] }
  | { kind: "list"; isOrdered: boolean; items: string[] }
  | { kind: "paragraph"; text: string };

const inlineForms = /`([^`]+)`|\*\*([^*]+)\*\*|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)/g;

/** Returns the anchor of a heading, as GitHub derives it. */
function anchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Returns the lines from `from` for which the condition holds. */
function linesWhile(lines: readonly string[], from: number, holds: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, index) => index >= from && !holds(line));
  return lines.slice(from, end === -1 ? lines.length : end);
}

const isRow = (line: string) => line.startsWith("|");
const isItem = (line: string) => /^(?:- |\d+\. )/.test(line);
const isText = (line: string) => line !== "" && !isRow(line) && !isItem(line) && !/^(?:#|```)/.test(line);

/** Returns the cells of a table row. A code span in our guides never contains a pipe. */
function rowCells(row: string): string[] {
  return row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** Returns the items of a list. A line that is indented continues its item. */
function listItems(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines)
    if (isItem(line)) items.push(line.replace(/^(?:- |\d+\. )/, ""));
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  return items;
}

function parseBlock(lines: readonly string[], at: number): { block: Block; next: number } {
  const line = lines[at] ?? "";
  const heading = /^(#+) (.+)$/.exec(line);
  if (heading) {
    const [, { length: level } = "", text = ""] = heading;
    return { block: { kind: "heading", level, text }, next: at + 1 };
  }
  if (line.startsWith("```")) {
    const code = linesWhile(lines, at + 1, (each) => !each.startsWith("```"));
    return {
      block: { kind: "code", text: code.join("\n"), language: line.slice(3) },
      next: at + code.length + 2,
    };
  }
  if (isRow(line)) {
    const rows = linesWhile(lines, at, isRow);
    // The second row separates the header.
    const kept = rows.filter((_, index) => index !== 1).map(rowCells);
    return { block: { kind: "table", rows: kept }, next: at + rows.length };
  }
  if (isItem(line)) {
    const items = linesWhile(lines, at, (each) => isItem(each) || /^ +\S/.test(each));
    const isOrdered = /^\d/.test(line);
    return { block: { kind: "list", isOrdered, items: listItems(items) }, next: at + items.length };
  }
  const text = linesWhile(lines, at, isText);
  return { block: { kind: "paragraph", text: text.join(" ") }, next: at + Math.max(1, text.length) };
}

function parse(markdown: string): Block[] {
  const lines = markdown.split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    if (lines[at] === "") at++;
    else {
      const { block, next } = parseBlock(lines, at);
      blocks.push(block);
      at = next;
    }
  }
  return blocks;
}

/** Returns the words of a block, without marks. */
function blockWords(block: Block): string {
  const text =
    block.kind === "table"
      ? block.rows.flat().join(" ")
      : block.kind === "list"
        ? block.items.join(" ")
        : block.text;
  return text.replaceAll(inlineForms, (_, code?: string, strong?: string, label?: string) =>
    (code ?? strong ?? label ?? "").replaceAll("`", ""),
  );
}

/** Returns the sections of a text in Markdown: the whole page before its first heading of level 2, then each heading. */
export function markdownSections(markdown: string): DocsSection[] {
  const sections: DocsSection[] = [];
  for (const block of parse(markdown))
    if (block.kind === "heading")
      sections.push({ id: block.level === 1 ? "" : anchor(block.text), title: blockWords(block), text: "" });
    else {
      const last = sections.at(-1);
      if (last) last.text = `${last.text} ${blockWords(block)}`.trim();
    }
  return sections;
}

function Inline({ text, linkTo }: { text: string; linkTo: LinkTarget }): Child {
  const parts: Child[] = [];
  let end = 0;
  for (const match of text.matchAll(inlineForms)) {
    const [whole, code, strong, label, target = ""] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (strong !== undefined) parts.push(<strong>{strong}</strong>);
    else {
      const href = linkTo(target);
      const content = <Inline text={label ?? ""} linkTo={linkTo} />;
      parts.push(href === null ? content : <a href={href}>{content}</a>);
    }
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}

function Heading({ level, text }: { level: number; text: string }): Child {
  if (level === 1) return <h1>{text}</h1>;
  return level === 2 ? <h2 id={anchor(text)}>{text}</h2> : <h3 id={anchor(text)}>{text}</h3>;
}

function Table({ rows, label, linkTo }: { rows: string[][]; label: string; linkTo: LinkTarget }): Child {
  const [header = [], ...body] = rows;
  return (
    <TableRegion label={label}>
      <table>
        <thead>
          <tr>{header.map((cell) => (cell === "" ? <td></td> : <th scope="col">{cell}</th>))}</tr>
        </thead>
        <tbody>
          {body.map((cells) => (
            <tr>
              {cells.map((cell) => (
                <td>
                  <Inline text={cell} linkTo={linkTo} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

/**
 * Renders the Markdown of the guides: headings, paragraphs, lists of one level, tables, fenced code, and code, bold
 * text and links within a line. Everything else is shown as text. The guides are files of this package, so the input is
 * trusted; markup in it is escaped nevertheless.
 */
export function Markdown({ text, linkTo }: { text: string; linkTo: LinkTarget }): Child {
  let title = "";
  return (
    <>
      {parse(text).map((block, index) => {
        if (block.kind === "heading") {
          title = block.text;
          return <Heading level={block.level} text={block.text} />;
        }
        if (block.kind === "code")
          return (
            <CodeSample id={`code-${index}`} label={title} text={block.text} language={block.language} />
          );
        if (block.kind === "table")
          return <Table rows={block.rows} label={`${title}, table ${index}`} linkTo={linkTo} />;
        if (block.kind === "paragraph")
          return (
            <p>
              <Inline text={block.text} linkTo={linkTo} />
            </p>
          );
        const items = block.items.map((item) => (
          <li>
            <Inline text={item} linkTo={linkTo} />
          </li>
        ));
        return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
      })}
    </>
  );
}
