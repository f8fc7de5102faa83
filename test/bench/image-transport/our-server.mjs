// The API with an image converter that answers immediately, so that only the transport of the image takes time.
import { createServer } from "node:http";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { imageConverter } from "@tools-api/core/tools";
import { createApi } from "@tools-api/server";
import { nodeListener } from "@tools-api/server/node";

const documents = memoryDocuments();
const account = await createAccount(
  documents,
  { email: "bench@example.com", plan: "enterprise" },
  { at: Date.now() },
);
const { secret } = await createApiKey(documents, account.id, {}, { at: Date.now() });

const picture = { width: 1, height: 1, pages: 1, bytes: 8 };
const api = createApi({
  documents,
  usage: memoryUsage(),
  authenticator: apiKeyAuthenticator({ documents }),
  tools: [
    {
      ...imageConverter(),
      run: ({ image: { bytes } }) => ({
        image: bytes.slice(0, 8),
        ...picture,
        format: "webp",
        content_type: "image/webp",
        quality: 80,
        lossless: false,
        original: {
          ...picture,
          bytes: bytes.length,
          format: "jpeg",
          content_type: "image/jpeg",
          orientation: 1,
          has_alpha: false,
          bit_depth: 8,
          color_space: "srgb",
        },
        compression_ratio: 1,
        duration_ms: 0,
        warnings: [],
      }),
    },
  ],
});

const server = createServer(nodeListener(api.fetch));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`listening on ${typeof address === "object" ? address?.port : ""} with ${secret}`);
});
