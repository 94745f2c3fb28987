import type { JournalContext } from './journal-memory.ts';
import { countEvent } from './journal-memory.ts';
import { isCutOff, silentNodes, waitsUntilUs, type NodeBidders, type WebNode } from './reach-plan.ts';
import { recoverLots } from './recover-lots.ts';
import { trustedNowUs } from './redis-clock.ts';
import { readBiddersWith } from './reach-watch.repository.ts';

/** A room waits for the bidders of a web process that comes and goes once in this long at most. */
const ONCE_IN_MS = 60_000;

/** Redis ends a stall this long after the journal would have: only where that journal is gone. */
const JOURNAL_GONE_US = 2_000_000;

interface RoomStall {
  /** Redis's times, µs: since when the bidders cannot bid, and when the room goes on in any case. */
  fromUs: number;
  untilUs: number;
}

/**
 * Rooms stalled for the bidders of a web process that fell silent: until they are elsewhere, for 10 s at most. Where this
 * journal ends, Redis ends the stall, and the journal that follows finds the same web process silent.
 */
export class RoomStalls {
  readonly #stalls = new Map<number, RoomStall>();
  /** When a room last began to wait for a web process (performance.now), by both. */
  readonly #waitedFor = new Map<string, number>();

  get size(): number {
    return this.#stalls.size;
  }

  /** @param canBid false: all rooms are held, which their own recovery gives back; stalls of single rooms end */
  async look(context: JournalContext, nodes: readonly WebNode[], canBid: boolean): Promise<void> {
    const silent = canBid ? silentNodes(nodes) : [];
    if (silent.length === 0 && this.#stalls.size === 0) return;
    const nowUs = await trustedNowUs(context);
    const rooms =
      silent.length === 0
        ? new Map<number, NodeBidders[]>()
        : await readBiddersWith(
            context.connection,
            silent.map(({ node }) => node),
          );
    const stillSilent = new Set(silent.map(({ node }) => node));
    for (const [lotId, stall] of this.#stalls) {
      const room = rooms.get(lotId) ?? [];
      if (nowUs < stall.untilUs && isCutOff(room, stillSilent)) continue;
      await end(context, lotId, stall, nowUs, canBid);
      this.#stalls.delete(lotId);
    }
    for (const [lotId, room] of rooms) {
      const owned = context.memory.partitions.has(context.state.partitions.of(lotId));
      const isRunning = owned && context.memory.lots.get(lotId)?.phase === 'running';
      if (!isRunning || this.#stalls.has(lotId)) continue;
      const fresh = silent.filter(({ node }) => this.#mayWaitFor(lotId, node));
      const names = new Set(fresh.map(({ node }) => node));
      if (!isCutOff(room, names)) continue;
      const fromUs = nowUs - Math.round(Math.max(...fresh.map(({ ableAgoMs }) => ableAgoMs)) * 1_000);
      if (await this.#begin(context, lotId, names, { fromUs, untilUs: waitsUntilUs(fromUs) }))
        for (const node of names) this.#waitedFor.set(`${lotId} ${node}`, performance.now());
    }
  }

  /** Whether this room may begin to wait for the bidders of this web process. */
  #mayWaitFor(lotId: number, node: string): boolean {
    const name = `${lotId} ${node}`;
    const last = this.#waitedFor.get(name);
    if (last === undefined) return true;
    if (performance.now() - last < ONCE_IN_MS) return false;
    this.#waitedFor.delete(name);
    return true;
  }

  async #begin(
    context: JournalContext,
    lotId: number,
    nodes: ReadonlySet<string>,
    stall: RoomStall,
  ): Promise<boolean> {
    const { connection, log, state } = context;
    const untilUs = stall.untilUs + JOURNAL_GONE_US;
    if (!(await state.stallLot(lotId, { owner: connection.owner, untilUs }))) return false;
    this.#stalls.set(lotId, stall);
    countEvent(context, 'roomStalls');
    log.warn({ lotId, nodes: [...nodes] }, 'a room waits for bidders whose web process was cut off');
    return true;
  }
}

/** The lost time is restored before the stall ends: nothing is decided in between. */
async function end(
  context: JournalContext,
  lotId: number,
  stall: RoomStall,
  nowUs: number,
  canBid: boolean,
): Promise<void> {
  const { connection, log, memory, state } = context;
  const partition = state.partitions.of(lotId);
  if (!memory.partitions.has(partition) || !memory.lots.has(lotId)) return;
  await recoverLots(context, [lotId], { mode: 'stall', outageFromUs: stall.fromUs, resumeAtUs: null }, nowUs);
  await state.stallLot(lotId, { owner: connection.owner, untilUs: null });
  const lostMs = Math.round((nowUs - stall.fromUs) / 1_000);
  log.warn(
    { lotId, lostMs },
    canBid ? 'the room goes on' : 'the room has this time back, and is held like all others',
  );
}
