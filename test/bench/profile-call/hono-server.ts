// The peer Hono, which looks up the key, answers the profile and does not count.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { accountOf, accountsByKey, announce, profileOf } from "./accounts.ts";

const accounts = accountsByKey();
const app = new Hono();
app.get("/v1/user/profile", (c) => {
  const account = accountOf(accounts, c.req.header("Authorization"));
  return account ? c.json(profileOf(account, 0)) : c.json({ error: "unauthorized" }, 401);
});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, announce);
