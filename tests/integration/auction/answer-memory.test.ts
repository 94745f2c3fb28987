import { Agent, get } from 'node:http';
import net from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AnswerBuffers, registerContract, Reply } from '#server/platform/http/index.ts';
import { contract } from '#shared/api/contract.ts';
import { wholeNumber } from '#shared/api/fields.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';

const HALF_A_MEGABYTE = 500_000;

const written = contract({
  refusals: {},
  tag: 'test',
  summary: 'test',
  method: 'get',
  rateLimit: { perMinute: 1_000_000 },
  name: 'memory.written',
  path: '/api/memory/written',
  access: 'public',
  query: z.object({ mark: wholeNumber(0), length: wholeNumber(1) }),
  answer: z.unknown(),
});

/** What a question has to be answered with, the plain way. */
const expected = (mark: number, length: number): string =>
  `[${mark}${` ${mark}`.repeat(Math.ceil(length / 2))}`.slice(0, length);

const memory = new AnswerBuffers();
const seen = new Set<Buffer>();
let lent = 0;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(
    (http) =>
      registerContract(http, written, async ({ query: { mark, length } }) => {
        if (mark % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
        const pooled = memory.acquire(length);
        lent += 1;
        seen.add(pooled.bytes);
        const end = pooled.bytes.write(expected(mark, length), 'latin1');
        const headers = { 'Content-Type': 'application/json', ETag: `W/"${mark}-${length}"` };
        return new Reply({ body: pooled.bytes.subarray(0, end), headers, pooled });
      }),
    { checkAnswers: false },
  );
});
afterAll(() => app.close());

const pathOf = (mark: number, length: number): string => `/api/memory/written?mark=${mark}&length=${length}`;

const ask = (agent: Agent, mark: number, length: number, headers: Record<string, string> = {}) =>
  new Promise<string>((resolve, reject) => {
    get(app.url + pathOf(mark, length), { agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const all = Buffer.concat(parts);
        resolve(String(answer.headers['content-encoding'] === 'gzip' ? gunzipSync(all) : all));
      });
      answer.on('error', reject);
    }).on('error', reject);
  });

/** A connection of which nothing is read until asked for, with several questions sent at once. */
class SlowReader {
  readonly #socket: net.Socket;
  #asked: [number, number][] = [];

  constructor() {
    const { hostname, port } = new URL(app.url);
    this.#socket = net.connect({ host: hostname, port: Number(port) });
    this.#socket.pause();
    // A connection that is given up on purpose may tell so.
    this.#socket.on('error', () => undefined);
  }

  ask(mark: number, length: number): void {
    this.#asked.push([mark, length]);
    this.#socket.write(`GET ${pathOf(mark, length)} HTTP/1.1\r\nHost: slow\r\n\r\n`);
  }

  giveUp(): void {
    this.#socket.resetAndDestroy();
  }

  /** Everything that was answered, as wanted and as it came. */
  async readAll(): Promise<{ wanted: string[]; got: string[] }> {
    const wanted = this.#asked.map(([mark, length]) => expected(mark, length));
    const got: string[] = [];
    let rest = '';
    for await (const chunk of this.#socket) {
      rest += (chunk as Buffer).toString('latin1');
      for (;;) {
        const end = rest.indexOf('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(rest.slice(0, Math.max(end, 0)))?.[1]);
        if (end < 0 || rest.length < end + 4 + length) break;
        got.push(rest.slice(end + 4, end + 4 + length));
        rest = rest.slice(end + 4 + length);
      }
      if (got.length === wanted.length) break;
    }
    return { wanted, got };
  }
}

describe('answers in memory that is used again', () => {
  test('are each their own, with others under way, readers that wait and readers that leave', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    const slow = Array.from({ length: 3 }, () => new SlowReader());
    // More than the system takes for a reader that does not read: the rest waits in this process.
    slow.forEach((reader, at) => {
      for (let i = 0; i < 24; i += 1) reader.ask(1_000 + at * 100 + i, HALF_A_MEGABYTE - i);
    });
    const leaving: SlowReader[] = [];
    const wrong: string[] = [];
    for (let round = 0; round < 15; round += 1) {
      const leaver = new SlowReader();
      leaving.push(leaver);
      for (let i = 0; i < 12; i += 1) leaver.ask(5_000 + round * 20 + i, HALF_A_MEGABYTE);
      const answers = Array.from({ length: 24 }, async (_, i) => {
        const mark = round * 100 + i;
        const length = [200, 2_048, 2_049, 30_000, 300_000, HALF_A_MEGABYTE][i % 6] as number;
        const compressed = i % 5 === 0 ? { 'accept-encoding': 'gzip' } : {};
        if ((await ask(agent, mark, length, compressed)) !== expected(mark, length)) wrong.push(`${mark}`);
      });
      await Promise.all(answers);
      // Some leave at once, some with answers half sent.
      if (round % 2 === 0) leaver.giveUp();
      else leaving[round - 1]?.giveUp();
    }
    for (const leaver of leaving) leaver.giveUp();
    const results = await Promise.all(slow.map((reader) => reader.readAll()));
    for (const { wanted, got } of results)
      expect(got.map((text, i) => text === wanted[i])).not.toContain(false);
    expect(results.map(({ got }) => got.length)).toEqual([24, 24, 24]);
    expect(wrong).toEqual([]);
    // Proof that it was used again at all.
    expect(seen.size).toBeLessThan(lent / 2);
    agent.destroy();
  });

  test('are no one else’s before they have been given back, and given back once', () => {
    const own = new AnswerBuffers();
    const one = own.acquire(3_000);
    const other = own.acquire(3_000);
    expect(other.bytes).not.toBe(one.bytes);
    expect(one.bytes.length).toBeGreaterThanOrEqual(3_000);
    one.release();
    one.release();
    const third = own.acquire(4_000);
    expect(third.bytes).toBe(one.bytes);
    // Given back by who had it before: it is the third one's now.
    one.release();
    expect(own.acquire(4_000).bytes).not.toBe(third.bytes);
  });

  test.each([1, 2_048, 2_049, 4_096, 4_097, 100_000, 524_288, 524_289, 3_000_000])(
    'have room for %i bytes',
    (length) => {
      const own = new AnswerBuffers();
      const { bytes, release } = own.acquire(length);
      expect(bytes.length).toBeGreaterThanOrEqual(length);
      expect(bytes.length).toBeLessThan(Math.max(2_049, length * 2));
      expect(release).toBeTypeOf('function');
    },
  );
});
