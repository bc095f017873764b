// Labels that the platform's decoder does not know, or that mean a larger charset in practice.
const meanings = new Map(
  Object.entries({
    utf8: 'utf-8',
    'utf-8n': 'utf-8',
    ascii: 'windows-1252',
    'us-ascii': 'windows-1252',
    latin1: 'windows-1252',
    'iso-8859-1': 'windows-1252',
    'iso-8859-9': 'windows-1254',
    'iso-8859-11': 'windows-874',
    gb2312: 'gb18030',
    gbk: 'gb18030',
    cp936: 'gb18030',
    ms936: 'gb18030',
    cp932: 'shift_jis',
    ms932: 'shift_jis',
    sjis: 'shift_jis',
    cp949: 'euc-kr',
    ms949: 'euc-kr',
    cp950: 'big5',
    eucjp: 'euc-jp',
    euckr: 'euc-kr',
  }),
);

/** Returns the charset of a label, in lower case. */
export function meantBy(label: string): string {
  return meanings.get(label) ?? label.replace(/^(?:cp-?|win-?|windows)(?=125\d$)/, 'windows-');
}

// EUC comes before Shift_JIS: Shift_JIS text hardly ever decodes as EUC, but the reverse often happens.
const usual = new Map(
  Object.entries({
    ja: ['iso-2022-jp', 'euc-jp', 'shift_jis'],
    'zh-tw': ['big5'],
    'zh-hk': ['big5'],
    zh: ['gb18030', 'big5'],
    ko: ['euc-kr'],
    ru: ['windows-1251'],
    uk: ['windows-1251'],
    be: ['windows-1251'],
    bg: ['windows-1251'],
    pl: ['windows-1250'],
    cs: ['windows-1250'],
    sk: ['windows-1250'],
    hu: ['windows-1250'],
    el: ['windows-1253'],
    tr: ['windows-1254'],
    he: ['windows-1255'],
    ar: ['windows-1256'],
    th: ['windows-874'],
  }),
);

/** Returns the legacy charsets of a language, the most distinctive first. */
export function charsetsOfLanguage(language: string): string[] {
  const tag = language.toLowerCase();
  return usual.get(tag) ?? usual.get(tag.slice(0, 2)) ?? [];
}
