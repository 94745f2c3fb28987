import type { JournalConnection } from './journal-connection.repository.ts';
import type { NodeBidders, WebNode } from './reach-plan.ts';

/** Web processes that were last able longer ago matter only as long as no later one is known. */
const RECENT_S = 15;

/**
 * The web processes that could place bids lately, and the last that could; none: the installation never had one. `nowUs`:
 * PostgreSQL's time of the look.
 */
export async function readWebNodes(
  connection: JournalConnection,
): Promise<{ nodes: WebNode[]; nowUs: number }> {
  const rows = await connection.query<{ node: string; ago: number; now: string }>(
    `with seen as materialized (select clock_timestamp() as at)
     select node, (extract(epoch from at - able_at) * 1000)::float8 as ago,
       (extract(epoch from at) * 1000000)::bigint as now
     from auction_web, seen
     where able_at > at - make_interval(secs => $1) or able_at = (select max(able_at) from auction_web)`,
    [RECENT_S],
    'auction_web_nodes',
  );
  const nodes = rows.map(({ node, ago }) => ({ node, ableAgoMs: Math.max(0, ago) }));
  return { nodes, nowUs: Number(rows[0]?.now ?? 0) };
}

/** Who is connected to which web process, of all rooms that have bidders on one of `nodes`. */
export async function readBiddersWith(
  connection: JournalConnection,
  nodes: readonly string[],
): Promise<Map<number, NodeBidders[]>> {
  const rows = await connection.query<{ lot_id: string; node: string; bidders: Buffer }>(
    `select lot_id, node, bidders from auction_web_room
     where lot_id in (select lot_id from auction_web_room where node = any($1::text[]))`,
    [nodes],
    'auction_web_bidders',
  );
  const byLot = new Map<number, NodeBidders[]>();
  for (const { lot_id: lotId, node, bidders } of rows) {
    const room = byLot.get(Number(lotId)) ?? [];
    byLot.set(Number(lotId), [...room, { node, marks: bidders }]);
  }
  return byLot;
}
