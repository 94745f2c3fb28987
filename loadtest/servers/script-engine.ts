import { createInterface } from 'node:readline';
import { z } from 'zod';
import {
  createAuctionService,
  createAuctionLogRepository,
  createAuctionState,
  createRooms,
  startJournals,
} from '#server/auction/index.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';

/**
 * The scripts alone, for benchmarks: offers for lot 1 straight through the auction state, no sockets. Prints one JSON line
 * when its rooms are open, then one for each line it reads, which says what to do. `ENGINE_LEASE=own` holds the
 * lease itself, so that nothing is committed; otherwise a journal elsewhere holds it.
 */
const variables = z.object({
  DATABASE_URL: z.string().min(1),
  REDIS_URL: z.string().min(1),
  REDIS_NAMESPACE: z.string().min(1),
  ENGINE_ROOMS: z.coerce.number().int().min(1).default(1),
  ENGINE_LEASE: z.enum(['own', 'journal']).default('own'),
});
const PARTITIONS = 64;
const BIDDERS = 64;
const LOT = 1;
const LEASE_MS = 200;
const OWNER = `engine-${process.pid}`;

const orderSchema = z.object({
  /** Offers made in this time; or so many of them. */
  milliseconds: z.number().optional(),
  offers: z.number().optional(),
  /** Under way at once; 1: a call each. */
  depth: z.number(),
  acceptPercent: z.number(),
});

const env = variables.parse(process.env);
const logger = createLogger({ level: 'warn', process: OWNER });
const database = createDatabase({ url: env.DATABASE_URL, poolSize: 10, name: OWNER });
const repository = createAuctionLogRepository(database.db);
const connect = () =>
  createAuctionState({ url: env.REDIS_URL, namespace: env.REDIS_NAMESPACE, partitions: PARTITIONS });
const state = connect();
await state.ready();
const epoch = await openRooms();
if (env.ENGINE_LEASE === 'own') await holdLease();
let [sent, amount] = [0, 1_000];
process.stdout.write(`${JSON.stringify({ ready: true, epoch })}\n`);

createInterface({ input: process.stdin })
  .on('line', (line) => void flood(orderSchema.parse(JSON.parse(line))))
  .on('close', () => process.exit(0));

/** Opens the rooms with a journal of its own, which is stopped again once all of them are loaded. */
async function openRooms(): Promise<number> {
  const states = [connect(), connect()] as const;
  const journal =
    env.ENGINE_LEASE === 'own'
      ? startJournals({ state: states[0], databaseUrl: env.DATABASE_URL, owner: OWNER, log: logger })
      : null;
  const rooms = createRooms({ state: states[1], repository, logger });
  const door = createAuctionService({ state: states[1], repository, database: database.db, rooms });
  journal?.onCommitted((_partition, messages) => rooms.committedHere(messages));
  const now = Date.now();
  await each(env.ENGINE_ROOMS, (lotId) =>
    door.openLot({
      lotId,
      rules: {
        firstBid: 'atStart',
        increment: { kind: 'fixed', amount: 1 },
        overtime: null,
        leaderMayRaise: true,
        minParticipants: { count: 0, at: 'close' },
      },
      startPriceTiyin: 1,
      opensAtMs: now - 1_000,
      closesAtMs: now + 3_600_000,
      practice: true,
      watchable: true,
    }),
  );
  await each(BIDDERS, async (number) => {
    const answer = await door.admit({ lotId: LOT, person: `b${number}`, number, limitTiyin: null });
    if (answer.verdict !== 'done') throw new Error(`b${number} is not admitted: ${answer.reason}`);
  });
  // Loaded is what answers by its own rules and not `fenced`.
  await each(env.ENGINE_ROOMS, async (lotId) => {
    while ((await state.snapshot(lotId)) === null) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  const row = await repository.readLot(LOT);
  await rooms.stop();
  await journal?.stop();
  for (const one of states) await one.disconnect();
  return row?.epoch ?? 1;
}

async function each(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  let next = 1;
  const worker = async () => {
    for (let one = next++; one <= count; one = next++) await work(one);
  };
  await Promise.all(Array.from({ length: 64 }, worker));
}

async function holdLease(): Promise<void> {
  const partition = state.partitions.of(LOT);
  await state.claimLease(partition, { owner: OWNER, pgNowUs: Date.now() * 1_000 });
  setInterval(() => {
    state
      .renewLease([partition], { owner: OWNER, pgNowUs: Date.now() * 1_000 })
      // Not retried: renewed at the next interval; a lost lease shows as refusals `held`.
      .catch(() => undefined);
  }, LEASE_MS);
}

async function flood(order: z.output<typeof orderSchema>): Promise<void> {
  // While the lease is our own, no journal reads this log.
  if (env.ENGINE_LEASE === 'own') await state.trimLog(state.partitions.of(LOT), `${Date.now() * 1_000}-0`);
  const words: Record<string, number> = {};
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const endsAt = order.milliseconds === undefined ? Infinity : startedAt + order.milliseconds;
  const last = order.offers === undefined ? Infinity : sent + order.offers;
  const before = sent;
  const offer = async () => {
    while (performance.now() < endsAt && sent < last) {
      sent += 1;
      const accepted = (sent * 61) % 100 < order.acceptPercent;
      if (accepted) amount += 1;
      const bidId = `engine-${sent}`;
      const person = `b${(sent % BIDDERS) + 1}`;
      const verdict = await state.place({
        lotId: LOT,
        epoch,
        person,
        bidId,
        amountTiyin: accepted ? amount : 1,
      });
      const word = verdict.verdict === 'accepted' ? 'accepted' : verdict.reason;
      words[word] = (words[word] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: order.depth }, offer));
  const took = performance.now() - startedAt;
  const used = process.cpuUsage(cpu);
  const busy = (used.user + used.system) / (took * 1_000);
  const result = { offers: sent - before, took, perSecond: (sent - before) / (took / 1_000), busy, words };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
