import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const sandbox = fileURLToPath(new URL("../../..", import.meta.url));
/** The checkout. The links of the workspace lead to it even from Stryker's copy. */
const checkout = sandbox.replace(/\.stryker-tmp\/[^/]+\/$/, "");
const conditions = ["@tools-api/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  plugins: [
    {
      name: "packages-of-the-sandbox",
      enforce: "pre",
      async resolveId(source, importer, options) {
        if (!source.startsWith("@tools-api/")) return null;
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        return found && { ...found, id: found.id.replace(checkout, sandbox) };
      },
    },
  ],
  test: { include: JSON.parse(process.env["TOOLS_API_MUTANT_TESTS"] ?? "[]"), testTimeout: 60_000 },
});
