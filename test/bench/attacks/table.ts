import type { Attack } from "./attack.ts";
import { browserAttacks } from "./browser-attacks.ts";
import { callerAttacks } from "./caller-attacks.ts";
import { managementAttacks } from "./management-attacks.ts";
import { oauthAttacks } from "./oauth-attacks.ts";
import { tokenAttacks } from "./token-attacks.ts";

/** All attacks that a check of ours stands against. */
export const attacks: readonly Attack[] = [
  ...tokenAttacks,
  ...oauthAttacks,
  ...browserAttacks,
  ...callerAttacks,
  ...managementAttacks,
];
