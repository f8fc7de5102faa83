import type { BinaryField } from "@tools-api/core/tools";

type Fields = Readonly<Record<string, unknown>>;

/** The names of the list of several results, and of the bytes of each. */
interface ListNames {
  field: string;
  listField: string;
}

/** Returns whether a binary field may also be in a list of several results. */
export function hasList(binary: BinaryField): binary is BinaryField & ListNames {
  return binary.listField !== undefined;
}

/** Returns whether a result of a tool is a list of several results. */
export function isList<Names extends { listField?: string | undefined }>(
  names: Names,
  result: unknown,
): names is Names & Pick<ListNames, "listField"> {
  const { listField } = names;
  return (
    listField !== undefined &&
    typeof result === "object" &&
    result !== null &&
    Object.hasOwn(result, listField)
  );
}

/** Returns the JSON of several results in UTF-8, with the bytes of each in base64. */
export function encodeList({ field, listField }: ListNames, result: unknown): Uint8Array {
  // `run` returns the list, and the bytes of each of its results.
  const results = (result as Readonly<Record<string, readonly Fields[]>>)[listField] ?? [];
  const encoded = results.map(({ [field]: bytes, ...others }) => {
    const { buffer, byteOffset, byteLength } = bytes as Uint8Array;
    return { [field]: Buffer.from(buffer, byteOffset, byteLength).toString("base64"), ...others };
  });
  return new TextEncoder().encode(JSON.stringify({ [listField]: encoded }));
}

/** Returns several results, with the bytes of each in base64. A process has encoded its results. */
export function base64List(names: ListNames, result: unknown): Fields[] {
  const json = result instanceof Uint8Array ? result : encodeList(names, result);
  // The list is that of `encodeList`.
  const { [names.listField]: results = [] } = JSON.parse(new TextDecoder().decode(json)) as Record<
    string,
    Fields[]
  >;
  return results;
}
