import {
  createTurningDown,
  mustStillDecide,
  type AccountsService,
} from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { BAR } from '#shared/lifecycles/bar.ts';
import { BAR_PROPOSAL } from '#shared/lifecycles/bar-proposal.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { barNumberOf } from './bar-number.ts';
import { createDebarmentProposalsRepository } from './bar-proposals.repository.ts';
import { barStateOn, lastDayOf } from './bar-views.ts';
import { createDebarmentsRepository } from './debarments.repository.ts';
import { isBarredFor, matterOf, type DebarmentStaff } from './propose-debarments.ts';
import type { SanctionsService } from './sanctions.service.ts';
import type { StoredProposal } from './sanctions-tables.ts';

export type DecideBarOutcome = {
  outcome: 'done' | 'none' | 'decided' | 'second-person' | 'over' | 'barred-already' | 'person-changed';
};

export interface DecideBarsDeps {
  db: AnyDb;
  accounts: Pick<AccountsService, 'byId' | 'idsByNumber'>;
  sanctions: Pick<SanctionsService, 'prepare' | 'stored' | 'isHashOf' | 'inForce'>;
  notify: Notifications['notify'];
  actions: Pick<ActionLog, 'record'>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  now?: (() => number) | undefined;
}

/** What becomes of a proposal in the transaction that agrees to it; the id of its bar, or why it cannot. */
type Effect = (tx: AnyDb) => Promise<number | 'over' | 'barred-already' | 'person-changed'>;

/** What a second member of staff decides about a proposal; every change locks the proposal first. */
export function createDecideBars(deps: DecideBarsDeps) {
  const { db, accounts, sanctions, notify, actions, isSamePerson, now = Date.now } = deps;
  const turning = createTurningDown(isSamePerson);

  /** Runs under the lock of an open proposal, for a person who is neither its author nor whom it is about. */
  const onOpen = (
    id: number,
    by: DebarmentStaff,
    work: (tx: AnyDb, row: StoredProposal) => Promise<DecideBarOutcome>,
  ): Promise<DecideBarOutcome> =>
    inTransaction(db, async (tx) => {
      const row = await createDebarmentProposalsRepository(tx).lock(id);
      if (!row) return { outcome: 'none' };
      if (row.due || !allows(BAR_PROPOSAL, row.state, 'approve')) return { outcome: 'decided' };
      // The call was judged before the lock; two accounts of one person are one person.
      for (const other of [row.proposed_by, ...(row.person_id === null ? [] : [row.person_id])])
        if (await isSamePerson(tx, other, by.personId)) return { outcome: 'second-person' };
      return work(tx, row);
    });

  const record = (tx: AnyDb, by: DebarmentStaff, action: string, id: number) =>
    actions.record(
      {
        personId: by.personId,
        address: by.address,
        type: 'bar',
        action,
        result: 'done',
        reason: `bar-proposal:${id}`,
      },
      tx,
    );

  /** The bar, from today on. What has to be read of accounts is read now. */
  async function addition(row: StoredProposal): Promise<Effect> {
    const person = row.person_id === null ? null : await accounts.byId(row.person_id);
    const number = person && barNumberOf(person);
    const same = number && sanctions.isHashOf(number.kind, number.value, row.id_hash);
    const { cause } = row;
    if (!person || !number || !same || !cause) return () => Promise.resolve('person-changed');
    const nowMs = now();
    const startDate = tashkentDay(nowMs);
    const endDate = lastDayOf(row, nowMs);
    // The court's last day went by while the proposal waited.
    if (endDate < startDate) return () => Promise.resolve('over');
    const write = await sanctions.prepare({
      ...number,
      person,
      personId: person.id,
      lotId: row.lot_id,
      cause,
      causeName: row.cause_name,
      reason: row.reason,
      startDate,
      endDate,
      by: row.proposed_by,
      byName: row.proposed_by_name,
    });
    // Under the current key, to which the line above has moved everything of this number.
    const { idHash } = sanctions.stored(number.kind, number.value);
    return async (tx) => {
      const bars = await sanctions.inForce(idHash, tx);
      return isBarredFor(bars, { cause, lotId: row.lot_id, lastDay: row.last_day })
        ? 'barred-already'
        : write(tx);
    };
  }

  /** The end of a bar, with a message to every account of the person. */
  async function lifting(row: StoredProposal): Promise<Effect> {
    const barId = row.bar_id!;
    const person = row.person_id === null ? null : await accounts.byId(row.person_id);
    const number = person && barNumberOf(person);
    const accountIds = number ? await accounts.idsByNumber(number.kind, number.value) : [];
    return async (tx) => {
      const bars = createDebarmentsRepository(tx);
      const bar = await bars.lock(barId);
      if (!bar || !allows(BAR, barStateOn(tashkentDay(now()), bar), 'lift')) return 'over';
      await bars.lift(barId);
      for (const personId of accountIds.toSorted())
        await notify(tx, {
          personId,
          key: `bar:${barId}:lifted:${personId}`,
          template: 'bar-lifted',
          params: {},
        });
      return barId;
    };
  }

  return {
    /** @param note null: none was written */
    async approve(id: number, note: string | null, by: DebarmentStaff): Promise<DecideBarOutcome> {
      const before = await createDebarmentProposalsRepository(db).find(id);
      if (!before) return { outcome: 'none' };
      // An open proposal does not change but by a decision, which its lock shows.
      const effect = before.kind === 'add' ? await addition(before) : await lifting(before);
      return onOpen(id, by, async (tx, row) => {
        await mustStillDecide(tx, row.proposed_by, 'decideBars');
        const barId = await effect(tx);
        if (typeof barId === 'string') return { outcome: barId };
        await createDebarmentProposalsRepository(tx).move(id, 'approve', { by, note, barId });
        await record(tx, by, row.kind === 'add' ? 'bar-approved' : 'lift-approved', id);
        return { outcome: 'done' };
      });
    },

    turnDown: (id: number, note: string, by: DebarmentStaff): Promise<DecideBarOutcome> =>
      onOpen(id, by, async (tx, row) => {
        await turning.turnDown(tx, matterOf(row), { by: by.personId, askedBy: row.proposed_by });
        await createDebarmentProposalsRepository(tx).move(id, 'turn-down', { by, note });
        await record(tx, by, 'turned-down', id);
        return { outcome: 'done' };
      }),

    /** Ends proposals whose time is over; resolves with their number. */
    expireDue: (): Promise<number> => createDebarmentProposalsRepository(db).expire(),
  };
}
