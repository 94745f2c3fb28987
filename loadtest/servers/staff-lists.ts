import pg from 'pg';
import type { Role } from '#shared/api/contract.ts';
import { asOwner } from '../lib/database.ts';
import { serveTasks } from '../lib/worker.ts';
import { signInSession } from './sign-in-session.ts';

/** A platform as after years of trade, and somebody of staff who is signed in on it. */

const url = process.env.DATABASE_URL ?? '';
const SECOND = `interval '1 second'`;

/** Statements by table; $1 is the number of rows, `n` counts them from 1, and the last ones are the newest. */
const FILLS: readonly (readonly [table: string, insert: string])[] = [
  [
    'person',
    `insert into person (id, issuer, subject, kind, name, phone, language, roles)
     select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'load', n::text, 'natural', 'Load ' || n,
       '+99890' || lpad(n::text, 7, '0'), 'uz',
       case when n <= 50 then '{operator}' else '{buyer}' end::text[]
     from generate_series(1, $1::int) n`,
  ],
  [
    'lot',
    `insert into lot (title, description, address, search_form, category_id, region_id, quantity, photos, customer,
       trade_type, order_type, rule_set_name, rule_set_version, rules, start_price_tiyin, deposit_tiyin, deposit_bp,
       payment_working_days, practice, watchable, published_at, room_deadline_us, status, outcome, room_phase,
       applications_until, opens_at, closes_at, ended_at, room_opened_at, participants, room_price_tiyin)
     select jsonb_build_object('uz', 'Lot ' || n, 'ru', 'Lot ' || n, 'en', 'Lot ' || n, 'uz-Cyrl', 'Lot ' || n), '{}', '{}', '',
       categories.ids[1 + n % array_length(categories.ids, 1)], regions.ids[1 + n % array_length(regions.ids, 1)], 1, '[]',
       '{}', 'auction', 'private', 'private', 1, '{}', 1000000 + n, 100000, 1000, 5, false, true, at, 0,
       case when n % 3 = 0 then 9 else 7 end, case when n % 3 = 0 then 'not-held' else 'sold' end, 'closed', at - interval '6 hours', at - interval '6 hours',
       at, at, at, case when n % 3 = 0 then 0 else 2 + n % 9 end, case when n % 3 = 0 then null else 1200000 + 2 * n end
     from (select n, now() - ($1::int - n) * interval '210 seconds' as at from generate_series(1, $1::int) n) given,
       (select array_agg(id) as ids from category) categories, (select array_agg(id) as ids from region) regions`,
  ],
  [
    'settlement',
    `insert into settlement (lot_id, sale, person_id, bidder_number, price_tiyin, deposit_tiyin, paid_tiyin, state,
       sold_at, protest_until, due_at, default_at, decided_at, decided_by)
     select id, 'hammer', ('00000000-0000-4000-8000-' || lpad((1 + id % 100000)::text, 12, '0')), 1, room_price_tiyin, 0,
       room_price_tiyin, 'paid', ended_at, ended_at, ended_at, ended_at + interval '1 hour',
       ended_at + (id % 200) * interval '1 hour', 'system'
     from lot where outcome = 'sold' and $1::int > 0`,
  ],
  [
    'customer_order',
    `insert into customer_order (person_id, request_id, status, changed_at, sent_at, fields, order_type, trade_type,
       start_price_tiyin, search_form)
     select '00000000-0000-4000-8000-' || lpad((1 + n % 5000)::text, 12, '0'), 'load-' || n,
       (array['sent', 'returned', 'sent', 'on-trade', 'traded', 'finished'])[1 + n % 6], now() - ($1::int - n) * ${SECOND},
       now() - ($1::int - n) * ${SECOND}, jsonb_build_object('title', jsonb_build_object('uz', 'Buyurtma ' || n, 'ru', 'Buyurtma ' || n), 'categoryId', 1),
       'private', 'auction', 100000 + (n::bigint * 7919) % 1000000007, 'buyurtma ' || n
     from generate_series(1, $1::int) n`,
  ],
  [
    'trade_application',
    `insert into trade_application (lot_id, person_id, number, status, deposit_state, confirmed_at, requested_at)
     select (select min(id) from lot) + n, '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), 1,
       (array['lost', 'admitted', 'turned-down'])[1 + n % 3], 'none', now() - ($1::int - n) * ${SECOND},
       now() - ($1::int - n) * ${SECOND}
     from generate_series(1, $1::int) n`,
  ],
  [
    'top_up',
    `insert into top_up (person_id, provider, amount_tiyin, status, cause, request_id, receipt_number, created_at,
       expires_at, paid_at, ended_at)
     select '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), (array['payme', 'click', 'uzum'])[1 + n % 3], 100000 + n,
       case when n % 4 = 0 then 'failed' else 'paid' end, case when n % 4 = 0 then 'expired' end, gen_random_uuid(),
       case when n % 4 = 0 then null else 'R-' || n end, at, at + interval '1 hour', case when n % 4 = 0 then null else at end, at
     from (select n, now() - ($1::int - n) * interval '5 minutes' as at from generate_series(1, $1::int) n) given`,
  ],
  [
    'refund',
    `insert into refund (person_id, request_key, amount_tiyin, kind, bank_name, mfo, account_number, status,
       approvals_needed, hold_id, pay_out_id, reason, bank_document, created_at, changed_at)
     select '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), 'load-' || n, 100000 + n, 'account', 'Bank', '00444',
       '20208000900000000001', status, 2, n, case when status = 'paid' then n end,
       case when status = 'rejected' then 'a reason' end, case when status = 'paid' then 'D-' || n end, at, at
     from (select n, (array['created', 'paid', 'rejected', 'cancelled', 'paid'])[1 + n % 5] as status,
         now() - ($1::int - n) * interval '5 minutes' as at from generate_series(1, $1::int) n) given`,
  ],
  [
    'protocol_counter',
    `insert into protocol_counter (year, last) select year, $1::int from (values (2025), (2026)) years (year)`,
  ],
  [
    'protocol',
    `insert into protocol (number, lot_id, cause, signed_on, status, cancelled_at, cancel_reason, price_tiyin,
       winner_person_id, winner_number, winner_kind, winner_name, winner_pinfl, facts, check_word, created_at)
     select 'P-' || (case when n * 2 <= $1::int then 2025 else 2026 end) || '-' || lpad(n::text, 6, '0'),
       (select min(id) from lot) + n, 'hammer', at::date, case when n % 500 = 0 then 'cancelled' else 'active' end,
       case when n % 500 = 0 then at end, case when n % 500 = 0 then 'not-paid' end, 1200000 + 2 * n,
       '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), 1, 'natural', 'Load ' || n, lpad(n::text, 14, '3'),
       jsonb_build_object('customer', jsonb_build_object('name', 'Seller ' || n % 5000, 'stir', lpad((n % 5000)::text, 9, '2'))),
       upper(translate(left(md5(n::text), 8), '01', '23')), at
     from (select n, now() - ($1::int - n) * interval '5 minutes' as at from generate_series(1, $1::int) n) given`,
  ],
  [
    'protocol_issue',
    `insert into protocol_issue (protocol_id, issue, reason, person_id, person_name)
     select id, issue, 'a reason', 'x', 'X' from protocol, generate_series(2, 3) issue where id % 10 = 0 and $1::int > 0`,
  ],
  [
    'staff_task',
    `insert into staff_task (occasion, kind, lot_id, due_at, created_at, done_at, done_by, done_by_name, note)
     select 'load-' || n, 'repeat-lot', (select min(id) from lot) + n, at + interval '1 day', at,
       case when n % 2 = 0 then at end, case when n % 2 = 0 then 'x' end, case when n % 2 = 0 then 'X' end,
       case when n % 2 = 0 then 'done' end
     from (select n, now() - ($1::int - n) * interval '5 minutes' as at from generate_series(1, $1::int) n) given`,
  ],
  [
    'person_action',
    `insert into person_action (person_id, type, action, result, address, at)
     select ('00000000-0000-4000-8000-' || lpad((1 + case when n % 10 = 0 then n % 50 else n % 50000 end)::text, 12, '0'))::uuid,
       (array['sign-in', 'profile', 'trade', 'money', 'staff'])[1 + n % 5], 'load', (array['done', 'done', 'refused'])[1 + n % 3],
       '203.0.113.' || n % 250, now() - ($1::int - n) * interval '1 minute'
     from generate_series(1, $1::int) n`,
  ],
];

serveTasks({
  /** Without triggers and foreign keys, which rows of a kind need not pass again. */
  async fill({ rows, lots }: { rows: number; lots: number }) {
    const client = new pg.Client({ connectionString: asOwner(url) });
    await client.connect();
    try {
      await client.query('set session_replication_role = replica');
      for (const [table, insert] of FILLS) {
        await client.query(insert, [table === 'lot' ? lots : rows]);
        await client.query(`vacuum analyze ${table}`);
      }
    } finally {
      await client.end();
    }
  },

  /** A `Cookie` header of somebody with these roles. */
  signIn: ({ namespace, roles }: { namespace: string; roles: Role[] }) =>
    signInSession({ databaseUrl: url, namespace, roles }),
});
