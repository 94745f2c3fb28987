import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '#server/platform/logging/index.ts';
import { openTraces } from '#server/platform/tracing/index.ts';
import { callServer } from '../../fixtures/app.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { roomBidders } from '../../fixtures/room-bidders.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';
import { projectFiles } from '../../architecture/project-files.ts';

interface Span {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  startMs: number;
  endMs: number;
  failed: boolean;
  facts: Record<string, unknown>;
}

const STATUS_ERROR = 2;

/** What a collector receives: OTLP over HTTP, as JSON. */
class Collector {
  readonly spans: Span[] = [];
  readonly #server: Server;
  url = '';

  constructor() {
    this.#server = createServer((req, res) => {
      let text = '';
      req.on('data', (part: Buffer) => (text += part.toString()));
      req.on('end', () => {
        if (req.url === '/v1/traces') this.#take(JSON.parse(text));
        res.setHeader('Content-Type', 'application/json').end('{}');
      });
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take({ resourceSpans }: any): void {
    const valueOf = (value: Record<string, unknown>) => Object.values(value)[0];
    const factsOf = (list: { key: string; value: Record<string, unknown> }[]) =>
      Object.fromEntries(list.map(({ key, value }) => [key, valueOf(value)]));
    for (const { resource, scopeSpans } of resourceSpans)
      for (const { spans } of scopeSpans)
        for (const span of spans)
          this.spans.push({
            service: String(factsOf(resource.attributes)['service.name']),
            name: span.name,
            traceId: span.traceId,
            spanId: span.spanId,
            parentSpanId: span.parentSpanId ?? '',
            startMs: Number(span.startTimeUnixNano) / 1e6,
            endMs: Number(span.endTimeUnixNano) / 1e6,
            failed: span.status.code === STATUS_ERROR,
            facts: factsOf(span.attributes),
          });
  }
}

const quiet = { service: 'savdo-test', version: '1', logger: createLogger({ level: 'silent' }) };

describe('traces of a web process and a journal beside it', () => {
  const redis = testRedis();
  let collector: Collector;
  let database: TestDatabase;
  let web: PlatformProcess;
  let journal: PlatformProcess;
  let people: ReturnType<typeof peopleOf>;
  let operator: string;

  beforeAll(async () => {
    [collector, database] = await Promise.all([new Collector().start(), testDatabase()]);
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, OTEL_TRACES_SAMPLER_ARG: '1' };
    web = await startPlatform({ database, redis }, { ...env, PROCESSES: 'clock,worker,web' });
    journal = await startPlatform({ database, redis }, { ...env, PROCESSES: 'journal' }, { wait: false });
    people = peopleOf(redis, () => database);
    operator = (await people.signIn({ name: 'Nodira', roles: ['operator'] })).cookie;
  });
  afterAll(async () => {
    await people.close();
    await Promise.all([web.stop(), journal.stop()]);
    collector.close();
    await database.close();
  });

  const stage = roomBidders({
    platform: () => web,
    database: () => database,
    people: () => people,
    staff: () => operator,
  });
  const found = <Value>(look: () => Value | undefined, what: string) =>
    eventually(() => Promise.resolve(look() ?? null), what);

  test('a request is a span with its path, its status and the id of its lines in the log', async () => {
    const answer = await callServer(web.url, 'GET', '/api/shop/common/date');
    const asked = await callServer(web.url, 'GET', '/lots?query=Karimov');
    const id = answer.headers.get('x-request-id');
    const spanOf = (given: string | null) =>
      found(() => collector.spans.find(({ facts }) => facts['savdo.request_id'] === given), 'the span');
    const span = await spanOf(id);
    expect(span).toMatchObject({
      service: 'savdo-web',
      name: 'GET /api/shop/common/date',
      parentSpanId: '',
      failed: false,
      facts: {
        'http.request.method': 'GET',
        'http.route': '/api/shop/common/date',
        'url.path': '/api/shop/common/date',
        'http.response.status_code': 200,
      },
    });
    expect(span.endMs).toBeGreaterThanOrEqual(span.startMs);
    // Pages have addresses without number, so that only their method names the span; what was searched for is in none.
    expect(await spanOf(asked.headers.get('x-request-id'))).toMatchObject({
      name: 'GET',
      facts: { 'url.path': '/lots' },
    });
    expect(JSON.stringify(collector.spans)).not.toContain('Karimov');
  });

  test('a span is named by the route and not by the numbers in its address, also where the call is refused', async () => {
    const read = await callServer(web.url, 'GET', '/api/shop/lot-card/details/9007199254740990');
    const written = await callServer(web.url, 'POST', '/api/console/lot-questions/41/approve', { body: {} });
    const unknown = await callServer(web.url, 'GET', '/api/shop/no-such-call/41');
    const spanOf = (answer: { headers: Headers }) =>
      found(
        () =>
          collector.spans.find(
            ({ facts }) => facts['savdo.request_id'] === answer.headers.get('x-request-id'),
          ),
        'the span',
      );
    expect(await spanOf(read)).toMatchObject({
      name: 'GET /api/shop/lot-card/details/:id',
      facts: {
        'http.route': '/api/shop/lot-card/details/:id',
        'url.path': '/api/shop/lot-card/details/9007199254740990',
        'http.response.status_code': 404,
      },
    });
    expect(await spanOf(written)).toMatchObject({
      name: 'POST /api/console/lot-questions/:questionId/approve',
      facts: { 'http.response.status_code': 401 },
    });
    const stray = await spanOf(unknown);
    expect(stray.name).toBe('GET');
    expect(stray.facts).not.toHaveProperty('http.route');
  });

  test('a bid is one trace through the web process, the script and the journal of another process', async () => {
    const lotId = await stage.runningSale();
    const ann = await stage.bidder(lotId);
    await stage.admitted(ann);
    expect(await stage.bid(ann, lotId, 100_000_00)).toMatchObject({ verdict: 'accepted' });
    const committed = await found(
      () =>
        collector.spans.find(({ name, facts }) => name === 'journal commit' && facts['savdo.lot'] === lotId),
      'the span of the journal',
    );
    const inTrace = (name: string) =>
      found(
        () => collector.spans.find((span) => span.traceId === committed.traceId && span.name === name),
        name,
      );
    const bid = await inTrace('bid place');
    const script = await inTrace('script place');
    expect(bid).toMatchObject({
      service: 'savdo-web',
      parentSpanId: '',
      facts: { 'savdo.verdict': 'accepted', 'savdo.seq': committed.facts['savdo.seq'] },
    });
    expect(script).toMatchObject({ service: 'savdo-web', parentSpanId: bid.spanId, failed: false });
    expect(committed).toMatchObject({
      service: 'savdo-journal',
      parentSpanId: bid.spanId,
      facts: { 'savdo.bid': bid.facts['savdo.bid'], 'savdo.entry': 'price' },
    });
    // No one is named.
    expect(JSON.stringify([bid, script, committed])).not.toContain(ann.personId);
  });

  test('a refused bid has its reason, and no commit', async () => {
    const lotId = await stage.runningSale();
    const stranger = await people.signIn({ personId: randomUUID(), name: 'Stranger' });
    const answer = await stage.bid(
      { ...stranger, personId: '', applicationId: 0, number: 0 },
      lotId,
      100_000_00,
    );
    const span = await found(
      () => collector.spans.find(({ name, facts }) => name === 'bid place' && facts['savdo.lot'] === lotId),
      'the span',
    );
    expect(span.facts).toMatchObject({ 'savdo.verdict': 'refused', 'savdo.reason': answer.reason });
    const others = collector.spans.filter(({ traceId }) => traceId === span.traceId);
    expect(others.map(({ name }) => name)).not.toContain('journal commit');
  });
});

describe('without a collector', () => {
  test('nothing is traced, and no file but one names the packages, which nothing loads at its start', async () => {
    expect(await openTraces({ endpoint: null, share: 1 }, quiet)).toBeNull();
    const files = projectFiles(['server', 'shared'], ['.ts']);
    const naming = [...files].filter(([, text]) => text.includes("'@opentelemetry/")).map(([name]) => name);
    expect(naming).toEqual(['server/platform/tracing/open-telemetry.ts']);
    const loading = [...files].filter(([, text]) => /open-telemetry\.ts'/.test(text));
    expect(loading.map(([name]) => name)).toEqual(['server/platform/tracing/index.ts']);
    expect(loading[0]![1].match(/.*open-telemetry\.ts'.*/g)).toEqual([
      "  const { createTraces } = await import('./open-telemetry.ts');",
    ]);
  });
});

describe('of a collector', () => {
  test('every process chooses the same share of bids, by their ids', async () => {
    const [one, two] = await Promise.all([new Collector().start(), new Collector().start()]);
    try {
      for (const { url } of [one, two]) {
        const traces = await openTraces({ endpoint: url, share: 0.25 }, quiet);
        for (let at = 0; at < 400; at += 1)
          traces!.begin('bid place', {
            kind: 'server',
            trace: { key: `bid 1 ${at}`, first: url === one.url },
          })();
        await traces!.close();
      }
      const ids = ({ spans }: Collector) => spans.map(({ traceId }) => traceId).sort();
      expect(ids(one)).toEqual(ids(two));
      expect(one.spans.length).toBeGreaterThan(60);
      expect(one.spans.length).toBeLessThan(140);
    } finally {
      one.close();
      two.close();
    }
  });

  test('that is away the log says so once, and the process goes on and ends', async () => {
    const collector = await new Collector().start();
    collector.close();
    const lines: string[] = [];
    const logger = createLogger({ level: 'warn' }, { write: (line) => void lines.push(line) });
    const traces = await openTraces({ endpoint: collector.url, share: 1 }, { ...quiet, logger });
    traces!.begin('bid place', { kind: 'server' })({}, { failed: true });
    await traces!.close().catch(() => undefined);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['spans do not reach the collector']);
  });
});
