import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

export interface StormOptions {
  /** Null: the core alone is started here. */
  url: string | null;
  /** Cookie headers of the bots, one a line, where people sign in. */
  sessions: string[];
  lots: number[];
  bots: number;
  /** Bids a second over all bots; 0: each bot sends the next when the last is answered. */
  rate: number;
  /** Bids each bot has under way in the closed loop. */
  depth: number;
  seconds: number;
  warmupSeconds: number;
  /** Percent of bids meant to be accepted; the rest are too low on purpose. */
  acceptPercent: number;
  viewers: number;
  seed: number;
  json: boolean;
}

/** Load is bounded in count and time, and stays on this machine unless told otherwise. */
const MOST = { rooms: 2_000, bots: 5_000, rate: 50_000, depth: 64, seconds: 600, viewers: 10_000 };

export const USAGE = `bid-storm: bids over real sockets, latency from the scheduled time, invariants checked at the end
  --embedded            start the auction core alone (default; needs DATABASE_URL and REDIS_URL, npm run bench gives them)
  --url URL             storm a running server instead; with --sessions FILE (a Cookie header a line) and --lots 1,2,3
  --allow-remote        let URL be another machine than this one
  --rooms N             rooms to open when embedded (1)
  --bots N              bidders, spread over the rooms (50)
  --viewers N           sockets that only watch (0)
  --rate N              bids a second in an open loop; without it a closed loop
  --depth N             bids each bot has under way in the closed loop (1)
  --seconds N           measured time (10); --warmup N before it (2)
  --accept PERCENT      bids meant to be accepted, the rest are too low (100)
  --seed N              of the mix (1)
  --json                one object instead of a table
`;

export function readOptions(argv: string[]): StormOptions {
  const { values } = parseArgs({
    args: argv,
    options: {
      embedded: { type: 'boolean' },
      url: { type: 'string' },
      'allow-remote': { type: 'boolean' },
      sessions: { type: 'string' },
      lots: { type: 'string' },
      rooms: { type: 'string', default: '1' },
      bots: { type: 'string', default: '50' },
      viewers: { type: 'string', default: '0' },
      rate: { type: 'string', default: '0' },
      depth: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '10' },
      warmup: { type: 'string', default: '2' },
      accept: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  });
  const rooms = whole('rooms', values.rooms, 1, MOST.rooms);
  const url = values.url ?? null;
  if (url !== null && !values['allow-remote'] && !isLoopback(url)) {
    throw new Error(`${url} is another machine: say --allow-remote if it is yours to storm`);
  }
  if (url !== null && (!values.sessions || !values.lots))
    throw new Error('--url needs --sessions and --lots');
  return {
    url,
    sessions: values.sessions
      ? readFileSync(values.sessions, 'utf8')
          .split('\n')
          .filter((line) => line.trim() !== '')
      : [],
    lots: values.lots ? values.lots.split(',').map(Number) : Array.from({ length: rooms }, (_, at) => at + 1),
    bots: whole('bots', values.bots, 1, MOST.bots),
    rate: whole('rate', values.rate, 0, MOST.rate),
    depth: whole('depth', values.depth, 1, MOST.depth),
    seconds: whole('seconds', values.seconds, 1, MOST.seconds),
    warmupSeconds: whole('warmup', values.warmup, 0, 60),
    acceptPercent: whole('accept', values.accept, 0, 100),
    viewers: whole('viewers', values.viewers, 0, MOST.viewers),
    seed: whole('seed', values.seed, 0, 2 ** 31),
    json: values.json,
  };
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`--${name} is a whole number from ${min} to ${max}`);
}

const isLoopback = (url: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
