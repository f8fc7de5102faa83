import { createHash } from "node:crypto";

// Contrast of text is at least 4.5 to 1 and of the borders of fields 3 to 1, in light and dark (WCAG 2.2, AA).
const css = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #14171c);
  --surface: light-dark(#ffffff, #1d2129);
  --text: light-dark(#1a1f2b, #e8ebf0);
  --muted: light-dark(#525c6d, #a3adbd);
  --line: light-dark(#d9dee6, #353c48);
  --field-line: light-dark(#7b8698, #7c8799);
  --accent: light-dark(#1f4fd8, #8fb0ff);
  --on-accent: light-dark(#ffffff, #0d1526);
  --danger: light-dark(#b3261e, #ffb0a8);
  --danger-ground: light-dark(#fdecea, #3a1d1b);
  --good-ground: light-dark(#e7f5ec, #16301f);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: .5rem 1rem; }
.top {
  display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between;
  padding: .75rem 1.25rem; background: var(--surface); border-bottom: 1px solid var(--line);
}
.brand { font-weight: 700; color: inherit; text-decoration: none; }
.who { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; color: var(--muted); overflow-wrap: anywhere; }
main { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
main.narrow { max-width: 27rem; }
.card {
  background: var(--surface); border: 1px solid var(--line); border-radius: .75rem;
  padding: 1.5rem; margin: 0 0 1.25rem;
}
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 0 0 .75rem; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
p:last-child { margin-bottom: 0; }
.muted { color: var(--muted); }
.field { margin: 0 0 1rem; }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
.hint, .error { font-size: .9rem; margin: .25rem 0; }
.hint { color: var(--muted); }
.error { color: var(--danger); font-weight: 600; }
input:not([type=checkbox], [type=radio]), select, textarea {
  width: 100%; font: inherit; color: inherit; background: var(--ground); min-height: 2.75rem;
  padding: .5rem .75rem; border: 1px solid var(--field-line); border-radius: .5rem;
}
input[aria-invalid=true] { border-color: var(--danger); border-width: 2px; }
button, .button {
  display: inline-block; font: inherit; font-weight: 600; cursor: pointer; min-height: 2.75rem; padding: .5rem 1.25rem;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem;
  text-decoration: none;
}
button.wide { width: 100%; }
button.wide + button.wide { margin-top: 0.75rem; }
button.quiet { color: var(--text); background: transparent; border-color: var(--field-line); }
button.small { min-height: 2.25rem; padding: .25rem .75rem; font-size: .9rem; }
.notice { padding: .75rem 1rem; border-radius: .5rem; margin: 0 0 1rem; background: var(--good-ground); }
.notice.bad { background: var(--danger-ground); color: var(--danger); }
.rows { list-style: none; margin: 0; padding: 0; }
.rows > li {
  display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between;
  padding: .75rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere;
}
.rows > li:first-child { border-top: 0; padding-top: 0; }
.rows > li > :first-child { flex: 1 1 14rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1.25rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem .5rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; }
.amount { text-align: right; padding-right: 0; white-space: nowrap; font-variant-numeric: tabular-nums; }
@media print {
  /* Without a size the paper is the printer's own: A4 or Letter. */
  @page { margin: 18mm; }
  :root { color-scheme: light; }
  body { background: none; font-size: 11pt; }
  .top, .skip { display: none; }
  main { max-width: none; margin: 0; padding: 0; }
  .card { border: 0; padding: 0; }
  tr { break-inside: avoid; }
  /* Else the sums stood on every page. */
  tfoot { display: table-row-group; }
}
@media (prefers-reduced-motion: no-preference) { button, a { transition: opacity .1s; } }
button:hover, .button:hover { opacity: .88; }
`;

const digest = createHash("sha256").update(css).digest("hex").slice(0, 16);

/** The one style sheet of all pages. Its path changes with its content, so that browsers may keep it for good. */
export const stylesheet = { path: `/assets/style.${digest}.css`, css };
