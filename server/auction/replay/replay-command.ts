import { parseArgs } from 'node:util';
import { AuctionRedisUnavailable } from '../state/contract.ts';
import { readHistories, UnreadableHistory, type History } from './history.ts';
import { playHistory } from './play-history.ts';
import type { Replayed, ReplayEngine } from './replay-engine.ts';
import { redisEngine } from './replay-redis.ts';
import { rulesEngine } from './replay-rules.ts';
import { report, table } from './report.ts';

const REPLAY_USAGE = `usage: replay FILE… [--engine redis|rules] [--json]
Plays recorded auctions (one JSON object a line) through the auction's own scripts, on a virtual clock, and compares
with what each expects. --engine rules plays them through the scripts' twin and needs no Redis.
Ends with 0 when all are as expected, 1 when one differs, 2 when the replay could not be made.`;

export interface ReplaySurroundings {
  /** The auction Redis; needed by --engine redis. */
  redisUrl: string | undefined;
  stdout: { write(text: string): unknown };
  stderr?: { write(text: string): unknown };
}

/** Histories played concurrently: enough to use Redis fully. */
const CONCURRENCY = 32;

/** The `replay` command. Returns the exit code; does not throw for invalid arguments or an unreachable Redis. */
export async function runReplayCommand(argv: string[], around: ReplaySurroundings): Promise<number> {
  const stderr = around.stderr ?? process.stderr;
  const complain = (message: string): number => {
    stderr.write(`replay: ${message}\n`);
    return 2;
  };
  const request = parse(argv);
  if (typeof request === 'string') return complain(`${request}\n${REPLAY_USAGE}`);
  if (request.help) {
    around.stdout.write(`${REPLAY_USAGE}\n`);
    return 0;
  }
  try {
    const histories = await readHistories(request.files);
    const startedAt = performance.now();
    const replayed = await play(histories, request.engine, around.redisUrl);
    const seconds = Math.round(performance.now() - startedAt) / 1_000;
    const summary = report(histories, replayed, seconds);
    around.stdout.write(`${request.json ? JSON.stringify(summary) : table(replayed, summary)}\n`);
    return summary.matched === summary.histories ? 0 : 1;
  } catch (error) {
    // Not retried: the caller gets the reason and the exit code 2.
    if (error instanceof UnreadableHistory) return complain(error.message);
    if (error instanceof AuctionRedisUnavailable)
      return complain(`Redis ${shown(around.redisUrl)}: ${error.message}`);
    return complain(
      `the replay failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

interface ReplayRequest {
  files: string[];
  engine: 'redis' | 'rules';
  json: boolean;
  help: boolean;
}

/** The parsed arguments, or what is wrong with them. */
function parse(argv: string[]): ReplayRequest | string {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        engine: { type: 'string', default: 'redis' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const { engine, json, help } = values;
    if (engine !== 'redis' && engine !== 'rules') return `there is no engine ${engine}`;
    if (positionals.length === 0 && !help) return 'name at least one file';
    return { files: positionals, engine, json, help };
  } catch (error) {
    // Not retried: the caller must correct the unknown option.
    return error instanceof Error ? error.message : String(error);
  }
}

async function play(
  histories: History[],
  name: ReplayRequest['engine'],
  redisUrl: string | undefined,
): Promise<Replayed[]> {
  if (name === 'redis' && !redisUrl) throw new AuctionRedisUnavailable('no address given (REDIS_URL)', true);
  const engine = name === 'redis' ? await redisEngine(redisUrl ?? '') : rulesEngine();
  try {
    return await playAll(engine, histories);
  } finally {
    await engine.close();
  }
}

async function playAll(engine: ReplayEngine, histories: History[]): Promise<Replayed[]> {
  const replayed: Replayed[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < histories.length; i = next++) {
      const history = histories[i];
      if (history) replayed[i] = await playHistory(engine, history, i + 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, histories.length) }, worker));
  return replayed;
}

/** An address without its password. */
function shown(url: string | undefined): string {
  if (!url) return '';
  return URL.canParse(url) ? new URL(url).host : 'at an address that is none';
}
