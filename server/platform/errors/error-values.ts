/**
 * What the sentences of errors have to be filled with, by code: those who refuse with one of these codes must say it, or the
 * program does not compile. A test compares the list with the texts.
 */
export const ERROR_VALUES = {
  'rate-limited': ['seconds'],
  'favourites-full': ['max'],
  'api-tokens.too-many': ['max'],
  'saved-searches.too-many': ['max'],
  'staff.too-many-views': ['max'],
  'console-banners.too-many': ['max'],
  'webhooks.too-many': ['max'],
  'push.too-many': ['max'],
  'rehearsals.too-many': ['max'],
  'codes.wait': ['seconds'],
  'orders.not-editable': ['state'],
  'order-action.not-possible': ['state'],
  'console-orders.not-waiting': ['state'],
  'console-orders.claimed': ['by'],
  'refunds.too-many-open': ['max'],
  'exports.too-many': ['max'],
  'console-message-texts.unknown': ['names', 'language'],
  'console-message-texts.missing': ['names', 'language'],
  'console-message-texts.too-long': ['max', 'language'],
  'console-contact.too-long': ['max'],
  'console-contact.too-many-templates': ['max'],
  'console-rooms.resume-at': ['seconds', 'days'],
  'e-signature.deadline-too-soon': ['days'],
  'featured.dates': ['days'],
  'help-pages.placeholder': ['names'],
  'files.too-large': ['fileMegabytes'],
  'files.too-many': ['count'],
  'files.set-too-large': ['setMegabytes'],
  'files.too-many-pixels': ['megapixels'],
  'files.daily-quota': ['dayMegabytes'],
  'files.inspection-time': ['minutes'],
  'payments.too-small': ['sum'],
  'payments.too-large': ['sum'],
} as const;

type Values = typeof ERROR_VALUES;

/** Names of the values that the sentence of a code needs; never: none. Of several codes, all of theirs. */
export type NeededValue<Code extends string> = Values[Extract<Code, keyof Values>][number];
