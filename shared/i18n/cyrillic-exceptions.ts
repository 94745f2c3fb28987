/**
 * What the Cyrillic texts have that letter rules cannot make from the Latin ones. Words of the language whose spelling the
 * rules cannot know are stems (stems.ts).
 */

/** Abbreviations that keep their capitals whatever ending follows. */
export const ABBREVIATIONS: Readonly<Record<string, string>> = {
  JShShIR: 'ЖШШИР',
  STIR: 'СТИР',
  BHM: 'БҲМ',
  MFO: 'МФО',
};

/** Left in Latin: names of products, formats and keys, which everybody knows in this form. */
export const LATIN_WORDS: readonly string[] = (
  'UZS SMS QR ID USB OneID E-IMZO SHA-256 PKCS#7 https ' +
  'PDF DOCX XLSX CSV JSON ZIP JPEG PNG WebP Excel MT940 1C 1CClientBankExchange camt.053 line-12 ' +
  'UTF-8 UTF-16 LE BE Windows-1251 CP866 DOS KOI8-R ' +
  'Android iPhone iPad App Store Google Play Authenticator Aegis Chrome Safari Edge Enter Esc Cobalt'
).split(' ');

/** Texts in which "Savdo" is the name of the product and not the word for trade, by `namespace:key`. */
export const PRODUCT_NAMED: ReadonlySet<string> = new Set([
  'app-link:title',
  'app-link:steps.android.done',
  'app-link:steps.ios.done',
  'console-contact:subject',
  'home:tab',
  'home:app.title',
  'layout:logo',
  'notices:letter.why',
  'notices:code.subject',
  'notices:code.sms_one',
  'notices:code.sms_other',
  'notices:code.registered.sms',
  'notices:code.registered.subject',
  'notices:code.registered.letter',
  'notices:staffInvitation.subject',
  'notices:staffInvitation.letter',
  'pretend-checkout:to',
  'pretend-checkout:refused',
  'pretend-checkout:away',
  'pretend-checkout:back',
  'pretend-checkout:shopSaid',
  'seo:page.appLink.title',
  'seo:page.other.description',
  'sign-in:to-product',
  'sign-in:failed',
  'sign-in:not-found',
  'sign-in:cabinet.spent',
  'sign-in:cabinet.again',
  'sign-in:invite.why',
]);

/** Texts that say something else than the Latin ones, by `namespace:key`. */
export const TEXTS: Readonly<Record<string, string>> = {
  // Each alphabet names the other one.
  'console-contact:language.uz': 'Ўзбек тилида (лотин)',
  'console-contact:language.uz-Cyrl': 'Ўзбек тилида',
  'console-invitations:language.uz': 'Ўзбекча, лотин',
  'console-invitations:language.uz-Cyrl': 'Ўзбекча',
  // A letter of two in Latin is short enough for a day of the week; one alone is not.
  'console-reference:weekday.3': 'Чо',
  'console-reference:weekday.6': 'Ша',
  'console-reference:weekday.7': 'Як',
  'layout:days.7': 'Як',
  // Cyrillic dates have no hyphens.
  'dates:day': '{{day}} {{month}}',
  'dates:dayOfYear': '{{year}} йил {{day}} {{month}}',
  // Cyrillic letters are wider: in full it is too long for the status of a room.
  'room:intent.confirmedOutbid': '{{price}} ({{time}}): автотаклиф ошди.',
};
