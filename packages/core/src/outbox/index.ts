export {
  deliverDue,
  type Deliver,
  type DeliveryFailure,
  type OutboxOptions,
  RetryLater,
  Undeliverable,
} from "./deliver.ts";
export type { Mail, Mailer } from "./mailer.ts";
export {
  type DeadMessage,
  type DeadPage,
  enqueue,
  listDeadMessages,
  type NewMessage,
  type OutboxMessage,
  retryDeadMessage,
  retryDeadMessages,
  type RetryOptions,
} from "./outbox.ts";
export type { QueueOptions } from "./queues.ts";
