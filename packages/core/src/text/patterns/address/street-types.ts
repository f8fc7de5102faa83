function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Behind the name of a street in English, whatever follows: "Baker Street". In lower case, without a period. */
export const streetTypes = wordSet(
  "street st avenue ave av road rd boulevard blvd lane ln parkway pkwy highway hwy freeway expressway terrace crescent cres turnpike tpke alley mews causeway esplanade embankment",
);

/** So, but words that stand in headlines and sentences as well: they count before a sign or the end of the line. */
export const weakStreetTypes = wordSet(
  "drive dr court ct way place pl circle cir square sq trail trl close grove row gardens garden quay walk hill plaza loop pike rise green park wharf view run path ridge crossing bend point heights broadway strand",
);

/** In lower case a word in front of these makes a street of them: "12 main street". */
export const plainStreetTypes = wordSet("street st avenue ave road rd boulevard blvd");

/** Between a house number and the name, as in French: "12 rue de la Paix". */
export const typesBehindNumber = wordSet(
  "rue avenue av boulevard bd place chemin allée impasse quai cours route square passage faubourg ruelle voie sentier esplanade",
);

/** In front of the name, with the house number behind it: "Via Roma 131", "ul. Narewska 94". */
export const typesBeforeName = wordSet(
  "via viale corso piazza piazzetta piazzale vicolo largo strada calle c/ avenida avda av paseo plaza plaça carrer camino carretera ronda rua travessa praça alameda estrada rue avenue boulevard bd bld chemin place quai allée am an im unter auf zum zur ul ulica ulice aleja al aleje plac os strada str bulevardul ulitsa улица ул проспект пр пр-т переулок вулиця вул jalan jl οδός",
);

/** A capital is no proof that these are names in English; they need a second sign of an address. */
export const shortTypesBeforeName = wordSet("al os str av via place strada am an im unter auf zum zur");

/** Behind the name as a word of its own, with the house number behind it: "Passauer Strasse 33", "Rákóczi út 13". */
export const typesBehindName = wordSet(
  "straße strasse str allee platz weg ring damm ufer gasse chaussee promenade straat laan plein gracht kade singel utca út útja tér körút tee tn gatan vägen gade vej alle allé plads veien vei gata gate katu tie",
);

/** Some of them are English words as well. */
export const uncertainTypesBehindName = wordSet("gate tie ring tee");

/** So in India and elsewhere; in English a number behind a street has many meanings, and a city has to follow. */
export const englishTypesBehindName = wordSet("road rd street st avenue ave lane marg");

/** The ends of compound names with the house number behind them: "Hauptstraße 5", "Kiannonkatu 98". */
export const typeEndings: readonly string[] =
  "straße strasse str. gasse allee platz weg damm ufer chaussee steig stieg markt promenade straat laan plein gracht kade singel dijk steeg gatan vägen gränd gade stræde vej plads veien gata katu kuja polku tie vegur braut utca".split(
    " ",
  );

/** Shorter words with such an end are words by themselves: "Norweg", "Auntie". */
export const shortestCompound = 7;

/** In front of the name, as part of it: "12 N Main St". */
export const directions = wordSet("n s e w ne nw se sw north south east west");

/** Words in lower case inside the names of streets. */
export const connectors = wordSet(
  "de la le les du des del della delle dei degli di da do dos das d l y e of the van von der den zur zum am an im sous sur saint st i",
);
