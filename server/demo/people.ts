import { createHmac } from 'node:crypto';
import type { DemoPerson } from '#server/domains/people/accounts/index.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';

const phone = (n: number): string => `+99890000${String(n).padStart(4, '0')}`;
const pinfl = (n: number): string => {
  const first = `3010190${String(n).padStart(6, '0')}`;
  return `${first}${pinflCheckDigit(first)}`;
};

const natural = (
  n: number,
  name: string,
  email: string,
  language: DemoPerson['language'],
  roles: DemoPerson['roles'],
): DemoPerson => ({
  kind: 'natural',
  name,
  phone: phone(n),
  email,
  pinfl: pinfl(n),
  stir: null,
  language,
  roles,
});

export interface DemoSignIn {
  /** What the person is in the demo, for the box printed at start. */
  part: string;
  person: DemoPerson;
  /** Has signed the offer and has no money yet: ready to go the whole way of a newcomer. */
  unfunded?: true;
  /** Pays a price by parts, and has only the money for those that are paid. */
  paysByParts?: true;
}

/** People a newcomer may be: the box printed at start shows how to sign in as each. */
export const DEMO_SIGN_INS: readonly DemoSignIn[] = [
  { part: 'buyer', person: natural(1, 'Dilshod Namuna', 'buyer@savdo.example', 'uz', ['buyer']) },
  {
    part: 'customer',
    person: {
      kind: 'legal',
      name: '«Namuna Mulk» MChJ',
      phone: phone(2),
      email: 'customer@savdo.example',
      pinfl: null,
      stir: '301234563',
      language: 'ru',
      roles: ['buyer', 'customer'],
    },
  },
  { part: 'operator', person: natural(3, 'Nodira Namuna', 'operator@savdo.example', 'uz', ['operator']) },
  {
    part: 'second operator',
    person: natural(4, 'Jasur Namuna', 'operator2@savdo.example', 'ru', ['operator']),
  },
  {
    part: 'newcomer',
    person: natural(5, 'Madina Namuna', 'newcomer@savdo.example', 'uz', ['buyer']),
    unfunded: true,
  },
  { part: 'moderator', person: natural(6, 'Kamola Namuna', 'moderator@savdo.example', 'uz', ['moderator']) },
  {
    part: 'administrator',
    person: natural(7, 'Timur Namuna', 'administrator@savdo.example', 'ru', ['administrator']),
  },
  {
    part: 'second administrator',
    person: natural(9, 'Sevara Namuna', 'administrator2@savdo.example', 'uz', ['administrator']),
  },
  { part: 'auditor', person: natural(8, 'Lola Namuna', 'auditor@savdo.example', 'ru', ['auditor']) },
  {
    part: 'buyer by parts',
    person: natural(10, 'Nilufar Namuna', 'buyer2@savdo.example', 'uz', ['buyer']),
    paysByParts: true,
  },
];

/** How a bot bids, see bots/bidding-style.ts. */
export type BiddingStyle = 'cautious' | 'eager' | 'sniper' | 'auto';

export interface DemoBot {
  person: DemoPerson;
  style: BiddingStyle;
}

const NAMES: readonly (readonly [string, BiddingStyle])[] = [
  ['Aziza Bot', 'eager'],
  ['Bobur Bot', 'cautious'],
  ['Gulnora Bot', 'auto'],
  ['Sherzod Bot', 'sniper'],
  ['Malika Bot', 'eager'],
  ['Otabek Bot', 'cautious'],
  ['Feruza Bot', 'auto'],
  ['Rustam Bot', 'eager'],
  ['Zarina Bot', 'sniper'],
  ['Ulugʻbek Bot', 'cautious'],
];

export const DEMO_BOTS: readonly DemoBot[] = NAMES.map(([name, style], i) => ({
  style,
  person: natural(101 + i, name, `bot${i + 1}@savdo.example`, i % 2 ? 'ru' : 'uz', ['buyer']),
}));

/**
 * The one password of all demo people: the same at every start of this installation, unknown to others.
 * @param secret the installation's own secret
 */
export const demoPassword = (secret: string): string => {
  const letters = createHmac('sha256', secret).update('demo people').digest('hex').slice(0, 10);
  return `savdo-${letters.slice(0, 5)}-${letters.slice(5)}`;
};
