import { ToolsError } from "@tools-api/core";

const [comma, colon, openBracket, closeBracket, openBrace, closeBrace] = [0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d];
const space = 0x20;

/** The maximum nesting of a JSON body. The outermost object is the first level. */
const maxJsonDepth = 32;

/** The maximum number of object members and array elements in a JSON body, unless a tool has its own. */
export const maxJsonMembers = 1000;

/**
 * Counts the levels and members of a JSON text from its bytes outside strings. `JSON.parse` blocks the event loop for 7
 * s on 3,000,000 open brackets, and 600,000 members need 1 GB of heap. Both are refused before an object exists.
 */
export class JsonStructure {
  /** Whether the value of a member of the outermost object comes next, rather than its key. */
  isValueNext = false;
  readonly #maxMembers: number;
  #depth = 0;
  #members = 0;
  /** Whether the innermost array or object has no member yet. */
  #isEmpty = false;

  constructor(maxMembers: number) {
    this.#maxMembers = maxMembers;
  }

  /** Whether the position is directly in the outermost object or array. */
  get isOutermost(): boolean {
    return this.#depth === 1;
  }

  /**
   * Reads the opening quote of a string, or any other byte outside strings.
   *
   * @throws ToolsError `invalid_json` if the text exceeds a limit.
   */
  read(byte: number): void {
    if (byte <= space) return;
    if (byte === closeBrace || byte === closeBracket) {
      this.#depth -= 1;
      this.#isEmpty = false;
      return;
    }
    if (this.#isEmpty || byte === comma) this.#addMember();
    if (byte === openBrace || byte === openBracket) this.#open();
    else if (this.#depth === 1 && (byte === colon || byte === comma)) this.isValueNext = byte === colon;
  }

  #addMember(): void {
    this.#isEmpty = false;
    this.#members += 1;
    if (this.#members > this.#maxMembers)
      throw new ToolsError(
        "invalid_json",
        `body: expected at most ${this.#maxMembers} members of objects and arrays, received more`,
      );
  }

  #open(): void {
    this.#depth += 1;
    this.#isEmpty = true;
    if (this.#depth > maxJsonDepth)
      throw new ToolsError(
        "invalid_json",
        `body: expected JSON nested at most ${maxJsonDepth} levels deep, received more levels`,
      );
  }
}

const [quote, backslash] = [0x22, 0x5c];

/** Returns the position of the closing quote of a string, or the end of the bytes. */
function endOfString(bytes: Uint8Array, opening: number): number {
  for (let end = opening; ;) {
    end = bytes.indexOf(quote, end + 1);
    if (end === -1) return bytes.length;
    let escape = end;
    while (bytes[escape - 1] === backslash) escape -= 1;
    if ((end - escape) % 2 === 0) return end;
  }
}

/**
 * Checks the levels and members of a whole JSON text.
 *
 * @throws ToolsError `invalid_json` if it exceeds a limit.
 */
export function checkJsonStructure(bytes: Uint8Array, maxMembers: number): void {
  const structure = new JsonStructure(maxMembers);
  for (let position = 0; position < bytes.length; position++) {
    // The loop keeps the position within the bytes.
    const byte = bytes[position] ?? 0;
    structure.read(byte);
    if (byte === quote) position = endOfString(bytes, position);
  }
}
