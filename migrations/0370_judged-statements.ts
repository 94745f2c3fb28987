import { sql, type Kysely } from 'kysely';

/** Statements that follow on a confirmed one, as of this release. */
const UNBROKEN = `
  with recursive confirmed as materialized (
    select (d.payload->>'statementId')::bigint as id from decision d
    where d.kind = 'confirm-statement' and d.state = 'decided' and d.proposed_by <> d.decided_by
    group by 1
  ),
  sound as materialized (
    select s.id, s.account, s.from_day, s.to_day, s.opening_tiyin, s.closing_tiyin, c.id is not null as is_confirmed,
      later.opening_tiyin as later_tiyin
    from bank_statement s left join confirmed c on c.id = s.id
    left join lateral (
      select n.id, n.opening_tiyin from bank_statement n
      where n.account = s.account and n.id < s.id and n.from_day > s.to_day
      order by n.from_day, n.id limit 1
    ) later on true
    where s.opening_tiyin is not null and s.closing_tiyin is not null and s.from_day is not null and s.to_day is not null
      and (c.id is not null or (not s.doubted
        and (later.id is null or later.opening_tiyin = s.closing_tiyin)
        and not exists (
          select from jsonb_array_elements(s.differences) as d where d->>'kind' <> all (array['known-sum', 'contrary-lines']))))
  ),
  follows as (
    select s.id, p.id as before
    from sound s
    cross join lateral (
      select max(l.to_day) as day from sound l where l.account = s.account and l.id < s.id and l.to_day < s.from_day
    ) last
    join sound p on p.account = s.account and p.id < s.id and p.to_day = last.day and p.closing_tiyin = s.opening_tiyin
    where not s.is_confirmed and s.later_tiyin is distinct from p.closing_tiyin
  ),
  unbroken(id) as (
    select id from sound where is_confirmed
    union
    select f.id from follows f join unbroken u on u.id = f.before
  )
  select id from unbroken`;

/**
 * When a statement was judged to be unbroken, and to be so no more: a file that contradicts it breaks it, and what one person decided before is
 * judged by what was known then. What was noted before is worth as much as it was. Statements are judged again: those that contradict each
 * other break, whichever was imported first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bank_statement_judgement (
      statement_id bigint not null references bank_statement (id),
      at timestamptz not null default clock_timestamp(),
      unbroken boolean not null,
      primary key (statement_id, at)
    )
  `.execute(db);
  // All lines of a statement are read when another one of its days is imported.
  await sql`create index bank_statement_line_seen_statement on bank_statement_line_seen (statement_id)`.execute(
    db,
  );
  await sql`
    insert into bank_statement_judgement (statement_id, at, unbroken)
    select id, imported_at, true from bank_statement where unbroken
  `.execute(db);
  await sql`
    with chain as materialized (${sql.raw(UNBROKEN)}),
    judged as (
      update bank_statement s set unbroken = not s.unbroken
      where s.unbroken <> (s.id in (select id from chain))
      returning s.id, s.unbroken
    )
    insert into bank_statement_judgement (statement_id, unbroken) select id, unbroken from judged
  `.execute(db);
}
