import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { DECISION } from '#shared/lifecycles/decision.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';

/** The last correction of a line that was decided; null: there was none. @param except the decision that is carried out now */
export async function lastCorrection(
  on: AnyDb,
  lineId: number,
  except: number | null = null,
): Promise<{ id: number; personId: string } | null> {
  const { rows } = await sql<{ id: number; personId: string }>`
    select id, payload->>'personId' as "personId" from decision
    where kind = 'correct-credit' and state = ${stateAfter(DECISION, 'decide')} and payload->>'lineId' = ${String(lineId)}
      and id is distinct from ${except}::bigint
    order by decided_at desc, id desc limit 1`.execute(on);
  return rows[0] ?? null;
}

/** Is it a person whose account was not deleted? */
export async function isPerson(on: AnyDb, personId: string): Promise<boolean> {
  const { rows } = await sql`select from person where id = ${personId}::uuid and erased_at is null`.execute(
    on,
  );
  return rows.length > 0;
}

/** Whom the transfers of these corrections belong to. @param keys of their journals */
export async function ownersOfCorrections(
  on: AnyDb,
  keys: readonly string[],
): Promise<{ key: string; personId: string; lineId: string }[]> {
  const { rows } = await sql<{ key: string; personId: string; lineId: string }>`
    select 'correction:' || id as key, payload->>'personId' as "personId", payload->>'lineId' as "lineId" from decision
    where kind = 'correct-credit' and 'correction:' || id = any(${[...keys]})`.execute(on);
  return rows;
}
