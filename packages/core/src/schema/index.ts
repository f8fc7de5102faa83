export { type Camelized, snakeCase } from "./casing.ts";
export { editDistance } from "./edit-distance.ts";
export { asciiEmail, comparedEmail, EmailAddress, type MailSender, parseSender } from "./email.ts";
export { presentType, readMembers } from "./lenient.ts";
export { nameExpected, nameSchema } from "./name.ts";
export { nameSchemas, schemaNames } from "./schema-names.ts";
export {
  describeValue,
  expectationOf,
  inSnakeCase,
  invalidParameters,
  parameter,
  readSettings,
  validate,
} from "./validate.ts";
export { preciseTimestamp, StoredInstant, timestamp, toWire } from "./wire.ts";
