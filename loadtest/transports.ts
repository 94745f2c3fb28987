import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Histogram } from 'hdr-histogram-js';
import type { TransportFigures, Way } from './generators/transports.ts';
import type { Outcome } from './lib/bots.ts';
import { freePort } from './lib/free-port.ts';
import { brokenInvariants, readAllKept } from './lib/invariants.ts';
import { NGINX_MISSING, startNginx, type Nginx } from './lib/nginx.ts';
import { startPlatformProcess, type PlatformProcess } from './lib/platform.ts';
import { runTool, wait } from './lib/run-tool.ts';
import { ownDatabase } from './lib/target.ts';
import { ToolProblem } from './lib/tool-options.ts';
import { report } from './lib/tool-report.ts';
import { cpuMsOf, startWorker, type Worker } from './lib/worker.ts';

const PATIENCE_MS = 120_000;
/** Not measured: connections are new, and so is the code. */
const WARM_UP_MS = 3_000;
const TOOL = {
  name: 'transports',
  about:
    'polling, polling with a sticky cookie, HTTP and WebSockets beside each other, over two web processes behind nginx: who gets in and stays, how soon bids are answered and prices seen, and what it costs',
  numbers: {
    clients: { default: 31, min: 2, max: 500, about: 'people in one room' },
    rounds: { default: 3, min: 1, max: 50, about: 'of all the ways by turns' },
    seconds: { default: 20, min: 1, max: 600, about: 'measured of each way in each round' },
    every: { default: 600, min: 20, max: 60_000, about: 'ms from one offer to the next' },
  },
};

const WAYS: Record<string, { way: Way; isSticky: boolean }> = {
  polling: { way: 'polling', isSticky: false },
  sticky: { way: 'polling', isSticky: true },
  http: { way: 'http', isSticky: false },
  websocket: { way: 'websocket', isSticky: false },
};

/** nginx itself has no sticky cookie: the one of the session says which process is asked. */
const sticky = (cookieName: string) => (text: string) => {
  const changed = text.replace(
    /(upstream savdo_rooms \{\s*)least_conn;/,
    `$1hash $cookie_${cookieName} consistent;`,
  );
  if (changed === text) throw new Error('the sample of nginx has no upstream of rooms');
  return changed;
};

/** Over all rounds of a way. */
class Measured {
  readonly gotIn: number[] = [];
  readonly stayed: number[] = [];
  readonly answers = histogram();
  readonly seen = histogram();
  words: Record<string, number> = {};
  clientSeconds = 0;
  requests = 0;
  cpuMs = 0;

  add({ answersMs, seenMs, outcomes, stayed }: TransportFigures): void {
    this.stayed.push(stayed);
    for (const ms of answersMs) this.answers.recordValue(microseconds(ms));
    for (const ms of seenMs) this.seen.recordValue(microseconds(ms));
    for (const { word } of outcomes) this.words[word] = (this.words[word] ?? 0) + 1;
  }

  figures(): object {
    const each = (sum: number) =>
      this.clientSeconds === 0 ? null : Number((sum / this.clientSeconds).toFixed(2));
    return {
      gotIn: this.gotIn.join(' '),
      stayed: this.stayed.join(' '),
      answerP50Ms: at(this.answers, 50),
      answerP99Ms: at(this.answers, 99),
      seenP50Ms: at(this.seen, 50),
      seenP99Ms: at(this.seen, 99),
      requestsPerClientSecond: each(this.requests),
      webCpuMsPerClientSecond: each(this.cpuMs),
      answers: this.words,
    };
  }
}

function histogram(): Histogram {
  return build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
  });
}

const microseconds = (ms: number): number => Math.max(1, Math.round(ms * 1_000));

const at = (all: Histogram, percentile: number): number | null =>
  all.totalCount === 0 ? null : Number((all.getValueAtPercentile(percentile) / 1_000).toFixed(1));

/** Returns 0 when every answer is what is stored, 1 when not, 2 for wrong arguments. */
export const transports = (argv: string[]): Promise<number> =>
  runTool(TOOL, argv, async (options) => {
    const { clients, rounds, seconds, every } = options.numbers;
    const { stop, url } = options;
    if (url !== null) throw new ToolProblem('the web processes compared are started here: no --url');
    if (NGINX_MISSING) throw new ToolProblem(NGINX_MISSING);
    const room = await openRoom(clients);
    const measured = Object.fromEntries(Object.keys(WAYS).map((name) => [name, new Measured()]));
    const outcomes: Outcome[] = [];
    try {
      for (let round = 0; round < rounds && !stop.aborted; round += 1)
        for (const [name, { way, isSticky }] of Object.entries(WAYS)) {
          if (stop.aborted) break;
          const of = measured[name] as Measured;
          const nginx = await room.proxy(isSticky);
          const generator = await startWorker('generators/transports.ts');
          try {
            const { cookies, lotId } = room;
            const gotIn = await generator.ask<number>('enter', { url: nginx.url, way, cookies, lotId });
            of.gotIn.push(gotIn);
            if (gotIn === 0) continue;
            const bid = (milliseconds: number) =>
              generator.ask<TransportFigures>('run', { milliseconds, everyMs: every });
            outcomes.push(...(await bid(WARM_UP_MS)).outcomes);
            const [requests, cpuMs] = [nginx.log().length, room.cpuMs()];
            const figures = await bid(seconds * 1_000);
            of.requests += nginx.log().length - requests;
            of.cpuMs += room.cpuMs() - cpuMs;
            of.clientSeconds += gotIn * seconds;
            of.add(figures);
            outcomes.push(...figures.outcomes);
            await generator.ask('leave');
          } finally {
            await generator.stop();
            await nginx.stop();
          }
          await wait(500, stop);
        }
      const stored = await readAllKept(room.url, new Map([[room.lotId, 0]]));
      const figures = Object.entries(measured).map(([name, of]) => [name, of.figures()]);
      return report(
        TOOL.name,
        { clients, everyMs: every, secondsOfEach: rounds * seconds, ways: Object.fromEntries(figures) },
        brokenInvariants(outcomes, stored),
        options,
      );
    } finally {
      await room.close();
    }
  });

interface ProxiedRoom {
  /** Of one of the web processes. */
  url: string;
  lotId: number;
  cookies: string[];
  /** nginx in front of both web processes. */
  proxy(isSticky: boolean): Promise<Nginx>;
  /** CPU time of both so far. */
  cpuMs(): number;
  close(): Promise<void>;
}

/** A practice lot of the product, in two web processes that also take polling, and people who are admitted to it. */
async function openRoom(clients: number): Promise<ProxiedRoom> {
  const { REDIS_URL: redisUrl = '', JOBS_REDIS_URL: jobsRedisUrl = redisUrl } = process.env;
  const database = await ownDatabase();
  const folder = mkdtempSync(path.join(process.env.SAVDO_TEST_FOLDER ?? tmpdir(), 'transports-'));
  const namespace = `transports${process.pid}:`;
  const services = { databaseUrl: database.url, redisUrl, namespace, folder };
  const port = await freePort();
  const env = {
    RATE_LIMIT_FACTOR: '1000',
    TRUST_PROXY: '1',
    PUBLIC_URL: `http://localhost:${port}`,
    ALLOW_TWINS: '1',
  };
  const processes: PlatformProcess[] = [];
  let worker: Worker | null = null;
  const close = async () => {
    await worker?.stop();
    await Promise.all(processes.map((each) => each.stop()));
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const start = async (kinds: string, flags: string[] = []) => {
      const started = await startPlatformProcess(services, { ...env, PROCESSES: kinds }, flags);
      processes.push(started);
      return started;
    };
    await start('journal,clock,worker');
    const polling = ['--import', './loadtest/servers/take-polling.ts'];
    const web = [await start('web', polling), await start('web', polling)] as const;
    worker = await startWorker('servers/practice-room.ts', {
      DATABASE_URL: database.url,
      JOBS_REDIS_URL: jobsRedisUrl,
      REDIS_NAMESPACE: namespace,
    });
    const lotId = await worker.ask<number>('lot');
    const cookies = await worker.ask<string[]>('people', { count: clients });
    for (const each of web) await each.until(() => true, PATIENCE_MS);
    for (const cookie of cookies) await admit(web[0].url, env.PUBLIC_URL, cookie, lotId);
    const cookieName = cookies[0]?.split('=')[0] ?? '';
    return {
      url: web[0].url,
      lotId,
      cookies,
      proxy: (isSticky) =>
        startNginx(
          port,
          web.map((each) => each.port),
          isSticky ? sticky(cookieName) : undefined,
        ),
      cpuMs: () => web.reduce((sum, { pid }) => sum + (cpuMsOf(pid) ?? NaN), 0),
      close,
    };
  } catch (error) {
    // Not tried again: the caller of the tool learns why the room could not be opened.
    await close();
    throw error;
  }
}

/** A lot that was published a moment ago has no room yet. */
async function admit(url: string, origin: string, cookie: string, lotId: number): Promise<void> {
  let said = '';
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    const answer = await fetch(`${url}/api/shop/user-order/join-practice`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-savdo': '1', origin, cookie },
      body: JSON.stringify({ lotId }),
    });
    said = await answer.text();
    if (answer.ok && said.includes('"admitted"')) return;
    await wait(200, new AbortController().signal);
  }
  throw new ToolProblem(`no admission to the practice lot: ${said}`);
}

if (process.argv[1] === import.meta.filename) process.exit(await transports(process.argv.slice(2)));
