/** Words before a month, a year or a day that make the time reference certain. */
export const sureCues: ReadonlySet<string> = new Set(
  "in fiscal since until till during last next this early late mid every throughout past".split(" "),
);

/** Words before a time that also precede many other words. */
export const likelyCues: ReadonlySet<string> = new Set(
  "by of from before after on to between and around through each circa ca c starting effective dated due year season class the".split(
    " ",
  ),
);

/** Words that make a weekday, a week or a month a date, and are part of it. */
export const modifiers: ReadonlySet<string> = new Set(
  "next last this past coming previous following every each".split(" "),
);

/** Words after a number that it cannot count. The number is then a year. */
export const functionWords: ReadonlySet<string> = new Set(
  "a about after all although an and are as at because before but by did do does for from had has have he her his how i if in is it its many most no not of on one or our over she since so some such than that the their then there these they this to under until up was we were what when where which while who will with would you".split(
    " ",
  ),
);
