import type { NameMention } from "./tags.ts";

const han = /\p{sc=Han}/u;
const hangul = /\p{sc=Hangul}/u;

/** The most frequent surnames of China and Korea, in their own script. */
const chineseSurname =
  "(?:欧阳|司马|上官|诸葛|[王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤張劉陳楊黃趙吳孫馬許鄭謝韓馮鄧蕭葉蘇呂盧鍾譚陸賈鄒閻龍賀顧龔萬錢嚴湯])";
const koreanSurname =
  "[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국]";
const chineseName = `${chineseSurname}\\p{sc=Han}{1,2}`;
const koreanName = `${koreanSurname}\\p{sc=Hangul}{2}`;
const japaneseName = "[\\p{sc=Han}々]{1,4}[ 　]?[\\p{sc=Han}々\\p{sc=Hiragana}\\p{sc=Katakana}]{1,4}";

const ends = '(?=[\\s，,、。.；;：:！!？?（(）)」』"|/<]|$)';

/** Patterns whose first group is a name, by the script that a text must have. */
const forms: readonly { script: RegExp; form: RegExp }[] = [
  {
    script: han,
    form: new RegExp(
      `(?:姓名|联系人|收件人|寄件人|患者|病人|客户|申请人|负责人|持卡人)[ 　]?[:：][ 　]?(?<name>\\p{sc=Han}{2,4})${ends}`,
      "gu",
    ),
  },
  { script: han, form: new RegExp(`(?:我叫|我的名字是|我是)(?<name>${chineseName})${ends}`, "gu") },
  {
    script: han,
    form: new RegExp(
      `(?:此致敬礼|此致|敬礼|敬上|祝好|顺祝商祺|谨上|谢谢)[，,！!。\\s]{1,4}(?<name>${chineseName})\\s*$`,
      "gmu",
    ),
  },
  {
    script: han,
    form: new RegExp(
      `(?:(?<!\\p{sc=Han})|(?<=客服|销售|司机|店员|导购|同事|护士|前台|房东|邻居|顾问))(?:尊敬的|亲爱的|致)?(?<name>${chineseSurname}\\p{sc=Han}{0,2}?)(?=先生|女士|小姐|老师|医生|经理)`,
      "gu",
    ),
  },
  {
    script: han,
    form: new RegExp(
      `(?:氏名|お?名前|患者名?|担当者?|宛名|差出人|連絡先)[ 　]?[:：][ 　]?(?<name>${japaneseName})${ends}`,
      "gu",
    ),
  },
  {
    script: han,
    form: new RegExp(`(?:敬具|草々|拝具|かしこ)[、。\\s]{1,4}(?<name>${japaneseName})\\s*$`, "gmu"),
  },
  {
    script: han,
    form: new RegExp(
      `(?:(?<![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}々])|(?<=[のとにはがへを]))(?<name>[\\p{sc=Han}々]{2,3}(?:[ 　][\\p{sc=Han}々]{1,3})?)(?<![屋者員長店社])(?=さん|様(?!々)|さま|氏(?!名))`,
      "gu",
    ),
  },
  {
    script: hangul,
    form: new RegExp(
      `(?:이름|성명|성함|환자|담당자|고객명?|수신|발신|받는 사람|보내는 사람)[ ]?[:：][ ]?(?<name>${koreanName})${ends}`,
      "gu",
    ),
  },
  {
    script: hangul,
    form: new RegExp(`(?:제 이름은|저는) (?<name>${koreanName})(?=입니다|이에요|예요|이라고)`, "gu"),
  },
  {
    script: hangul,
    form: new RegExp(
      `(?<!\\p{sc=Hangul})(?<name>${koreanName})(?= ?(?:(?:과장|부장|대리|차장|팀장|실장|사장|이사|원장|교수|기사|주임)님?|씨|님|귀하|선생님|올림|드림)(?!\\p{sc=Hangul}{2}))`,
      "gu",
    ),
  },
  {
    script: hangul,
    form: new RegExp(`(?:감사합니다|배상|안녕히 계세요)[.,!]?\\s{1,4}(?<name>${koreanName})\\s*$`, "gmu"),
  },
];

/** Words of the reader that are not a name before a word of respect. */
const readers: ReadonlySet<string> = new Set(
  "皆 皆様 皆さん 客 お客 各位 担当者 社長 部長 課長 先生 母 父 兄 姉 お母 お父 神 奥 嫁".split(" "),
);

const certainty = 0.95;

/**
 * Returns the persons of a text in Chinese, Japanese or Korean whose place makes them certain: after a label, before a
 * word of respect, below a closing.
 */
export function findUnspacedPersons(text: string): NameMention[] {
  const scripts = new Map([han, hangul].map((script) => [script, script.test(text)]));
  const found = forms
    .filter(({ script }) => scripts.get(script))
    .flatMap(({ form }) =>
      [...text.matchAll(form)].flatMap(({ 0: whole, index, groups }): NameMention[] => {
        const name = groups?.["name"] ?? "";
        if (name === "" || readers.has(name)) return [];
        const start = index + whole.lastIndexOf(name);
        return [{ type: "person", start, end: start + name.length, confidence: certainty }];
      }),
    )
    .toSorted((a, b) => a.start - b.start);
  return found.filter(({ start }, index) => start >= (found[index - 1]?.end ?? 0));
}
