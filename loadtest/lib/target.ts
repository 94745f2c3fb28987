import type { RoomHead } from '../../shared/realtime/room.ts';
import { dropDatabases, freshDatabase } from './database.ts';
import { Bot } from './bots.ts';
import { Ladder } from './mix.ts';
import { runBidLoad } from './bid-load.ts';
import { startEmbeddedCore, type CoreOptions, type EmbeddedCore } from './embedded-core.ts';
import { wait, type ToolRun } from './run-tool.ts';
import { isLoopback, ToolProblem } from './tool-options.ts';
import { startWorker } from './worker.ts';

/** Where a tool plays: a running server, or the core alone; bots move the price where they may. */
export interface Target {
  url: string;
  lots: number[];
  described: Record<string, unknown>;
  residentBytes(): number | null;
  /** Prices move for so long or until the tool shall stop: by bots, or by those who bid on a running server anyway. */
  move(o: { perSecond: number; milliseconds: number; seed: number }): Promise<void>;
  stop(): Promise<void>;
}

const BOTS = 10;

export async function openTarget(options: ToolRun<string>): Promise<Target> {
  const { url, lots, stop } = options;
  const nothing = async () => undefined;
  if (url !== null) {
    await checkLots(url, lots);
    const bidders = options.sessions.length > 0 ? await biddersFor(url, options) : null;
    return {
      url,
      lots,
      described: {},
      residentBytes: () => null,
      stop: bidders?.close ?? nothing,
      move: bidders?.move ?? (({ milliseconds }) => wait(milliseconds, stop)),
    };
  }
  const rooms = lots.length;
  const own = await startOwnCore({ rooms, bidders: BOTS });
  const { core } = own;
  const bots = await startWorker('generators/bids.ts');
  let connected = false;
  return {
    url: core.url,
    lots,
    described: core.described,
    residentBytes: core.residentBytes,
    async move({ perSecond, milliseconds, seed }) {
      if (!connected) await bots.ask('connect', { url: core.url, bots: BOTS, rooms, seed });
      connected = true;
      const run = bots.ask('run', {
        rooms,
        acceptPercent: 100,
        rate: perSecond,
        depth: 1,
        warmupMs: 0,
        measuredMs: milliseconds,
      });
      await Promise.race([run, wait(milliseconds * 2, stop)]);
      if (!stop.aborted) return;
      // Asked to stop: no one bids any more, and what is under way is no one's.
      run.catch(() => undefined);
      await bots.stop();
    },
    async stop() {
      await bots.stop();
      await own.stop();
    },
  };
}

/** Who is signed in bids in each of the lots, so that there is something to watch. */
async function biddersFor(
  url: string,
  { lots, sessions, stop }: ToolRun<string>,
): Promise<{ move: Target['move']; close(): Promise<void> }> {
  const ladder = new Ladder(100, () => 0);
  const onPrice = ladder.learn.bind(ladder);
  const seats = sessions.flatMap((headers) => lots.map((lotId) => ({ lotId, headers })));
  const bots = await Promise.all(
    seats.map(({ lotId, headers }) => Bot.connect({ url, lotId, headers, onPrice })),
  );
  let moves = 0;
  return {
    async move({ perSecond, milliseconds, seed }) {
      moves += 1;
      await runBidLoad({
        bots,
        stop,
        rate: perSecond,
        depth: 1,
        warmupMs: 0,
        measuredMs: milliseconds,
        amountFor: (lotId) => ladder.next(lotId),
        idPrefix: `move-${seed}-${process.pid}-${moves}`,
      });
    },
    close: async () => {
      for (const bot of bots) bot.close();
    },
  };
}

/** Load goes to another machine only where its operator allows it. */
export async function demandAllowed(url: string): Promise<void> {
  const answer = await answerOf(`${url}/api/shop/site/info`);
  const info = answer.ok ? ((await answer.json()) as { loadTestsAllowed?: boolean }) : {};
  if (info.loadTestsAllowed !== true)
    throw new ToolProblem(`${url} does not allow load tests: its operator sets LOAD_TESTS=allowed`);
}

/** Before any load: does somebody answer there, do they allow it, and are these rooms in which prices can move? */
export async function checkLots(url: string, lots: readonly number[]): Promise<Map<number, RoomHead>> {
  if (!isLoopback(url)) await demandAllowed(url);
  const heads = new Map<number, RoomHead>();
  for (const lotId of lots) {
    const answer = await answerOf(`${url}/api/shop/game-view/over-time/${lotId}`);
    if (!answer.ok) throw new ToolProblem(`lot ${lotId} at ${url} answered ${answer.status}`);
    const { head } = (await answer.json()) as { head: RoomHead };
    if (head.phase === 'closed') throw new ToolProblem(`the room of lot ${lotId} is closed`);
    heads.set(lotId, head);
  }
  return heads;
}

async function answerOf(address: string): Promise<Response> {
  try {
    return await fetch(address, { headers: { 'x-savdo': '1' } });
  } catch (error) {
    // Not tried again: the person who typed the address sees it at once.
    const { cause } = error as { cause?: { code?: string } };
    throw new ToolProblem(`no one answers at ${new URL(address).origin} (${cause?.code ?? String(error)})`);
  }
}

/** The core alone on a database of its own. */
export interface OwnCore {
  /** The life running now. */
  core: EmbeddedCore;
  /** As after a crash: killed, and begun again on the same address and database. */
  killAndRestart(): Promise<void>;
  /** Ends the core and drops its database. */
  stop(): Promise<void>;
}

export async function startOwnCore(options: Omit<CoreOptions, 'databaseUrl'>): Promise<OwnCore> {
  const database = await ownDatabase();
  try {
    const own: OwnCore = {
      core: await startEmbeddedCore({ ...options, databaseUrl: database.url }),
      async killAndRestart() {
        const { port } = own.core;
        await own.core.kill();
        own.core = await startEmbeddedCore({ rooms: 0, bidders: 0, databaseUrl: database.url, port });
      },
      async stop() {
        await own.core.stop();
        await database.drop();
      },
    };
    return own;
  } catch (error) {
    // Not tried again: the caller of the tool learns why the core did not begin.
    await database.drop();
    throw error;
  }
}

/** A copy of the migrated database given, so that every run begins with empty rooms. */
export async function ownDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (!given)
    throw new ToolProblem(
      'DATABASE_URL is missing: npm run bench -- TOOL gives the services, --url loads a running server',
    );
  const name = `storm_${process.pid}`;
  return { url: await freshDatabase(given, name), drop: () => dropDatabases(given, name) };
}
