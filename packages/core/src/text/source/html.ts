import { MappedText } from "./source-text.ts";

/** Elements whose content a browser does not show as text. */
const hidden: ReadonlySet<string> = new Set([
  "iframe",
  "noscript",
  "object",
  "script",
  "style",
  "svg",
  "template",
  "title",
]);

const paragraph = "\n\n";

/** The white space that an element puts before and after its content. */
const breaks: Readonly<Record<string, string>> = Object.fromEntries([
  ...(
    "address article aside blockquote body button caption dd details dialog div dl fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section select summary table tbody textarea ul"
  )
    .split(" ")
    .map((name) => [name, paragraph]),
  ...["br", "dt", "option", "tr"].map((name) => [name, "\n"]),
  ...["td", "th"].map((name) => [name, " "]),
]);

/** White space in the sense of HTML. A no-break space is not part of it. */
function isHtmlSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d || unit === 0x0c;
}

/**
 * Returns the readable text of HTML with the place of each of its code units in the HTML. Character references are
 * decoded, white space is collapsed, and blocks are separated by blank lines. Scripts, styles, comments and attributes
 * are not part of the text. The time is linear in the length of any HTML.
 */
export async function readHtml(html: string): Promise<MappedText> {
  const { Tokenizer } = await import("htmlparser2");
  const readable = new MappedText();
  /** The separator that the next visible character needs before it, and where it begins. */
  let separator = "";
  let separatorStart = 0;
  /** The end of what was read. A character reference begins there. */
  let position = 0;
  let preformatted = 0;
  let hiddenBy = "";
  let hiddenDepth = 0;
  let lastTag = "";

  const separate = (wanted: string, start: number) => {
    if (separator === "") separatorStart = start;
    if (wanted.length > separator.length || (wanted === "\n" && separator === " ")) separator = wanted;
  };
  const addVisible = (units: string, start: number, end: number) => {
    if (separator !== "" && readable.text !== "") readable.add(separator, separatorStart, start);
    separator = "";
    readable.add(units, start, end);
  };
  const addText = (start: number, end: number) => {
    position = end;
    if (hiddenBy !== "") return;
    for (let index = start; index < end; index++) {
      const unit = html.charCodeAt(index);
      if (!isHtmlSpace(unit)) addVisible(html.charAt(index), index, index + 1);
      else if (preformatted > 0 && readable.text !== "") readable.add(html.charAt(index), index, index + 1);
      else separate(" ", index);
    }
  };
  const open = (name: string) => {
    if (hiddenBy === name) hiddenDepth += 1;
    else if (hiddenBy === "" && hidden.has(name)) {
      hiddenBy = name;
      hiddenDepth = 1;
    }
    if (name === "pre") preformatted += 1;
  };
  const close = (name: string) => {
    if (hiddenBy === name) {
      hiddenDepth -= 1;
      if (hiddenDepth === 0) hiddenBy = "";
    }
    if (name === "pre") preformatted = Math.max(0, preformatted - 1);
  };
  const passTag = (name: string, start: number) => {
    const wanted = breaks[name];
    if (wanted !== undefined && hiddenBy === "") separate(wanted, start);
  };
  const pass = (end: number) => {
    position = end + 1;
  };
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: addText,
      ontextentity: (codePoint, end) => {
        if (hiddenBy === "") addVisible(String.fromCodePoint(codePoint), Math.min(position, end - 1), end);
        position = end;
      },
      onopentagname: (start, end) => {
        lastTag = html.slice(start, end).toLowerCase();
        passTag(lastTag, start - 1);
        open(lastTag);
      },
      onopentagend: pass,
      onselfclosingtag: (end) => {
        // Elements of HTML ignore the slash; foreign elements end with it.
        if (lastTag === "svg") close(lastTag);
        pass(end);
      },
      onclosetag: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        close(name);
        passTag(name, start - 2);
        pass(html.indexOf(">", end));
      },
      oncomment: (_start, end) => pass(end),
      oncdata: (_start, end) => pass(end),
      ondeclaration: (_start, end) => pass(end),
      onprocessinginstruction: (_start, end) => pass(end),
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return readable;
}

const closingTag = /<\/(?:a|b|body|div|em|h[1-6]|html|i|li|ol|p|span|strong|table|td|tr|ul)>/i;

/** Returns whether a text has the end tag of a common HTML element. */
export function looksLikeHtml(text: string): boolean {
  return text.includes("</") && closingTag.test(text);
}
