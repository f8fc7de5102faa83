// The peer Express with express-rate-limit in memory, with the options of its documentation and a key for each account.
// It computes no ETag, because the other systems send none.
import express from "express";
import { rateLimit } from "express-rate-limit";
import { z } from "zod";
import {
  type Account,
  accountOf,
  accountsByKey,
  announce,
  dailyLimit,
  dayMs,
  profileOf,
} from "./accounts.ts";
import { countWords } from "./calls.ts";

const accounts = accountsByKey();
const app = express();
// https://expressjs.com/en/advanced/best-practice-security.html#reduce-fingerprinting
app.disable("x-powered-by");
app.disable("etag");
app.use((request, response, next) => {
  const account = accountOf(accounts, request.headers.authorization);
  if (!account) {
    response.status(401).json({ error: "unauthorized" });
    return;
  }
  response.locals["account"] = account;
  next();
});
app.use(
  rateLimit({
    windowMs: dayMs,
    limit: dailyLimit,
    standardHeaders: "draft-8",
    legacyHeaders: false,
    requestPropertyName: "rateLimit",
    // Set by the preceding middleware.
    keyGenerator: (_, response) => (response.locals["account"] as Account).id,
  }),
);
app.get("/v1/user/profile", (request, response) => {
  // Set by the two preceding middlewares.
  const { used } = (request as typeof request & { rateLimit: { used: number } }).rateLimit;
  response.json(profileOf(response.locals["account"] as Account, used));
});
const Request = z.strictObject({ text: z.string().max(10_000) });
app.post("/v1/tools/word-count", express.json(), (request, response) => {
  const parsed = Request.safeParse(request.body);
  if (parsed.success) response.json({ words: countWords(parsed.data.text) });
  else response.status(400).json({ error: parsed.error.message });
});
const server = app.listen(0, "127.0.0.1", () => announce(server.address()));
