import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = process.env["TESSDATA_PREFIX"] ?? "/usr/share/tesseract-ocr/5/tessdata";

/**
 * Returns the words of a language that Tesseract's recognizer knows (tessdata_fast 4.1.0, Apache-2.0, words of the
 * web). The words are in lower case, each with its number of spellings: a frequent word has "word", "Word" and "WORD".
 *
 * Needs the Debian packages `tesseract-ocr` and `tesseract-ocr-CODE`.
 *
 * @param code Three letters, ISO 639-2.
 */
export function readTesseractWords(code: string): Map<string, number> {
  const scratch = mkdtempSync(join(tmpdir(), "tesseract-words-"));
  try {
    const part = (name: string) => join(scratch, `${code}.${name}`);
    const quiet = { stdio: "ignore" } as const;
    execFileSync("combine_tessdata", ["-u", join(folder, `${code}.traineddata`), part("")], quiet);
    execFileSync("dawg2wordlist", [part("lstm-unicharset"), part("lstm-word-dawg"), part("words")], quiet);
    const spellings = new Map<string, number>();
    for (const line of readFileSync(part("words"), "utf8").split("\n")) {
      if (!/^[\p{L}\p{M}]{2,}$/u.test(line)) continue;
      const word = line.normalize("NFC").toLowerCase();
      spellings.set(word, (spellings.get(word) ?? 0) + 1);
    }
    return spellings;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
