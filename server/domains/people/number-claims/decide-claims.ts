import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { createTurningDown, type NumberMoves } from '#server/domains/people/accounts/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, forbidden, notFound } from '#server/platform/errors/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { NUMBER_CLAIM } from '#shared/lifecycles/number-claim.ts';
import type { AccountTie } from '#shared/limits/number-claims.ts';
import type { ClaimRow } from './number-claim-tables.ts';
import { createNumberClaimsRepository } from './number-claims.repository.ts';

/** A member of staff who decides, with the client address for the action log. */
export interface ClaimDecider {
  personId: string;
  name: string;
  address: string;
}

export interface DecideClaimsDeps {
  db: AnyDb;
  moves: Pick<NumberMoves, 'holders'>;
  notify: Notifications['notify'];
  actions: Pick<ActionLog, 'record'>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  tiesOf(db: AnyDb, personId: string): Promise<AccountTie[]>;
}

export type DecideClaims = ReturnType<typeof createDecideClaims>;
type ClaimEvent = 'propose' | 'return' | 'approve' | 'reject';

/** What staff decide about claims; each decision locks its claim first. Granting is a workflow (grant-number-claim.ts). */
export function createDecideClaims(deps: DecideClaimsDeps) {
  const { db, moves, notify, actions, isSamePerson, tiesOf } = deps;
  const turning = createTurningDown(isSamePerson);

  /**
   * The locked claim of a decision, by somebody who is neither the claimant nor has the number.
   * @throws 404; 403 `conflict-of-interest`; 409 `number-claims.decided`
   */
  async function lock(
    tx: AnyDb,
    id: number,
    event: ClaimEvent,
    by: ClaimDecider,
  ): Promise<{ row: ClaimRow; holderIds: string[] }> {
    const row = await createNumberClaimsRepository(tx).lock(id);
    // A draft is its author's alone.
    if (!row?.submitted_at) throw notFound();
    if (!allows(NUMBER_CLAIM, row.state, event)) throw conflict('number-claims.decided');
    const holderIds = await moves.holders(tx, { ...row, claimantId: row.claimant_id });
    // The call was judged before the lock; two accounts of one person are one person.
    for (const party of [row.claimant_id, ...holderIds])
      if (await isSamePerson(tx, party, by.personId)) throw forbidden('conflict-of-interest');
    return { row, holderIds };
  }

  /** @throws 409 `number-claims.tied` with what these accounts still have */
  async function demandNoTies(tx: AnyDb, holderIds: readonly string[]): Promise<void> {
    const ties = new Set<AccountTie>();
    for (const id of holderIds) for (const tie of await tiesOf(tx, id)) ties.add(tie);
    if (ties.size > 0) throw conflict('number-claims.tied', { details: { ties: [...ties] } });
  }

  const record = (tx: AnyDb, { personId, address }: ClaimDecider, action: string, id: number) =>
    actions.record(
      { personId, address, type: 'account', action, result: 'done', reason: `number-claim:${id}` },
      tx,
    );

  return {
    lock,
    demandNoTies,
    record,

    /** @throws as `lock` and `demandNoTies` */
    propose: (id: number, reason: string, by: ClaimDecider): Promise<void> =>
      inTransaction(db, async (tx) => {
        const { row, holderIds } = await lock(tx, id, 'propose', by);
        await turning.mustMayAsk(tx, `number-claim:${row.claimant_id}`, by.personId);
        await demandNoTies(tx, holderIds);
        await createNumberClaimsRepository(tx).move(id, 'propose', by.personId, {
          proposed_by: by.personId,
          proposed_reason: reason,
          holder_ids: holderIds,
          note: reason,
        });
        await record(tx, by, 'claim-proposed', id);
      }),

    /** @throws as `lock` */
    sendBack: (id: number, reason: string, by: ClaimDecider): Promise<void> =>
      inTransaction(db, async (tx) => {
        const { row } = await lock(tx, id, 'return', by);
        await turning.turnDown(tx, `number-claim:${row.claimant_id}`, {
          by: by.personId,
          askedBy: row.proposed_by,
        });
        await createNumberClaimsRepository(tx).move(id, 'return', by.personId, {
          proposed_by: null,
          proposed_reason: null,
          holder_ids: null,
          note: reason,
        });
        await record(tx, by, 'claim-returned', id);
      }),

    /** The claimant reads the reason. @throws as `lock` */
    reject: (id: number, reason: string, by: ClaimDecider): Promise<void> =>
      inTransaction(db, async (tx) => {
        const { row } = await lock(tx, id, 'reject', by);
        await turning.turnDown(tx, `number-claim:${row.claimant_id}`, { by: by.personId });
        await createNumberClaimsRepository(tx).move(id, 'reject', by.personId, {
          decision_reason: reason,
          note: reason,
        });
        await record(tx, by, 'claim-rejected', id);
        await notify(tx, {
          personId: row.claimant_id,
          key: `number-claim:${id}`,
          template: 'number-claim-rejected',
          params: { reason },
        });
      }),
  };
}
