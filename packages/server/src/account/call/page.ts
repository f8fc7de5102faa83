import { listOrders } from "@tools-api/core/billing";
import { nameSchemas, parameter, schemaNames } from "@tools-api/core/internal/schema";
import { z } from "zod";
import type { OperationExample } from "../../http/operation-example.ts";

/** The default number of items on a page. */
export const defaultLimit = 50;

const position = z
  .string()
  .regex(/^[0-9A-Za-z_]{1,64}$/)
  .optional();

/** The query of every list. */
export const PageQuery = z.strictObject({
  after: parameter("the `next` of the previous page", position, {
    purpose: "The place to continue from: the `next` of the previous page. Default: the first page.",
  }),
  limit: parameter("an integer from 1 to 100, by default 50", z.int().min(1).max(100).optional(), {
    purpose: "How many items a page has at most. Default: `50`.",
  }),
});

/** The query of a list of credentials, which can be active or ended. */
export const StatePageQuery = PageQuery.extend({
  state: parameter("active or ended, by default both", z.enum(["active", "ended"]).optional(), {
    purpose: "Only credentials that work (`active`) or no longer work (`ended`). Default: both.",
  }),
});

/** The query of a list in order of creation. */
export const OrderedPageQuery = PageQuery.extend({
  order: parameter('"asc" or "desc", by default "asc"', z.enum(listOrders).optional(), {
    purpose: "The order by creation: `asc` is oldest first. Default: `asc`.",
  }),
});

/** Returns the schema of a bound of the time. */
export function timeBound(purpose: string) {
  return parameter(
    "a date as YYYY-MM-DD, or a time as RFC 3339",
    z
      .union([z.iso.datetime({ offset: true }), z.iso.date()])
      .transform((text) => Date.parse(text))
      .optional(),
    { purpose },
  );
}

/** The shapes of the ids of items that lists have, by the name of the items. */
const positions = {
  key: /^key_[0-9A-Za-z]{22}$/,
  client: /^client_[0-9A-Za-z]{22}$/,
  grant: /^grant_[0-9A-Za-z]{22}$/,
  session: /^sess_[0-9A-Za-z]{22}$/,
  file: /^file_[0-9A-Za-z]{22}$/,
  invitation: /^inv_[0-9A-Za-z]{22}$/,
  account: /^acct_[0-9A-Za-z]{22}$/,
  invoice: /^\d{8}$/,
  line: /^\d{8}$/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** The positions in the lists of active and of ended credentials. */
const statePositions = { active: /^\d{15}_[a-z]+_[0-9A-Za-z]{22}$/, ended: /^\d{1,16}$/ } as const;

/**
 * Returns the query of a list that refuses an `after` which is no position in it: a client that mixes up its cursors
 * would take an empty page for the end. The id of an item that no longer exists is a position.
 */
export function positionedQuery<Query extends typeof PageQuery>(
  query: Query,
  items: keyof typeof positions,
): Query {
  return query.refine(
    ({ after, state }: { after?: string; state?: keyof typeof statePositions }) =>
      after === undefined || (state ? statePositions[state] : positions[items]).test(after),
    {
      path: ["after"],
      error: "expected the `next` of the previous page, received the position in another list",
    },
  );
}

/** The effect of `state`, for the OpenAPI document. */
export const stateDescription =
  "Without `state`, the items are in id order. `state=active` lists active items, newest first. `state=ended` lists " +
  "revoked and expired items, the most recently ended first. The server deletes items 90 days after they end and keeps " +
  "at most the latest 1,000.";

/** Returns the schema of a page. The name of the items, such as `ApiKey`, also names the page. */
export function pageRecord<Item extends z.ZodType>(item: Item) {
  const page = z.object({
    items: z.array(item).describe("The items of this page."),
    next: z.string().nullable().describe("The `after` of the next page; null on the last page."),
  });
  const name = schemaNames.get(item)?.id;
  if (name !== undefined) nameSchemas({ [`${name}Page`]: page });
  return page;
}

/** Returns the example of a call that lists one item. */
export function pageExample(
  item: unknown,
  parameters: NonNullable<OperationExample["parameters"]> = { limit: 20 },
): OperationExample {
  return { parameters, answer: { items: [item], next: null } };
}

/**
 * Reads a page, plus one item to learn whether it is the last.
 *
 * @param read Reads items in the same way as the lists of core.
 * @param position Returns the `after` of the page that begins after an item.
 */
export async function readPageBy<Item>(
  { after, limit = defaultLimit }: z.output<typeof PageQuery>,
  read: (page: { after?: string; limit: number }) => Promise<Item[]>,
  position: (item: Item) => string,
): Promise<{ items: Item[]; next: string | null }> {
  const found = await read({ limit: limit + 1, ...(after !== undefined && { after }) });
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, next: last === undefined ? null : position(last) };
}

/** Reads a page in the order of ids; see {@link readPageBy}. */
export function readPage<Item extends { id: string }>(
  query: z.output<typeof PageQuery>,
  read: (page: { after?: string; limit: number }) => Promise<Item[]>,
): Promise<{ items: Item[]; next: string | null }> {
  return readPageBy(query, read, ({ id }) => id);
}
