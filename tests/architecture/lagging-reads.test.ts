import { expect, it } from 'vitest';
import type { Contract } from '#shared/api/contract.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import { projectFiles } from './project-files.ts';

/** Calls that may be some seconds old. Who adds one has seen that people alone read it, and that no rule is judged by it. */
const MAY_LAG = [
  'console.account-changes',
  'console.actions',
  'console.anomaly-flags',
  'console.applications',
  'console.bank-days',
  'console.bank-lines',
  'console.bank-statements',
  'console.banners',
  'console.bar-proposals',
  'console.bars',
  'console.conflicts',
  'console.consent-people',
  'console.consents',
  'console.contact-messages',
  'console.debts',
  'console.decisions',
  'console.edit-requests',
  'console.ended-auctions',
  'console.figures',
  'console.forfeits',
  'console.hand-overs',
  'console.incidents',
  'console.invitations',
  'console.lot-questions',
  'console.money-of-day',
  'console.news',
  'console.number-claims',
  'console.offers',
  'console.order-import-rows',
  'console.order-imports',
  'console.orders',
  'console.payment-mismatches',
  'console.payments',
  'console.payouts',
  'console.person-trail',
  'console.protests',
  'console.protocols',
  'console.purchases',
  'console.reference-history',
  'console.refunds',
  'console.refused-attempts',
  'console.repeats',
  'console.result-cancellations',
  'console.settlements',
  'console.switched-off-hosts',
  'console.tasks',
  'console.viewings',
  'console.webhook-deliveries',
  'exports.staff-list',
  'open-data.list',
];

/** Where work begins that may be read from a replica: the door of these calls, and the results of days that are over. */
const BEGINNERS = [
  'server/domains/trade/open-data/open-data.service.ts',
  'server/platform/http/register-contract.ts',
];

type Read = Pick<Contract, 'name' | 'method' | 'path' | 'inRoom' | 'mayLag'>;

/** Calls that may lag and are not named here, or are no plain reading; and those that are named in vain. */
function wronglyLagging(contracts: readonly Read[]): string[] {
  const lagging = contracts.filter(({ mayLag }) => mayLag === true);
  return [
    ...lagging.flatMap(({ name, method, inRoom }) =>
      !MAY_LAG.includes(name) || method !== 'get' || inRoom !== undefined ? [name] : [],
    ),
    ...MAY_LAG.filter((name) => lagging.every((each) => each.name !== name)),
  ];
}

it('calls that may lag are these, and each only reads', () => {
  expect(wronglyLagging(CONTRACTS)).toEqual([]);
});

it.each<[string, Partial<Read>]>([
  ['one that is not named', { name: 'payments.planted' }],
  ['one that changes something', { name: MAY_LAG[0]!, method: 'post' }],
  ['one of a room', { name: MAY_LAG[0]!, inRoom: true }],
])('%s is found', (_what, planted) => {
  const contract: Read = { name: '', method: 'get', path: '/planted', mayLag: true, ...planted };
  expect(wronglyLagging([...CONTRACTS, contract])).toEqual([contract.name]);
});

it('work that may lag begins nowhere else', () => {
  const found = [...projectFiles(['server'], ['.ts'])].filter(([, text]) => /\breads\??\.begin\(/.test(text));
  expect(found.map(([file]) => file).toSorted()).toEqual(BEGINNERS);
});
