import { arabic, cyrillic, devanagari, latin } from "./scripts.ts";

/**
 * The languages of each shared script, by its number, with the letters beyond a to z in which they write native words.
 * A word with any other letter is evidence against a language: there is no "ß" in Swedish, no "ы" in Bulgarian and no
 * "ه" in Urdu.
 */
export const alphabets: ReadonlyMap<number, Readonly<Record<string, string>>> = new Map<
  number,
  Readonly<Record<string, string>>
>([
  [
    latin,
    {
      af: "áéèêëíîïóôöúûüŉ",
      az: "çəğıöşü",
      ca: "àçéèíïóòúü",
      cs: "áčďéěíňóřšťúůýž",
      da: "æøåé",
      de: "äöüß",
      en: "",
      es: "áéíñóúü",
      et: "äõöüšž",
      eu: "ñ",
      fi: "äöå",
      fr: "àâæçéèêëîïôœùûüÿ",
      hr: "čćđšž",
      hu: "áéíóöőúüű",
      id: "é",
      is: "áæðéíóöþúý",
      it: "àèéìíîòóùú",
      lt: "ąčęėįšųūž",
      lv: "āčēģīķļņšūž",
      ms: "é",
      nl: "áéëïóöüè",
      no: "æøåéòôó",
      pl: "ąćęłńóśźż",
      pt: "áâãàçéêíóôõúü",
      ro: "ăâîșțşţ",
      sk: "áäčďéíĺľňóôŕšťúýž",
      sl: "čšž",
      sq: "çë",
      sv: "åäöé",
      tl: "ñ",
      tr: "çğıöşüâîû",
      vi: "ăâđêôơưáàảãạắằẳẵặấầẩẫậéèẻẽẹếềểễệíìỉĩịóòỏõọốồổỗộớờởỡợúùủũụứừửữựýỳỷỹỵ",
      yo: "áàéèẹíìóòọúùṣńǹ",
    },
  ],
  [
    cyrillic,
    {
      be: "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
      bg: "абвгдежзийклмнопрстуфхцчшщъьюя",
      mk: "абвгдѓежзѕијклљмнњопрстќуфхцчџш",
      ru: "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
      sr: "абвгдђежзијклљмнњопрстћуфхцчџш",
      uk: "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    },
  ],
  [
    arabic,
    {
      ar: "ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئىة",
      fa: "ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیءآأؤئ",
      ku: "ابپتجچحخدرڕزژسشعغفڤقکگلڵمنوۆهەیێئھ",
      ur: "ابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہھءیےآأؤئۂۓ",
    },
  ],
  // Hindi, Marathi and Nepali use the same letters.
  [devanagari, { hi: "", mr: "", ne: "" }],
]);
