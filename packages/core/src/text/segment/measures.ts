/** Measures directly after digits, as in "5kg". The number is a token of its own. */
export const measures: ReadonlySet<string> = new Set(
  "kg mg lb lbs oz km cm mm mi ft yd ml cl kb mb gb tb pb kw kwh mw gw hz khz mhz ghz mph kph kmh px pt g l x V W C F".split(
    " ",
  ),
);

/** The length of "kwh". */
export const maxMeasureLength = 3;
