// The peer Fastify with @fastify/rate-limit: in memory, or in Redis with the options of its example if
// REDIS_PORT is set. It has a schema of the response, as its documentation advises.
import rateLimit from "@fastify/rate-limit";
import fastify from "fastify";
import { Redis } from "ioredis";
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

declare module "fastify" {
  interface FastifyRequest {
    account: Account | null;
  }
}

const accounts = accountsByKey();
const redisPort = process.env["REDIS_PORT"];

const text = { type: "string" } as const;
const integer = { type: "integer" } as const;
const record = <Properties extends object>(properties: Properties) =>
  ({ type: "object", properties }) as const;
const profile = record({
  id: text,
  email: text,
  name: text,
  created_at: text,
  status: text,
  plan: record({
    name: text,
    daily_limit: integer,
    price: record({ amount: integer, currency: text }),
    current_period_start: text,
    current_period_end: text,
  }),
  quota: record({ policy: text, limit: integer, used: integer, remaining: integer, resets_at: text }),
  credential: record({
    method: text,
    id: text,
    name: text,
    scopes: { type: "array", items: text },
    expires_at: { type: ["string", "null"] },
  }),
});

const app = fastify();
app.decorateRequest("account", null);
app.addHook("onRequest", (request, reply, done) => {
  request.account = accountOf(accounts, request.headers.authorization) ?? null;
  if (request.account) done();
  else void reply.code(401).send({ error: "unauthorized" });
});
await app.register(rateLimit, {
  max: dailyLimit,
  timeWindow: dayMs,
  keyGenerator: (request) => request.account?.id ?? "",
  ...(redisPort && {
    redis: new Redis({
      host: "127.0.0.1",
      port: Number(redisPort),
      connectTimeout: 500,
      maxRetriesPerRequest: 1,
    }),
  }),
});
app.get("/v1/user/profile", { schema: { response: { 200: profile } } }, (request, reply) => {
  const remaining = Number(reply.getHeader("x-ratelimit-remaining"));
  if (request.account) void reply.send(profileOf(request.account, dailyLimit - remaining));
});
const request = {
  type: "object",
  properties: { text: { type: "string", maxLength: 10_000 } },
  required: ["text"],
  additionalProperties: false,
} as const;
app.post<{ Body: { text: string } }>(
  "/v1/tools/word-count",
  { schema: { body: request, response: { 200: record({ words: integer }) } } },
  ({ body }, reply) => void reply.send({ words: countWords(body.text) }),
);
await app.listen({ port: 0, host: "127.0.0.1" });
announce(app.server.address());
