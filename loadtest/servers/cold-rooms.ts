import { z } from 'zod';
import {
  createAuctionLogRepository,
  createAuctionState,
  createRooms,
  snapshotOf,
} from '#server/auction/index.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';

/** Rooms as a node has them that never showed them before, without sockets; and how much PostgreSQL was asked. */
const variables = z.object({
  DATABASE_URL: z.string().min(1),
  REDIS_URL: z.string().min(1),
  REDIS_NAMESPACE: z.string().min(1),
});
const PARTITIONS = 64;

const env = variables.parse(process.env);
const name = `cold-${process.pid}`;
const logger = createLogger({ level: 'warn', process: name });
const database = createDatabase({ url: env.DATABASE_URL, poolSize: 10, name });
const repository = createAuctionLogRepository(database.db);

/** From nothing in memory to the text of a snapshot for one person, ms. */
async function join(lotId: number, person: string): Promise<number> {
  const state = createAuctionState({
    url: env.REDIS_URL,
    namespace: env.REDIS_NAMESPACE,
    partitions: PARTITIONS,
  });
  await state.ready();
  const rooms = createRooms({ state, repository, logger });
  const startedAt = performance.now();
  const room = await rooms.open(lotId);
  if (!room) throw new Error(`lot ${lotId} was never opened`);
  const counts = { lotId, viewers: 0, participants: 0, applicants: 0 };
  JSON.stringify(snapshotOf(room.view, { person, sessionId: name }, counts, Date.now()));
  const tookMs = performance.now() - startedAt;
  await rooms.stop();
  await state.disconnect();
  return tookMs;
}

/** Committed transactions of this database so far. */
async function transactions(): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.count);
}

async function answer(task: string, details: { lotId: number; person: string; times: number }) {
  if (task === 'transactions') return transactions();
  if (task !== 'join') return null;
  const tookMs: number[] = [];
  for (let i = 0; i < details.times; i += 1) tookMs.push(await join(details.lotId, details.person));
  return tookMs;
}

/** As a process started by loadtest/lib/worker.ts. */
process.on('message', ({ id, task, details }: { id: number; task: string; details: never }) => {
  answer(task, details).then(
    (result) => process.send?.({ id, result }),
    // Reported to the caller, who decides.
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
