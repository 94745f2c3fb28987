import { Readable } from 'node:stream';
import {
  headOf,
  markMine,
  meOf,
  type Live,
  type LiveIdentity,
  publicPrice,
  type Room,
  RoomUnavailable,
  type AuctionLogRepository,
  writePublicLog,
} from '#server/auction/index.ts';
import type { SignedRecords } from '#server/domains/trade/signed-records/index.ts';
import type { Call, HttpApp } from '#server/platform/http/index.ts';
import { registerContract, streamedFileReply } from '#server/platform/http/index.ts';
import { conflict, forbidden, notFound, unavailable } from '#server/platform/errors/index.ts';
import {
  checkRoom,
  clearAutoBid,
  ENTRIES_PAGE,
  findBid,
  placeBid,
  roomEntries,
  roomLog,
  roomOverTime,
  setAutoBid,
} from '#shared/api/site/game-view-room.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import type { BidAnswer } from '#shared/realtime/room.ts';
import { bidOrElsewhere, orElsewhere } from './ask-elsewhere.ts';

/** The caller as the core identifies people. */
function identityOf(call: Pick<Call, 'person' | 'session'>): LiveIdentity | null {
  if (!call.person || !call.session) return null;
  const { personId, roles, language } = call.person;
  const seesEveryRoom = hasRight(roles, 'watchRooms');
  return { person: personId, seesEveryRoom, sessionId: call.session.handle, language };
}

/** 503 while PostgreSQL is unavailable: the caller may send the same again. */
async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    // Not retried here: the caller has the id and decides how long to retry.
    throw error instanceof RoomUnavailable ? unavailable('unavailable', { cause: error }) : error;
  }
}

/** The room's calls over HTTP; commands use the same service as the socket's. */
export function registerAuctionRoutes(
  app: HttpApp,
  live: Live,
  repository: Pick<AuctionLogRepository, 'latestPrices' | 'highestPrice' | 'readLot' | 'readEntries'>,
  signedRecords: Pick<SignedRecords, 'headOf'>,
): void {
  async function entered(call: Pick<Call, 'person' | 'session'>, lotId: number): Promise<Room> {
    const room = await orUnavailable(live.access.enter(lotId, identityOf(call)));
    if (typeof room !== 'string') return room;
    throw room === 'not-found' ? notFound() : forbidden();
  }

  registerContract(app, checkRoom, async (call) => {
    const identity = identityOf(call);
    const room = await orUnavailable(live.access.enter(call.params.lotId, identity));
    if (typeof room === 'string') {
      return { mayEnter: false, because: room, role: null, notBiddingBecause: null, number: null };
    }
    const { role, notBiddingBecause, number } = meOf(room.view, identity);
    return orElsewhere(live, { mayEnter: true, because: null, role, notBiddingBecause, number });
  });

  registerContract(app, roomOverTime, async (call) => {
    const { view } = await entered(call, call.params.lotId);
    const serverAtMs = live.nowMs();
    return orElsewhere(live, {
      serverAtMs,
      opensAtMs: view.terms.opensAtMs,
      closesAtMs: view.terms.closesAtMs,
      deadlineMs: view.deadlineUs / 1000,
      extensions: view.extensions,
      head: headOf(view, serverAtMs),
    });
  });

  /** What became of a command; with 503 where only another process can find out. */
  const answered = async (answer: Promise<BidAnswer>) => bidOrElsewhere(live, await orUnavailable(answer));

  registerContract(app, placeBid, (call) =>
    answered(live.bids.submit({ kind: 'place', person: call.signedIn().personId, ...call.body })),
  );
  registerContract(app, setAutoBid, (call) =>
    answered(live.bids.submit({ kind: 'set-auto', person: call.signedIn().personId, ...call.body })),
  );
  registerContract(app, clearAutoBid, (call) =>
    answered(live.bids.submit({ kind: 'clear-auto', person: call.signedIn().personId, ...call.body })),
  );
  registerContract(app, findBid, (call) =>
    answered(live.bids.find({ person: call.signedIn().personId, ...call.query })),
  );

  registerContract(app, roomEntries, async (call) => {
    const { lotId } = call.params;
    const { view } = await entered(call, lotId);
    const limit = call.query.limit ?? ENTRIES_PAGE;
    const own = call.query.before === undefined ? call.person : null;
    const mayHavePrice = own !== null && view.bidders[own.personId] !== undefined;
    const [found, best] = await Promise.all([
      repository.latestPrices(lotId, limit + 1, call.query.before),
      mayHavePrice ? repository.highestPrice(lotId, own.personId) : null,
    ]);
    const prices = found.flatMap(({ entry }) => (entry.kind === 'price' ? [publicPrice(entry)] : []));
    const { number } = meOf(view, identityOf(call));
    const more = prices.length > limit;
    return { prices: markMine(prices.slice(-limit), number), more, ownBestTiyin: best };
  });

  registerContract(app, roomLog, async (call) => {
    const { lotId } = call.params;
    await entered(call, lotId);
    const lot = await repository.readLot(lotId);
    const head = lot && (await signedRecords.headOf(lotId));
    if (!head) throw conflict('game-view.not-over');
    const bytes = Readable.from(writePublicLog(repository, lot, head), { objectMode: false });
    const name = `savdo-lot-${lotId}.jsonl`;
    // A closed log changes no more; nothing that somebody signed in receives is stored.
    const caching = call.person ? 'no-store' : 'no-cache';
    return streamedFileReply({ name, mediaType: 'application/jsonl', bytes }, caching);
  });
}
