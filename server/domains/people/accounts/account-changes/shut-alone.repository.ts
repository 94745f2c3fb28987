import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { ACCOUNT_CHANGE } from '#shared/lifecycles/account-change.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';

/** A time during which one member of staff alone had shut an account; `to` is null while it lasts. */
export interface ShutAlone {
  from: Date;
  to: Date | null;
}

/** Those that ended after the given instant, the oldest first: each until the account was open again or a second person shut it too. */
export async function shutAloneSince(on: AnyDb, personId: string, since: Date): Promise<ShutAlone[]> {
  const done = stateAfter(ACCOUNT_CHANGE, 'decide');
  const { rows } = await sql<ShutAlone>`
    select "from", "to" from (
      select decided_at as "from", kind, two_persons, asked_by,
        lead(decided_at) over (order by decided_at, id) as "to"
      from account_change
      where person_id::text = ${personId} and state = ${done} and kind in ('disable', 'enable')
    ) change
    where kind = 'disable' and not two_persons and asked_by is not null and ("to" is null or "to" > ${since})
    order by "from"`.execute(on);
  return rows;
}
