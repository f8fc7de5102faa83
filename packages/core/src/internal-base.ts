// Names of the lower rooms that only the packages of this repository share. A store or a command that needs no more
// loads 30 modules instead of 200.
export { byCodePoints } from "./store/code-points.ts";
export { collection } from "./store/collection.ts";
export { transact } from "./store/commit.ts";
export { deriveKey } from "./store/derive-key.ts";
export {
  digestCall,
  digestForm,
  digestKeyedRequest,
  digestSignUp,
  type KeyedCall,
  RepeatedRequest,
  startKeyedCall,
} from "./store/idempotency.ts";
export { pageCursor } from "./store/page-cursor.ts";
export { isToken } from "./store/token.ts";
export { Bag, type Bagged } from "./work/bag.ts";
export { groupCommit } from "./work/group-commit.ts";
export { type Caller, fairTurns, type Turn } from "./work/turns.ts";
export { type Camelized, snakeCase } from "./schema/casing.ts";
export { editDistance } from "./schema/edit-distance.ts";
export { asciiEmail, comparedEmail, EmailAddress, type MailSender, parseSender } from "./schema/email.ts";
export { presentType, readMembers } from "./schema/lenient.ts";
export { nameExpected, nameSchema } from "./schema/name.ts";
export { readSettings } from "./schema/read-settings.ts";
export { nameSchemas, schemaNames } from "./schema/schema-names.ts";
export {
  describeValue,
  expectationOf,
  inSnakeCase,
  invalidParameters,
  parameter,
  validate,
} from "./schema/validate.ts";
export { preciseTimestamp, StoredInstant, timestamp, toWire } from "./schema/wire.ts";
export {
  dayMs,
  hourMs,
  isoInstant,
  isoInstantOrNull,
  isoSeconds,
  minuteMs,
  nextTurn,
  pauseAfter,
  retry,
  slices,
  systemClock,
  systemTimer,
  type Timer,
  withTimeout,
} from "./time.ts";
export { addCounts, noCounts } from "./usage/usage-counts.ts";
