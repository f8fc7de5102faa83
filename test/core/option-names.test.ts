import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { analyzeText, defaultPlans, type Principal, ToolsError } from "@tools-api/core";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { convertImage } from "@tools-api/core/image";
import { getProfile } from "@tools-api/core/profile";
import { getUsage } from "@tools-api/core/usage";
import { describe, expect, it } from "vitest";

const documents = memoryDocuments();
const usage = memoryUsage();
const now = Date.parse("2026-11-22T12:00:00Z");

const account = await createAccount(documents, { email: "a@example.com" }, { at: now });

const functions: [string, (options: object) => Promise<unknown>, string[], string[]][] = [
  [
    "analyzeText",
    (options) => analyzeText("Hello", options),
    ["analysisType", "language", "offsetUnit", "summarySentences", "piiThreshold", "piiMask", "piiSalt"],
    ["analysis_type", "offset_unit", "summary_sentences", "pii_threshold", "pii_mask"],
  ],
  [
    "convertImage",
    // Tests pass values that the types do not allow.
    (options) => convertImage(new Uint8Array([1]), { format: "png", ...options }),
    ["maxBytes", "keepMetadata", "quality", "progressive", "chroma", "density"],
    ["max_bytes", "keep_metadata"],
  ],
  [
    "getUsage",
    (options) => getUsage({ usage, account, plans: defaultPlans, now }, options),
    ["startDate", "endDate", "granularity"],
    ["start_date", "end_date"],
  ],
  [
    "getProfile",
    (options) => {
      const credential: Principal["credential"] = {
        method: "api_key",
        id: "key_1",
        name: "",
        scopes: [],
        expiresAt: null,
      };
      // The profile reads only these members of a principal.
      const principal = { account, credential } as Principal;
      return getProfile({ usage, principal, plans: defaultPlans, now }, options);
    },
    ["includeStats"],
    ["include_stats"],
  ],
  [
    "createApiKey",
    (options) => createApiKey(documents, account.id, options, { at: now }),
    ["expiresAt", "dailyLimit"],
    ["expires_at", "daily_limit"],
  ],
];

describe("options of functions", () => {
  it.each([
    [{ qualty: 80, format: "webp" }, "qualty: expected one of .*; did you mean quality\\?$"],
    [{ max_bytes: 80, format: "webp" }, "did you mean maxBytes\\?$"],
    [{ heigth: 5, widht: 5 }, "did you mean height\\?; widht: .*; did you mean width\\?"],
    [{ zoom: 5, format: "webp" }, "received an unknown one$"],
  ])("names the nearest option for an unknown one: %j", async (options, message) => {
    // @ts-expect-error The options are unknown.
    await expect(convertImage(new Uint8Array(1), options)).rejects.toThrow(new RegExp(message));
  });

  it.each(functions)("names the options of %s in camelCase in errors", async (_, call, names, others) => {
    for (const name of names) {
      const error = await call({ [name]: [-1] }).catch((thrown: unknown) => thrown);
      if (!(error instanceof ToolsError)) throw new Error(`${name} was taken`);
      expect(error.errors?.map(({ pointer }) => pointer)).toEqual([`#/${name}`]);
      expect(error.message).toMatch(new RegExp(`^${name}: expected `));
      for (const other of others) expect(error.message).not.toContain(other);
    }
  });

  it.each(functions)("rejects options of %s in snake_case as unknown", async (_, call, names, others) => {
    for (const name of others) {
      const error = await call({ [name]: "x" }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "invalid_parameter", errors: [{ pointer: `#/${name}` }] });
      if (!(error instanceof ToolsError)) continue;
      expect(error.message).toMatch(new RegExp(`^${name}: expected one of the parameters .*${names[0]}`));
    }
  });
});
