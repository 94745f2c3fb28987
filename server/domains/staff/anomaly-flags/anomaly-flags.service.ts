import type { z } from 'zod';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, forbidden, notFound } from '#server/platform/errors/index.ts';
import type {
  AnomalyFlag,
  anomalyFlags as anomalyFlagsContract,
  ListedFlag,
} from '#shared/api/console/anomaly-flags.ts';
import {
  ANOMALY_FLAG,
  ANOMALY_FLAG_STATES,
  UNFINISHED_FLAGS,
  type AnomalyFlagState,
} from '#shared/lifecycles/anomaly-flag.ts';
import { stateAfter, transition } from '#shared/lifecycles/lifecycle.ts';
import {
  createAnomalyFlagsRepository,
  type FlagFilter,
  type FlagStepOf,
  type ListedRow,
} from './anomaly-flags.repository.ts';

type Listed = z.infer<typeof anomalyFlagsContract.answer>;
type Filter = z.infer<NonNullable<(typeof anomalyFlagsContract)['query']>>;

interface StaffMember {
  personId: string;
  name: string;
}

export interface AnomalyFlagsDeps {
  db: AnyDb;
  /** Logs actions of staff, in the given transaction. */
  record: (
    action: { personId: string; type: 'anomaly-flag'; action: string; result: 'done'; reason: string },
    tx: AnyDb,
  ) => Promise<void>;
  /** Who may judge flags. */
  colleagues: () => Promise<{ id: string; name: string }[]>;
  /** Lots in which this person has a part, under any account. */
  lotsOf: (personId: string) => Promise<readonly number[]>;
}

export type AnomalyFlags = ReturnType<typeof createAnomalyFlags>;

const statesOf = (filter: Filter['state']): readonly AnomalyFlagState[] => {
  if (filter === 'all') return ANOMALY_FLAG_STATES;
  return filter === 'unfinished' ? UNFINISHED_FLAGS : [filter];
};

const listed = (row: ListedRow): ListedFlag => ({
  id: row.id,
  sign: row.sign,
  state: row.state,
  score: row.score,
  facts: row.facts,
  lotId: row.lot_id,
  lotTitle: row.title,
  owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '' },
  raisedAtMs: row.raised_at.getTime(),
  changedAtMs: row.changed_at.getTime(),
});

/**
 * Flags as staff read and judge them. Nothing follows from a flag for the people in it. Every change is a step with who made it, and an entry
 * of the action log, in one transaction.
 */
export function createAnomalyFlags({ db, record, colleagues, lotsOf }: AnomalyFlagsDeps) {
  const flags = createAnomalyFlagsRepository(db);

  async function one(id: number): Promise<AnomalyFlag> {
    const row = await flags.find(id);
    if (!row) throw notFound();
    const [evidence, steps] = await Promise.all([flags.evidence(id), flags.steps(id)]);
    return { ...listed(row), evidence, steps };
  }

  const log = (tx: AnyDb, id: number, { step, by, text }: FlagStepOf): Promise<void> =>
    record(
      {
        personId: by.personId,
        type: 'anomaly-flag',
        action: step,
        result: 'done',
        reason: `flag:${id}${text === undefined ? '' : ` ${text}`}`,
      },
      tx,
    );

  async function move(
    id: number,
    event: 'look' | 'dismiss' | 'escalate',
    of: FlagStepOf,
  ): Promise<AnomalyFlag> {
    // Read ahead of the transaction, which must not wait for a second connection.
    const others = await colleagues();
    await inTransaction(db, async (tx) => {
      const row = await flags.lock(tx, id);
      if (!row) throw notFound();
      const moved = transition(ANOMALY_FLAG, row.state, event);
      if (moved.outcome === 'refused') throw conflict('anomaly-flags.state');
      if (event === 'dismiss' && row.state === stateAfter(ANOMALY_FLAG, 'escalate')) {
        // While a colleague who takes it seriously may judge flags, no one else dismisses it.
        const escalatedBy = await flags.escalatedBy(tx, id);
        if (escalatedBy !== of.by.personId && others.some((each) => each.id === escalatedBy))
          throw conflict('anomaly-flags.escalated');
      }
      const takes = event === 'look' && row.owner_id === null;
      const owner = takes ? { owner_id: of.by.personId, owner_name: of.by.name } : {};
      await flags.change(tx, id, { state: moved.to, ...owner }, of);
      await log(tx, id, of);
    });
    return one(id);
  }

  return {
    /** Without those about auctions in which the reader has a part. */
    async page(
      { page, size, state, sign, owner, order }: Filter,
      reader: { personId: string },
    ): Promise<Listed> {
      const filter: FlagFilter = {
        states: statesOf(state),
        sign,
        without: await lotsOf(reader.personId),
        order,
        ...(owner === undefined ? {} : { ownerId: owner === 'mine' ? reader.personId : null }),
      };
      const [rows, total] = await Promise.all([
        flags.page(filter, { limit: size, offset: (page - 1) * size }),
        flags.count(filter),
      ]);
      return { items: rows.map(listed), total, page, size };
    },

    /** 404 for an unknown one; 403 `conflict-of-interest` for who has a part in one of its auctions. */
    async one(id: number, reader: { personId: string }): Promise<AnomalyFlag> {
      const flag = await one(id);
      if (await flags.isAbout(id, await lotsOf(reader.personId))) throw forbidden('conflict-of-interest');
      return flag;
    },

    /** @param ownerId null: without an owner. 404 unknown; 409 `anomaly-flags.no-colleague`. */
    async own(id: number, ownerId: string | null, by: StaffMember): Promise<AnomalyFlag> {
      const colleague = ownerId === null ? null : (await colleagues()).find((each) => each.id === ownerId);
      if (colleague === undefined) throw conflict('anomaly-flags.no-colleague');
      if (colleague !== null && (await flags.isAbout(id, await lotsOf(colleague.id))))
        throw conflict('anomaly-flags.no-colleague');
      await inTransaction(db, async (tx) => {
        const row = await flags.lock(tx, id);
        if (!row) throw notFound();
        if (row.owner_id === (colleague?.id ?? null)) return;
        const owner = { owner_id: colleague?.id ?? null, owner_name: colleague?.name ?? null };
        const of = { step: 'owner', by, text: colleague?.name } as const;
        await flags.change(tx, id, owner, of);
        await log(tx, id, { ...of, text: colleague ? `person:${colleague.id}` : undefined });
      });
      return one(id);
    },

    /** Who looks at one without an owner takes it. 404 unknown; 409 `anomaly-flags.state`. */
    look: (id: number, by: StaffMember) => move(id, 'look', { step: 'looked-at', by }),

    /** 404 unknown; 409 `anomaly-flags.state`, `anomaly-flags.escalated` by a colleague. */
    dismiss: (id: number, reason: string, by: StaffMember) =>
      move(id, 'dismiss', { step: 'dismissed', by, text: reason }),

    /** 404 unknown; 409 `anomaly-flags.state`. */
    escalate: (id: number, reason: string, by: StaffMember) =>
      move(id, 'escalate', { step: 'escalated', by, text: reason }),
  };
}
