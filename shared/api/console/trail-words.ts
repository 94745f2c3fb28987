import { lotStatusName, type LotStatus } from '../../lifecycles/lot-status.ts';
import { isRecordKind, type RecordKind } from './record-kinds.ts';
import type { TrailRow } from './person-trail.ts';

/** A text by `namespace:key`; `defaultValue` where there is none. */
type Text = (key: string, values?: Record<string, string | number>) => string;

/** Where the states of each kind have their words: those of the lists that show them. */
const STATES: Readonly<Record<Exclude<RecordKind, 'lot'>, (state: string) => string>> = {
  person: (state) => `console-records:state.${state}`,
  order: (state) => `order:status.${state}`,
  application: (state) => `console-trail:application.${state}`,
  purchase: (state) => `purchases:status.${state}`,
  settlement: (state) => `after-sale:state.${state}`,
  offer: (state) => `console-offers:state.${state}`,
  claim: (state) => `console-records:state.${state}`,
  payment: (state) => `payments:status.${state}`,
  'payment-difference': (state) => `console-records:state.${state}`,
  hold: (state) => `transactions:kind.${state}`,
  refund: (state) => `refunding:status.${state}`,
  payout: (state) => `console-payouts:state.${state}`,
  'bank-line': (state) => `console-statements:state.${state}`,
  protocol: (state) => `protocols:status.${state}`,
  protest: (state) => `protests:state.${state}`,
  'hand-over': (state) => `console-hand-overs:state.${state}`,
  bar: (state) => `console-bars:state.${state}`,
  decision: (state) => `console-decisions:state.${state}`,
  'staff-task': (state) => `console-records:state.${state}`,
  incident: (state) => `console-incidents:state.${state}`,
  'anomaly-flag': (state) => `console-flags:state.${state}`,
};

/** The state of a record in words; as it was written where a newer release has one without words here. */
export const recordState = (kind: RecordKind, state: string, t: Text): string =>
  kind === 'lot'
    ? t(`ui:status.${lotStatusName(Number(state) as LotStatus)}`)
    : t(STATES[kind](state), { defaultValue: state });

const CODE = /^[a-z-]+$/;
/** Between the parts of a note. */
const DOT = ' · ';

/** Codes have names; anything else, as the words of staff, is as it was written. */
export function trailNote({ kind, state, note, lotId, message }: TrailRow, t: Text): string | null {
  if (kind === 'message')
    return [
      t(`console-trail:message.${state}`, { defaultValue: state }),
      ...(message?.deliveries ?? []).map(
        (each) =>
          `${t(`console-trail:channel.${each.channel}`)}: ${t(`console-trail:delivery.${each.state}`)}`,
      ),
    ].join(DOT);
  if (note === null) return null;
  const otherwise = { defaultValue: note };
  const [first = '', ...rest] = note.split(DOT);
  switch (kind) {
    case 'attempt':
      return state === 'accepted'
        ? t(`console-trail:command.${note}`, otherwise)
        : t(`console:refusal.${note}`, otherwise);
    case 'application':
      return CODE.test(note) ? t(`console:outcome.${note}`, otherwise) : note;
    case 'ledger': {
      // The lot is named beside it.
      const about = lotId === null ? rest : [];
      return [t(`transactions:${first}`, { defaultValue: first }), ...about].join(DOT);
    }
    case 'delivery':
      return [t(`console-trail:channel.${first}`, { defaultValue: first }), ...rest].join(DOT);
    case 'consent':
      return [t('console-trail:version', { version: first }), ...rest].join(DOT);
    default:
      return note;
  }
}

/** States have the names of the lists that show them; a message is called by its title. */
export function trailState({ kind, state, message }: TrailRow, t: Text): string {
  if (isRecordKind(kind)) return recordState(kind, state, t);
  const otherwise = { defaultValue: state };
  switch (kind) {
    case 'attempt':
      return t(`console-trail:verdict.${state}`, otherwise);
    case 'ledger':
      return t(`transactions:kind.${state}`, otherwise);
    case 'delivery':
      return t(`console-trail:delivery.${state}`, otherwise);
    case 'consent':
      return t(`console-trail:consent.${state}`, otherwise);
    case 'message':
      return message?.title ?? t(`console-trail:message.${state}`, otherwise);
  }
}
