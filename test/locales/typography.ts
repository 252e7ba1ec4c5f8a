import type { Language } from './catalog-files';

/** What is wrong in a text of a language, whatever it says: a pattern, and how it is written. Code and placeholders count as words. */
export const typography: Readonly<Record<Exclude<Language, 'en-US'>, readonly (readonly [RegExp, string])[]>> = {
  de: [[/"__\w+__"/, '„__name__“']],
  fr: [
    [/(?<=[\p{L}\p{N})»_])(?<!\$\w*)[:;?!](?=\s|$)/u, 'a space before : ; ? !'],
    [/"__\w+__"|“|”/, '« __name__ »'],
    [/«(?! )|(?<! )»/, 'spaces within « »'],
    [/manoeuvr/, 'manœuvrer'],
  ],
  es: [
    [/"__\w+__"|“|”/, '«__name__»'],
    [/^[^¿]*\?/, '¿ at the beginning of a question'],
    [/^[^¡]*!/, '¡ at the beginning of an exclamation'],
  ],
  'zh-CN': [
    [/(?<=[\p{sc=Han}）”]) ?[,;:!?](?=\s|$|\p{sc=Han})/u, '，；：！？'],
    [/(?<=\p{sc=Han})\.(?=\s|$)/u, '。'],
    [/(?<=[\p{sc=Han}”])\s?\([^()]*\)/u, '（）'],
    [/ ?\.\.\.$|……$/, '…'],
    [/\p{sc=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{sc=Han}/u, 'a space between Chinese and Latin letters'],
    [/(?<=[）”，。；：、]) (?=\p{sc=Han})|(?<=\p{sc=Han}) (?=[（“，。；：、])/u, 'no space beside a wide sign'],
    [/"__\w+__"/, '“__name__”'],
  ],
  ja: [
    [/(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー）」]) ?[,;!?](?=\s|$|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/u, '、！？'],
    [/(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー])\.(?=\s|$)/u, '。'],
    [/(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー」])\s?\([^()]*\)/u, '（）'],
    [/：/, 'a colon is ": ", and between sentences stands 。'],
    [/〜/, '～'],
    [/ ?\.\.\.$/, '…'],
    [
      /(?<!\bLED)(?<=[A-Za-z])[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー][A-Za-z]/u,
      'a space between Japanese and Latin letters',
    ],
    [/(?<=[）」、。]) (?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/u, 'no space beside a wide sign'],
    [
      /^[はがをにの](?=[\p{sc=Han}\p{sc=Kana}\dA-Z_ ])/u,
      'no particle at the beginning: a colon stands before what is wrong',
    ],
    [/"__\w+__"/, '「__name__」'],
  ],
};
