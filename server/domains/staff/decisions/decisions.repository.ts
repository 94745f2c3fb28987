import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type {
  DecisionFact,
  DecisionKindName,
  DecisionObstacle,
  DecisionPayload,
} from '#shared/decisions/kinds.ts';
import { DECISION, type DecisionState } from '#shared/lifecycles/decision.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import type { DecisionRow, DecisionTables } from './decision-tables.ts';

export interface NewDecision {
  kind: DecisionKindName;
  subject: string;
  payload: DecisionPayload;
  digest: string;
  personIds: readonly string[];
  lotId: number | null;
  facts: readonly DecisionFact[];
  reason: string;
  document: string | null;
  by: string;
  /** Its proposer has yet to submit it. */
  unsubmitted: boolean;
  openMs: number;
}

/** How one ends: with whom, why, and what it did. */
interface Ending {
  by?: string;
  note?: string;
  facts?: readonly DecisionFact[];
}

const OPEN = stateAfter(DECISION, 'propose');

/** Changes need a transaction that has locked the row. */
export function createDecisionsRepository(db: Db<DecisionTables>) {
  const rows = (kinds: readonly DecisionKindName[], states: readonly DecisionState[]) =>
    db.selectFrom('decision').where('kind', 'in', kinds).where('state', 'in', states);

  return {
    async byId(id: number): Promise<DecisionRow | null> {
      return (await db.selectFrom('decision').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
    },

    async lock(id: number): Promise<DecisionRow | null> {
      const row = db.selectFrom('decision').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    /** The open one of a kind and subject, locked. */
    async lockOpen(kind: DecisionKindName, subject: string): Promise<DecisionRow | null> {
      const row = rows([kind], [OPEN]).where('subject', '=', subject).selectAll().forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    /** null: another one of the kind and subject is open. */
    async add(decision: NewDecision): Promise<number | null> {
      const row = await db
        .insertInto('decision')
        .values({
          kind: decision.kind,
          subject: decision.subject,
          payload: JSON.stringify(decision.payload),
          digest: decision.digest,
          person_ids: [...decision.personIds],
          lot_id: decision.lotId,
          proposed_facts: JSON.stringify(decision.facts),
          reason: decision.reason,
          document: decision.document,
          state: OPEN,
          proposed_by: decision.by,
          unsubmitted: decision.unsubmitted,
          expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${decision.openMs / 1_000})`,
        })
        .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('state', '=', OPEN).doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },

    async move(
      id: number,
      event: Exclude<EventOf<typeof DECISION>, 'propose' | 'agree'>,
      { by, note, facts }: Ending = {},
    ): Promise<void> {
      await db
        .updateTable('decision')
        .set({
          state: stateAfter(DECISION, event),
          decided_by: by ?? null,
          decided_at: sql`clock_timestamp()`,
          note: note ?? null,
          facts: facts ? JSON.stringify(facts) : null,
          ...(event === 'decide' ? { problem: null } : {}),
        })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(DECISION, event))
        .executeTakeFirstOrThrow();
    },

    /** Of a command: its proposer has submitted it at the console. */
    async submit(id: number): Promise<void> {
      await db.updateTable('decision').set({ unsubmitted: false }).where('id', '=', id).execute();
    },

    /** This person agrees, and it waits for another one. */
    async agree(id: number, by: string): Promise<void> {
      await db
        .updateTable('decision')
        .set({ agreed_by: sql<string[]>`agreed_by || ${by}::text`, problem: null })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(DECISION, 'agree'))
        .executeTakeFirstOrThrow();
    },

    /** Its effect failed, and it stays open. */
    async failed(id: number, problem: DecisionObstacle): Promise<void> {
      await db
        .updateTable('decision')
        .set({ problem })
        .where('id', '=', id)
        .where('state', '=', OPEN)
        .execute();
    },

    /** Open ones whose time is over by the database's clock. */
    async lapse(): Promise<void> {
      await db
        .updateTable('decision')
        .set({ state: stateAfter(DECISION, 'lapse'), decided_at: sql`clock_timestamp()`, note: 'expired' })
        .where('state', 'in', statesFrom(DECISION, 'lapse'))
        .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
        .execute();
    },

    page: (
      kinds: readonly DecisionKindName[],
      states: readonly DecisionState[],
      { limit, offset }: { limit: number; offset: number },
    ): Promise<DecisionRow[]> =>
      rows(kinds, states)
        .selectAll()
        .orderBy('id', states.length === 1 && states[0] === OPEN ? 'asc' : 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),

    async count(kinds: readonly DecisionKindName[], states: readonly DecisionState[]): Promise<number> {
      const { total } = await rows(kinds, states)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}
