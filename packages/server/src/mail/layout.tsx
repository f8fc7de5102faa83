import { raw } from "hono/html";
import type { Accent } from "../http/accent.ts";
import { currentView } from "../ui/view.ts";

/** A mail without its receiver. */
export interface MailContent {
  /** One line. */
  subject: string;
  text: string;
  html: string;
  /** The URL that ends mails of this kind with one POST (RFC 8058). Absent: the receiver cannot end them. */
  unsubscribeUrl?: string;
}

/** The content of a mail, from which text and HTML are made. */
export interface MailParts {
  subject: string;
  /** The line that lists of mails show after the subject. Default: the first paragraph. */
  preheader?: string;
  /** Sentences before the link. */
  paragraphs: readonly string[];
  /** The button in HTML, and the link in text. */
  link?: { label: string; url: string };
  facts?: readonly (readonly [term: string, value: string])[];
  /** Sentences after the link. */
  notes?: readonly string[];
  /** Why the reader gets the mail, below everything else. */
  reason?: string;
  /** The link that ends mails of this kind, after the reason. Mail clients offer it as a button of their own. */
  unsubscribe?: { label: string; url: string };
}

/** The colors of a service without a color of its own, as in `base.css`. */
const defaultAccent: Accent = {
  light: { accent: "#1f4fd8", ground: "#e8eefc", onAccent: "#ffffff" },
  dark: { accent: "#8fb0ff", ground: "#222c45", onAccent: "#0d1526" },
};

// Mail clients ignore style sheets of other files. Those that know dark mode read this element.
const style = ({ light, dark }: Accent) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 12px; background: #f4f5f7; color: #1b1f24;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
.card { max-width: 520px; margin: 0 auto; padding: 28px; background: #ffffff; border: 1px solid #d9dde3;
  border-radius: 12px; overflow-wrap: anywhere; }
.brand { font-weight: 700; margin: 0 0 20px; }
h1 { font-size: 21px; line-height: 1.3; margin: 0 0 12px; }
p { margin: 0 0 14px; }
.button { display: inline-block; padding: 11px 20px; border-radius: 8px; background: ${light.accent}; color: ${light.onAccent};
  font-weight: 600; text-decoration: none; }
.reason { margin: 24px 0 0; padding: 14px 0 0; border-top: 1px solid #d9dde3; }
.note { color: #57606a; font-size: 14px; }
table { margin: 0 0 16px; border-collapse: collapse; }
td, th { padding: 3px 16px 3px 0; text-align: left; vertical-align: top; font-weight: 400; }
th { color: #57606a; white-space: nowrap; }
a { color: ${light.accent}; }
a.button { color: ${light.onAccent}; }
@media (prefers-color-scheme: dark) {
  body { background: #0f1216; color: #e8eaed; }
  .card { background: #181c22; border-color: #30363d; }
  .button { background: ${dark.accent}; }
  .note, th { color: #a3abb5; }
  .reason { border-color: #30363d; }
  a { color: ${dark.accent}; }
  a.button { color: ${dark.onAccent}; }
}`;

/**
 * Renders the mark of the service: the first character of its name on a tile. Mail clients block pictures of other servers,
 * and some remove the style sheet, so it is text with styles of its own.
 */
function Mark({ name, accent: { light } }: { name: string; accent: Accent }) {
  const [first = ""] = new Intl.Segmenter("en").segment(name);
  const tile =
    "display:inline-block;width:32px;height:32px;margin-right:10px;border-radius:8px;font-size:18px;line-height:32px;" +
    `font-weight:700;text-align:center;vertical-align:middle;background:${light.accent};color:${light.onAccent}`;
  return (
    <span aria-hidden="true" style={tile}>
      {first === "" ? "" : first.segment.toLocaleUpperCase("en")}
    </span>
  );
}

// Fills the line after the preheader, in which mail clients would otherwise show the name and the heading again.
const filler = raw("&#847;&zwnj;&nbsp;".repeat(80));

function Mail({
  subject,
  preheader,
  paragraphs,
  link,
  facts = [],
  notes = [],
  reason,
  unsubscribe,
}: MailParts) {
  const { name, accent = defaultAccent } = currentView().brand;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{raw(style(accent))}</style>
      </head>
      <body>
        <div style="display:none;max-height:0;overflow:hidden">
          {preheader ?? paragraphs[0]}
          {filler}
        </div>
        <div class="card">
          <p class="brand">
            <Mark name={name} accent={accent} />
            <span style="vertical-align:middle">{name}</span>
          </p>
          <h1>{subject}</h1>
          {paragraphs.map((text) => (
            <p>{text}</p>
          ))}
          {facts.length > 0 && (
            <table>
              {facts.map(([term, value]) => (
                <tr>
                  <th scope="row">{term}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </table>
          )}
          {link && (
            <>
              <p>
                <a class="button" href={link.url}>
                  {link.label}
                </a>
              </p>
              <p class="note">
                Or open this address: <a href={link.url}>{link.url}</a>
              </p>
            </>
          )}
          {notes.map((text) => (
            <p class="note">{text}</p>
          ))}
          {reason !== undefined && (
            <p class="note reason">
              {reason} {unsubscribe && <a href={unsubscribe.url}>{unsubscribe.label}</a>}
            </p>
          )}
        </div>
      </body>
    </html>
  );
}

// A value in a mail, such as the name of a key, has at most 200 characters. A host's data may be longer.
const maxValueLength = 500;

/** Returns a value as one line of bounded length, without control characters and those that change the direction of text. */
function oneLine(value: string): string {
  // oxlint-disable-next-line no-control-regex
  const line = value.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ");
  return line.length > maxValueLength ? `${line.slice(0, maxValueLength - 1).toWellFormed()}…` : line;
}

/**
 * Returns a mail as plain text and as HTML with escaped values.
 *
 * @example
 * ```ts
 * import { renderMail } from "@tools-api/server";
 *
 * const { text } = renderMail({ subject: "Hello", paragraphs: ["Welcome."] });
 * console.log(text.trim()); // Welcome.
 * ```
 */
export function renderMail(parts: MailParts): MailContent {
  const subject = oneLine(parts.subject);
  const paragraphs = parts.paragraphs.map(oneLine);
  const facts = (parts.facts ?? []).map(([term, value]) => [oneLine(term), oneLine(value)] as const);
  const notes = (parts.notes ?? []).map(oneLine);
  const reason = parts.reason === undefined ? undefined : oneLine(parts.reason);
  const { link, unsubscribe } = parts;
  const blocks = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([term, value]) => `${term}: ${value}`).join("\n")] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...notes,
    ...(reason === undefined ? [] : [reason]),
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : []),
  ];
  // No component of it is asynchronous, so this is a string.
  const page: { toString(): string } = Mail({
    subject,
    ...(parts.preheader !== undefined && { preheader: oneLine(parts.preheader) }),
    paragraphs,
    facts,
    notes,
    ...(link && { link }),
    ...(reason !== undefined && { reason }),
    ...(unsubscribe && { unsubscribe }),
  });
  return {
    subject,
    text: `${blocks.join("\n\n")}\n`,
    html: `<!doctype html>${page.toString()}`,
    ...(unsubscribe && { unsubscribeUrl: unsubscribe.url }),
  };
}
