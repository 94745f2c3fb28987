import autocannon from 'autocannon';
import { questions, type Known } from './catalogue-queries.ts';
import { serveTasks } from './lib/worker.ts';

export interface CatalogueRun {
  url: string;
  known: Known;
  seed: number;
  connections: number;
  /** Requests a second by the clock; 0: as many as are answered. */
  rate: number;
  seconds: number;
}

export interface CatalogueFigures {
  perSecond: number;
  bytesPerSecond: number;
  p50: number;
  p99: number;
  max: number;
  /** Answers that were no 200, and requests without an answer. */
  failed: number;
  /** Share of questions that had been asked before in the same run. */
  repeats: number;
  busy: number;
}

async function run(o: CatalogueRun): Promise<CatalogueFigures> {
  const next = questions(o.known, o.seed);
  const asked = new Set<string>();
  let total = 0;
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const result = await autocannon({
    url: o.url,
    connections: o.connections,
    duration: o.seconds,
    ...(o.rate > 0 ? { overallRate: o.rate } : {}),
    requests: [
      {
        setupRequest(request) {
          const path = next();
          total += 1;
          asked.add(path);
          return { ...request, path };
        },
      },
    ],
  });
  const used = process.cpuUsage(cpu);
  return {
    perSecond: result.requests.average,
    bytesPerSecond: result.throughput.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    max: result.latency.max,
    failed: result.non2xx + result.errors + result.timeouts,
    repeats: 1 - asked.size / Math.max(1, total),
    busy: (used.user + used.system) / 1_000 / (performance.now() - startedAt),
  };
}

serveTasks({ run });
