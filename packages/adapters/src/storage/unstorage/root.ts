/** The prefix of all our items in a storage. */
export const root = "tools-api";
