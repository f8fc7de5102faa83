/** Words with a silent e at their end that begin compounds. */
const heads = new Set(
  (
    "apple awe axe cheese police cause whole back bare base blame blade blaze blue bone brake bride bridge bubble bundle cable cake candle care case cave " +
    "charge cheese chase clove coke cole come cone core cove crane cube cure curve date dive dome dove drape drive drone dune edge eve eye " +
    "face fake fame fare fate file fine fire five flame fore forge frame free fuse game gate gauge gene gere glare globe glue goose grace grade grape " +
    "grate grave groove grove guide hare hate have hedge here hide hole home hope horse house huge ice inde jade joke judge juke knife lace lake lame " +
    "lane large late leave life like lime line live lobe lodge lone love made make male mate maze mere mile mince mine mole more mouse moose mule muse " +
    "name nice nine nose note nurse none one pace page paste peace phone pie pile pine pipe place plane plate pole pore pose price pride prime prize " +
    "prone prune purse race rage rake rape rare rate ridge rice ride ripe rite role rope rose rouge route rule safe sage sake sale same save scale " +
    "scape score scribe serve shade shake shame shape share shave shoe shore shove side sieve size slave slice slide smile smoke snake snare sole some " +
    "source space spare spice spine spoke square stage stake stale state stove stone store strike stripe stroke style surface table take tape taste " +
    "tale these there tide tie tile time tire toe tole tone trade tree tribe true tube tune twelve twine type use valve vane vice vine voice vote wade " +
    "wage wake ware waste wave where while white whole wide wife wine wipe wire wise wove write yoke zone"
  ).split(" "),
);

/** Words and endings that follow such a word in a compound. */
const tails = new Set(
  (
    "arm bag ball band bar base beat bed bell belt berry bill bird black blade board boat body bone book born bound bow bowl box boy brain bread " +
    "break breaker brow brush bug burn bush cake card care case cast cat chair chalk cloth coat code comer coming craft cut dance day dog down draw dream " +
    "dress drop eye farm father field fighter fire fish flower fly flow folk ford front fruit gap gate girl glass ground guard gun hand head hill " +
    "hold holder hole hood horse house hunter iron keeper key kick knob lace land lash less letter life lift light like line liner list load lock long " +
    "look lord maid made mail maker making man manship mare mark mary mask master mate meal men mill mind mouth nail name neck nest nut off out over owner " +
    "pack paper path phone piece pin pipe pit place plant plate play plot pole pool port post pot print proof quake rail rest room root rope runner " +
    "sake scape school screen seed setter shaft shed sheet shelf shift ship shirt shoe shop shot show sick side sitter size skin smith space spear " +
    "spot spread stamp stead step stick stock stone stop storm stream street string style suit swipe tail taker taking tape text thing thread tide tight " +
    "time tone tool top town track trap tray type wall ward ware wash watch water wave way wear weed well wheel wide wife wind wine wire wise woman " +
    "women wood word work worker worm worn worth wright write writer writing yard year zone about after all apart away back bay by fore how in into " +
    "more of on one to tofore through under upon what where with within without ty tieth teen teenth fold sman smen swoman swomen smaid sperson smanship burger boat sale"
  ).split(" "),
);

const minHeadLength = 3;
const letterE = 0x65;

function isTail(letters: string): boolean {
  return tails.has(letters) || (letters.endsWith("s") && tails.has(letters.slice(0, -1)));
}

/** Returns the two parts of an English compound whose first part ends with a silent e, or `null`: "home", "work". */
export function splitCompound(letters: string): readonly [string, string] | null {
  for (let end = minHeadLength; end < letters.length - 1; end++) {
    if (letters.charCodeAt(end - 1) !== letterE) continue;
    const [head, tail] = [letters.slice(0, end), letters.slice(end)];
    if (heads.has(head) && isTail(tail)) return [head, tail];
  }
  return null;
}
