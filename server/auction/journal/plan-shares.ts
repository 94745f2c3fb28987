import type { Peer } from './partition-shares.repository.ts';

/** A journal gets a share only once it has lived this long, ms: one that starts and fails again and again moves nothing. */
export const ESTABLISHED_MS = 3_000;

export interface SharePlan {
  /** Partitions this journal would take over now. */
  wanted: number;
  /** Partitions others have beyond their share: some will be handed over soon. */
  expected: boolean;
  /** Whom to hand partitions to, and how many; null: nothing is to be handed over. */
  give: { receiver: string; count: number } | null;
  /** Whether another journal stays and could take everything over. */
  othersStay: boolean;
}

/**
 * Who hands how many of `total` partitions to whom. Each living journal aims at an equal share, rounded down or up: a
 * journal within that range neither asks nor gives, so nothing moves back and forth.
 */
export function planShares(total: number, self: string, peers: readonly Peer[]): SharePlan {
  const staying = peers.filter((peer) => !peer.leaving);
  const established = staying.filter((peer) => peer.livingMs >= ESTABLISHED_MS || peer.ownedCount > 0);
  const sharing = established.length > 0 ? established : staying;
  const [low, high] = [Math.floor(total / sharing.length), Math.ceil(total / sharing.length)];
  const missing = (peer: Peer) => low - peer.ownedCount - peer.incomingCount;
  const most = sharing.some((peer) => missing(peer) > 0) ? low : high;
  const surplus = (peer: Peer): number => {
    if (peer.leaving) return peer.ownedCount;
    return sharing.includes(peer) ? Math.max(0, peer.ownedCount - most) : 0;
  };
  const othersStay = staying.some((peer) => peer.owner !== self);
  const me = peers.find((peer) => peer.owner === self);
  if (!me) return { wanted: 0, expected: false, give: null, othersStay };

  const expected = peers.some((peer) => peer !== me && surplus(peer) > 0);
  let wanted = 0;
  if (sharing.includes(me) && expected)
    wanted = Math.max(0, missing(me) > 0 ? missing(me) : high - me.ownedCount - me.incomingCount);
  const [receiver] = sharing
    .filter((peer) => peer !== me && peer.wantedCount > 0 && peer.incomingCount === 0)
    .toSorted((one, other) => other.wantedCount - one.wantedCount);
  const count = Math.min(surplus(me), receiver?.wantedCount ?? 0);
  const give = receiver && count > 0 ? { receiver: receiver.owner, count } : null;
  return { wanted, expected: me.incomingCount > 0 || (expected && wanted > 0), give, othersStay };
}
