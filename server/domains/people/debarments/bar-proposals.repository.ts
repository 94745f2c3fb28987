import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import {
  BAR_PROPOSAL,
  BAR_PROPOSALS_TO_DECIDE,
  UNFINISHED_BAR_PROPOSALS,
  type BarProposalKind,
} from '#shared/lifecycles/bar-proposal.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { DebarmentCause } from '#shared/limits/debarments.ts';
import type { SanctionTables, StoredProposal } from './sanctions-tables.ts';

export interface NewProposal {
  kind: BarProposalKind;
  personId: string | null;
  idHash: string;
  idMasked: string;
  nameMasked: string;
  barId: number | null;
  lotId: number | null;
  cause: DebarmentCause | null;
  causeName: LocalizedText | null;
  lastDay: string | null;
  reason: string;
  by: { personId: string; name: string };
  expiresAt: Date;
}

/** Who decided, and what was written with it. */
export interface Decided {
  by: { personId: string; name: string };
  note: string | null;
  barId?: number;
}

type Moves = Exclude<EventOf<typeof BAR_PROPOSAL>, 'begin' | 'expire'>;

export function createDebarmentProposalsRepository(db: Db<SanctionTables>) {
  const proposals = () =>
    db
      .selectFrom('bar_proposal as p')
      .select(['p.id', 'p.kind', 'p.state', 'p.person_id', 'p.id_hash', 'p.id_masked', 'p.name_masked'])
      .select(['p.bar_id', 'p.lot_id', 'p.cause', 'p.cause_name', 'p.last_day'])
      .select(['p.reason', 'p.proposed_by', 'p.proposed_by_name', 'p.created_at', 'p.submitted_at'])
      .select(['p.expires_at', 'p.decided_by', 'p.decided_by_name', 'p.decided_at', 'p.note']);

  /** Drafts are for who began them. */
  const listed = (which: 'unfinished' | 'all', viewerId: string) =>
    db
      .selectFrom('bar_proposal as p')
      .where((eb) =>
        eb.or([eb('p.state', '<>', stateAfter(BAR_PROPOSAL, 'begin')), eb('p.proposed_by', '=', viewerId)]),
      )
      .$if(which === 'unfinished', (query) => query.where('p.state', 'in', UNFINISHED_BAR_PROPOSALS));

  return {
    /** null: this person has a draft about the same matter already. */
    async add(proposal: NewProposal): Promise<number | null> {
      const row = await db
        .insertInto('bar_proposal')
        .values({
          kind: proposal.kind,
          state: stateAfter(BAR_PROPOSAL, 'begin'),
          person_id: proposal.personId,
          id_hash: proposal.idHash,
          id_masked: proposal.idMasked,
          name_masked: proposal.nameMasked,
          bar_id: proposal.barId,
          lot_id: proposal.lotId,
          cause: proposal.cause,
          cause_name: proposal.causeName && JSON.stringify(proposal.causeName),
          last_day: proposal.lastDay,
          reason: proposal.reason,
          expires_at: proposal.expiresAt,
          proposed_by: proposal.by.personId,
          proposed_by_name: proposal.by.name,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** Does one about the same matter wait for its decision? */
    async isProposed({
      kind,
      idHash,
      barId,
      cause,
      lotId,
    }: Pick<NewProposal, 'kind' | 'idHash' | 'barId' | 'cause' | 'lotId'>): Promise<boolean> {
      const row = await db
        .selectFrom('bar_proposal')
        .select('id')
        .where('kind', '=', kind)
        .where('state', 'in', BAR_PROPOSALS_TO_DECIDE)
        .where((eb) =>
          kind === 'lift'
            ? eb('bar_id', '=', barId)
            : eb.and([
                eb('id_hash', '=', idHash),
                eb('cause', '=', cause),
                eb('lot_id', 'is not distinct from', lotId),
              ]),
        )
        .executeTakeFirst();
      return row !== undefined;
    },

    find: (id: number): Promise<StoredProposal | undefined> =>
      proposals().where('p.id', '=', id).executeTakeFirst(),

    /** Locked until the transaction ends; `due`: its time is over by the clock of the database. */
    lock: (id: number): Promise<(StoredProposal & { due: boolean }) | undefined> =>
      proposals()
        .select(sql<boolean>`p.expires_at <= clock_timestamp()`.as('due'))
        .where('p.id', '=', id)
        .forUpdate()
        .executeTakeFirst(),

    async page(
      which: 'unfinished' | 'all',
      viewerId: string,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ items: StoredProposal[]; total: number }> {
      const [ids, total] = await Promise.all([
        listed(which, viewerId)
          .select('p.id')
          .$if(which === 'unfinished', (query) => query.orderBy('p.expires_at'))
          .orderBy('p.id', which === 'unfinished' ? 'asc' : 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        this.count(which, viewerId),
      ]);
      const order = ids.map(({ id }) => id);
      if (order.length === 0) return { items: [], total };
      const rows = await proposals().where('p.id', 'in', order).execute();
      return { items: rows.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)), total };
    },

    async count(which: 'unfinished' | 'all', viewerId: string): Promise<number> {
      const { total } = await listed(which, viewerId)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /** Proposals that made, lifted or would lift these bars. */
    ofBars: (barIds: readonly number[]): Promise<StoredProposal[]> =>
      barIds.length === 0
        ? Promise.resolve([])
        : proposals()
            .where('p.bar_id', 'in', barIds)
            .where('p.state', 'in', [...UNFINISHED_BAR_PROPOSALS, stateAfter(BAR_PROPOSAL, 'approve')])
            .orderBy('p.id')
            .execute(),

    /** Moves a locked proposal. @throws when the event cannot happen in its state */
    async move(id: number, event: Moves, decided: Decided | null = null): Promise<void> {
      await db
        .updateTable('bar_proposal')
        .set({ state: stateAfter(BAR_PROPOSAL, event) })
        .$if(event === 'submit', (query) => query.set({ submitted_at: sql`now()` }))
        .$if(decided !== null, (query) =>
          query.set({
            decided_by: decided!.by.personId,
            decided_by_name: decided!.by.name,
            decided_at: sql`now()`,
            note: decided!.note,
          }),
        )
        .$if(decided?.barId !== undefined, (query) => query.set({ bar_id: decided!.barId! }))
        .where('id', '=', id)
        .where('state', 'in', statesFrom(BAR_PROPOSAL, event))
        .returning('id')
        .executeTakeFirstOrThrow();
    },

    /** Ends every proposal whose time is over; resolves with their number. */
    async expire(): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('bar_proposal')
        .set({ state: stateAfter(BAR_PROPOSAL, 'expire') })
        .where('state', 'in', statesFrom(BAR_PROPOSAL, 'expire'))
        .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}
