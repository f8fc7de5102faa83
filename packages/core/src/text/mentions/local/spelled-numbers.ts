import type { FigureToken } from "../scan.ts";
import type { Span } from "../../span.ts";
import { afterBlank, type Source, wordBefore } from "./source.ts";
import { sameLanguages } from "./vocabulary.ts";
import { isBoundary } from "./word-table.ts";

/**
 * The numbers that texts spell before a unit of time or a currency, by language. Rows are separated by `;`, words by
 * `|`. The words of the row `x` are parts of longer numbers, which are not read.
 */
const spelledNumbers: Readonly<Record<string, string>> = {
  de: "0.5:eine halbe|einer halben|ein halbes|einem halben;1:ein|eine|einen|einem|einer;1.5:anderthalb|eineinhalb|einundeinhalb;2:zwei;2.5:zweieinhalb;3:drei;3.5:dreieinhalb;4:vier;4.5:viereinhalb;5:fünf;6:sechs;7:sieben;8:acht;9:neun;10:zehn;11:elf;12:zwölf;14:vierzehn;15:fünfzehn;20:zwanzig;24:vierundzwanzig;30:dreißig|dreissig;40:vierzig;50:fünfzig;60:sechzig;90:neunzig;100:hundert;70:siebzig;80:achtzig;1000:tausend",
  fr: "0.5:une demie|une demi;1:un|une;2:deux;3:trois;4:quatre;5:cinq;6:six;7:sept;8:huit;9:neuf;10:dix;11:onze;12:douze;14:quatorze;15:quinze;20:vingt;30:trente;40:quarante;50:cinquante;60:soixante;90:quatre-vingt-dix;70:soixante-dix;80:quatre-vingts|quatre-vingt;100:cents|cent;1000:mille",
  es: "0.5:media|medio;1:un|una;2:dos;3:tres;4:cuatro;5:cinco;6:seis;7:siete;8:ocho;9:nueve;10:diez;11:once;12:doce;14:catorce;15:quince;20:veinte;24:veinticuatro;30:treinta;40:cuarenta;50:cincuenta;60:sesenta;90:noventa;70:setenta;80:ochenta;100:cien|ciento;200:doscientos|doscientas;300:trescientos|trescientas;400:cuatrocientos|cuatrocientas;500:quinientos|quinientas;600:seiscientos|seiscientas;700:setecientos|setecientas;800:ochocientos|ochocientas;900:novecientos|novecientas;1000:mil",
  it: "0.5:mezz'|mezz’|mezza|mezzo;1:un'|un’|un|una|uno;2:due;3:tre;4:quattro;5:cinque;6:sei;7:sette;8:otto;9:nove;10:dieci;11:undici;12:dodici;15:quindici;20:venti;24:ventiquattro;30:trenta;40:quaranta;50:cinquanta;60:sessanta;90:novanta;100:cento",
  pt: "0.5:meia|meio;1:um|uma;2:dois|duas;3:três;4:quatro;5:cinco;6:seis;7:sete;8:oito;9:nove;10:dez;11:onze;12:doze;15:quinze;20:vinte;30:trinta;40:quarenta;50:cinquenta;60:sessenta;90:noventa;70:setenta;80:oitenta;100:cem|cento;200:duzentos|duzentas;300:trezentos|trezentas;400:quatrocentos|quatrocentas;500:quinhentos|quinhentas;600:seiscentos|seiscentas;700:setecentos|setecentas;800:oitocentos|oitocentas;900:novecentos|novecentas;1000:mil",
  nl: "0.5:een half|een halve|half;1:een|één;1.5:anderhalf|anderhalve;2:twee;2.5:tweeënhalf|tweeënhalve;3:drie;3.5:drieënhalf|drieënhalve;4:vier;5:vijf;6:zes;7:zeven;8:acht;9:negen;10:tien;11:elf;12:twaalf;14:veertien;15:vijftien;20:twintig;30:dertig;40:veertig;50:vijftig;60:zestig;90:negentig;100:honderd",
  sv: "0.5:en halv|ett halvt;1:en|ett;1.5:en och en halv|ett och ett halvt;2:två;3:tre;4:fyra;5:fem;6:sex;7:sju;8:åtta;9:nio;10:tio;11:elva;12:tolv;14:fjorton;15:femton;20:tjugo;30:trettio;40:fyrtio;50:femtio;60:sextio;90:nittio;100:hundra",
  da: "0.5:en halv|et halvt;1:en|et|én|ét;1.5:halvanden|halvandet|en en halv;2:to;3:tre;4:fire;5:fem;6:seks;7:syv;8:otte;9:ni;10:ti;11:elleve;12:tolv;14:fjorten;15:femten;20:tyve;30:tredive;40:fyrre;50:halvtreds;60:tres;90:halvfems;100:hundrede",
  nb: "0.5:en halv|et halvt;1:en|et|én|ett;1.5:halvannen|halvannet|en og en halv|ett og et halvt;2:to;3:tre;4:fire;5:fem;6:seks;7:sju|syv;8:åtte;9:ni;10:ti;11:elleve;12:tolv;14:fjorten;15:femten;20:tjue;30:tretti;40:førti;50:femti;60:seksti;90:nitti;100:hundre",
  fi: "0.5:puoli;1:yksi|yhden|yhdessä;1.5:puolitoista|puolentoista;2:kaksi|kahden|kahdessa;3:kolme|kolmen|kolmessa;4:neljä|neljän;5:viisi|viiden;6:kuusi|kuuden;7:seitsemän;8:kahdeksan;9:yhdeksän;10:kymmenen;12:kaksitoista;14:neljätoista;15:viisitoista;20:kaksikymmentä;30:kolmekymmentä",
  pl: "0.5:pół;1:jeden|jedną|jedna|jednego|jedno;1.5:półtora|półtorej;2:dwa|dwie|dwóch;3:trzy|trzech;4:cztery|czterech;5:pięć|pięciu;6:sześć|sześciu;7:siedem|siedmiu;8:osiem|ośmiu;9:dziewięć|dziewięciu;10:dziesięć|dziesięciu;12:dwanaście;14:czternaście|czternastu;15:piętnaście;20:dwadzieścia;30:trzydzieści;60:sześćdziesiąt;100:sto;40:czterdzieści;50:pięćdziesiąt;70:siedemdziesiąt;80:osiemdziesiąt;90:dziewięćdziesiąt;200:dwieście;300:trzysta;400:czterysta;500:pięćset;600:sześćset;700:siedemset;800:osiemset;900:dziewięćset;1000:tysiąc|tysiące|tysięcy",
  cs: "0.5:půl;1:jeden|jednu|jedna|jedné|jednoho;1.5:jeden a půl|jednu a půl;2:dva|dvě|dvou;3:tři|tří;4:čtyři|čtyř;5:pět|pěti;6:šest|šesti;7:sedm;8:osm;9:devět;10:deset|deseti;12:dvanáct;14:čtrnáct;15:patnáct;20:dvacet;30:třicet;60:šedesát;40:čtyřicet;50:padesát;70:sedmdesát;80:osmdesát;90:devadesát;100:sto|stě|set|sta;1000:tisíc|tisíce",
  sk: "0.5:pol|pól;1:jeden|jednu|jedna;1.5:jeden a pol|jednu a pol;2:dva|dve|dvoch;3:tri|troch;4:štyri;5:päť;6:šesť;7:sedem;8:osem;9:deväť;10:desať;12:dvanásť;14:štrnásť;15:pätnásť;20:dvadsať;30:tridsať;60:šesťdesiat;100:sto;40:štyridsať;50:päťdesiat;70:sedemdesiat;80:osemdesiat;90:deväťdesiat;1000:tisíc",
  sl: "0.5:pol;1:en|eno|ena;2:dva|dve|dveh;3:tri|treh;4:štiri;5:pet;6:šest;7:sedem;8:osem;9:devet;10:deset;12:dvanajst;14:štirinajst;15:petnajst;20:dvajset;30:trideset;60:šestdeset;100:sto;40:štirideset;50:petdeset;1000:tisoč",
  hr: "0.5:pola|pol;1:jedan|jednu|jedna;2:dva|dvije;3:tri;4:četiri;5:pet;6:šest;7:sedam;8:osam;9:devet;10:deset;12:dvanaest;14:četrnaest;15:petnaest;20:dvadeset;30:trideset;60:šezdeset;100:sto;40:četrdeset;50:pedeset;70:sedamdeset;80:osamdeset;90:devedeset;200:dvjesto;300:tristo;1000:tisuću|tisuće|tisuća",
  sr: "0.5:pola|пола;1:jedan|jednu|један|једну|једна;2:dva|dve|два|две;3:tri|три;4:četiri|четири;5:pet|пет;6:šest|шест;7:sedam|седам;8:osam|осам;9:devet|девет;10:deset|десет;12:dvanaest|дванаест;15:petnaest|петнаест;20:dvadeset|двадесет;30:trideset|тридесет;60:šezdeset|шездесет;100:sto|сто;40:četrdeset|четрдесет;50:pedeset|педесет;70:sedamdeset|седамдесет;80:osamdeset|осамдесет;90:devedeset|деведесет;200:dvesta|двеста;300:trista|триста;1000:hiljadu|hiljade|hiljada|хиљаду|хиљаде|хиљада",
  bg: "0.5:половин;1:един|една|едно;2:два|две;3:три;4:четири;5:пет;6:шест;7:седем;8:осем;9:девет;10:десет;12:дванадесет;15:петнадесет;20:двадесет;30:тридесет;60:шестдесет;100:сто;40:четиридесет;50:петдесет;70:седемдесет;80:осемдесет;90:деветдесет;200:двеста;300:триста;1000:хиляда|хиляди",
  ru: "1:один|одну|одного;1.5:полтора|полторы|полутора;2:два|две|двух;3:три|трёх|трех;4:четыре|четырёх|четырех;5:пять|пяти;6:шесть|шести;7:семь|семи;8:восемь|восьми;9:девять|девяти;10:десять|десяти;12:двенадцать|двенадцати;14:четырнадцать|четырнадцати;15:пятнадцать|пятнадцати;20:двадцать|двадцати;30:тридцать|тридцати;60:шестьдесят;100:сто;40:сорок|сорока;50:пятьдесят;70:семьдесят;80:восемьдесят;90:девяносто;200:двести;300:триста;400:четыреста;500:пятьсот;600:шестьсот;700:семьсот;800:восемьсот;900:девятьсот;1000:тысяча|тысячу|тысячи|тысяч",
  uk: "0.5:пів;1:один|одну|одного;1.5:півтора|півтори;2:два|дві|двох;3:три|трьох;4:чотири|чотирьох;5:п'ять|п’ять|п'яти|п’яти;6:шість;7:сім;8:вісім;9:дев'ять|дев’ять;10:десять|десяти;12:дванадцять;15:п'ятнадцять|п’ятнадцять;20:двадцять;30:тридцять;60:шістдесят;100:сто;40:сорок;50:п'ятдесят|п’ятдесят;70:сімдесят;80:вісімдесят;90:дев'яносто|дев’яносто;200:двісті;300:триста;400:чотириста;500:п'ятсот|п’ятсот;1000:тисяча|тисячу|тисячі|тисяч",
  ro: "0.5:o jumătate de|jumătate de;1:un|o;2:doi|două;3:trei;4:patru;5:cinci;6:șase;7:șapte;8:opt;9:nouă;10:zece;12:doisprezece|douăsprezece;14:paisprezece;15:cincisprezece;20:douăzeci de|douăzeci;30:treizeci de|treizeci;40:patruzeci de|patruzeci;50:cincizeci de|cincizeci;60:șaizeci de|șaizeci;70:șaptezeci de|șaptezeci;80:optzeci de|optzeci;90:nouăzeci de|nouăzeci;100:o sută de|o sută|sute de|sute;1000:o mie de|o mie|mii de|mii",
  hu: "0.5:fél;1:egy;1.5:másfél;2:két|kettő;2.5:két és fél;3:három;4:négy;5:öt;6:hat;7:hét;8:nyolc;9:kilenc;10:tíz;12:tizenkét;14:tizennégy;15:tizenöt;20:húsz;30:harminc;60:hatvan;100:száz",
  tr: "0.5:yarım;1:bir;1.5:bir buçuk;2:iki;2.5:iki buçuk;3:üç;3.5:üç buçuk;4:dört;5:beş;6:altı;7:yedi;8:sekiz;9:dokuz;10:on;12:on iki;15:on beş;20:yirmi;30:otuz;60:altmış;100:yüz;40:kırk;50:elli;70:yetmiş;80:seksen;90:doksan;1000:bin",
  el: "0.5:μισή|μισό|μισός;1:μία|μια|ένα|έναν;1.5:μιάμιση|ενάμιση|ενάμισης;2:δύο|δυο;2.5:δυόμισι;3:τρεις|τρία;3.5:τρεισήμισι;4:τέσσερις|τέσσερα;5:πέντε;6:έξι;7:επτά|εφτά;8:οκτώ|οχτώ;9:εννέα|εννιά;10:δέκα;12:δώδεκα;15:δεκαπέντε;20:είκοσι;30:τριάντα;60:εξήντα;100:εκατό;40:σαράντα;50:πενήντα;70:εβδομήντα;80:ογδόντα;90:ενενήντα;200:διακόσια|διακόσιες;300:τριακόσια|τριακόσιες;1000:χίλια|χίλιες|χιλιάδες;x:εκατόν",
  id: "0.5:setengah;1:satu;2:dua;3:tiga;4:empat;5:lima;6:enam;7:tujuh;8:delapan;9:sembilan;12:dua belas;14:empat belas;30:tiga puluh;10:sepuluh|puluh;100:seratus|ratus;1000:seribu|ribu;x:belas",
  vi: "0.5:nửa;1:một;2:hai;3:ba;4:bốn;6:sáu;7:bảy;8:tám;9:chín;10:mười|mươi;100:trăm;1000:nghìn|ngàn;x:mốt|lăm",
  ca: "0.5:mitja|mig;1:un|una;2:dos|dues;3:tres;4:quatre;5:cinc;6:sis;7:set;8:vuit;9:nou;10:deu;12:dotze;15:quinze;20:vint;30:trenta;40:quaranta;50:cinquanta;60:seixanta;70:setanta;80:vuitanta;90:noranta;100:cent|cents;1000:mil",
  ar: "0.5:نصف;1:واحد;3:ثلاث|ثلاثة;4:أربع|أربعة;5:خمس|خمسة;6:ست|ستة;7:سبع|سبعة;8:ثماني|ثمانية;9:تسع|تسعة;10:عشر|عشرة;30:ثلاثين|ثلاثون;x:عشرون|عشرين|مئة|مائة|ألف",
  fa: "0.5:نیم;1:یک;2:دو;3:سه;4:چهار;5:پنج;6:شش;7:هفت;8:هشت;9:نه;10:ده;20:بیست;30:سی;40:چهل;50:پنجاه;60:شصت;100:صد;1000:هزار",
  he: "0.5:חצי;3:שלוש|שלושה;4:ארבע|ארבעה;5:חמש|חמישה;6:שש|שישה;7:שבע|שבעה;8:שמונה;9:תשע|תשעה;10:עשר;30:שלושים;x:עשרה|עשרים|מאה|אלף|ארבעים|חמישים",
  hi: "0.5:आधा|आधे;1:एक;1.5:डेढ़;2:दो;2.5:ढाई;3:तीन;4:चार;5:पांच|पाँच;6:छह|छः;7:सात;8:आठ;9:नौ;10:दस;15:पंद्रह;30:तीस;100:सौ;1000:हज़ार|हजार",
  zh: "0.5:半个|半個|半;1.5:一个半|一個半;2.5:两个半|兩個半",
  ja: "0.5:半",
  ko: "1:한;2:두;3:세;4:네;5:다섯;6:여섯;7:일곱;8:여덟;9:아홉;10:열",
};

interface Spelling {
  pattern: RegExp;
  values: ReadonlyMap<string, string>;
}

const known = new Map<string, Spelling | null>();

function readSpelling(language: string): Spelling | null {
  const code = sameLanguages[language] ?? language;
  const found = known.get(code);
  if (found !== undefined) return found;
  const table = Object.hasOwn(spelledNumbers, code) ? (spelledNumbers[code] ?? "") : "";
  const rows = table.split(";").flatMap((row) => {
    const [value = "", words = ""] = row.split(":");
    return words.split("|").map((word) => [word, value] as const);
  });
  const longestFirst = rows.map(([word]) => word).toSorted((a, b) => b.length - a.length);
  const spelling =
    table === "" ? null : { pattern: new RegExp(longestFirst.join("|"), "giu"), values: new Map(rows) };
  known.set(code, spelling);
  return spelling;
}

interface Spelled extends Span {
  /** `NaN` for a part of a longer number. */
  value: number;
}

/** Returns whether two numbers are parts of one: "vingt-cinq", "treinta y cinco", "двадцать пять". */
function isJoined({ text, words }: Source, { end }: Span, { start }: Span): boolean {
  if (text.charAt(end) === "-") return start === end + 1;
  const and = words.and.at(text, afterBlank(text, end));
  return start === afterBlank(text, and?.end ?? end);
}

/** Returns the number that two parts make, or `NaN`: 20 and 5, 2 and 1000, 2 and a half. */
function joinValues(first: number, second: number): number {
  if (second === 0.5 || (second < 20 && (first === 60 || first === 80))) return first + second;
  if ([10, 100, 1000].includes(second) && first < second) return first * second;
  const place = [1000, 100, 10].find((power) => first % power === 0) ?? 0;
  return second < place ? first + second : NaN;
}

/** Returns the spelled numbers of a text as figures: "zwei", "anderthalb", "treinta y cinco". */
export function spelledFigures(source: Source): FigureToken[] {
  const { text, language } = source;
  const spelling = readSpelling(language);
  if (!spelling) return [];
  const found: Spelled[] = [];
  for (const { 0: word, index: start } of text.matchAll(spelling.pattern)) {
    const end = start + word.length;
    if (!isBoundary(text, start) || !isBoundary(text, end)) continue;
    const value = Number(spelling.values.get(word.toLowerCase()) ?? NaN);
    const last = found.at(-1);
    if (last && isJoined(source, last, { start, end }))
      found[found.length - 1] = { start: last.start, end, value: joinValues(last.value, value) };
    else found.push({ start, end, value });
  }
  return found
    .filter(({ start, value }) => !Number.isNaN(value) && !wordBefore(source.words.magnitudes, text, start))
    .map(({ start, end, value }) => {
      // The point is the decimal sign here, whatever that of the language is.
      const groups = String(value).split(".");
      return {
        kind: "figure",
        start,
        end,
        groups,
        separators: groups.length > 1 ? "." : "",
        attached: "free",
      };
    });
}

/** Returns whether a figure is a spelled number. */
export function isSpelled(text: string, { start }: FigureToken): boolean {
  return isLetter.test(text.charAt(start));
}

const isLetter = /\p{L}/u;
