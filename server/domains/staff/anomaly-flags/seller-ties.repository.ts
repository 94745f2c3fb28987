import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { TieFacts } from './facts.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How long before the end of an auction networks of its seller and its bidders are compared. */
const NETWORK_DAYS = 90;
/** Entries of the action log that are looked at, the newest ones: of a person, and of a network. */
const ACTIONS_MOST = 5_000;

/**
 * What bidders have in common with the seller, each tie once with the fewest accounts that share it: numbers of accounts and of certificates,
 * the phone, cards for refunds, the postal address, and networks of the action log.
 */
export async function tiesToSeller(
  db: AnyDb,
  sellerId: string,
  bidderIds: readonly string[],
  endedAt: Date,
): Promise<TieFacts[]> {
  const bidders = bidderIds.filter((id) => id !== sellerId && UUID.test(id));
  if (!UUID.test(sellerId) || bidders.length === 0) return [];
  const found = [
    ...(await storedTies(db, sellerId, bidders)),
    ...(await sharedNetworks(db, sellerId, bidders, endedAt)),
  ];
  const strongest = new Map<string, TieFacts>();
  for (const tie of found.toSorted((one, other) => one.people - other.people)) {
    const key = `${tie.personId} ${tie.tie}`;
    if (!strongest.has(key)) strongest.set(key, tie);
  }
  return [...strongest.values()];
}

/** Letters and digits alone: people write the same address with other commas. */
const plain = (column: string) => sql`regexp_replace(lower(${sql.ref(column)}), '[^[:alnum:]]', '', 'g')`;

async function storedTies(db: AnyDb, sellerId: string, bidders: readonly string[]): Promise<TieFacts[]> {
  const ids = [sellerId, ...bidders];
  const { rows } = await sql<TieFacts>`
    with certificates as materialized (
      select person_id, pinfl, case when kind = 'legal' then tin end as stir from person_certificate
      where person_id = any(${ids}::text[])
    ),
    people as materialized (select id::text as id, pinfl, stir, phone from person where id = any(${ids}::uuid[])),
    held (person_id, tie, kind, value, area_id) as (
      select id, 'national-id', 'pinfl', pinfl, null::int from people
      union select person_id, 'national-id', 'pinfl', pinfl, null from certificates
      union select id, 'national-id', 'stir', stir, null from people
      union select person_id, 'national-id', 'stir', stir, null from certificates
      union select id, 'phone', 'phone', phone, null from people
      union select person_id, 'card', card_type, card_mask, null from payout_destination
        where person_id = any(${ids}::text[]) and card_mask is not null
      union select person_id::text, 'address', 'address', ${plain('address')}, area_id from person_profile
        where person_id = any(${ids}::uuid[]) and address is not null
    )
    select b.person_id as "personId", b.tie, (case b.kind
        when 'pinfl' then (select count(*) from (
          select id::text from person where pinfl = b.value
          union select person_id from person_certificate where pinfl = b.value) each)
        when 'stir' then (select count(*) from (
          select id::text from person where stir = b.value
          union select person_id from person_certificate where kind = 'legal' and tin = b.value) each)
        when 'phone' then (select count(*) from person where phone = b.value)
        when 'address' then (select count(*) from person_profile
          where area_id = b.area_id and address is not null and ${plain('address')} = b.value)
        else (select count(distinct person_id) from payout_destination where card_mask = b.value and card_type = b.kind)
      end)::int as people
    from held b join held s on s.kind = b.kind and s.value = b.value and s.area_id is not distinct from b.area_id
    where s.person_id = ${sellerId} and b.person_id <> ${sellerId}`.execute(db);
  return rows;
}

async function sharedNetworks(
  db: AnyDb,
  sellerId: string,
  bidders: readonly string[],
  endedAt: Date,
): Promise<TieFacts[]> {
  const recent = sql`at > ${endedAt}::timestamptz - make_interval(days => ${NETWORK_DAYS})`;
  const { rows } = await sql<TieFacts>`
    with seller as materialized (
      select distinct address from (
        select address from person_action where person_id = ${sellerId}::uuid and ${recent} and address is not null
        order by id desc limit ${ACTIONS_MOST}) own
    ),
    shared as materialized (
      select distinct bidder.id, own.address
      from unnest(${[...bidders]}::uuid[]) as bidder (id) cross join lateral (
        select address from person_action where person_id = bidder.id and ${recent} and address is not null
        order by id desc limit ${ACTIONS_MOST}) own
      where own.address in (select address from seller)
    )
    select id::text as "personId", 'network' as tie, (
      select count(distinct person_id)::int from (
        select person_id from person_action where address = shared.address and ${recent} and person_id is not null
        order by id desc limit ${ACTIONS_MOST}) each) as people
    from shared`.execute(db);
  return rows;
}
