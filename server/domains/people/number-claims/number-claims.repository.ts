import { sql } from 'kysely';
import { isUniqueViolation, type Db } from '#server/platform/database/index.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { NUMBER_CLAIM, WAITING_CLAIMS, type NumberClaimState } from '#shared/lifecycles/number-claim.ts';
import type { ClaimAction, ClaimRow, NamedClaimRow, NumberClaimTables } from './number-claim-tables.ts';

export type ClaimFilter = 'waiting' | Exclude<NumberClaimState, 'draft' | 'open' | 'proposed'> | 'all';

export interface NewClaim {
  claimantId: string;
  field: 'pinfl' | 'stir';
  number: string;
  statement: string;
}

/** What changes with a step besides the state. */
type Changes = Partial<Pick<ClaimRow, 'proposed_by' | 'proposed_reason' | 'holder_ids' | 'decision_reason'>>;

/** Claims to numbers: an account has one unfinished claim at most, none is ever deleted. */
export function createNumberClaimsRepository(db: Db<NumberClaimTables>) {
  const named = () =>
    db
      .selectFrom('number_claim as c')
      .innerJoin('person as p', 'p.id', 'c.claimant_id')
      .leftJoin('person as a', 'a.id', 'c.proposed_by')
      .leftJoin('person as d', 'd.id', 'c.decided_by')
      .selectAll('c')
      .select(['p.name as claimant_name', 'a.name as proposed_by_name', 'd.name as decided_by_name']);

  const step = async (claimId: number, action: ClaimAction, actor: string, note: string | null) => {
    await db.insertInto('number_claim_step').values({ claim_id: claimId, action, actor, note }).execute();
  };

  return {
    /** null: the account has an unfinished claim, even one begun at the same moment; the transaction is lost then. */
    async add(claim: NewClaim): Promise<number | null> {
      try {
        const { id } = await db
          .insertInto('number_claim')
          .values({
            claimant_id: claim.claimantId,
            field: claim.field,
            number: claim.number,
            statement: claim.statement,
            state: stateAfter(NUMBER_CLAIM, 'begin'),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await step(id, 'begin', claim.claimantId, null);
        return id;
      } catch (error) {
        // Not retried: a claim of this account is unfinished, which is an answer; other errors are thrown.
        if (!isUniqueViolation(error, 'number_claim_unfinished')) throw error;
        return null;
      }
    },

    find: async (id: number): Promise<ClaimRow | null> =>
      (await db.selectFrom('number_claim').selectAll().where('id', '=', id).executeTakeFirst()) ?? null,

    named: async (id: number): Promise<NamedClaimRow | null> =>
      (await named().where('c.id', '=', id).executeTakeFirst()) ?? null,

    /** Locked until the transaction ends. */
    lock: async (id: number): Promise<ClaimRow | null> =>
      (await db.selectFrom('number_claim').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ??
      null,

    /** Moves a locked claim, and writes who did it. @throws when the event cannot happen in its state */
    async move(
      id: number,
      event: Exclude<ClaimAction, 'begin'>,
      by: string,
      { note = null, ...changes }: Changes & { note?: string | null } = {},
    ): Promise<void> {
      const now = sql<Date>`clock_timestamp()`;
      await db
        .updateTable('number_claim')
        .set({
          state: stateAfter(NUMBER_CLAIM, event),
          ...changes,
          ...(event === 'submit' ? { submitted_at: now } : {}),
          ...(event === 'approve' || event === 'reject' ? { decided_by: by, decided_at: now } : {}),
        })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(NUMBER_CLAIM, event))
        .returning('id')
        .executeTakeFirstOrThrow();
      await step(id, event, by, note);
    },

    ofPerson: (claimantId: string, limit: number): Promise<ClaimRow[]> =>
      db
        .selectFrom('number_claim')
        .selectAll()
        .where('claimant_id', '=', claimantId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    async countSince(claimantId: string, days: number): Promise<number> {
      const { total } = await db
        .selectFrom('number_claim')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('claimant_id', '=', claimantId)
        .where('created_at', '>', sql<Date>`now() - make_interval(days => ${days})`)
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    /** Those that wait the earliest first, others the newest first; drafts are in none. */
    list(
      filter: ClaimFilter,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<NamedClaimRow[]> {
      return named()
        .where('c.submitted_at', 'is not', null)
        .$if(filter === 'waiting', (query) => query.where('c.state', 'in', WAITING_CLAIMS))
        .$if(filter !== 'waiting' && filter !== 'all', (query) =>
          query.where('c.state', '=', filter as NumberClaimState),
        )
        .orderBy('c.id', filter === 'waiting' ? 'asc' : 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
    },

    async count(filter: ClaimFilter): Promise<number> {
      const { total } = await db
        .selectFrom('number_claim')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('submitted_at', 'is not', null)
        .$if(filter === 'waiting', (query) => query.where('state', 'in', WAITING_CLAIMS))
        .$if(filter !== 'waiting' && filter !== 'all', (query) =>
          query.where('state', '=', filter as NumberClaimState),
        )
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    steps: (claimId: number) =>
      db
        .selectFrom('number_claim_step as s')
        .innerJoin('person as p', 'p.id', 's.actor')
        .select(['s.action', 's.note', 's.at', 'p.name'])
        .where('s.claim_id', '=', claimId)
        .orderBy('s.id')
        .execute(),

    /** Which of these accounts have a certificate of an e-signature that names the number. */
    async certified(ids: readonly string[], field: 'pinfl' | 'stir', number: string): Promise<Set<string>> {
      const { rows } = await sql<{ person_id: string }>`
        select distinct person_id::text from person_certificate
        where person_id::text = any(${ids})
          and case when ${field} = 'pinfl' then pinfl = ${number} else kind = 'legal' and tin = ${number} end`.execute(
        db,
      );
      return new Set(rows.map(({ person_id: id }) => id));
    },
  };
}
