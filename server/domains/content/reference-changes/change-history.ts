import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { createReferenceHistory, type ReferenceChange } from './history.repository.ts';

/** A member of staff who acts. */
export interface ReferenceStaff {
  personId: string;
  name: string;
  /** Client address, for the action log. */
  address: string;
}

export type Recording = (tx: AnyDb, change: ReferenceChange, by: ReferenceStaff) => Promise<void>;

/** Writes a change into the history of the data and into the log of the person, in the transaction of the change. */
export const recordingBy =
  (actions: Pick<ActionLog, 'record'>): Recording =>
  async (tx, change, by) => {
    await createReferenceHistory(tx).add(change, by);
    await actions.record(
      {
        personId: by.personId,
        type: 'reference',
        action: change.action,
        result: 'done',
        address: by.address,
        reason: `${change.kind}:${change.subject}`,
      },
      tx,
    );
  };
