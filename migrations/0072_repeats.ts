import { sql, type Kysely } from 'kysely';
import { REPEAT_ADDITIONS } from './reference/rule-sets-repeat.ts';

/**
 * Lots that were not sold are put on trade again, by the rule set frozen into them. Lots published before name a version
 * that says nothing of it: they are not repeated. Where lots were published already, processes of the release before may
 * still run, which cannot read the new figures: there the versions come into force five minutes later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { name, repeat } of REPEAT_ADDITIONS)
    await sql`
      insert into rule_set (name, version, valid_from, figures)
      select name, version + 1,
        greatest(now(), valid_from)
          + case when exists (select from lot) then interval '5 minutes' else interval '0' end,
        figures || ${JSON.stringify({ repeat })}::jsonb
      from rule_set where name = ${name} order by version desc limit 1`.execute(db);
  await sql`
    alter table lot
      -- Of a repeat: 2 for the first one. The first publication is round 1.
      add column repeat_round integer not null default 1 check (repeat_round >= 1),
      -- Of a repeat: how much of the first price the start price fell by in this round, in basis points.
      add column repeat_cut_bp integer not null default 0 check (repeat_cut_bp between 0 and 10000),
      -- When it was decided whether the lot, which was not sold, is repeated.
      add column repeat_judged_at timestamptz
  `.execute(db);
  await sql`
    create index lot_repeat_not_judged on lot (id)
      where order_id >= 1000001 and status in (9, 10, 11, 13, 16) and repeat_judged_at is null
  `.execute(db);
  await sql`
    create table repeat_plan (
      -- That was not sold. It is repeated once at most.
      lot_id bigint primary key references lot (id) on delete cascade,
      order_id bigint not null,
      state text not null check (state in ('none', 'planned', 'blocked', 'published', 'stopped')),
      -- Why it is repeated, or why it is not.
      ground text not null check (ground in ('rules', 'stay', 'asked', 'no-rules', 'no-stay', 'stay-over', 'fixed-price', 'order-over')),
      round integer not null check (round >= 2),
      cut_bp integer not null check (cut_bp between 0 and 10000),
      start_price_tiyin bigint not null check (start_price_tiyin > 0),
      -- Known to the customer: a calendar changed afterwards does not move it.
      publish_at timestamptz,
      -- When it is looked at next. Null: nothing more follows by itself.
      look_at timestamptz,
      -- Why it could not be published at the last attempt.
      obstacle text check (obstacle in ('protest', 'offer', 'role', 'profile', 'consent', 'barred', 'owes', 'category', 'terms')),
      -- Of a postponed or stopped one: as staff stated it.
      reason text check (length(reason) between 3 and 1000),
      -- Who stopped it: a person's id, or the rules.
      stopped_by text,
      stopped_by_kind text check (stopped_by_kind in ('customer', 'staff', 'system')),
      -- The lot that repeats this one.
      repeat_lot_id bigint unique references lot (id),
      planned_at timestamptz not null default clock_timestamp(),
      changed_at timestamptz not null default clock_timestamp(),
      check ((state in ('planned', 'blocked')) = (look_at is not null)),
      check ((state in ('none', 'stopped')) or publish_at is not null),
      check ((state = 'blocked') = (obstacle is not null)),
      check ((state = 'published') = (repeat_lot_id is not null)),
      check ((state = 'stopped') = (stopped_by_kind is not null)),
      check ((stopped_by_kind is null) = (stopped_by is null))
    )
  `.execute(db);
  await sql`create index repeat_plan_due on repeat_plan (look_at, lot_id) where state in ('planned', 'blocked')`.execute(
    db,
  );
  await sql`create index repeat_plan_of_order on repeat_plan (order_id, lot_id)`.execute(db);
  await sql`create index repeat_plan_by_time on repeat_plan (publish_at, lot_id)`.execute(db);
  await sql`
    alter table order_action_token
      -- Of a repeat: how much of the first price the start price falls by, in basis points.
      add column cut_bp integer check (cut_bp between 0 and 10000)
  `.execute(db);
}
