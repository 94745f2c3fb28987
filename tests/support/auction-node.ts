import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Bidder, type BidderOptions } from './bidder.ts';
import { startProgram } from './program.ts';

export interface AuctionNodeOptions {
  databaseUrl: string;
  redisUrl: string;
  namespace?: string;
  partitions?: number;
  /** Any of web, journal, clock, separated by commas; all by default. */
  roles?: string;
  rooms?: number;
  bidders?: number;
  roomSeconds?: number;
  port?: number;
  name?: string;
  /** Folder of another release of the project. */
  root?: string;
  /** SAVDO_BREAK, SAVDO_CRASH_AT and the like. */
  env?: Record<string, string>;
}

export interface AuctionNode {
  url: string;
  port: number;
  process: ChildProcess;
  /** Connects as this person (null: a visitor). */
  bidder(person: string | null, options?: BidderOptions): Promise<Bidder>;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Ends it in order. */
  stop(): Promise<void>;
}

/** The auction core in a process of its own, to be killed for real. Resolves when it serves. */
export async function startAuctionNode(options: AuctionNodeOptions): Promise<AuctionNode> {
  const child = startProgram('server/processes/load-node.ts', {
    ...(options.root !== undefined && { root: options.root }),
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: options.databaseUrl,
      REDIS_URL: options.redisUrl,
      ...(options.namespace !== undefined && { REDIS_NAMESPACE: options.namespace }),
      PARTITIONS: String(options.partitions ?? 8),
      LOAD_ROLES: options.roles ?? 'web,journal,clock',
      LOAD_ROOMS: String(options.rooms ?? 0),
      LOAD_BIDDERS: String(options.bidders ?? 0),
      LOAD_ROOM_SECONDS: String(options.roomSeconds ?? 3_600),
      PORT: String(options.port ?? 0),
      ...(options.name !== undefined && { NODE_NAME: options.name }),
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      ...options.env,
    },
  });
  child.stderr.on('data', (part: Buffer) => process.stderr.write(part));
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{"ready"')) return;
      resolve((JSON.parse(line) as { port: number }).port);
    });
    child.once('exit', (code, signal) => reject(new Error(`the node ended at start (${code ?? signal})`)));
  });
  const url = `http://127.0.0.1:${port}`;
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    url,
    port,
    process: child,
    bidder: (person, more = {}) =>
      Bidder.connect(url, {
        ...more,
        headers: { ...(person !== null && { 'x-load-person': person }), ...more.headers },
      }),
    kill: (signal = 'SIGKILL') => end(signal),
    stop: () => end('SIGTERM'),
  };
}
