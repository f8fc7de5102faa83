import type { FairAttack } from "../attack.ts";
import { accountAttacks } from "./accounts.ts";
import { bodyAttacks } from "./bodies.ts";
import { connectionAttacks } from "./connections.ts";
import { imageAttacks } from "./images.ts";
import { textAttacks } from "./texts.ts";

/** All attacks. To add one is to add its row to one of these tables. */
export const fairAttacks: readonly FairAttack[] = [
  ...bodyAttacks,
  ...textAttacks,
  ...connectionAttacks,
  ...imageAttacks,
  ...accountAttacks,
];
