import type { CustomerProtest, MyProtest, StaffProtest } from '#shared/api/cabinet/protests.ts';
import {
  PROTESTS_TO_DECIDE,
  PROTESTS_TO_WITHDRAW,
  SOLD_STATUSES,
  type ProtestState,
} from '#shared/lifecycles/protest.ts';
import type { ProtestRow, ProtestStep } from './protest-tables.ts';

const shared = (row: ProtestRow) => ({
  id: row.id,
  lotId: row.lot_id,
  title: row.lot_title,
  lotStatus: row.lot_status,
  bidderNumber: row.bidder_number,
  text: row.text,
  state: row.state,
  filedAtMs: row.filed_at.getTime(),
  admitByMs: row.admit_by.getTime(),
  answerByMs: row.answer_by?.getTime() ?? null,
  answer:
    row.answer === null
      ? null
      : { verdict: row.answer, text: row.answer_text ?? '', atMs: row.answered_at!.getTime() },
  decidedAtMs: row.decided_at?.getTime() ?? null,
  decision: row.decision_text,
});

/** May its author take it back, and add files for a while? */
export const canWithdraw = ({ state }: Pick<ProtestRow, 'state'>): boolean =>
  (PROTESTS_TO_WITHDRAW as readonly ProtestState[]).includes(state);

/** Is it put to the customer, who may answer it at this instant? */
export const canAnswer = ({ state, answer_by: by }: Pick<ProtestRow, 'state' | 'answer_by'>, at: Date) =>
  state === 'admitted' && by !== null && by > at;

export function myProtestView(row: ProtestRow, nowMs: number): MyProtest {
  const waits = canWithdraw(row);
  const filesUntilMs = row.files_until.getTime();
  return {
    ...shared(row),
    canWithdraw: waits,
    filesUntilMs: waits && filesUntilMs > nowMs ? filesUntilMs : null,
  };
}

/** A rejection by the customer ends the protest, except of lots sold for the state. */
export const rejectionEnds = ({ order_type }: Pick<ProtestRow, 'order_type'>): boolean =>
  order_type !== 'state';

export const customerProtestView = (
  row: ProtestRow,
  files: CustomerProtest['files'],
  nowMs: number,
): CustomerProtest => ({
  ...shared(row),
  canAnswer: canAnswer(row, new Date(nowMs)),
  rejectionEnds: rejectionEnds(row),
  files,
});

/** Persons who must be for upholding it: two where the lot is sold or offered, so that a seller cannot undo a low price. */
export const personsNeeded = ({ lot_status }: Pick<ProtestRow, 'lot_status'>): number =>
  SOLD_STATUSES.includes(lot_status) ? 2 : 1;

export interface StaffContext {
  steps: readonly ProtestStep[];
  names: ReadonlyMap<string, string>;
  /** Those whose agreement a decision would not count. */
  left: ReadonlySet<string>;
  /** Lots whose participants the viewer must not see. */
  hidden: readonly number[];
  files: StaffProtest['files'];
  viewer: { personId: string; decides: boolean };
}

export function staffProtestView(row: ProtestRow, context: StaffContext): StaffProtest {
  const { names, files, viewer } = context;
  const steps = context.steps.filter(({ protest_id }) => protest_id === row.id);
  const agreed = steps.filter(({ action }) => action === 'agreed');
  const may: StaffProtest['may'] = [];
  const waits = (PROTESTS_TO_DECIDE as readonly string[]).includes(row.state);
  if (viewer.decides && row.state === 'filed') may.push('admit', 'refuse');
  if (viewer.decides && waits) {
    if (agreed.every(({ actor }) => actor !== viewer.personId)) may.push('uphold');
    may.push('dismiss');
  }
  const isHidden = context.hidden.includes(row.lot_id);
  const named = (id: string) => (isHidden ? null : { id, name: names.get(id) ?? '' });
  return {
    ...shared(row),
    bidderNumber: isHidden ? null : row.bidder_number,
    author: named(row.person_id),
    customer: row.seller === null ? null : named(row.seller),
    orderId: row.order_id,
    isState: !rejectionEnds(row),
    files,
    needed: personsNeeded(row),
    // What was decided with an agreement stays decided with it.
    agreed: agreed.filter(({ actor }) => !waits || !context.left.has(actor)).length,
    steps: steps.map((step) => ({
      action: step.action,
      by: isHidden && [row.person_id, row.seller].includes(step.actor) ? '' : (names.get(step.actor) ?? ''),
      atMs: step.at.getTime(),
      note: step.note,
    })),
    may,
  };
}
