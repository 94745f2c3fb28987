import autocannon from 'autocannon';
import { askByTheClock, type ClockFigures } from './catalogue-clock.ts';
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

export interface CatalogueFigures extends ClockFigures {
  /** Share of questions that had been asked before in the same run. */
  repeats: number;
  busy: number;
}

async function askWithoutPause(o: {
  url: string;
  connections: number;
  seconds: number;
  next: () => string;
}): Promise<ClockFigures> {
  const { requests, throughput, latency, non2xx, errors, timeouts } = await autocannon({
    url: o.url,
    connections: o.connections,
    duration: o.seconds,
    requests: [{ setupRequest: (request) => ({ ...request, path: o.next() }) }],
  });
  return {
    perSecond: requests.average,
    bytesPerSecond: throughput.average,
    p50: latency.p50,
    p99: latency.p99,
    max: latency.max,
    failed: non2xx + errors + timeouts,
  };
}

async function run(o: CatalogueRun): Promise<CatalogueFigures> {
  const next = questions(o.known, o.seed);
  const asked = new Set<string>();
  let total = 0;
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const nextPath = (): string => {
    const path = next();
    total += 1;
    asked.add(path);
    return path;
  };
  const { url, connections, seconds, rate } = o;
  const figures =
    rate > 0
      ? await askByTheClock({ url, connections, seconds, rate, next: nextPath })
      : await askWithoutPause({ url, connections, seconds, next: nextPath });
  const used = process.cpuUsage(cpu);
  return {
    ...figures,
    repeats: 1 - asked.size / Math.max(1, total),
    busy: (used.user + used.system) / 1_000 / (performance.now() - startedAt),
  };
}

serveTasks({ run });
