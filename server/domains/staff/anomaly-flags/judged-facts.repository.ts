import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import type { RefusalReason } from '#shared/auction/refusals.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { OFFER } from '#shared/lifecycles/offer.ts';
import { EVER_ADMITTED } from '#shared/lifecycles/trade-application.ts';
import type { AuctionFacts, BidderFacts, JudgedFacts, PriceFacts, SimilarFacts } from './facts.ts';
import { tiesToSeller } from './seller-ties.repository.ts';

/** Auctions of its bidders that are looked at, the newest ones. */
const PAST_MOST = 500;
/** Sold lots of the same category that it is compared with, the newest ones. */
const SIMILAR_MOST = 60;

/** Refusals that are the platform's doing: a program that tries again because of them disturbs no one. */
const OF_THE_PLATFORM: readonly RefusalReason[] = ['suspended', 'held', 'fenced', 'unreachable'];

interface AuctionRow {
  lotId: number;
  categoryId: number;
  sellerId: string | null;
  publishedAt: Date;
  applicationsUntil: Date;
  endedAt: Date;
  startPriceTiyin: number;
  priceTiyin: number | null;
  winnerId: string | null;
}
type BidderRow = Omit<BidderFacts, 'appliedAtMs'> & { lotId: number; appliedAt: Date | null };

const admitted = sql`status = any(${[...EVER_ADMITTED]}::text[])`;

async function auctionsOf(db: AnyDb, lotIds: readonly number[]): Promise<AuctionRow[]> {
  const { rows } = await sql<AuctionRow>`
    select l.id as "lotId", l.category_id as "categoryId", l.customer_person_id as "sellerId",
      l.published_at as "publishedAt", l.applications_until as "applicationsUntil", l.ended_at as "endedAt",
      l.start_price_tiyin as "startPriceTiyin",
      case when a.outcome = 'sold' then a.price_tiyin end as "priceTiyin",
      case when a.outcome = 'sold' then a.winner end as "winnerId"
    from lot l join auction_lot a on a.lot_id = l.id
    where l.id = any(${[...lotIds]}::bigint[]) and l.trade_type = 'auction' and not l.practice and l.ended_at is not null
    order by l.ended_at desc, l.id`.execute(db);
  return rows;
}

/** Who was admitted, and who offered although the right was taken away later. */
async function biddersOf(db: AnyDb, lotIds: readonly number[]): Promise<Map<number, BidderRow[]>> {
  const { rows } = await sql<BidderRow>`
    with prices as (
      select lot_id, person, (entry ->> 'amountTiyin')::bigint as amount,
        lead(person) over (partition by lot_id order by seq) as next
      from auction_entry where lot_id = any(${[...lotIds]}::bigint[]) and kind = 'price'
    ),
    offered as (
      select p.lot_id, p.person, count(*)::int as offers, max(p.amount) as best,
        (count(*) filter (where a.outcome = 'sold' and p.next = a.winner and p.person <> a.winner))::int as drove
      from prices p join auction_lot a on a.lot_id = p.lot_id group by p.lot_id, p.person
    ),
    applied as (
      select lot_id, person_id, requested_at from trade_application
      where lot_id = any(${[...lotIds]}::bigint[]) and ${admitted}
    )
    select coalesce(o.lot_id, a.lot_id) as "lotId", coalesce(o.person, a.person_id) as "personId",
      a.requested_at as "appliedAt", coalesce(o.offers, 0) as offers, o.best as "bestTiyin", coalesce(o.drove, 0) as drove
    from offered o full join applied a on a.lot_id = o.lot_id and a.person_id = o.person
    order by 1, 2`.execute(db);
  return Map.groupBy(rows, ({ lotId }) => lotId);
}

const factsOf = (row: AuctionRow, bidders: readonly BidderRow[]): AuctionFacts => ({
  lotId: row.lotId,
  sellerId: row.sellerId,
  publishedAtMs: row.publishedAt.getTime(),
  applicationsUntilMs: row.applicationsUntil.getTime(),
  endedAtMs: row.endedAt.getTime(),
  startPriceTiyin: row.startPriceTiyin,
  priceTiyin: row.priceTiyin,
  winnerId: row.winnerId,
  bidders: bidders.map(({ lotId: _lotId, appliedAt, ...bidder }) => ({
    ...bidder,
    appliedAtMs: appliedAt?.getTime() ?? null,
  })),
});

/** Auctions of these people in the year before its end, itself included, the newest first. */
async function pastOf(
  db: AnyDb,
  { lotId, endedAt }: AuctionRow,
  personIds: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ lotId: number }>`
    select distinct l.ended_at, l.id as "lotId"
    from trade_application a join lot l on l.id = a.lot_id
    where a.person_id = any(${[...personIds]}::text[]) and a.${admitted}
      and l.trade_type = 'auction' and not l.practice
      and l.ended_at > ${endedAt}::timestamptz - interval '1 year' and l.ended_at <= ${endedAt}
    order by l.ended_at desc, l.id limit ${PAST_MOST}`.execute(db);
  return [...new Set([lotId, ...rows.map((row) => row.lotId)])];
}

/** Offers of people: what an auto-bid gave follows from a maximum that no one saw, and is no jump. */
async function offersOf(db: AnyDb, lotId: number): Promise<PriceFacts[]> {
  const { rows: terms } = await sql<{ terms: AuctionTerms }>`
    select terms from auction_lot where lot_id = ${lotId}`.execute(db);
  const { rows } = await sql<{ personId: string; amountTiyin: number; own: boolean }>`
    select person as "personId", (entry ->> 'amountTiyin')::bigint as "amountTiyin", entry ->> 'by' = 'offer' as own
    from auction_entry where lot_id = ${lotId} and kind = 'price' order by seq`.execute(db);
  const [first] = terms;
  if (!first) return [];
  const { rules, startPriceTiyin } = first.terms;
  return rows.flatMap(({ personId, amountTiyin, own }, count) => {
    const beforeTiyin = rows[count - 1]?.amountTiyin ?? null;
    const suggestedTiyin = suggestedPrice(rules, { startPriceTiyin, priceTiyin: beforeTiyin, count });
    return own && suggestedTiyin > 0 ? [{ personId, amountTiyin, suggestedTiyin, beforeTiyin }] : [];
  });
}

/** Attempts that are stored one by one, and those that were only counted. */
async function refusedOf(db: AnyDb, { lotId, publishedAt }: AuctionRow): Promise<JudgedFacts['refused']> {
  const { rows } = await sql<JudgedFacts['refused'][number]>`
    select person as "personId", sum(times)::int as attempts, max(times)::int as "mostInMinute" from (
      select person, minute, sum(times) as times from (
        select person, date_trunc('minute', received_at) as minute, count(*) as times from auction_attempt
        where lot_id = ${lotId} and received_at >= ${publishedAt} and verdict = 'refused' and not repeated
          and reason <> all(${[...OF_THE_PLATFORM]}::text[])
        group by 1, 2
        union all
        select person, minute_at, sum(times) from auction_attempt_count
        where lot_id = ${lotId} and person <> '' and reason <> all(${[...OF_THE_PLATFORM]}::text[])
        group by 1, 2
      ) counted group by person, minute
    ) minutes group by person order by person`.execute(db);
  return rows;
}

async function similarTo(db: AnyDb, { categoryId, endedAt }: AuctionRow): Promise<SimilarFacts[]> {
  const { rows } = await sql<SimilarFacts>`
    select room_price_tiyin::float8 / start_price_tiyin as growth, customer_person_id as "sellerId" from lot
    where category_id = ${categoryId} and trade_type = 'auction' and not practice and outcome = 'sold'
      and ended_at < ${endedAt} and room_price_tiyin is not null
    order by ended_at desc limit ${SIMILAR_MOST}`.execute(db);
  return rows;
}

async function reserveOf(db: AnyDb, lotId: number): Promise<JudgedFacts['reserve']> {
  const { rows } = await sql<NonNullable<JudgedFacts['reserve']>>`
    select person_id as "personId", price_tiyin as "priceTiyin" from offer
    where lot_id = ${lotId} and kind = 'reserve' and state = ${stateAfter(OFFER, 'accept')}`.execute(db);
  return rows[0] ?? null;
}

/** All that is recorded about an ended auction; null: it has not ended, or is none. */
export async function readJudgedFacts(db: AnyDb, lotId: number): Promise<JudgedFacts | null> {
  const [row] = await auctionsOf(db, [lotId]);
  if (!row) return null;
  const own = (await biddersOf(db, [lotId])).get(lotId) ?? [];
  const people = own.map(({ personId }) => personId);
  const pastIds = await pastOf(db, row, people);
  const [past, bidders] = [await auctionsOf(db, pastIds), await biddersOf(db, pastIds)];
  return {
    auction: factsOf(row, own),
    prices: await offersOf(db, lotId),
    refused: await refusedOf(db, row),
    ties: row.sellerId === null ? [] : await tiesToSeller(db, row.sellerId, people, row.endedAt),
    past: past.map((each) => factsOf(each, bidders.get(each.lotId) ?? [])),
    similar: await similarTo(db, row),
    reserve: await reserveOf(db, lotId),
  };
}
