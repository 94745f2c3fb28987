import autocannon from 'autocannon';
import type { Outcome } from './lib/bots.ts';
import { brokenInvariants, readKept, type KeptPrice } from './lib/invariants.ts';
import { amounts, seeded } from './lib/mix.ts';
import { report, runTool } from './lib/tool-options.ts';

const PATH = '/api/shop/game-view';
const TOOL = {
  name: 'http-storm',
  about: 'the room’s calls over HTTP by autocannon: reading it, and with --sessions bidding in it',
  numbers: {
    connections: { default: 20, min: 1, max: 1_000, about: 'at once' },
    rate: {
      default: 0,
      min: 0,
      max: 50_000,
      about: 'requests a second by the clock; 0: as many as are answered',
    },
    seconds: { default: 10, min: 1, max: 600, about: 'for each scenario' },
    accept: { default: 50, min: 0, max: 100, about: 'percent of bids meant to be accepted' },
    from: {
      default: 1_000,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      about: 'tiyin, above the lots’ prices, from where bids rise',
    },
    seed: { default: 1, min: 0, max: 2 ** 31, about: 'of the mix' },
  },
};

/** Parts of autocannon's options beside those its declaration here names. */
interface Asked {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Returns 0 when every answer is what is kept, 1 when not, 2 for wrong arguments. */
export const httpStorm = (argv: string[]): Promise<number> =>
  runTool(TOOL, argv, async ({ url, lots, sessions, json, numbers }) => {
    if (url === null) {
      process.stderr.write(
        'http-storm --url URL --lots … [--sessions FILE]: the core alone has no HTTP calls\n',
      );
      return 2;
    }
    const { connections, rate, seconds, accept, from, seed } = numbers;
    const random = seeded(seed);
    const rising = amounts(accept, random);
    const outcomes: Outcome[] = [];
    let made = 0;
    const lotOf = () => lots[made % lots.length] ?? 1;
    const scenarios: Record<string, () => Asked> = {
      'over-time': () => ({ path: `${PATH}/over-time/${lotOf()}` }),
      check: () => ({ path: `${PATH}/check/${lotOf()}` }),
      entries: () => ({ path: `${PATH}/entries/${lotOf()}` }),
      ...(sessions.length > 0 && {
        place: () => {
          const lotId = lotOf();
          const raised = rising(lotId);
          const amountTiyin = raised === 1 ? 1 : from + raised;
          return {
            method: 'POST',
            path: `${PATH}/place`,
            headers: {
              'content-type': 'application/json',
              'x-savdo': '1',
              cookie: sessions[made % sessions.length] ?? '',
            },
            body: JSON.stringify({ lotId, bidId: `http-${seed}-${process.pid}-${made}`, amountTiyin }),
          };
        },
      }),
    };
    const figures: Record<string, object> = {};
    for (const [name, next] of Object.entries(scenarios)) {
      const words: Record<string, number> = {};
      const onResponse = (status: number, body: string, { asked }: { asked?: Asked }) => {
        const word = status === 200 && name === 'place' ? noted(body, asked, outcomes) : String(status);
        words[word] = (words[word] ?? 0) + 1;
      };
      const requests = [
        {
          setupRequest: (request: Asked, context: { asked?: Asked }) => {
            made += 1;
            context.asked = next();
            return { ...request, ...context.asked };
          },
          onResponse,
        },
      ];
      const options = { url, connections, duration: seconds, requests: requests as never };
      const result = await autocannon(rate > 0 ? { ...options, overallRate: rate } : options);
      const { p50, p99, max } = result.latency;
      figures[name] = {
        perSecond: Math.round(result.requests.average),
        p50Ms: p50,
        p99Ms: p99,
        maxMs: max,
        answers: words,
      };
    }
    const kept = new Map<number, KeptPrice[]>();
    for (const lotId of lots) kept.set(lotId, await readKept(url, lotId));
    return report(
      'http-storm',
      { lots: lots.length, connections, ...figures },
      brokenInvariants(outcomes, kept),
      json,
    );
  });

/** Notes what a bid was answered; returns the word for the table. */
function noted(body: string, asked: Asked | undefined, outcomes: Outcome[]): string {
  const answer = JSON.parse(body) as { verdict: string; reason?: string; seq?: number };
  const { lotId, bidId, amountTiyin } = JSON.parse(asked?.body ?? '{}') as Outcome;
  const word = answer.reason ?? answer.verdict;
  outcomes.push({ lotId, bidId, amountTiyin, word, seq: answer.seq ?? 0, latencyMs: 0 });
  return word;
}

if (process.argv[1] === import.meta.filename) process.exit(await httpStorm(process.argv.slice(2)));
