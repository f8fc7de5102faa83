// Serves the modules that the command line names from a host's Hono app, under a path, and prints the answers to calls.
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { imageConverter, textAnalyzer, type Tool } from "@tools-api/core/tools";
import { createApi, toolProcesses } from "@tools-api/server";
import { Hono } from "hono";
import { callExampleTools } from "./tool-calls.ts";

const tools: Tool[] = [textAnalyzer, imageConverter()];
for (const module of process.argv.slice(2)) tools.push(((await import(module)) as { default: Tool }).default);

const documents = memoryDocuments();
const executor = toolProcesses();
const api = createApi({
  documents,
  usage: memoryUsage(),
  authenticator: apiKeyAuthenticator({ documents }),
  publicUrl: "https://api.example.com",
  tools,
  executor,
});
const app = new Hono().mount("/api", api.fetch);

const { id } = await createAccount(documents, { email: "ada@example.com" }, Date.now());
const { secret } = await createApiKey(documents, id, {}, Date.now());
console.log(JSON.stringify(await callExampleTools((path, init) => app.request(`/api${path}`, init), secret)));
await executor.close();
