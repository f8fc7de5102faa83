/** Abbreviations whose period is part of the token, in lower case and without it. */
const words: Readonly<Record<string, string>> = {
  en: "mr mrs ms dr prof rev hon gen col capt lt sgt gov sen rep st mt ft vs cf no nos fig figs vol pp eq sec al e.g i.e approx jan feb apr jun jul aug sept oct nov dec jr sr inc corp co ltd bros etc ave blvd rd dept univ assn est mar sep ph.d",
  de: "dr prof hr fr frl st nr bzw z.b d.h u.a vgl ca ggf inkl sog evtl abb bd jh chr geb str",
  fr: "m mm mme mlle dr pr me st ste no art vol cf env p.ex fig",
  es: "sr sra srta dr dra prof ud uds núm pág fig art ej p.ej",
  it: "sig dott prof ing avv on art pag fig es p.es",
  pt: "sr sra dr dra prof exmo núm pág fig art p.ex",
  nl: "dhr mevr dr prof ir drs nr bijv d.w.z o.a m.b.t ca blz fig",
};

const sets = new Map(Object.entries(words).map(([language, list]) => [language, new Set(list.split(" "))]));
const none: ReadonlySet<string> = new Set();

/** Returns the abbreviations of a language whose period is part of the token. */
export function abbreviations(language: string): ReadonlySet<string> {
  return sets.get(language) ?? none;
}
