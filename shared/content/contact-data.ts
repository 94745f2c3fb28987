import { plainDigits } from '../text/plain-digits.ts';
import { namesSite } from './site-names.ts';

/** Ways to reach a person outside of the platform. */
export const CONTACT_DATA = ['phone', 'email', 'link', 'messenger'] as const;
export type ContactData = (typeof CONTACT_DATA)[number];

/** Between two digits of a phone. */
const GAP = String.raw`[\s().\-‐–—/_*]{0,3}`;
const digits = (count: number) => String.raw`${GAP}\d`.repeat(count);

/** Codes of operators and of towns of the country, with or without its own code; seven more digits follow. */
const NATIONAL = new RegExp(
  String.raw`(?<!\d)(?:(?:\+|00)?${GAP}9${GAP}9${GAP}8${GAP}|8${GAP})?(?:2${GAP}0|3${GAP}3|5${GAP}[05]|6${GAP}[1-9]|7${GAP}[0-9]|8${GAP}8|9${GAP}[0134578])${digits(7)}(?!\d)`,
  'gu',
);
/** Of any country, written with its plus. */
const FOREIGN = new RegExp(String.raw`\+${digits(10)}`, 'u');
/** Inside one town: 244-12-34. */
const LOCAL = /(?<![\d-])\d{3}[-–—]\d{2}[-–—]\d{2}(?![\d-])/u;
/** A sum is written in groups of three: 901 234 567 soʻm. */
const SUM = /(?<!\d)\d{1,3}(?:[\s.]\d{3})+(?!\d)/gu;
const CURRENCY = /^\s*(?:so[ʻʼ'‘’`]?m|сум|сўм|sum\b|uzs|usd|руб|тийин|tiyin|mln|млн|mlrd|млрд)/iu;

const EMAIL = /[\p{L}\d._%+-]+\s*(?:@|\(at\)|\[at\]|\(собака\))\s*[\p{L}\d-]+\s*\.\s*[\p{L}]{2,}/giu;
const ADDRESS = /(?:https?|ftp):\/\/|(?<![\p{L}\d])www\./iu;
const HANDLE = /(?<![\p{L}\d.@])@[a-z]\w{3,}/iu;
const MESSENGER =
  /(?<!\p{L})(?:tele-?gram|телеграм|телега|whats-?app|ват?сап|вотсап|viber|вайбер|insta-?gram|инстаграм|facebook|фейсбук|skype|скайп|wechat|вичат|(?:tg|тг|imo|имо)(?!\p{L}))/iu;

function hasPhone(text: string): boolean {
  if (FOREIGN.test(text) || LOCAL.test(text)) return true;
  const sums = [...text.matchAll(SUM)]
    .map((match) => [match.index, match.index + match[0].length] as const)
    .filter(([, end]) => CURRENCY.test(text.slice(end)));
  return [...text.matchAll(NATIONAL)].some(
    ({ index, 0: found }) => !sums.some(([from, to]) => index >= from && index + found.length <= to),
  );
}

/**
 * What a text has by which people could meet outside of the platform: phones, mail addresses, links and names of messengers, in
 * the order of `CONTACT_DATA`. Disguises that a reader sees through at once (spaces, brackets, invisible marks, wide and
 * framed digits) do not help; numbers written as
 * words are left to the people who approve a text.
 */
export function contactDataIn(text: string): ContactData[] {
  const plain = plainDigits(text);
  // The end of a mail address is no link.
  const withoutMail = plain.replace(EMAIL, ' ');
  const has: Record<ContactData, boolean> = {
    phone: hasPhone(plain),
    email: plain !== withoutMail,
    link: ADDRESS.test(plain) || namesSite(withoutMail),
    messenger: HANDLE.test(withoutMail) || MESSENGER.test(plain),
  };
  return CONTACT_DATA.filter((kind) => has[kind]);
}
