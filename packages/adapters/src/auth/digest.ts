import crypto from "node:crypto";

/** Returns the SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export const sha256: (text: string) => string =
  // `crypto.hash` exists since Node 20.12 and takes half the time for input that is complete.
  typeof crypto.hash === "function"
    ? (text) => crypto.hash("sha256", text)
    : (text) => crypto.createHash("sha256").update(text).digest("hex");
