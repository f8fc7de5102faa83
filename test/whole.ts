/**
 * Whether tests take every combination (`npm run test:whole`): each engine, each page, each image of a corpus, and
 * properties with random seeds. Otherwise they take those that show a fault of our code, for which `npm test` has the time.
 */
export const isWhole = process.env["TOOLS_API_WHOLE"] === "1";

/**
 * The seed of properties and generated histories: fixed, or random for all files of a whole run. A run with `TOOLS_API_SEED`
 * repeats one that failed.
 */
export const propertySeed = Number(process.env["TOOLS_API_SEED"] ?? 20_261_128);
