import { isDigitCode } from "../patterns/characters.ts";
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

/** Collects the visible characters of HTML, with their white space collapsed. */
class VisibleText {
  readonly mapped = new MappedText();
  /** The separator that the next visible character needs before it, and where it begins. */
  #separator = "";
  #separatorStart = 0;

  /** Returns whether the visible text ends with a digit. */
  get endsInDigit(): boolean {
    return this.#separator === "" && isDigitCode(this.mapped.text.charCodeAt(this.mapped.text.length - 1));
  }

  /** Separates the next character from the last one, if the text has no stronger separator there. */
  separate(wanted: string, start: number): void {
    if (this.#separator === "") this.#separatorStart = start;
    if (wanted.length > this.#separator.length || (wanted === "\n" && this.#separator === " "))
      this.#separator = wanted;
  }

  add(units: string, start: number, end: number): void {
    if (this.#separator !== "" && this.mapped.text !== "")
      this.mapped.add(this.#separator, this.#separatorStart, start);
    this.#separator = "";
    this.mapped.add(units, start, end);
  }

  /** Adds white space of preformatted text. */
  addSpace(unit: string, start: number): void {
    if (this.mapped.text === "") this.separate(" ", start);
    else this.mapped.add(unit, start, start + 1);
  }
}

/** The open elements that decide whether text is visible, and whether its white space is. */
class OpenElements {
  #hiddenBy = "";
  #hiddenDepth = 0;
  #preformatted = 0;

  get isHidden(): boolean {
    return this.#hiddenBy !== "";
  }

  get isPreformatted(): boolean {
    return this.#preformatted > 0;
  }

  open(name: string): void {
    if (this.#hiddenBy === name) this.#hiddenDepth += 1;
    else if (this.#hiddenBy === "" && hidden.has(name)) {
      this.#hiddenBy = name;
      this.#hiddenDepth = 1;
    }
    if (name === "pre") this.#preformatted += 1;
  }

  close(name: string): void {
    if (this.#hiddenBy === name) {
      this.#hiddenDepth -= 1;
      if (this.#hiddenDepth === 0) this.#hiddenBy = "";
    }
    if (name === "pre") this.#preformatted = Math.max(0, this.#preformatted - 1);
  }
}

/**
 * Returns the readable text of HTML with the place of each of its code units in the HTML. Character references are
 * decoded, white space is collapsed, and blocks are separated by blank lines. Scripts, styles, comments and attributes
 * are not part of the text. The time is linear in the length of any HTML.
 */
export async function readHtml(html: string): Promise<MappedText> {
  const { Tokenizer } = await import("htmlparser2");
  const visible = new VisibleText();
  const elements = new OpenElements();
  /** The end of what was read. A character reference begins there. */
  let position = 0;
  let lastTag = "";

  const addText = (start: number, end: number) => {
    position = end;
    if (elements.isHidden) return;
    for (let index = start; index < end; index++) {
      const unit = html.charAt(index);
      if (!isHtmlSpace(html.charCodeAt(index))) visible.add(unit, index, index + 1);
      else if (elements.isPreformatted) visible.addSpace(unit, index);
      else visible.separate(" ", index);
    }
  };
  /** The start of the content of a superscript after a digit, which may be a note, cents or an exponent. */
  let raised = false;
  /** Separates a digit from the superscript after it: "2019" and the note 3 are not 20193. */
  const passDigits = (start: number, end: number) => {
    if (raised && visible.endsInDigit && isDigitCode(html.charCodeAt(start)))
      visible.separate(isCents(visible.mapped.text, html.slice(start, end + maxSign)) ? "." : " ", start);
    raised = false;
    addText(start, end);
  };
  const passTag = (name: string, start: number) => {
    const wanted = breaks[name];
    if (wanted !== undefined && !elements.isHidden) visible.separate(wanted, start);
  };
  const pass = (end: number) => {
    position = end + 1;
  };
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: passDigits,
      ontextentity: (codePoint, end) => {
        if (!elements.isHidden)
          visible.add(String.fromCodePoint(codePoint), Math.min(position, end - 1), end);
        position = end;
      },
      onopentagname: (start, end) => {
        lastTag = html.slice(start, end).toLowerCase();
        passTag(lastTag, start - 1);
        raised = lastTag === "sup";
        elements.open(lastTag);
      },
      onopentagend: pass,
      onselfclosingtag: (end) => {
        // Elements of HTML ignore the slash; foreign elements end with it.
        if (lastTag === "svg") elements.close(lastTag);
        pass(end);
      },
      onclosetag: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        elements.close(name);
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
  return visible.mapped;
}

const closingTag = /<\/(?:a|b|body|div|em|h[1-6]|html|i|li|ol|p|span|strong|table|td|tr|ul)>/i;

const maxPrice = 14;
const maxSign = 8;
const price = /[$€£¥] ?\d[\d,.]*$/;
const raisedCents = /^\d\d(?!\d)/;
const signAfter = /^\d\d<\/sup>\s?[$€£]/i;

/** Returns whether a superscript is the cents of a price: "$19" and "99". */
function isCents(before: string, raised: string): boolean {
  return (price.test(before.slice(-maxPrice)) && raisedCents.test(raised)) || signAfter.test(raised);
}

/** Returns whether a text has the end tag of a common HTML element. */
export function looksLikeHtml(text: string): boolean {
  return text.includes("</") && closingTag.test(text);
}
