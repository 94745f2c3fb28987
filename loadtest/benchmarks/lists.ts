import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { listsAreRead, startPlatformProcess } from '../lib/platform.ts';
import { quantile } from '../lib/quantile.ts';
import { startWorker } from '../lib/worker.ts';

const ROWS = 100_000;
const LOTS = 300_000;
const LIMIT_MS = 100;
/** Figures count every lot of their period each time. */
const FIGURES_LIMIT_MS = 500;
const READ_WITHIN_MS = 300_000;
/** Loads code and statements of every list; not counted. */
const WARM_ROUNDS = 3;

/** Somebody of the middle. */
const PERSON = '00000000-0000-4000-8000-000000050000';

/** What staff ask of each list: its first and its last pages, filters, orders and searches. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  orders: [
    '',
    '?page=900',
    '?status=finished',
    '?orderType=private&category=1',
    '?fromTiyin=500000000',
    '?order=50001',
  ],
  applications: [
    '',
    '?page=4000',
    '?status=accepted',
    '?status=not-won&page=900',
    '?deposit=none&page=40',
    `?person=${PERSON}`,
  ],
  payments: [
    '',
    '?page=4000',
    '?status=failed',
    '?provider=payme&page=40',
    '?search=R-5001',
    '?from=2026-01-01',
  ],
  refunds: [
    '',
    '?page=900',
    '?state=all',
    '?state=all&page=4000',
    '?state=all&status=paid',
    '?state=all&from=2026-01-01',
  ],
  settlements: ['', '?state=all', '?state=paid&page=4000', '?state=all&page=8000'],
  'ended-auctions': [
    '',
    '?page=4000',
    '?result=paid',
    '?category=1&result=sold',
    '?region=1726&from=2026-01-01',
  ],
  figures: ['', '?group=category', '?group=region', '?group=category&region=1726'],
  protocols: [
    '',
    '?page=4000',
    '?status=cancelled',
    '?status=cancelled&page=8',
    '?number=P-2026-060001',
    '?party=33333333350001',
    '?party=Load%205000',
    '?from=2026-01-01',
    '?from=2026-01-01&to=2026-02-01',
  ],
  tasks: ['', '?page=2000', '?state=done', '?state=done&page=2000'],
  actions: ['', '?who=all', '?type=money', '?result=refused', '?address=203.0.113.7', `?personId=${PERSON}`],
};

/** How long each request of a list took, in ms, by what was asked for. */
type Took = Map<string, number[]>;

async function run({ quick, databaseUrl, redisUrl, namespace, folder, say }: BenchSetting): Promise<Part[]> {
  const staff = await startWorker('servers/staff-lists.ts', { DATABASE_URL: databaseUrl });
  try {
    await staff.ask('fill', { rows: ROWS, lots: LOTS });
    const platform = await startPlatformProcess(
      { databaseUrl, redisUrl, namespace, folder },
      { PROCESSES: 'web', RATE_LIMIT_FACTOR: '1000', ALLOW_TWINS: '1' },
    );
    try {
      // Reading them would be measured with the first list.
      await platform.until(listsAreRead, READ_WITHIN_MS);
      const cookie = await staff.ask<string>('signIn', { namespace, roles: ['administrator'] });
      const read = async (path: string): Promise<number> => {
        const startedAt = performance.now();
        const answer = await fetch(`${platform.url}/api/console/${path}`, {
          headers: { cookie },
          redirect: 'error',
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
        return performance.now() - startedAt;
      };
      const parts: Part[] = [];
      for (const [list, queries] of Object.entries(LISTS)) {
        const calls = quick ? 8 : 60;
        for (let round = 0; round < WARM_ROUNDS; round += 1)
          for (const query of queries) await read(list + query);
        const took: Took = new Map();
        parts.push(
          await measure({
            part: list,
            rounds: quick ? 1 : 3,
            async product() {
              for (let call = 0; call < calls; call += 1)
                for (const query of queries)
                  took.set(query, [...(took.get(query) ?? []), await read(list + query)]);
              const sorted = [...took.values()].flat().toSorted((one, other) => one - other);
              const p99Ms = quantile(sorted, 0.99);
              return { value: p99Ms, figures: { p50Ms: quantile(sorted, 0.5), p99Ms } };
            },
            bounds: (figures) => [
              atMost(figures, 'p99Ms', list === 'figures' ? FIGURES_LIMIT_MS : LIMIT_MS, 'ms'),
            ],
          }),
        );
        for (const [query, times] of took)
          say(
            `${list}${query}: p50 ${quantile(
              times.toSorted((one, other) => one - other),
              0.5,
            ).toFixed(0)} ms`,
          );
      }
      return parts;
    } finally {
      await platform.stop();
    }
  } finally {
    await staff.stop();
  }
}

/** Staff turn the pages of their largest lists, over HTTP. */
export const lists: Benchmark = {
  name: 'lists',
  about: `pages of lists of staff with ${ROWS} rows, figures of ${LOTS} lots`,
  run,
};
