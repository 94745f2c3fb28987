import type pg from 'pg';

/** What a database is for; final once it is set. */
export type KindOfInstallation = 'demo' | 'installation';

/** Null: no start has said yet. Rejects where the schema is older than 0430. */
export async function readKind(pool: Pick<pg.Pool, 'query'>): Promise<KindOfInstallation | null> {
  const { rows } = await pool.query<{ kind: KindOfInstallation | null }>('select kind from installation');
  return rows[0]?.kind ?? null;
}

/**
 * Says what the database is for unless that was said before: of starts at the same time one is first, and both learn which.
 * A database with people of whom none is of the demo is not made the demo's.
 * @param options.anyPeople it may be the demo's with any people in it: the launcher's own, for the person who starts it
 * @returns what it is for now; null: not said, because of its people
 */
export async function claimKind(
  pool: Pick<pg.Pool, 'query'>,
  wanted: KindOfInstallation,
  options: { anyPeople: boolean },
): Promise<KindOfInstallation | null> {
  const free = wanted === 'installation' || options.anyPeople;
  await pool.query(
    `update installation set kind = $1
     where kind is null and ($2 or not exists (select from person) or exists (select from person where demo))`,
    [wanted, free],
  );
  return readKind(pool);
}
