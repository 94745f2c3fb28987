import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#shared/api/console/record-kinds.ts';
import { recordState } from '#shared/api/console/trail-words.ts';
import { paths } from '#client/lib/paths.ts';

/** Who and what money is about has no list to act in besides its own page. */
const LISTS: Readonly<Partial<Record<RecordKind, string>>> = {
  application: 'applications',
  purchase: 'purchases',
  settlement: 'settlements',
  offer: 'offers',
  claim: 'result-cancellations',
  refund: 'refunds',
  payout: 'payouts',
  protest: 'protests',
  'hand-over': 'hand-overs',
  bar: 'bars',
  'bank-line': 'bank-statements',
  protocol: 'protocols',
  decision: 'decisions',
};

/** Lists that take the number of a lot. */
const BY_LOT: readonly RecordKind[] = ['application', 'purchase', 'settlement', 'payout', 'protocol'];

/** The list in which staff act upon a record; null: there is none. @param number of a payment, by which it is searched for */
export function listOfRecord(kind: RecordKind, lotId: number | null, number: string): string | null {
  if (kind === 'payment-difference') return `${paths.console('payments')}?view=differences`;
  if (kind === 'payment') return `${paths.console('payments')}?search=${number}`;
  if (kind === 'staff-task')
    return `${paths.console('tasks')}?state=all${lotId === null ? '' : `&lot=${lotId}`}`;
  const list = LISTS[kind];
  if (list === undefined) return null;
  return `${paths.console(list)}${lotId !== null && BY_LOT.includes(kind) ? `?lot=${lotId}` : ''}`;
}

/** The state of a record in words; as it was written where a newer release has one without words here. */
export function useRecordState(): (kind: RecordKind, state: string) => string {
  const { t } = useTranslation();
  return (kind, state) => recordState(kind, state, (key, values) => t(key, values ?? {}));
}

/** What a record is about where it is written as a code. */
const NOTES: Readonly<Partial<Record<RecordKind, (note: string) => string>>> = {
  'payment-difference': (note) => `console-payments:kind.${note}`,
  protocol: (note) => `protocols:cause.${note}`,
  decision: (note) => `console-decisions:kind.${note}`,
  'staff-task': (note) => `staff-tasks:kind.${note}`,
  // Without a title of its own it is named by its cause.
  incident: (note) => `console-incidents:cause.${note}`,
  'anomaly-flag': (note) => `console-flags:sign.${note}`,
};

/** The same in words. */
export function useRecordNote(): (kind: RecordKind, note: string) => string {
  const { t } = useTranslation();
  return (kind, note) => {
    const key = NOTES[kind]?.(note);
    return key === undefined ? note : t(key, { defaultValue: note });
  };
}
