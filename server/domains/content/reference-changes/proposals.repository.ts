import { sql, type ColumnType, type Generated, type Selectable } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { ProposedContent } from '#shared/api/console/reference-proposals.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { REFERENCE_PROPOSAL, type ReferenceProposalState } from '#shared/lifecycles/reference-proposal.ts';

interface ProposalTable {
  id: Generated<number>;
  kind: ProposedContent['kind'];
  target: string;
  state: ReferenceProposalState;
  version: Generated<number>;
  base: string;
  content: ColumnType<ProposedContent, string, string>;
  valid_from: Date;
  reason: string;
  proposed_by: string;
  proposed_by_name: string;
  created_at: Generated<Date>;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  note: string | null;
}
interface Tables {
  reference_proposal: ProposalTable;
}
export type StoredProposal = Selectable<ProposalTable>;

export interface WrittenProposal {
  content: ProposedContent;
  /** What its content follows: of a rule set the latest version, of the base amount the latest row. */
  base: string;
  validFrom: Date;
  reason: string;
  by: { personId: string; name: string };
}

/** Name of the set; empty for the base amount. */
export const targetOf = (content: ProposedContent): string =>
  content.kind === 'rule-set' ? content.name : '';

/** Proposals about rule sets and base amounts; one is open at a time for each, none is ever deleted. */
export function createProposals(db: Db<Tables>) {
  const values = ({ content, base, validFrom, reason, by }: WrittenProposal) => ({
    content: JSON.stringify(content),
    base,
    valid_from: validFrom,
    reason,
    proposed_by: by.personId,
    proposed_by_name: by.name,
  });
  return {
    /** null: another one is open. */
    async add(proposal: WrittenProposal): Promise<number | null> {
      const added = await db
        .insertInto('reference_proposal')
        .values({
          kind: proposal.content.kind,
          target: targetOf(proposal.content),
          state: stateAfter(REFERENCE_PROPOSAL, 'propose'),
          ...values(proposal),
        })
        // A colleague was first.
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return added?.id ?? null;
    },

    find: (id: number): Promise<StoredProposal | undefined> =>
      db.selectFrom('reference_proposal').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Locked until the transaction ends. */
    lock: (id: number): Promise<StoredProposal | undefined> =>
      db.selectFrom('reference_proposal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    open: (): Promise<StoredProposal[]> =>
      db
        .selectFrom('reference_proposal')
        .selectAll()
        .where('state', 'in', statesFrom(REFERENCE_PROPOSAL, 'approve'))
        .execute(),

    async page(
      kind: ProposedContent['kind'] | undefined,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ items: StoredProposal[]; total: number }> {
      const wanted = db
        .selectFrom('reference_proposal')
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind!));
      const [items, { total }] = await Promise.all([
        wanted
          .selectAll()
          .orderBy(sql`state <> ${stateAfter(REFERENCE_PROPOSAL, 'propose')}`)
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        wanted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { items, total };
    },

    /** Of a locked proposal. */
    async change(id: number, proposal: WrittenProposal): Promise<void> {
      await db
        .updateTable('reference_proposal')
        .set({ ...values(proposal), version: sql`version + 1` })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(REFERENCE_PROPOSAL, 'change'))
        .returning('id')
        .executeTakeFirstOrThrow();
    },

    /** Of a locked proposal. */
    async end(
      id: number,
      event: 'approve' | 'turn-down' | 'withdraw',
      by: { personId: string; name: string },
      note: string | null,
    ): Promise<void> {
      await db
        .updateTable('reference_proposal')
        .set({
          state: stateAfter(REFERENCE_PROPOSAL, event),
          note,
          decided_at: sql`clock_timestamp()`,
          decided_by: by.personId,
          decided_by_name: by.name,
        })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(REFERENCE_PROPOSAL, event))
        .returning('id')
        .executeTakeFirstOrThrow();
    },
  };
}
