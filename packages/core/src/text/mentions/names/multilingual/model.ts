import { readModel } from "../../../network/model-file.ts";
import { expandWeights } from "../../../network/sparse-weights.ts";
import { tagCount } from "../tags.ts";
import { weightRows } from "./features.ts";
import { createNameLists } from "./name-lists.ts";
import type { NameModel } from "./tagger.ts";

/** Opens a model that `training/names.ts` wrote. */
export async function openNameModel(encoded: string): Promise<NameModel> {
  const file = await readModel(encoded);
  const [unit = 1] = file.float32("unit");
  return {
    weights: expandWeights({ gaps: file.bytes("gaps"), values: file.int8("values") }, weightRows * tagCount),
    unit,
    transitions: file.float32("transitions"),
    lists: createNameLists(file.bytes("hashes"), file.bytes("kinds")),
  };
}
