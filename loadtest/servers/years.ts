import pg from 'pg';
import { searchWords } from '#shared/i18n/transliterate.ts';
import { asOwner } from '../lib/database.ts';
import { serveTasks } from '../lib/worker.ts';
import { signInSession } from './sign-in-session.ts';

/**
 * Ten years of trade: lots, evenly published, of which the last hundredth is on trade, with the people who applied, what was
 * sold to whom by which protocol, and every attempt to bid. PostgreSQL makes the rows, so that no wire slows them.
 */

const YEARS = 10;
/** Rooms that run, whatever the number of lots: the newest lots of all. */
const RUNNING = 50;
/** One person for so many lots, who applied for a hundred of them in ten years. */
const LOTS_A_PERSON = 33;
const APPLICATIONS_A_LOT = 3;
/** Rows of attempts written by one statement. */
const PORTION = 500_000;

const url = process.env.DATABASE_URL ?? '';

const THINGS = ['Kvartira', 'Yengil avtomobil', 'Ombor binosi', 'Yer uchastkasi', 'Gʻildirakli traktor'];
const THINGS_RU = [
  'Квартира',
  'Легковой автомобиль',
  'Здание склада',
  'Земельный участок',
  'Колёсный трактор',
];
const KINDS = [
  'yangi',
  'taʼmirlangan',
  'taʼmirtalab',
  'hujjatlari toʻliq',
  'koʻcha boʻyida',
  'kafolat bilan',
];
const QUARTERS = ['Bogʻishamol', 'Navbahor', 'Chinor', 'Doʻstlik', 'Mustaqillik', 'Gulzor', 'Paxtakor'];
const TEXT =
  'Obyekt yaxshi holatda, barcha hujjatlari tayyor. Koʻrish uchun buyurtmachi bilan oldindan kelishiladi. '.repeat(
    4,
  );

const PERSON = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))`;
/** Ends as lists know them: sold and paid, not held, no price given. */
const ENDED = `(array[7, 7, 7, 7, 7, 7, 6, 9, 9, 11])[1 + n % 10]`;
const IS_SOLD = `n % 10 < 7`;

/** Statements by table, in this order: $1 lots, $2 people. `n` counts lots from 1, the newest is the last. */
const FILLS: readonly (readonly [table: string, insert: string])[] = [
  [
    'person',
    `insert into person (id, issuer, subject, kind, name, phone, language, roles)
     select ${PERSON('n')}::uuid, 'load', n::text, 'natural', 'Load ' || n, '+99890' || lpad(n::text, 7, '0'), 'uz', '{buyer}'
     from generate_series(1, $2::int) n where $1::int > 0`,
  ],
  [
    'lot',
    `insert into lot (id, title, description, address, search_form, search_more, category_id, region_id, area_id, quantity, photos,
       customer, customer_person_id, trade_type, order_type, rule_set_name, rule_set_version, rules, start_price_tiyin, deposit_tiyin,
       deposit_bp, payment_working_days, practice, watchable, published_at, room_deadline_us, status, outcome, room_phase,
       applications_until, opens_at, closes_at, ended_at, room_opened_at, participants, room_price_tiyin, room_count, winner_number,
       winner_person_id)
     overriding system value
     select 5000000 + n, titles.text, descriptions.text, titles.text, folded.title || ' ' || n % 1000 || ' ' || (n * 7919::bigint) % 10000000, folded.place,
       places.category, places.region, places.area, 1, '[]',
       jsonb_build_object('name', titles.text, 'ownerType', 'legal', 'phone', null, 'email', null), ${PERSON('1 + n % $2::int')},
       'auction', (array['private', 'state'])[1 + n % 2], 'private', 1, $3::jsonb, 1000000 + (n::bigint * 7919 % 100000) * 10000, 100000, 1000, 5, false,
       true, published, (extract(epoch from closes) * 1000000)::bigint,
       case when n > $1::int - ${RUNNING} then 4 when is_open then 1 else ${ENDED} end,
       case when is_open then null when ${IS_SOLD} then 'sold' when ${ENDED} = 9 then 'not-held' else 'no-price-given' end,
       case when n > $1::int - ${RUNNING} then 'running' when is_open then 'waiting' else 'closed' end,
       opens - interval '1 day', opens, closes, case when not is_open then closes end,
       case when not is_open or n > $1::int - ${RUNNING} then opens end, case when not is_open then 3 end,
       case when not is_open and ${IS_SOLD} then 2000000 + (n::bigint * 7919 % 100000) * 20000 end, case when is_open then 0 else 11 end,
       case when not is_open and ${IS_SOLD} then 1 end, case when not is_open and ${IS_SOLD} then ${PERSON('1 + n % $2::int')} end
     from generate_series(1, $1::int) n,
       lateral (select n > $1::int - greatest(${RUNNING}, $1::int / 100) as is_open,
         now() - ($1::int - n) * interval '${YEARS} years' / $1::int as published) age,
       lateral (select case when n > $1::int - ${RUNNING} then now() - interval '1 hour' when is_open then now() + (3 + n % 20) * interval '1 day'
         else published + interval '14 days' end as opens) opening,
       lateral (select case when n > $1::int - ${RUNNING} then now() + interval '1 day' else opens + interval '2 hours' end as closes) closing,
       lateral (select ($4::text[])[1 + n % ${THINGS.length}] || ', ' || ($5::text[])[1 + n / 5 % ${KINDS.length}] || ', '
           || ($6::text[])[1 + n / 30 % ${QUARTERS.length}] || ', ' || n % 1000 || '-' || (n * 7919::bigint) % 10000000 as uz,
         ($7::text[])[1 + n % ${THINGS.length}] || ', ' || n % 1000 || '-' || (n * 7919::bigint) % 10000000 as ru) words,
       lateral (select jsonb_build_object('uz', uz, 'uz-Cyrl', ru, 'ru', ru, 'en', uz) as text) titles,
       lateral (select jsonb_build_object('uz', $8::text || uz, 'uz-Cyrl', $8::text || ru, 'ru', $8::text || ru, 'en', $8::text || uz) as text) descriptions,
       lateral (select ($9::text[])[1 + n % ${THINGS.length}] || ' ' || ($10::text[])[1 + n / 5 % ${KINDS.length}] || ' '
         || ($11::text[])[1 + n / 30 % ${QUARTERS.length}] as title, 'toshkent viloyati ' || n % 200 as place) folded,
       (select array_agg(id order by id) as ids from category where parent_id is not null) categories,
       (select array_agg(id order by id) as ids, array_agg(region_id order by id) as regions from area) areas,
       lateral (select categories.ids[1 + n % array_length(categories.ids, 1)] as category,
         areas.ids[1 + n % array_length(areas.ids, 1)] as area, areas.regions[1 + n % array_length(areas.ids, 1)] as region) places`,
  ],
  [
    'lot_words',
    `insert into lot_words (lot_id, words) select id, array_to_tsvector(lot_words_of(lot)) from lot where $1::int > 0 and $2::int > 0`,
  ],
  [
    'search_word',
    `insert into search_word (word)
     select distinct ltrim(word, '~') from lot_words, unnest(tsvector_to_array(words)) word
     where lot_id <= 5001000 and word !~ '[0-9]' and length(ltrim(word, '~')) > 2 and $1::int > 0 and $2::int > 0
     on conflict do nothing`,
  ],
  [
    'trade_application',
    `insert into trade_application (lot_id, person_id, number, status, deposit_state, confirmed_at, requested_at)
     select 5000000 + n, ${PERSON('1 + (n + 7 * k) % $2::int')}, 1 + k,
       case when n > $1::int - greatest(${RUNNING}, $1::int / 100) then 'admitted' when k = 0 and ${IS_SOLD} then 'won' else 'lost' end, 'none',
       now() - ($1::int - n) * interval '${YEARS} years' / $1::int, now() - ($1::int - n) * interval '${YEARS} years' / $1::int
     from generate_series(1, $1::int) n, generate_series(0, ${APPLICATIONS_A_LOT - 1}) k`,
  ],
  [
    'favourite_lot',
    `insert into favourite_lot (person_id, lot_id)
     select ${PERSON('1 + (n * 13) % $2::int')}, 5000000 + n from generate_series(1, $1::int) n where n % 3 = 0`,
  ],
  [
    'settlement',
    `insert into settlement (lot_id, sale, person_id, bidder_number, price_tiyin, deposit_tiyin, paid_tiyin, state,
       sold_at, protest_until, due_at, default_at, decided_at, decided_by)
     select id, 'hammer', winner_person_id, 1, room_price_tiyin, 0, room_price_tiyin, 'paid', ended_at, ended_at, ended_at,
       ended_at + interval '1 hour', ended_at + interval '2 hours', 'system'
     from lot where outcome = 'sold' and $1::int > 0 and $2::int > 0`,
  ],
  [
    'protocol',
    `insert into protocol (number, lot_id, cause, status, signed_on, price_tiyin, winner_person_id, winner_number, winner_kind,
       winner_name, winner_pinfl, check_word)
     select 'P-2026-' || lpad((id - 5000000)::text, 7, '0'), id, 'hammer', 'active', ended_at::date, room_price_tiyin, winner_person_id, 1, 'natural',
       'Load Person', '30000000000015', 'ABCDEFGH'
     from lot where outcome = 'sold' and $1::int > 0 and $2::int > 0`,
  ],
];

/** Parameters that a statement names, and no others: PostgreSQL wants each of them used. */
function givenTo(insert: string, values: readonly unknown[]): unknown[] {
  const last = Math.max(...[...insert.matchAll(/\$(\d+)/g)].map(([, at]) => Number(at)));
  return values.slice(0, last);
}

/** What `searchWords` makes of each text, as the words of a title are stored. */
const foldedOf = (texts: readonly string[]): string[] => texts.map((text) => searchWords(text));

/**
 * Fills a table and makes its indexes at the end, from sorted rows: row by row, an index of millions takes most of the time. Those that
 * a constraint needs stay.
 */
async function indexedLast(
  client: pg.Client,
  table: string,
  fillTable: () => Promise<unknown>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await fillTable();
  // Of all partitions, where the table has some.
  for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '));
  await client.query(`vacuum analyze ${table}`);
}

async function fillAttempts(client: pg.Client, o: { lots: number; people: number; attempts: number }) {
  const each = o.attempts / o.lots;
  for (let from = 0; from < o.attempts; from += PORTION)
    await client.query(
      `insert into auction_attempt (lot_id, person, bid_id, command, amount_tiyin, verdict, reason, epoch, seq, repeated,
         received_at, decided_at)
       select 5000001 + floor(n / $3::float8), ${PERSON('1 + n % $4::int')}, 'load-' || n, 'place', 1000000 + n % 1000000,
         case when n % 3 = 0 then 'accepted' else 'refused' end, case when n % 3 = 0 then null else 'below-suggested' end, 1,
         case when n % 3 = 0 then 1 + n % 30 end, false, at, at
       from generate_series($1::int, $2::int) n,
         lateral (select now() - ($5::float8 - n) / $5::float8 * interval '${YEARS} years' as at) received`,
      [from, Math.min(o.attempts, from + PORTION) - 1, each, o.people, o.attempts],
    );
}

serveTasks({
  /** Returns how many bytes the database has. Triggers and foreign keys are off: rows of a kind need not pass them again. */
  async fill({ lots, attempts, rules }: { lots: number; attempts: number; rules: object }) {
    const people = Math.max(10, Math.round(lots / LOTS_A_PERSON));
    const client = new pg.Client({ connectionString: asOwner(url) });
    await client.connect();
    try {
      await client.query('set session_replication_role = replica');
      // Of the one connection that sorts, whatever the number of rows.
      await client.query(`set maintenance_work_mem = '256MB'`);
      const values = [lots, people, JSON.stringify(rules), THINGS, KINDS, QUARTERS, THINGS_RU, TEXT];
      values.push(...[THINGS, KINDS, QUARTERS].map(foldedOf));
      for (const [table, insert] of FILLS)
        await indexedLast(client, table, () => client.query(insert, givenTo(insert, values)));
      await indexedLast(client, 'auction_attempt', () => fillAttempts(client, { lots, people, attempts }));
      const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes');
      return { bytes: Number(rows[0].bytes), people };
    } finally {
      await client.end();
    }
  },

  /** A `Cookie` header of the person of this number, who bought and applied like all others. */
  signIn: ({ namespace, person }: { namespace: string; person: number }) =>
    signInSession({
      databaseUrl: url,
      namespace,
      roles: ['buyer'],
      personId: `00000000-0000-4000-8000-${String(person).padStart(12, '0')}`,
    }),
});
