import { accountAttacks } from "./account-attacks.ts";
import type { Attack } from "./attack.ts";
import { browserAttacks } from "./browser-attacks.ts";
import { callerAttacks } from "./caller-attacks.ts";
import { connectionAttacks } from "./connection-attacks.ts";
import { grantAttacks } from "./grant-attacks.ts";
import { inputAttacks } from "./input-attacks.ts";
import { issuerAttacks } from "./issuer-attacks.ts";
import { managementAttacks } from "./management-attacks.ts";
import { oauthAttacks } from "./oauth-attacks.ts";
import { owaspAttacks } from "./owasp-attacks.ts";
import { queueAttacks } from "./queue-attacks.ts";
import { storageAttacks } from "./storage-attacks.ts";
import { textAttacks } from "./text-attacks.ts";
import { tokenAttacks } from "./token-attacks.ts";

/** All attacks that our checks refuse. */
export const attacks: readonly Attack[] = [
  ...tokenAttacks,
  ...issuerAttacks,
  ...oauthAttacks,
  ...grantAttacks,
  ...browserAttacks,
  ...callerAttacks,
  ...inputAttacks,
  ...managementAttacks,
  ...owaspAttacks,
  ...accountAttacks,
  ...connectionAttacks,
  ...queueAttacks,
  ...storageAttacks,
  ...textAttacks,
];
