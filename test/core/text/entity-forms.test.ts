import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";
import { icuFigures, judgeFigure } from "../../icu-figures.ts";
import { type Mark, unmarked } from "./marked-sentences.ts";

/** Sentences with marks around every entity that has a recognizable form, with its type and standard form. */
const english: Readonly<Record<string, readonly string[]>> = {
  dates: [
    "She met him on «date 1843-05-05|5 May 1843».",
    "She met him on «date 1843-05-05|May 5th, 1843», in the rain.",
    "It is due «date 2024-02-29|2024-02-29» or «date|05/06/2020» or «date 2020-12-31|31/12/2020».",
    "Posted «date 2020-05-05|5.5.2020», edited «date|06.05.2020», archived «date|05.06.20».",
    "«date 2020-05|May 2020» was warm; the «date|1990s» were not.",
    "Revenue rose in «date|Q3 2024» and again in «date|Q4».",
    "On «date 2020-05-04|Monday, May 4, 2020» and «date 2020-05-05|Tue, 5 May 2020» we met.",
    "Open «date 2020-05-05/2020-05-07|5-7 May 2020» and «date 2020-06-05/2020-06-07|June 5–7, 2020».",
    "Come «date|next Friday», not «date|yesterday» or «date|Monday morning».",
    "Logged at «date 2020-05-05T17:00:30Z|2020-05-05T17:00:30Z» and «date 2020-05-05T17:00+02:00|2020-05-05T17:00+02:00».",
    "From «date 1914/1918|1914–1918» to «date 2020|2020».",
    "Born «date 1988|1988» in Lyon (died «date 2001|2001»).",
    "The «date|19th century», «date|44 BC» and «date|AD 79».",
    "Closed over «date|Christmas», open on «date|Easter Monday 2021».",
    "Since «date|last year» and until «date|next week», in «date|summer 2021».",
    "«date 2021-03-02|2nd of March 2021», «date|March the 3rd», «date|sat 5 march», «date|3 mar», Feb «number 30|30»",
    "On the «date|5th of May», and the «date|first of June».",
    "Signed «date 2020-05-05|05-May-2020», due «date 2020-05|05/2020».",
    "Written on «date|Nov. 28», read on «date 2021-03-01|Mar. 1, 2021».",
    "There is no 31/02/2020 and no 2021-02-29.",
    "Send it by «date|Thu», in fiscal «date 2027|2027».",
    "Pay within «duration P45D|forty-five (45) days»; retry_in=«duration PT40S|40s» after «duration PT20S|20s».",
    "1. Call the bank.\n2. Send «number 3|3» letters.\n7.2 Renewal. It costs «number 7200000|7.2 million».",
    "The season of «date|2020-21» and «date 2020-05|2020-05».",
    "[«date 2023-07-04T06:07:08+00:00|04/Jul/2023:06:07:08 +0000»] «date 2023-07-04T06:07:08|2023-07-04 06:07:08»",
    "«date 2023-07-04|July 4,2023», «date 2023-07|2023 Jul», «date|4-Jul-23», «date|30 February 2023», the «date 2023-07-04|4th day of July 2023»",
    "a mid-«date|1990s» car, the «date|'90s», the «date|80s»",
  ],
  "words that are months or days at times": [
    "May I go in «date|May»?",
    "You may go «date|May 5», since «date|May» is near.",
    "Theresa May and Sean May may march.",
    "They march on in «date|March».",
    "March on, he said to the March sisters.",
    "The Sun is up; we sat in the sun on «date|Sun».",
    "Mark my words: Jan won, Mar lost, Dec drew.",
    "by «date|May», early «date|May», late «date|March»",
    "IN «date 2020-05|MAY 2020», ON «date|MONDAY»",
    "April Smith and June Carter met in «date|April».",
    "may «percent 5|5%» of them come, or may «number 5|five» of them?",
    "see you «date|may 5th» or «date|monday», maybe «date|tomorrow»",
    "an august body in «date|august»",
  ],
  times: [
    "We meet at «time 17:00|5pm».",
    "We meet at «time 17:00|5 p.m.» or «time 05:00|5 a.m.», at «time 17:30|5:30 PM».",
    "At «time 17:00|17:00», «time 17:00:30Z|17:00:30 UTC», «time 09:05-05:00|09:05 EST» and «time 09:05|09:05 IST».",
    "At «time 12:00|noon», at «time 00:00|midnight», at «time|half past five», at «time|quarter to six».",
    "At «time|five o'clock» and «time|5 o’clock».",
    "It is «time 00:00|12am» and then «time 12:00|12pm».",
    "Open «time 09:00|9am»-«time 17:00|5pm», or «time|9-5pm», or «time|9:00-17:00».",
    "See you «time|tonight», or «time|this evening».",
    "The ratio is 25:61, no time at 24:30 or 13pm.",
    "at «time 17:30|5.30pm» and «time 23:45|11.45 p.m.», dear",
    "He said 'at «time 17:00|5pm»'. She said \"«time 18:00|6pm»\".",
    "at «time 05:00|five am» sharp",
    "from «time 02:00Z|02:00Z» to «time 02:00|02:00» Z",
    "«time 17:00+05:59|17:00+05:59» is an offset, but «time 17:00|17:00»+05:60 and «time 17:00|17:00»+02:99 are none",
  ],
  durations: [
    "We waited for «duration PT2H|two hours», «duration P3W|3 weeks» and «duration PT90M|90 min».",
    "A «duration P3D|3-day» trip, a «duration P5Y|five-year» plan, a «duration P5Y|5-year»-old.",
    "It took «duration PT1H30M|1h 30m», or «duration PT1H30M|1h30m», or «duration PT2H30M|2 hours and 30 minutes».",
    "Wait for «duration PT30M|half an hour», «duration PT1H30M|an hour and a half», «duration P2.5Y|two and a half years».",
    "Reply within «duration|five business days» or «duration P5D|5 calendar days».",
    "«duration|several weeks», «duration|a few minutes», «duration|3-5 days»",
    "over «duration P20Y|two decades» for «duration P14D|a fortnight»",
    "«duration PT3M|3min», «duration PT0.01S|10ms», «duration P2DT3H|2d 3h», «duration PT5M30S|5m 30s»",
    "«duration P2Y3M4D|2 years, 3 months and 4 days», «duration PT1H|an hour» ago, the 200d average",
    "once a day, «money USD 5.00|$5» a day, twice an hour",
    "after «duration P1400000000000000000000D|1e20 fortnights» or «duration P0.00000014D|0.00000001 fortnights»",
    "«duration|2 to 3 days», «duration|6 - 8 weeks», «duration PT1H45M|an hour and 45 minutes», «duration P1Y6M|1 yr. 6 mos»",
    "It ran «duration PT0.25S|250 ms», then «duration PT30S|30 seconds».",
  ],
  money: [
    "It cost «money USD 5.00|$5», «money EUR 5.00|€5», «money EUR 5.00|5 €» and «money GBP 5.00|£5».",
    "«money USD 1200.50|US$ 1,200.50», «money USD 1200000.00|$1.2 million», «money USD 1500000000.00|1.5bn dollars»",
    "a «money GBP 3000.00|£3k» bill, «money JPY 100|100 yen», «money USD 5.00|five dollars», «money USD 100.00|USD 100»",
    "«money INR 500.00|Rs. 500», «money INR 100000.00|₹1,00,000», «money BRL 5.00|R$ 5», «money CAD 5.00|C$5»",
    "between «money|$5-10», «money|$5–$10» and «money|€10-15 million»",
    "«money EUR 1200.50|€1.200,50», «money EUR 5.50|5,50 €», «money USD 0.50|$.50», «money USD -5.00|-$5»",
    "«money CAD 5.00|5 Canadian dollars», «money CHF 100.00|100 Swiss francs», «money USD 3.00|3 US dollars»",
    "«money KWD 1.500|KWD 1.5», «money USD 3.799|$3.799» a gallon",
    "He lost «number 5|five» pounds and paid «money GBP 5.00|five pounds» for «number 5|five» pounds of flour.",
    "«money|50 cents», «money USD 20.00|20 bucks», «money EUR 50.00|50 EUR», «money EUR 50.00|50eur»",
    "They «money USD 1000000.00|$1M» raised; «money USD 5000000.00|$5 MILLION»; «money USD 356000000.00|$356m»",
    '(«money EUR 5.00|€5»), "«money USD 5.00|$5»", «money USD 5.00|$5»\'s worth.',
    "«money USD 1000000.00|a million dollars»",
    "«number 3|three» «money USD 40.00|$ 40» tickets, «money AUD 75.00|$75 AUD», «money VND 450000|450.000 VND», «money CNY 8.00|CN¥8»",
  ],
  percentages: [
    "It grew by «percent 5|5%», «percent 5.5|5.5 percent», «percent 10|ten per cent» and «percent -3|-3%».",
    "«percent|10-15%», «percent 2|2 percentage points», «percent 5|5 %», a «percent 5.8|5.8-percent» rate",
    "100%20 is no share, nor is 5%x",
  ],
  numbers: [
    "They counted «number 1200|1,200», «number 3.14|3.14», «number -5|-5», «number 200|two hundred».",
    "«number 1500000|1.5 million», «number 1000000|1e6», «number 103|one hundred and three», «number 25|twenty-five»",
    "«number 24|two dozen» eggs, «number 100|a hundred» people, «number|two thirds» of them, «number 0.75|3/4» cup",
    "«number 1200000000000000000000|1e20 dozen» or «number 0.00000012|0.00000001 dozen» eggs, «number -18|-1.5 dozen»",
    "«number 0.5|3/6», «number|2/6» and «number|5/6» of a cup",
    "«number 500000|half a million», «number 6|half a dozen», «number 2001|two thousand and one», «number 30|30» Feb",
    "a «number 135|135»-pound man of «number 135|135» pounds, «money GBP 5.00|five pounds» sterling",
    "one of them, no one, this one, but «number 1|one» dog and «number 2|two» cats",
    "pages «number|10-15», not 3-2, 21-14 or 24/7",
    "«number 2000|2000» people and «number 1500|1500» horses",
    "A «number 5|5»-star hotel, «number 5|5»kg of rice, «number 100|100» km away",
    "«number 1234567|1\u202f234\u202f567», «number 1234567.8|1.234.567,8»",
    "the top «number 20|20» at #«number 15|15»",
    "«number 1.5|1 1/2» cups, «number 3.25|3¼» miles, «number 0.75|¾» full, «number 2500000|two million and a half»",
    "room «number 1987|1987», part no. 2004, error «number 1999|1999», an 8K screen",
    "a «number 0.5|.5» chance, «number 2.5|two and a half» men",
  ],
  "digits that are no numbers": [
    "v1.2.3 and version 1.2, release 2.0.1",
    "A4, B2B, COVID-19, MH17, F-16, H2O, MP3, 3D, 5G, 4x4",
    "room 007 and the id 0049",
    "order no. 55310, ticket_id=778102, MRN 5520193, and case number 2024/118, but flat No. «number 7|7»",
    "550e8400-e29b-41d4-a716-446655440000 or 3f2c1d9e",
    "foo_5, file2.txt, x-5y, sha1:3f2c",
    "1234567890123456789 is too long",
    "1.2.3.4.5.6.7.8.9.10 and 1-2-3-4-5-6-7-8-9-10",
  ],
  ordinals: [
    "She came «ordinal 1|first», «ordinal 21|21st» and «ordinal 21|twenty-first», not 21th or 2st.",
    "«duration PT1S|a second» later, wait a second, I second that",
    "the «ordinal 2|second» time, a «ordinal 2|second» chance, «ordinal 2|Second», it rains",
    "«number|a third» of the «ordinal 3|third» book",
    "the «ordinal 100|hundredth» guest",
  ],
  URLs: [
    "«url https://en.wikipedia.org/wiki/Ada_(name)|https://en.wikipedia.org/wiki/Ada_(name)», “«url|www.example.com/path»”",
    "«url https://example.com/a,b;c|https://example.com/a,b;c». «url http://localhost:3000/x?y=1#z|http://localhost:3000/x?y=1#z»?",
    "Go to «url|example.com» and «url|Amazon.com/help», please",
    "访问«url https://example.com/|https://example.com»吧 «url https://xn--fsqu00a.xn--55qx5d/%E8%B7%AF|https://例子.公司/路» «url http://[2001:db8::1]/|http://[2001:db8::1]:80/»",
    "«url https://user:secret@example.com/|https://user:secret@example.com/» http://«url http://example.com/a|http://example.com/a» «url http://example.com/http://example.org|http://example.com/http://example.org»",
    "«url https://xn--mnchen-3ya.de/b|HTTPS://München.DE/a/../b»",
    "http:// example javascript://alert www. www.example",
    "Amazon.com rose. readme.md Right.Then http://",
  ],
  "addresses and handles": [
    "See «url https://example.com/a|https://example.com/a», «url https://example.com/b_(c)|https://example.com/b_(c)».",
    "(see «url https://example.com/?q=5pm|https://example.com/?q=5pm») and «email ada1843@example.com|ada1843@example.com»",
    "Thanks «mention|@ada» «hashtag|#May2020»",
    "“«url|www.example.com/2024/05»”; «phone +442079460000|+44 20 7946 0000».",
    "«phone +442079460000|+44 (0)20 7946 0000 ext. 12» and «phone +390612345678|+39 06 1234 5678»",
    "«phone +442079460000|0044 20 7946 0000», «phone +12025550143|+1 (202) 555-0143», «phone|(202) 555-0143» and «phone|020 7946 0000»",
    "Write to «email Ada@example.com|Ada@Example.COM»",
    "«hashtag|#hello» #«number 1|1» #C0ffee #ff8800 «hashtag|#日本» a#b C# «hashtag|#a_b»-c &#«number 39|39»; ##x «hashtag|#2024goals» «url https://example.com/#top|https://example.com/#top»",
    "«mention|@ada» «mention|@ada-l», hi @«number 50|50» @«time 19:00|7pm» @tools-api/core .«mention|@bob» «email ada@example.com|ada@example.com» «mention|@eve@example.social» me@x",
    "We love «emoji|👩‍👩‍👧‍👦» «emoji|🇩🇪» «emoji|5️⃣» «emoji|😀»«emoji|😀»",
  ],
  "texts of other kinds": [
    "Line one, «time 17:00|5pm».\r\n«date 2020-05-05|May 5,\r\n2020» comes next.",
    "«number 5|٥» مايو, «percent 5|５％» of «number 300|３００», «date 2020-05-05|２０２０-０５-０５»",
    "价格«money EUR 5.00|€5»。会议«time 17:00|17:00»开始",
    "Ada's «date|Monday»'s plan, the «date 2020|2020»'s best, «date|Friday»’s",
    "ON «date 2020-05-05|MAY 5, 2020» AT «time 17:00|5PM» IT ROSE «percent 5|5 PERCENT» IN «duration P2D|TWO DAYS».",
    "lol «time 17:00|5pm» tmrw?? «money USD 20.00|20 bucks» pls",
    "\u200b«time 17:00|5pm»\u200b",
    "Nothing here at all.",
  ],
};

/** The same in other languages, by their codes. */
const others: Readonly<Record<string, readonly string[]>> = {
  de: [
    "Am «date 2026-03-05|5. März 2026» um «time 17:30|17.30 Uhr» zahlte sie «money EUR 1200.50|1.200,50 €».",
    "Der Umsatz stieg um «percent 3.5|3,5 %» auf «money EUR 2400000.00|2,4 Millionen Euro».",
    "Das Seminar dauert «duration P3D|3 Tage» und beginnt am «date|14. Dezember».",
    "Sie wohnt seit «date 1998|1998» dort, «duration PT45M|45 Minuten» vom Werk.",
    "Am «date 2026-03-05|05.03.2026» kamen «number 12000|12.000» Menschen.",
    "Das kostet «percent 30|30 Prozent» mehr, also «money CHF 99.00|99 CHF».",
    "Wir sehen uns um «time 09:00|9 Uhr», nicht im Mai.",
    "Es war «number -5.5|−5,5» Grad, im «date 2024-01|Januar 2024».",
    "Mail an «email ada@example.com|ada@example.com», siehe «url https://example.org/|https://example.org» «hashtag|#Sommer» «mention|@ada»",
    "Version 1.2.3.4 und Paragraph A4",
    "Seit Ende «date 2021|2021» kostet es «money|€3,500», ab «date|14.02.» «money CHF 2350.50|CHF 2'350.50».",
    "Zwischen «time 11:00|11» und «time 13:00|13 Uhr», von «time 08:00|8» bis «time 18:00|18 Uhr»; Bestellnummer 900418.",
    "«duration|2 bis 3 Wochen», «money|5 bis 10 Euro», am «date|31. Februar 2024»",
  ],
  fr: [
    "Le «date 1789-07-14|14 juillet 1789», la Bastille tombe.",
    "Le train part à «time 14:30|14h30» et coûte «money EUR 45.90|45,90 €».",
    "Le «date 2025-05-01|1er mai 2025», «money EUR 3000000.00|3 millions d'euros» ont été versés.",
    "La séance dure «duration PT2H|2 heures», soit «percent 20|20 %» de moins.",
    "Depuis «date 2010|2010», «number 1250|1\u202f250» élèves y étudient.",
    "Le «date 2026-03-05|05/03/2026», «percent 5|cinq pour cent», puis «percent 8|8 pour cent».",
    "Ouvert à «time 19:00|19 h», trajet de «duration PT3H20M|3 h 20 min», budget «money EUR 45000.00|45 k€».",
    "Il vient «date|mardi», au mois de mai.",
    "Ouvert entre «time 15:00|15 h» et «time 18:30|18 h 30», de «time 08:00|8» à «time 19:00|19 h», trajet entre «duration PT2H|2 h» et «duration PT4H|4 h».",
    "Le n° de sécurité sociale 2 85 05 78 006 084 36, et la commande n° 77120.",
  ],
  es: [
    "El «date 2026-05-05|5 de mayo de 2026» a las «time 17:30|17:30» pagó «money EUR 1200.50|1.200,50 euros».",
    "Subió un «percent 3.5|3,5 %» en «date 2024-03|marzo de 2024».",
    "Invirtió «money USD 5000000.00|5 millones de dólares» en «duration P10Y|10 años».",
    "Desde «date 1992|1992» viven «number 3200|3.200» personas aquí.",
    "El «date 2025-10-12|12/10/2025» costaba «money USD 250.00|$ 250», el «percent 15|15 por ciento» más.",
    "El mayor de los hermanos.",
  ],
  it: [
    "Il «date 1946-06-02|2 giugno 1946» votarono «number 25000000|25 milioni» di persone.",
    "Alle «time 20:45|20:45» il biglietto costa «money EUR 12.50|12,50 €».",
    "Ha lavorato «duration P6M|6 mesi» per «money EUR 1500000000.00|1,5 miliardi di euro».",
    "Nel «date 1861|1861» il «percent 78|78%» era contadino.",
    "Il 31.02.2026x e la sala B12",
    "Aperto tra le «time 15:00|15» e le «time 19:00|19», dalle «time 08:00|8» alle «time 12:00|12».",
  ],
  pt: [
    "Em «date 1974-04-25|25 de abril de 1974», às «time 00:20|0:20», tudo mudou.",
    "Paguei «money BRL 45.50|R$ 45,50» às «time 16:00|16h».",
    "O carro custa «money BRL 45000.00|R$ 45.000,00», cerca de «money EUR 9000.00|9 mil euros».",
    "Esperou «duration P3W|3 semanas» por «percent 12.5|12,5%» do valor.",
    "A reunião é às «time 15:30|15h30» de «date 2026-04-03|03/04/2026».",
  ],
  nl: [
    "Op «date 2013-04-30|30 april 2013» om «time 14:30|14:30 uur» betaalde hij «money EUR 1250.75|€ 1.250,75».",
    "De film duurt «duration PT2H|2 uur» en trok «number 1200000|1,2 miljoen» bezoekers.",
    "Sinds «date 2015|2015» steeg het met «percent 40|40 procent» in «duration P8M|8 maanden».",
  ],
  pl: [
    "Spotkanie będzie w «date|środę», wynik do «date|piątku».",
    "Dnia «date 2026-03-05|05.03.2026» o «time 18:15|18:15» zapłacił «money EUR 1234567.50|1 234 567,50 EUR».",
  ],
  ja: [
    "費用は«money JPY 25000|2万5000円»、«time 16:30|午後4時30分»から«duration PT2H|2時間»。",
    "«date 2026-03-05|2026年3月5日»に«number 5000|5,000»人が来た。",
    "社長は«date|5日»、辞任した。荷物は«duration P3D|3日»で届いた。",
  ],
  zh: [
    "预算为«money CNY 500000000.00|5亿元»,«time 16:00|下午4点»开会。",
    "«date 2026-03|2026年3月»的价格是«money CNY 300.00|¥300»,涨了«percent 5|5%»。",
    "会议«date|周三»举行,她一周三次去游泳。",
  ],
  sv: [
    "Den «date 2026-03-05|2026-03-05» kostade det «money SEK 1500.00|1 500 SEK», «percent 25|25 %».",
    "Vinsten blev «money SEK 2500000000.00|2,5 miljarder kronor», mötet är kl. «time 15:30|15.30».",
  ],
  fi: [
    "Tulos oli «money EUR 40000000.00|40 miljoonaa euroa» vuonna «date 2022|2022», klo «time 09:15|9.15».",
  ],
  tr: ["Bütçe «money TRY 7000000.00|7 milyon TL», toplantı saat «time 15:30|15.30»."],
  cs: ["Most stál «money CZK 3000000000.00|3 miliardy korun»."],
  hi: ["लागत «money INR 30000000.00|3 करोड़ रुपये» और तिथि «date 2023-06-07|7 जून 2023» है।"],
  ko: ["«date|4월 6일» «time 14:30|오후 2시 30분», «money KRW 75000|7만 5천 원»입니다."],
  uk: ["Надішліть звіт до «date|п'ятниці», зустріч у «date|середу»."],
  ru: [
    "Совещание в «date|среду», отчёт до «date|пятницы».",
    "В «date 2021|2021 году» на это ушло «money RUB 4500000.00|4,5 млн руб.»",
    "Встреча «date 2026-03-05|05.03.2026» в «time 10:00|10:00», билет «money RUB 500.00|500 ₽» «emoji|🎉»",
  ],
};

const named = new Set(["person", "organization", "location", "misc"]);

async function entitiesOf(text: string, language = "en") {
  return (await analyzeText(text, { analysisType: "entities", language })).entities;
}

async function formsOf(text: string, language: string): Promise<Mark[]> {
  return (await entitiesOf(text, language))
    .filter(({ type }) => !named.has(type))
    .flatMap(({ type, normalized, mentions }) =>
      mentions.map(({ text: found, start, end }) => ({ type, text: found, normalized, start, end })),
    )
    .toSorted((a, b) => a.start - b.start);
}

describe.each([
  ...Object.entries(english).map(([topic, examples]) => ({ topic, language: "en", examples })),
  ...Object.entries(others).map(([language, examples]) => ({ topic: "forms", language, examples })),
])("$topic in $language", ({ language, examples }) => {
  it.each(examples.map(unmarked))("finds exactly the marked forms in $text", async ({ text, expected }) => {
    expect(await formsOf(text, language)).toEqual(expected);
  });
});

describe("figures as ICU writes them", () => {
  const all = icuFigures();
  const step = all.length / 600;
  const sample = Array.from({ length: 600 }, (_, index) => all[Math.floor(index * step)]).filter(
    (row) => row !== undefined,
  );

  it("have their value in 98 of 100 cases, and never another one", async () => {
    const verdicts = await Promise.all(
      sample.map(async ({ text, lang, figure }) => ({
        text,
        verdict: judgeFigure(figure, await entitiesOf(text, lang)),
      })),
    );
    expect(verdicts.filter(({ verdict }) => verdict === "wrong")).toEqual([]);
    expect(verdicts.filter(({ verdict }) => verdict === "right").length).toBeGreaterThan(588);
  });
});

describe("entities", () => {
  it("groups mentions of the same thing, whatever their form, with saliences that add up to one", async () => {
    const entities = await entitiesOf("It cost $20. Yes, 20 dollars. And $30 later.");
    expect(entities.map(({ normalized, mentions }) => [normalized, mentions.length])).toEqual([
      ["USD 20.00", 2],
      ["USD 30.00", 1],
    ]);
    const [twenty = 0, thirty = 0] = entities.map(({ salience }) => salience);
    expect(twenty).toBeGreaterThan(thirty);
    expect(twenty + thirty).toBeCloseTo(1, 1);
  });
});
