import type { Child } from "hono/jsx";
import type { PageCall, respondDashboard } from "../call/page-call.tsx";
import type { webhookCalls } from "./webhook-routes.ts";

/** The parts of a page around its content, without its section. */
type Frame = Omit<Parameters<typeof respondDashboard>[1], "section">;

/** The differences between the pages of an account and those of the operator. */
export interface WebhookPages {
  calls: ReturnType<typeof webhookCalls>;
  /** The path of the list, without the base. */
  path: string;
  /** A sentence about the events that the endpoints get. */
  intro: string;
  respond(page: PageCall, frame: Frame, content: Child): Promise<Response>;
}
