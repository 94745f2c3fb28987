import type { NodeMessages } from '#server/platform/realtime/index.ts';
import { ROOM_EVENTS, type RoomCounts } from '#shared/realtime/room.ts';
import type { Audience, Audiences } from './audience.ts';
import type { LiveLogger } from './live-options.ts';
import { decodeReport, EMPTY_SHARE, encodeReport, shareOf, type PresenceShare } from './presence-report.ts';
import { PresenceSums } from './presence-sums.ts';
import type { Rooms } from './rooms.ts';

/** Every share is sent again once in this many seconds, a part of them each second. */
const REPEAT_S = 20;
/** Most shares of a report: all shares of a node with many rooms go out over several seconds. */
const MAX_SHARES = 2_000;
/** After a longer pause between two ticks this node was busy, and the others' reports are still to be read. */
const LATE_MS = 2_500;
/** Rooms whose counts are sent before yielding. */
const SLICE = 250;

/** This node's share of a room as last reported, and what it was made of. */
interface Own {
  audience: Audience;
  changes: number;
  applicants: number;
  share: PresenceShare;
}

/**
 * Counts of each room over all nodes: viewers, participants present, applicants; sent at most once a second. Each node
 * sends one report a second with the shares that changed, and adds up the reports of all. While the other nodes are not
 * heard, a room has this node's own share.
 */
export class Presence {
  readonly #node: string;
  readonly #rooms: Pick<Rooms, 'peek'>;
  readonly #audiences: Pick<Audiences, 'all' | 'of'>;
  readonly #messages: NodeMessages | null;
  readonly #log: LiveLogger;
  readonly #sums = new PresenceSums();
  readonly #own = new Map<number, Own>();
  readonly #shown = new Map<number, RoomCounts>();
  /** Rooms whose shares are to be sent; those without viewers here as empty ones. */
  readonly #unsent = new Set<number>();
  #second = 0;
  #tickedAt = performance.now();
  #asksForAll = true;
  #allWanted = false;
  #publishing = false;

  constructor(o: {
    node: string;
    rooms: Pick<Rooms, 'peek'>;
    audiences: Pick<Audiences, 'all' | 'of'>;
    /** The other nodes; null: this one is alone. */
    messages: NodeMessages | null;
    log: LiveLogger;
  }) {
    this.#node = o.node;
    this.#rooms = o.rooms;
    this.#audiences = o.audiences;
    this.#messages = o.messages;
    this.#log = o.log;
    o.messages?.follow({
      message: (message) => this.#take(message),
      listening: () => (this.#asksForAll = true),
    });
  }

  /** As last counted: an entering viewer is included within a second, on another node within two. */
  countsOf(lotId: number): RoomCounts {
    const applicants = this.#rooms.peek(lotId)?.view.applicants ?? 0;
    const { viewers, participants } = this.#sums.of(lotId);
    const audience = this.#own.has(lotId) ? undefined : this.#audiences.of(lotId);
    if (!audience) return { lotId, viewers, participants, applicants };
    const bidders = this.#personsOf(audience).bidders.length;
    return { lotId, viewers: viewers + audience.viewers, participants: participants + bidders, applicants };
  }

  /** Whether a person is connected as a bidder, over all nodes, and when they left, ms since 1970; null: connected, or not known here. */
  bidder(lotId: number, person: string): { connected: boolean; leftAtMs: number | null } {
    const { connected, leftAt } = this.#sums.bidder(lotId, person);
    return { connected, leftAtMs: leftAt === null ? null : Math.round(performance.timeOrigin + leftAt) };
  }

  /** The marks of the bidders connected here, for each room that has any, as of the last second. */
  *biddersHere(): Iterable<readonly [lotId: number, share: PresenceShare]> {
    for (const [lotId, { share }] of this.#own) if (share.bidders > 0) yield [lotId, share];
  }

  /** Once a second. */
  async tick(now = performance.now()): Promise<void> {
    this.#second += 1;
    this.#report(now);
    if (now - this.#tickedAt <= LATE_MS) this.#sums.expire(now, this.#node);
    this.#tickedAt = now;
    let shown = 0;
    for (const lotId of this.#sums.takeChanged()) {
      const audience = this.#audiences.of(lotId);
      if (!audience) {
        this.#shown.delete(lotId);
        continue;
      }
      await this.#show(audience);
      shown += 1;
      if (shown % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** The node stops: the others stop counting its viewers at once. */
  async stop(): Promise<void> {
    const last = { node: this.#node, asksForAll: false, leaves: true, shares: [] };
    // Not retried: without it the others notice within seconds.
    await this.#messages?.publish(encodeReport(last)).catch(() => undefined);
    this.#messages?.stop();
  }

  #report(now: number): void {
    for (const audience of this.#audiences.all()) {
      const { lotId } = audience;
      const changed = this.#refresh(audience, now);
      if (changed || this.#allWanted || (lotId + this.#second) % REPEAT_S === 0) this.#unsent.add(lotId);
    }
    this.#allWanted = false;
    for (const lotId of this.#own.keys()) {
      if (this.#audiences.of(lotId)) continue;
      this.#own.delete(lotId);
      this.#sums.set(this.#node, lotId, EMPTY_SHARE, now);
      this.#unsent.add(lotId);
    }
    this.#publish();
  }

  /** Makes the share of a room again when its audience or its bidders changed; whether they did. */
  #refresh(audience: Audience, now: number): boolean {
    const { lotId, changes } = audience;
    const applicants = this.#rooms.peek(lotId)?.view.applicants ?? 0;
    const own = this.#own.get(lotId);
    if (own?.audience === audience && own.changes === changes && own.applicants === applicants) return false;
    const { bidders, others } = this.#personsOf(audience);
    const share = shareOf(bidders, others, [...audience.guests()]);
    this.#own.set(lotId, { audience, changes, applicants, share });
    this.#sums.set(this.#node, lotId, share, now);
    // The counts of a room also say how many take part.
    if (own?.applicants !== applicants) this.#sums.changed(lotId);
    return true;
  }

  #personsOf(audience: Audience): { bidders: string[]; others: string[] } {
    const known = this.#rooms.peek(audience.lotId)?.view.bidders;
    const bidders: string[] = [];
    const others: string[] = [];
    for (const person of audience.persons())
      (known?.[person]?.revoked === '' ? bidders : others).push(person);
    return { bidders, others };
  }

  #publish(): void {
    const messages = this.#messages;
    // While Redis answers slowly, what changes is collected for the next report.
    if (!messages) this.#unsent.clear();
    if (!messages || this.#publishing) return;
    this.#publishing = true;
    const asksForAll = this.#asksForAll;
    this.#asksForAll = false;
    const shares: [number, PresenceShare][] = [];
    for (const lotId of this.#unsent) {
      if (shares.length === MAX_SHARES) break;
      this.#unsent.delete(lotId);
      shares.push([lotId, this.#own.get(lotId)?.share ?? EMPTY_SHARE]);
    }
    messages
      .publish(encodeReport({ node: this.#node, asksForAll, leaves: false, shares }))
      .catch(() => {
        // Redis is unavailable, which its connections report: sent again until it is back.
        for (const [lotId] of shares) this.#unsent.add(lotId);
        this.#asksForAll ||= asksForAll;
      })
      .finally(() => (this.#publishing = false));
  }

  #take(message: Buffer): void {
    try {
      // The buffer may be the connection's own; shares outlive it.
      const report = decodeReport(Buffer.from(message));
      if (!report || report.node === this.#node) return;
      if (report.leaves) {
        this.#sums.drop(report.node, performance.now());
        return;
      }
      const now = performance.now();
      const known = this.#sums.heard(report.node, now);
      if (report.asksForAll || !known) this.#allWanted = true;
      for (const [lotId, share] of report.shares) this.#sums.set(report.node, lotId, share, now);
    } catch (error) {
      // Not retried: another writer used the channel; every share is sent again within seconds.
      this.#log.warn({ err: error }, 'report of presence not understood');
    }
  }

  async #show(audience: Audience): Promise<void> {
    const { lotId } = audience;
    const counts = this.countsOf(lotId);
    const shown = this.#shown.get(lotId);
    this.#shown.set(lotId, counts);
    const same =
      shown?.viewers === counts.viewers &&
      shown.participants === counts.participants &&
      shown.applicants === counts.applicants;
    if (!same) await audience.sendVolatile(ROOM_EVENTS.counts, counts);
  }
}
