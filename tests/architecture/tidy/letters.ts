/** Words that stand in Latin letters in every language: names, signs, keys, examples. */
const LATIN_ANYWHERE = new Set(
  `Savdo UZS SMS PDF QR ID GMT UTC HTTP https Enter Esc Cobalt Excel CSV JSON ICS JPEG PNG WebP DOCX XLSX Office Telegram WhatsApp Facebook Instagram
  YouTube Google Play App Store Android iPhone iPad Safari Chrome Edge Firefox Windows Payme Click Uzum Paynet OneID IMZO E
  OpenStreetMap SHA PKCS USB VIN MT ZIP UTF LE BE CP DOS KOI R C CClientBankExchange camt xls xlsx line Authenticator Aegis`.split(
    /\s+/,
  ),
);
const ADDRESS = /\S+@\S+|https?:\/\/\S+/g;
/** Values, markup, and texts of another key put in: `$t(order-actions:state.{{state}})`. */
const PLACEHOLDER = /\$t\([^)]*\)|\{\{[^}]*\}\}|\{[^}]*\}|<[^>]*>/g;

/** Same in Uzbek and English by right: names and words both languages share. */
const SHARED_WORDS = new Set([
  ...LATIN_ANYWHERE,
  'Lot',
  'Auto',
  'Operator',
  'Internet',
  'Video',
  'Format',
  'ms',
  'KB',
  'MB',
  'GB',
  'Nukus',
  'SOATO',
  'Bank',
  'MFO',
  'May',
  's',
]);

const words = (text: string): string[] => text.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu) ?? [];
const plain = (text: string): string => text.replace(PLACEHOLDER, ' ').replace(ADDRESS, ' ');

/** Letters and signs that do not belong to a text of the language. */
export function letterProblems(language: string, text: string): string[] {
  const said = plain(text);
  const found: string[] = [];
  const match = (pattern: RegExp, what: string): void => {
    for (const [sign] of said.matchAll(pattern)) found.push(`${what} "${sign}"`);
  };
  if (language === 'ru' || language === 'uz-Cyrl') {
    for (const word of words(said)) if (!LATIN_ANYWHERE.has(word)) found.push(`Latin word "${word}"`);
  } else match(/\p{Script=Cyrillic}+/gu, 'Cyrillic');
  if (language === 'uz') {
    match(/['`´‘’]/g, 'apostrophe');
    match(/(?<![oOgG])ʻ|(?<=[oOgG])ʼ/g, 'wrong apostrophe');
  }
  if (language === 'uz-Cyrl') match(/[ыщЫЩʻʼ'`]/g, 'not of Uzbek Cyrillic');
  if (language === 'ru') match(/[ўқғҳЎҚҒҲʻʼ]/g, 'not of Russian');
  return found;
}

/** True when the second text is the first one left untranslated. */
export function isCopied(first: string, second: string): boolean {
  if (first !== second) return false;
  const letters = plain(first).match(/\p{L}+/gu) ?? [];
  return letters.some((word) => !SHARED_WORDS.has(word));
}
