import { ToolsError } from "../errors.ts";

/** The handlers of a walk over a document, called in document order. */
export interface XmlHandler {
  /** A start tag; names without their prefix, values with their references decoded. */
  open(name: string, attributes: [name: string, value: string][]): void;
  close(): void;
  text(text: string): void;
  /** A processing instruction such as `xml-stylesheet`. */
  instruction(target: string): void;
}

const predefined: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function malformed(detail: string): ToolsError {
  return new ToolsError("invalid_image", `image: svg was recognized, but it is not well-formed: ${detail}`);
}

function decodeReferences(value: string): string {
  let start = value.indexOf("&");
  if (start < 0) return value;
  let decoded = value.slice(0, start);
  while (start >= 0) {
    const end = value.indexOf(";", start);
    if (end < 0 || end - start > 12) throw malformed("an ampersand without a reference");
    const name = value.slice(start + 1, end);
    const code = name.startsWith("#x") ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    if (!name.startsWith("#")) {
      const character = predefined[name];
      if (character === undefined) throw malformed("an entity that XML does not define");
      decoded += character;
    } else if (code > 0 && code <= 0x10ffff) decoded += String.fromCodePoint(code);
    else throw malformed("a character reference out of range");
    start = value.indexOf("&", end);
    decoded += value.slice(end + 1, start < 0 ? undefined : start);
  }
  return decoded;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Ends a name: white space, "/", ">", "=". */
function endsName(code: number): boolean {
  return isSpace(code) || code === 0x2f || code === 0x3e || code === 0x3d || Number.isNaN(code);
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

function indexAfter(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  if (index < 0) throw malformed(`"${mark}" is missing`);
  return index + mark.length;
}

/** Returns the attributes of a start tag, read from `position` after its name, and the index of its ">" or "/>". */
function readAttributes(text: string, position: number): { attributes: [string, string][]; end: number } {
  const attributes: [string, string][] = [];
  for (;;) {
    while (isSpace(text.charCodeAt(position))) position++;
    const first = text.charCodeAt(position);
    if (first === 0x3e || first === 0x2f) return { attributes, end: position };
    const start = position;
    while (!endsName(text.charCodeAt(position))) position++;
    const name = text.slice(start, position);
    while (isSpace(text.charCodeAt(position))) position++;
    if (name === "" || text.charAt(position) !== "=") throw malformed("an attribute without a value");
    position++;
    while (isSpace(text.charCodeAt(position))) position++;
    const quote = text.charAt(position);
    if (quote !== '"' && quote !== "'") throw malformed("an attribute without quotes");
    const end = indexAfter(text, quote, position + 1);
    const value = text.slice(position + 1, end - 1);
    if (value.includes("<")) throw malformed('a "<" in an attribute');
    attributes.push([localName(name), decodeReferences(value)]);
    position = end;
  }
}

/**
 * Walks an XML document (XML 1.0, fifth edition) once, in time linear in its length. Returns it from its root element
 * on, without XML declaration and document type, so no later parser reads content that this one has not checked. A
 * document type with an internal subset is rejected, because it can define entities that multiply or name files.
 *
 * @throws ToolsError `invalid_image` if the document is not well-formed.
 */
export function walkXml(text: string, handler: XmlHandler): string {
  let root = -1;
  let depth = 0;
  let position = 0;
  while (position < text.length) {
    const start = text.indexOf("<", position);
    if (start !== position && depth > 0)
      handler.text(decodeReferences(text.slice(position, start < 0 ? undefined : start)));
    if (start < 0) break;
    if (text.startsWith("<!--", start)) position = indexAfter(text, "-->", start + 4);
    else if (text.startsWith("<![CDATA[", start)) {
      position = indexAfter(text, "]]>", start + 9);
      handler.text(text.slice(start + 9, position - 3));
    } else if (text.startsWith("<?", start)) {
      position = indexAfter(text, "?>", start + 2);
      const target = text.slice(start + 2, Math.min(position, start + 80)).split(/[\s?]/, 1)[0] ?? "";
      handler.instruction(target);
    } else if (text.startsWith("<!", start)) {
      position = indexAfter(text, ">", start);
      if (root >= 0 || text.slice(start, position).includes("["))
        throw malformed("a document type with an internal subset is not read, since it can define entities");
    } else if (text.startsWith("</", start)) {
      position = indexAfter(text, ">", start);
      if (--depth < 0) throw malformed("an end tag without a start tag");
      handler.close();
    } else {
      let nameEnd = start + 1;
      while (!endsName(text.charCodeAt(nameEnd))) nameEnd++;
      const { attributes, end } = readAttributes(text, nameEnd);
      if (root < 0) root = start;
      handler.open(localName(text.slice(start + 1, nameEnd)), attributes);
      depth++;
      position = indexAfter(text, ">", end);
      if (text.charAt(end) === "/") {
        if (position !== end + 2) throw malformed('a "/" in a tag');
        depth--;
        handler.close();
      }
    }
  }
  if (root < 0 || depth > 0) throw malformed("an end tag is missing");
  return text.slice(root);
}
