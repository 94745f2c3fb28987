import type { RecordKind } from '#shared/api/console/record-kinds.ts';
import { ownPage, recordPage } from '#client/entities/staff-work/record-link.tsx';
import { paths } from '#client/lib/paths.ts';
import type { ConsolePage } from '../routes/console.ts';

/** Where a line of the palette leads. */
export interface Target {
  key: string;
  /** Whose icon it has; none: a page of one thing. */
  page: ConsolePage | null;
  label:
    | string
    | { record: RecordKind; what: string }
    | { text: 'related' | 'applications' | 'payments' | 'accounts' | 'actions'; what: string };
  to: string;
  /** Handed to the page beside its address: typed words about a person are no part of it. */
  state?: { find: string };
}

const PAGES_SHOWN = 8;
const NUMBER = /^№?\s*(\d{1,12})$/u;
/** As it is printed, with a small letter too. */
const PROTOCOL = /^p-?(\d{4})-(\d{6,12})$/iu;

/** An address of the network, of four numbers or with colons. */
const ADDRESS = /^(?:(?:\d{1,3}\.){3}\d{1,3}|(?=.*:)[\da-f.:]{3,45})$/i;

/** Records that are found by their number, and the page whose readers see them; null: everybody who is staff. */
const BY_NUMBER: readonly [RecordKind, ConsolePage | null][] = [
  ['lot', null],
  ['order', 'orders'],
  ['application', 'applications'],
  ['purchase', 'purchases'],
  ['settlement', 'settlements'],
  ['offer', 'offers'],
  ['claim', 'result-cancellations'],
  ['payment', 'payments'],
  ['payment-difference', 'payments'],
  ['hold', 'payments'],
  ['refund', 'refunds'],
  ['payout', 'payouts'],
  ['bank-line', 'bank-statements'],
  ['protest', 'protests'],
  ['hand-over', 'hand-overs'],
  ['bar', 'bars'],
  ['decision', 'decisions'],
  ['staff-task', 'tasks'],
  ['incident', 'incidents'],
  ['anomaly-flag', 'anomaly-flags'],
];

/** A record by its number: its own page, or that of what is known of it. */
const recordTarget = (kind: RecordKind, page: ConsolePage | null, number: string): Target => ({
  key: `record-${kind}`,
  page,
  label: { record: kind, what: number },
  to: ownPage(kind, number) ?? recordPage(kind, number),
});

/**
 * What the typed text may mean: pages by a part of their name, things by their number, and the searches that take it.
 * Pages of other roles are no targets.
 */
export function targetsOf(
  typed: string,
  pages: readonly ConsolePage[],
  nameOf: (page: ConsolePage) => string,
): Target[] {
  const text = typed.trim();
  const has = (page: ConsolePage) => pages.includes(page);
  const wanted = text.toLocaleLowerCase();
  const named = pages
    .filter((page) => nameOf(page).toLocaleLowerCase().includes(wanted))
    .slice(0, text === '' ? undefined : PAGES_SHOWN)
    .map((page): Target => ({ key: page, page, label: nameOf(page), to: paths.console(page) }));
  if (text === '') return named;
  const number = Number(NUMBER.exec(text)?.[1] ?? 0);
  const protocol = PROTOCOL.exec(text);
  const records = BY_NUMBER.filter(([, page]) => number > 0 && (page === null || has(page))).map(
    ([kind, page]) => recordTarget(kind, page, `${number}`),
  );
  if (protocol && has('settlements'))
    records.push(recordTarget('protocol', 'settlements', `P-${protocol[1]}-${protocol[2]}`));
  const searches: (Target | false)[] = [
    number > 0 && {
      key: 'lot-related',
      page: null,
      label: { text: 'related', what: `${number}` },
      to: recordPage('lot', number),
    },
    number > 0 &&
      has('applications') && {
        key: 'lot-applications',
        page: 'applications',
        label: { text: 'applications', what: `${number}` },
        to: `${paths.console('applications')}?lot=${number}`,
      },
    ADDRESS.test(text) &&
      has('action-log') && {
        key: 'find-actions',
        page: 'action-log',
        label: { text: 'actions', what: text },
        to: `${paths.console('action-log')}?${new URLSearchParams({ who: 'all', address: text }).toString()}`,
      },
    has('payments') && {
      key: 'find-payment',
      page: 'payments',
      label: { text: 'payments', what: text },
      to: `${paths.console('payments')}?${new URLSearchParams({ search: text }).toString()}`,
    },
    has('accounts') && {
      key: 'find-account',
      page: 'accounts',
      label: { text: 'accounts', what: text },
      to: paths.console('accounts'),
      state: { find: text },
    },
  ];
  return [...named, ...records, ...searches.filter((each) => each !== false)];
}
