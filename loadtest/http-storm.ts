import autocannon from 'autocannon';
import type { Outcome } from './lib/bots.ts';
import { brokenInvariants, readAllKept } from './lib/invariants.ts';
import { Ladder, seeded } from './lib/mix.ts';
import { runTool } from './lib/run-tool.ts';
import { checkLots } from './lib/target.ts';
import { ToolProblem } from './lib/tool-options.ts';
import { report } from './lib/tool-report.ts';

const PATH = '/api/shop/game-view';
const TOOL = {
  name: 'http-storm',
  about:
    'the room’s calls over HTTP by autocannon: reading it, and with --people, --tokens or --sessions bidding in it',
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

/** Returns 0 when every answer is what is stored, 1 when not, 2 for wrong arguments. */
export const httpStorm = (argv: string[]): Promise<number> =>
  runTool(TOOL, argv, async (options) => {
    const { url, lots, sessions, stop } = options;
    if (url === null) throw new ToolProblem('the core alone has no HTTP calls: --url and --lots are needed');
    const heads = await checkLots(url, lots);
    const { connections, rate, seconds, accept, seed } = options.numbers;
    const random = seeded(seed);
    const ladder = new Ladder(accept, random);
    const from = new Map<number, number>();
    for (const [lotId, head] of heads) {
      ladder.learn(lotId, head);
      from.set(lotId, head.seq);
    }
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
          const amountTiyin = ladder.next(lotId);
          return {
            method: 'POST',
            path: `${PATH}/place`,
            headers: {
              'content-type': 'application/json',
              'x-savdo': '1',
              ...sessions[made % sessions.length],
            },
            body: JSON.stringify({
              lotId,
              bidId: `http-${seed}-${process.pid}-${made}`,
              amountTiyin,
              confirmed: true,
            }),
          };
        },
      }),
    };
    const figures: Record<string, object> = {};
    for (const [name, next] of Object.entries(scenarios)) {
      if (stop.aborted) break;
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
      const order = { url, connections, duration: seconds, requests: requests as never };
      const firing = autocannon(rate > 0 ? { ...order, overallRate: rate } : order);
      const ended = () => firing.stop();
      stop.addEventListener('abort', ended);
      const result = await firing;
      stop.removeEventListener('abort', ended);
      const { p50, p99, max } = result.latency;
      figures[name] = {
        perSecond: Math.round(result.requests.average),
        p50Ms: p50,
        p99Ms: p99,
        maxMs: max,
        answers: words,
      };
    }
    const stored = await readAllKept(url, from);
    return report(
      'http-storm',
      { lots: lots.length, connections, ...figures },
      brokenInvariants(outcomes, stored),
      options,
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
