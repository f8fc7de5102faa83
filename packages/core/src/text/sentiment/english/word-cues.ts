/** The words of each circumstance: what a sentence with them does with its words of praise and blame. */
const lists = {
  /** Words that begin a condition: "in case" begins with "in". */
  conditional: "if unless whenever in",
  /** Words of a condition that is not true: "if it worked, it would be great". */
  unreal: "would could were was had only wish should worked 'd better did",
  /** Words that begin a question. */
  question:
    "is are was were do does did will can could should have has which what where when who how am any anyone anybody would may",
  /** Words of a question that is a complaint or a boast. */
  rhetorical:
    "not never so such hell fuck even wtf on earth really why still always just ever wrong joke kidding serious seriously",
  /** Verbs that begin an instruction. */
  command:
    "click press tap select choose enter type insert install download submit unplug scroll swipe drag toggle hover double-click right-click",
  /** Words of contracts only. */
  legal:
    "shall hereby herein hereof hereto hereunder thereof therein pursuant notwithstanding indemnify indemnification lessee lessor licensee licensor undersigned hereinafter",
  /** Words of contracts that other texts use too: two of them make a clause of a contract. */
  contractual:
    "agreement liability liable party parties tenant landlord terminate terminated termination breach obligation obligations clause section contract lease warranty warranties consent notice indemnity supplier buyer seller borrower lender employer employee arbitration jurisdiction confidential damages",
  personal: "i we you my me our us your",
  laughter: "lol lmao lmfao rofl haha hahaha hahahaha hehe heh ha xd lolz",
  /** Words of a person who speaks or points at a thing. */
  speaking: "i me my mine we us our you your this these it 'm",
  /** Events that news report. A strong word among them is no judgment. */
  event:
    "assault boycott boycotted boycotts collapsed crashed fear feared fears fire fired fled hostile hit hits militia militias occupation postponed prosecuted provoke provoked provokes revenge sanctions shelled shelling siege storm storms struggle suffer suffered suffers attack attacks attacked bomb bombs bombed bombing bombings killed killing kills dead die died dies death deaths murder murders murdered war wars battle battles fight fighting fights fought clash clashes clashed conflict conflicts weapon weapons gun guns terror terrorism terrorist terrorists guerrillas hostage hostages kidnapped kidnapping kidnappings abducted assassinated assassination violence violent assault assaults assaulted arrest arrested arrests prison jail jailed convicted crime crimes criminal criminals lawsuit lawsuits sued suing charges accused guilty victim victims injured injuries wounded casualties explosion explosions earthquake flood floods hurricane tsunami disaster disasters threat threats threatened threaten crisis protest protests riot riots strike strikes genocide massacre rape raped robbery theft suspect suspected suspects enemy enemies nuclear bankruptcy debt debts deficit deficits unemployment recession poverty cancer disease diseases illness epidemic outbreak condemned rejected resigned resignation defeat defeated destroyed destruction evacuated evacuation demonstrations won win wins winning victory victories award awards awarded prize peace ally allies support supported supports supporters freedom liberty profit profits gain gains heroes hero honor honored honour honoured",
  /** Events of war, crime and politics. No review of a thing tells of them. */
  conflict:
    "assassinated assassination assault assaults army bombed bombing bombings boycott boycotted ceasefire clashed clashes coalition cleric clerics convicted coup demonstrators detained evacuated fired genocide guerrillas gunmen hostage hostages insurgency insurgents jailed kidnapped kidnapping kidnappings massacre militant militants militia militias missile missiles murdered murders nuclear occupation police protesters rebels refugees rioters rockets sanctions shelling shelled siege soldier soldiers suspects terrorism terrorist terrorists troops",
  copula: "is are was were 's be been looks feels seems tastes sounds",
} as const;

type Cue = keyof typeof lists;

const cueNames = Object.keys(lists) as Cue[];

/** The bit of each circumstance in the cues of a word. */
export const cue = Object.fromEntries(cueNames.map((name, index) => [name, 1 << index])) as Readonly<
  Record<Cue, number>
>;

const cues = new Map<string, number>();
for (const name of cueNames)
  for (const word of lists[name].split(" ")) cues.set(word, (cues.get(word) ?? 0) | cue[name]);

/** Returns the circumstances that a word in lower case signals, as bits. */
export function wordCues(form: string): number {
  return cues.get(form) ?? 0;
}
