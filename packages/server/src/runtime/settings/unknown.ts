import { editDistance } from "@tools-api/core/internal/schema";

/** A variable that looks like a setting and is none. */
export interface UnknownSetting {
  name: string;
  /** The setting whose name is the most similar. */
  nearest: string;
}

/** Beginnings of variables that other programs read, or that describe the services of a cluster. */
const foreign =
  /^(?:npm|pm2|KUBERNETES|OTEL|DENO|NODE|XDG|LC|GIT|GITHUB|CI|VSCODE|SSH|AWS|PG|TEST|VITE|NEXT|REACT)_|_(?:SERVICE|PORT)_/i;

/** Beginnings of settings. Other programs rarely use them. */
const families = ["BRAND_", "OIDC_", "PLAN_", "SELLER_", "SIGN_UP_", "SMTP_", "STRIPE_"];
const ownPrefix = "TOOLS_API_";

// Shorter names, such as PORT and HOST, resemble too many variables of other programs.
const minLength = 7;
const maxEdits = (name: string) => (name.length < 11 ? 1 : 2);

/** Returns the setting that a variable was probably meant to be, or `null`. */
function nearestSetting(
  variable: string,
  known: readonly string[],
  isSet: (name: string) => boolean,
): string | null {
  if (foreign.test(variable)) return null;
  const name = variable.toUpperCase();
  const stripped = name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : null;
  if (stripped !== null) return known.includes(stripped) ? stripped : null;
  const family = families.find((prefix) => name.startsWith(prefix));
  // Most variables are compared with a few settings. Measured: all distances of 40 variables take 50 ms.
  const candidates =
    family === undefined
      ? known.filter((setting) => Math.abs(setting.length - name.length) <= maxEdits(setting))
      : known;
  const [nearest] = candidates
    .map((setting) => ({ setting, edits: editDistance(name, setting) }))
    .toSorted((a, b) => a.edits - b.edits);
  if (!nearest) return null;
  const { setting, edits } = nearest;
  if (setting.length >= minLength && edits <= maxEdits(setting)) return setting;
  // Another program may read SMTP_HOST next to our SMTP_URL. Without SMTP_URL, it is probably meant for us.
  const isRelated = family !== undefined && setting.startsWith(family) && !isSet(setting);
  return isRelated ? setting : null;
}

/** Returns the variables of an environment that look like one of the known settings, with the nearest one of each. */
export function findUnknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): UnknownSetting[] {
  const isSet = (name: string) => (environment[name] ?? "") !== "";
  return Object.keys(environment)
    .filter((name) => isSet(name) && !known.includes(name))
    .flatMap((name) => {
      const nearest = nearestSetting(name, known, isSet);
      return nearest === null ? [] : [{ name, nearest }];
    });
}
