import { sql, type Kysely } from 'kysely';

/** Hand-overs of sold property. Sales that are paid already get theirs, with a deadline counted from now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table hand_over (
      id bigint generated always as identity primary key,
      settlement_id bigint not null unique references settlement (id),
      lot_id bigint not null references lot (id),
      buyer_id text not null,
      -- Null: the operator's own lot.
      seller_id text,
      state text not null default 'awaiting'
        check (state in ('awaiting', 'disputed', 'confirmed', 'confirmed-by-staff', 'cancelled')),
      -- Known to both sides: a calendar changed afterwards does not move it.
      due_at timestamptz not null,
      opened_at timestamptz not null default clock_timestamp(),
      -- When staff got a task to confirm it, after the deadline.
      task_at timestamptz,
      dispute text check (length(dispute) between 20 and 2000),
      disputed_at timestamptz,
      confirmed_at timestamptz,
      -- The buyer, or a member of staff.
      confirmed_by text,
      -- What staff stated.
      note text check (length(note) between 3 and 1000),
      -- What the acceptance act states, written when it is confirmed and never changed.
      act jsonb,
      cancelled_at timestamptz,
      -- The order learned of the confirmation; also where there is no order.
      order_followed_at timestamptz,
      check ((dispute is null) = (disputed_at is null)),
      check (state <> 'disputed' or dispute is not null),
      check ((confirmed_at is null) = (confirmed_by is null)),
      check ((confirmed_at is null) = (act is null)),
      check (state not in ('confirmed', 'confirmed-by-staff') or confirmed_at is not null),
      check (state not in ('awaiting', 'disputed') or confirmed_at is null),
      check ((state = 'cancelled') = (cancelled_at is not null))
    )
  `.execute(db);
  await sql`create index hand_over_of_lot on hand_over (lot_id)`.execute(db);
  await sql`create index hand_over_of_buyer on hand_over (buyer_id, id)`.execute(db);
  await sql`create index hand_over_of_seller on hand_over (seller_id, id)`.execute(db);
  await sql`
    create index hand_over_awaiting on hand_over (due_at, id) where state = 'awaiting' and task_at is null
  `.execute(db);
  await sql`
    create index hand_over_to_follow on hand_over (id)
    where state in ('confirmed', 'confirmed-by-staff') and order_followed_at is null
  `.execute(db);
  await sql`create index customer_order_unsold on customer_order (id) where status = 'traded'`.execute(db);
  await sql`
    create table hand_over_act (
      hand_over_id bigint not null references hand_over (id),
      kind text not null check (kind in ('active', 'cancelled')),
      name text not null,
      body bytea not null,
      size_bytes integer not null check (size_bytes > 0),
      sha256 text not null,
      created_at timestamptz not null default now(),
      primary key (hand_over_id, kind)
    )
  `.execute(db);
  // To the kinds that there are: another migration of the same release adds some, too.
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'staff_task_kind_check'
  `.execute(db);
  const kinds = [...(rows[0]?.definition ?? '').matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!);
  const all = [...new Set([...kinds, 'confirm-hand-over', 'settle-hand-over'])].map((kind) => `'${kind}'`);
  await sql`
    alter table staff_task
      drop constraint staff_task_kind_check,
      add constraint staff_task_kind_check check (kind in (${sql.raw(all.join(', '))}))
  `.execute(db);
  // 18:00 in Tashkent of the tenth working day from today.
  await sql`
    insert into hand_over (settlement_id, lot_id, buyer_id, seller_id, due_at)
    select s.id, s.lot_id, s.person_id, lot.customer_person_id, deadline.at
    from settlement s join lot on lot.id = s.lot_id and not lot.practice
    cross join (
      select (d.day + time '18:00') at time zone 'Asia/Tashkent' as at
      from (
        select ((now() at time zone 'Asia/Tashkent')::date + n) as day from generate_series(1, 60) as n
      ) d left join calendar_day c on c.day = d.day
      where coalesce(c.working, extract(isodow from d.day) <= 5 and (
        exists (select from calendar_day y where extract(year from y.day) = extract(year from d.day))
        or to_char(d.day, 'MM-DD') not in ('01-01', '03-08', '03-21', '05-09', '09-01', '10-01', '12-08')))
      order by d.day offset 9 limit 1
    ) deadline
    where s.state = 'paid'
    order by s.id
  `.execute(db);
}
