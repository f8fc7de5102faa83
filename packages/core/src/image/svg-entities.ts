import { forbidden } from "./svg-references.ts";

/** The maximum length of a text whose entities are expanded. */
const maxLength = 4_000_000;

const refusal =
  "it is not well-formed: a document type with an internal subset is read only if its entities are plain text, since others can multiply or name files";

/** Declarations of a document type: comments, entities of plain text, and declarations without an effect here. */
const declaration =
  /\s{1,1000}|<!--(?:(?!-->)[^]){0,10000}-->|<!ENTITY\s{1,100}([\w.:-]{1,100})\s{1,100}(?:"([^"&%<]{0,1000})"|'([^'&%<]{0,1000})')\s{0,100}>|<!(?:ATTLIST|ELEMENT)\s[^<>"'&%]{0,1000}(?:(?:"[^"<&%]{0,1000}"|'[^'<&%]{0,1000}')[^<>"'&%]{0,1000}){0,100}>/y;

/** A document type with an internal subset. */
interface Subset {
  start: number;
  end: number;
  entities: ReadonlyMap<string, string>;
}

/** Returns the index of the document type in the prolog, or −1. */
function findDoctype(text: string): number {
  for (let at = text.indexOf("<"); at >= 0;) {
    const close = text.startsWith("<!--", at) ? "-->" : text.startsWith("<?", at) ? "?>" : null;
    if (close === null) return text.startsWith("<!DOCTYPE", at) ? at : -1;
    const end = text.indexOf(close, at + 2);
    at = end < 0 ? -1 : text.indexOf("<", end);
  }
  return -1;
}

/** Returns the document type if it has an internal subset, otherwise `null`. */
function readSubset(text: string): Subset | null {
  const start = findDoctype(text);
  const open = start < 0 ? -1 : text.indexOf("[", start);
  // A ">" before the bracket ends the document type.
  if (open < 0 || text.slice(start, open).includes(">")) return null;
  const entities = new Map<string, string>();
  let position = open + 1;
  while (text[position] !== "]") {
    declaration.lastIndex = position;
    const found = declaration.exec(text);
    if (!found) throw forbidden(refusal);
    const [whole, name, double, single] = found;
    // The first declaration of a name holds (XML 1.0 §4.2).
    if (name !== undefined && !entities.has(name)) entities.set(name, double ?? single ?? "");
    position += whole.length;
  }
  const close = /^\]\s{0,100}>/.exec(text.slice(position, position + 110));
  if (!close) throw forbidden(refusal);
  return { start, end: position + close[0].length, entities };
}

const escaped = (value: string) => value.replace(/[<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Returns an SVG without the internal subset of its document type, and with its entities replaced. Programs such as
 * Illustrator declare the names of namespaces there. An entity is plain text, so none can multiply by naming others.
 *
 * @throws ToolsError `invalid_image` for any other entity, or if the text becomes too long.
 */
export function expandEntities(text: string): string {
  const subset = readSubset(text);
  if (!subset) return text;
  const { start, end, entities } = subset;
  let result = text.slice(0, start);
  let from = end;
  // Comments and CDATA sections have no references.
  const reference = /<!--|<!\[CDATA\[|&([\w.:-]{1,100});/g;
  reference.lastIndex = end;
  for (let found = reference.exec(text); found; found = reference.exec(text)) {
    const [whole, name = ""] = found;
    if (whole.startsWith("<")) {
      const close = text.indexOf(whole === "<!--" ? "-->" : "]]>", reference.lastIndex);
      if (close < 0) break;
      reference.lastIndex = close;
      continue;
    }
    const value = entities.get(name);
    if (value === undefined) continue;
    result += text.slice(from, found.index) + escaped(value);
    from = found.index + whole.length;
    if (result.length > maxLength) throw forbidden(refusal);
  }
  return result + text.slice(from);
}
