/** A range of a text in UTF-16 code units, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}
