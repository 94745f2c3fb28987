import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { ANOMALY_FLAG } from '#shared/lifecycles/anomaly-flag.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import type { AnomalyTables } from './anomaly-tables.ts';
import type { FoundSign } from './facts.ts';

/** Flags as the judgement of an auction raises them, in its transaction. */
export const raisedFlagsOn = (tx: Db<AnomalyTables>) => {
  async function stepOf(flagId: number, step: 'raised' | 'grown' | 'reopened'): Promise<void> {
    await tx.insertInto('anomaly_flag_step').values({ flag_id: flagId, step }).execute();
  }

  /** How many rows the flag had not had before. */
  async function addEvidence(flagId: number, { evidence }: FoundSign): Promise<number> {
    const rows = evidence.map(({ lotId, personId, facts }) => ({ lotId, personId: personId ?? '', facts }));
    const { rows: stored } = await sql<{ isNew: boolean }>`
      insert into anomaly_evidence as e (flag_id, lot_id, person_id, facts)
      select ${flagId}, "lotId", "personId", facts
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("lotId" bigint, "personId" text, facts jsonb)
      on conflict (flag_id, lot_id, person_id) do update set facts = excluded.facts where e.facts <> excluded.facts
      returning xmax = 0 as "isNew"`.execute(tx);
    return stored.filter(({ isNew }) => isNew).length;
  }

  return {
    /**
     * Once for its key: what was raised before grows by new evidence, and a dismissed one is new again with it.
     * @param of the auction that was judged, and its end
     */
    async raise(found: FoundSign, { lotId, endedAt }: { lotId: number; endedAt: Date }): Promise<void> {
      const facts = JSON.stringify(found.facts);
      const made = await tx
        .insertInto('anomaly_flag')
        .values({
          key: found.key,
          sign: found.sign,
          state: stateAfter(ANOMALY_FLAG, 'raise'),
          score: found.score,
          facts,
          lot_id: lotId,
          ended_at: endedAt,
        })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (made) {
        await addEvidence(made.id, found);
        await stepOf(made.id, 'raised');
        return;
      }
      const flag = await tx
        .selectFrom('anomaly_flag')
        .select(['id', 'state', 'ended_at'])
        .where('key', '=', found.key)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const added = await addEvidence(flag.id, found);
      // An older auction that is judged later knows less than what was seen since.
      const isLatest = endedAt >= flag.ended_at;
      const isAgain = added > 0 && flag.state === stateAfter(ANOMALY_FLAG, 'dismiss');
      const flags = tx.updateTable('anomaly_flag').where('id', '=', flag.id);
      if (isLatest)
        await flags.set({ facts, score: found.score, lot_id: lotId, ended_at: endedAt }).execute();
      if (added === 0) return;
      const state = isAgain ? stateAfter(ANOMALY_FLAG, 'raise-again') : flag.state;
      await flags.set({ state, changed_at: sql<Date>`now()` }).execute();
      await stepOf(flag.id, isAgain ? 'reopened' : 'grown');
    },
  };
};
