import { operatorScope } from "@tools-api/core/accounts";
import { operatorOwner } from "@tools-api/core/webhooks";
import { webhookCalls } from "../../account/webhooks/webhook-routes.ts";
import { operatorRoute } from "./on-account.ts";

/** The calls under `/operator/webhooks`. All operators share the endpoints, which get the events of all accounts. */
export const operatorWebhooks = webhookCalls({
  make: operatorRoute,
  path: "/operator/webhooks",
  prefix: "operator-",
  whose: "the operator",
  ownerOf: () => operatorOwner,
  readScope: operatorScope,
});
