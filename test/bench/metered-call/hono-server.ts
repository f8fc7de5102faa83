// The peer Hono, which looks up the key, answers the profile and does not count.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { accountOf, accountsByKey, announce, profileOf } from "./accounts.ts";
import { countWords } from "./calls.ts";

const accounts = accountsByKey();
const app = new Hono();
app.get("/v1/user/profile", (c) => {
  const account = accountOf(accounts, c.req.header("Authorization"));
  return account ? c.json(profileOf(account, 0)) : c.json({ error: "unauthorized" }, 401);
});
app.post("/v1/tools/word-count", async (c) => {
  const account = accountOf(accounts, c.req.header("Authorization"));
  if (!account) return c.json({ error: "unauthorized" }, 401);
  const { text } = await c.req.json<{ text: string }>();
  return c.json({ words: countWords(text) });
});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, announce);
