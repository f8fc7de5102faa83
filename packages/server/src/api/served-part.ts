/** An optional part of a server: the calls under `/account`, or the authorization server. */
export type ServedPart = "management" | "oauth";
