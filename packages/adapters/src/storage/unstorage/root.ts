/** Where all that is ours stands in a storage. */
export const root = "tools-api";
