function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Types after the name of an English street, in any context: "Baker Street". In lower case, without the period. */
export const streetTypes = wordSet(
  "street st avenue ave av road rd boulevard blvd lane ln parkway pkwy highway hwy freeway expressway terrace crescent cres turnpike tpke alley mews causeway esplanade embankment",
);

/** Types after the name that are also common words. They count only before a sign or at the end of a line. */
export const weakStreetTypes = wordSet(
  "drive dr court ct way place pl circle cir square sq trail trl close grove row gardens garden quay walk hill plaza loop pike rise green park wharf view run path ridge crossing bend point heights broadway strand",
);

/** Types that form a street with a lower-case word before them: "12 main street". */
export const plainStreetTypes = wordSet("street st avenue ave road rd boulevard blvd");

/** Types between the house number and the name, as in French: "12 rue de la Paix". */
export const typesAfterNumber = wordSet(
  "rue avenue av boulevard bd place chemin allée impasse quai cours route square passage faubourg ruelle voie sentier esplanade",
);

/** Types before the name, with the house number after it: "Via Roma 131", "ul. Narewska 94". */
export const typesBeforeName = wordSet(
  "via viale corso piazza piazzetta piazzale vicolo largo strada calle c/ avenida avda av paseo plaza plaça carrer camino carretera ronda rua travessa praça alameda estrada rue avenue boulevard bd bld chemin place quai allée am an im unter auf zum zur ul ulica ulice aleja al aleje plac os strada str bulevardul ulitsa улица ул проспект пр пр-т переулок вулиця вул jalan jl οδός na nad pod náměstí nám námestie trg",
);

/** Types that are often other words, even with a capital. They need a second sign of an address. */
export const shortTypesBeforeName = wordSet(
  "al os str av via place strada am an im unter auf zum zur na nad pod",
);

/** Types that are a word after the name, with the house number after them: "Passauer Strasse 33", "Rákóczi út 13". */
export const typesAfterName = wordSet(
  "straße strasse str allee platz weg ring damm ufer gasse chaussee promenade straat laan plein gracht kade singel utca út útja tér körút tee tn gatan vägen gade vej alle allé plads veien vei gata gate katu tie",
);

/** Types that are also English words. */
export const uncertainTypesAfterName = wordSet("gate tie ring tee");

/**
 * English types with the house number after them, as in India. A city must follow, because a number after an English
 * street has many meanings.
 */
export const englishTypesAfterName = wordSet("road rd street st avenue ave lane marg");

/** Endings of compound names with the house number after them: "Hauptstraße 5", "Kiannonkatu 98". */
export const typeEndings: readonly string[] =
  "straße strasse str. gasse allee platz weg damm ufer chaussee steig stieg markt promenade straat laan plein gracht kade singel dijk steeg gatan vägen gränd gade stræde vej plads veien gata katu kuja polku tie vegur braut utca".split(
    " ",
  );

/** Endings of the adjectives that are streets in Czech, Slovak and Polish: "Vinohradská 12". A city must follow. */
export const adjectiveEndings: readonly string[] = "ská cká ova ová ní ného ního".split(" ");

/** Minimum length of a compound name. Shorter words with such an ending are other words: "Norweg", "Auntie". */
export const minCompoundLength = 7;

/** Compass directions after the type of street: "Amphitheatre Pkwy NW". */
export const directions = wordSet("n s e w ne nw se sw");

/** Lower-case words inside street names. */
export const connectors = wordSet(
  "de la le les du des del della delle dei degli di da do dos das d l y e of the van von der den zur zum am an im sous sur saint st i",
);
