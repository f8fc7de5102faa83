import type { PatternType } from "../patterns/index.ts";

/** The kinds of addresses and handles that are one token. */
export const atomTypes = ["url", "email", "mention", "hashtag"] as const satisfies readonly PatternType[];

type AtomType = (typeof atomTypes)[number];

/** The kind of a token. An address or a handle is one token. */
export type TokenKind = "word" | "number" | "sign" | "emoji" | "emoticon" | AtomType;
