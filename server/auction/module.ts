import { checkPages, defineModule, type Base } from '#server/platform/modules/index.ts';
import { createAuctionService } from './auction-service.ts';
import { createBidTraceRepository } from './journal/bid-trace.repository.ts';
import { runRebuildCommand, runVerifyLogCommand } from './journal/journal-commands.ts';
import { createRebuildRepository } from './journal/rebuild.repository.ts';
import { runTraceCommand } from './journal/trace-command.ts';
import { verifyLog } from './journal/verify-log.ts';
import type { Live } from './live/create-live.ts';
import type { Rooms } from './live/rooms.ts';
import { openAuctionState } from './open-auction-state.ts';
import { runReplayCommand } from './replay/replay-command.ts';
import { createAuctionLogRepository } from './state/auction-log.repository.ts';
import type { AuctionState } from './state/contract.ts';
import { countBrokenRooms, countRooms } from './state/room-counts.repository.ts';
import { createRoomRecordsRepository } from './state/room-records.repository.ts';
import { AUCTION_INVARIANTS } from './ledger-invariants.ts';
import { AUCTION_PERSONAL_DATA } from './personal-data.ts';

const COUNT_ROOMS_MS = 5_000;
const LOTS_A_PAGE = 1_000;

/** What is committed of auctions, without the auction Redis. */
export const auctionLogModule = defineModule({
  name: 'auction-log',
  personalData: AUCTION_PERSONAL_DATA,
  invariants: AUCTION_INVARIANTS,
  create: ({ database }: Pick<Base, 'database' | 'config' | 'logger' | 'shutdown' | 'metrics'>) => ({
    auctionLog: createAuctionLogRepository(database.db),
    roomRecords: createRoomRecordsRepository(database.db),
  }),
  jobs: ({ database, metrics }) => [
    {
      name: 'count rooms',
      everyMs: COUNT_ROOMS_MS,
      async run() {
        for (const { phase, rooms } of await countRooms(database.db)) metrics.rooms.set({ phase }, rooms);
        metrics.roomsBroken.set(await countBrokenRooms(database.db));
      },
    },
  ],
  evidence: ({ auctionLog }) => [
    {
      name: 'logs of rooms',
      check: () =>
        checkPages(
          (last: number | undefined) => auctionLog.lotIdsAfter(last ?? 0, LOTS_A_PAGE),
          async (lotId) => {
            const fault = (await verifyLog(auctionLog, lotId))?.faults[0];
            return fault ? `lot ${lotId}, entry ${fault.seq}: ${fault.fault}` : null;
          },
        ),
    },
  ],
  commands: [
    {
      name: 'verify-log',
      usage: 'verify-log LOT… | verify-log --all',
      about:
        'checks the chain of hashes of lots from their first entry; exit code 1 when anything was changed',
      run: ({ args, out, open }) => runVerifyLogCommand(args, { repository: open().auctionLog, out }),
    },
    {
      name: 'trace',
      usage: 'trace LOT BID',
      about: 'follows a bid by its id through web process, Redis and PostgreSQL, with the ms between them',
      run: ({ args, out, open }) =>
        runTraceCommand(args, { repository: createBidTraceRepository(open().database.db), out }),
    },
    {
      name: 'rebuild',
      usage: 'rebuild LOT… | rebuild --all',
      about: 'loads running rooms into Redis again from PostgreSQL, in a new epoch',
      async run({ args, out, open }) {
        const base = open();
        const rebuild = createRebuildRepository(base.database.db);
        return runRebuildCommand(args, { rebuild, state: await openAuctionState(base, 'cli'), out });
      },
    },
    {
      name: 'replay',
      usage: 'replay FILE… [--engine redis|rules] [--json]',
      about: 'plays recorded auctions through the same engine and compares their outcomes',
      run({ args }) {
        const { REDIS_URL, REDIS_CLUSTER, JOBS_REDIS_URL } = process.env;
        // A replay is played on one server; with a cluster that is the one for queues.
        const cluster = REDIS_CLUSTER === '1' || REDIS_URL?.includes(',');
        const redisUrl = cluster ? JOBS_REDIS_URL : REDIS_URL;
        return runReplayCommand([...args], { redisUrl, stdout: process.stdout });
      },
    },
  ],
});

/** What a process that reaches rooms has opened. */
export interface RoomsOfProcess {
  auctionState: AuctionState;
  rooms: Rooms;
  /** Its sockets; without them rooms can be commanded and not shown. */
  live?: Live;
}

/** Commands to rooms. */
export const auctionModule = defineModule({
  name: 'auction',
  create: ({
    database,
    auctionState,
    auctionLog,
    rooms,
    live,
  }: Pick<Base, 'database'> &
    RoomsOfProcess & { auctionLog: ReturnType<typeof createAuctionLogRepository> }) => ({
    auction: createAuctionService({
      state: auctionState,
      repository: auctionLog,
      database: database.db,
      rooms,
      ...(live ? { live } : {}),
    }),
  }),
});
