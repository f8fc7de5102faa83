/** The effect of each option. A name after a command is the option of that command. */
const meanings: Readonly<Record<string, string>> = {
  "--accept-secrets": "Accepts other secrets than those under which the store was written.",
  "--account": "The id of the account, such as acct_UC0zuL8FAzkuapBgSj3Uff.",
  "--all": "Sends all failed mails again.",
  "--allowed-ips": "The addresses and ranges that may use the key, such as 192.0.2.0/24. Default: all.",
  "--amount": "The amount in cents: 2900 is 29.00.",
  "--at-once": "Removes all other keys, so that their tokens end immediately.",
  "--create": "Creates the store of a server in ./data if there is none.",
  "--daily-limit": "The maximum number of calls in a UTC day.",
  "--email": "The address of the account, such as ada@example.com.",
  "--expires-in": "The time until the key stops working, such as 30d. Default: never.",
  "--file": "The file for the tool; - reads standard input.",
  "--folder": "The folder whose files the agent can name by their paths. Default: none.",
  "--from": "The store to copy, as in DATABASE_URL.",
  "--from-usage": "The usage to copy, as in USAGE_URL. Default: that of --from.",
  "--grace": "The time for which the previous secret keeps working, such as 24h. Default: none.",
  "--grant-types": "The ways in which the client gets tokens, such as authorization_code,refresh_token.",
  "--json": "Prints JSON instead of a table.",
  "run --json": "The file with the whole request; - reads standard input.",
  "--language": "The language of the text, such as de. Default: it is detected.",
  "--name": "The name of the key, to tell it from others.",
  "clients create --name": "The name that users see on the consent page.",
  "--new-email": "The correct address.",
  "--out": "The file for the result. Default: standard output.",
  "--out-dir": "The folder for the results of several files.",
  "--over-limit": "Only accounts that used their allowance of today.",
  "--past-due": "Only accounts with an overdue invoice.",
  "--plan": "The name of the plan, such as pro.",
  "--price": "The agreed price of a billing cycle in cents; none restores that of the plan.",
  "--query": "The words to search for. Default: all accounts.",
  "--reason": "Why, in a sentence that the owner reads.",
  "--redirect-uri": "An address that users return to. Repeat it for several.",
  "--reference": "The id of the refund at the bank or the provider.",
  "--role": "The rights of the account: an operator manages all accounts.",
  "--scopes":
    "The calls that are allowed, such as text:analyze,usage:read. Default: those of all tools, usage and profile.",
  "--send": "Mails the invitation to the address of --email.",
  "--status": "Only accounts with this status.",
  "--to": "The empty store to copy to, as in DATABASE_URL.",
  "--to-usage": "The empty store of usage to copy to, as in USAGE_URL. Default: that of --to.",
  "--tools": "The folder whose modules export tools of your own.",
  "--type": "The analyses to run, separated by commas. Default: all except syntax.",
  "clients create --type":
    "Whether the client can keep a secret: public in a browser, an app or a command line. Default: confidential.",
  "--version": "The version of the plan. Default: the current one of the account.",
  "--pages":
    "A result for each page of a PDF or TIFF, or frame of an animation, counted from 0, such as 0-3 or 0,2,5; scan-p0.webp is the name of the first.",
  "--widths":
    "A result for each width in pixels, such as 320,640,1280; photo-320.webp is the name of the first.",
  "--while-running": "Makes a first copy while servers use the source.",
  "convert --format": "The format to convert to. Default: the extension of OUT.",
  "convert --quality": "How good the result looks: 60 is small, 80 suits the web, 90 print. Default: 80.",
};

/** Returns the options of a command with their effects, in the order of its usage. Other options have an empty text. */
export function optionsOf(name: string, usage: readonly string[]): [option: string, meaning: string][] {
  const options = new Set(usage.flatMap((line) => line.match(/--[a-z][a-z-]*/g) ?? []));
  return [...options]
    .filter((option) => option !== "--field")
    .map((option) => [option, meanings[`${name} ${option}`] ?? meanings[option] ?? ""]);
}
