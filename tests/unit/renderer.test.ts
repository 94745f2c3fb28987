import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRenderer } from '#server/web/index.ts';
import type { Renderer } from '#server/web/render/renderer.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { Reply } from '#server/platform/http/index.ts';
import { PublicReads } from '#server/platform/http/public-reads.ts';
import { contract } from '#shared/api/contract.ts';

/** Replaces the client's build: asks one question, and answers with what it received. */
const BUILD = `
export async function renderPage(address, language, signedIn) {
  if (address === '/broken') throw new Error('cannot be drawn');
  const answer = await fetch('/api/number').then((found) => found.json()).catch(() => null);
  return { html: [language, address, answer, signedIn ? 'person' : ''].join(' ').trim(), answers: [], signedIn };
}`;

describe('a renderer', () => {
  let folder: string;
  let renderer: Renderer;
  let asked = 0;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-renderer-'));
    writeFileSync(path.join(folder, 'paint.mjs'), BUILD);
    renderer = createRenderer({
      file: path.join(folder, 'paint.mjs'),
      read: async (address) => (address === '/api/number' ? String((asked += 1)) : null),
      logger: createLogger({ level: 'silent' }),
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const page = (address: string, signedIn = false) => ({ address, language: 'ru' as const, signedIn });

  /** The first painting may come too late for its page; the next one finds it. */
  const rendered = async (address: string, expected: RegExp): Promise<void> => {
    await expect
      .poll(() => renderer.render(page(address)).then((found) => found?.html), {
        interval: 50,
      })
      .toMatch(expected);
  };

  test('draws with the answers of the process around it, once for all who ask for the same page', async () => {
    await rendered('/home', /^ru \/home \d+$/);
    const before = asked;
    const all = await Promise.all(Array.from({ length: 20 }, () => renderer.render(page('/home'))));
    expect(new Set(all.map((one) => one?.html)).size).toBe(1);
    expect(asked - before).toBeLessThanOrEqual(1);
  });

  test('keeps a page for visitors and one for those who signed in apart', async () => {
    await rendered('/two', /^ru \/two \d+$/);
    await expect
      .poll(() => renderer.render(page('/two', true)).then((found) => found?.html), {
        interval: 50,
      })
      .toMatch(/^ru \/two \d+ person$/);
    expect((await renderer.render(page('/two')))?.html).toMatch(/^ru \/two \d+$/);
  });

  test('gives nothing rather than something late or broken, and goes on', async () => {
    await expect(renderer.render(page('/broken'))).resolves.toBeNull();
    const many = await Promise.all(Array.from({ length: 30 }, (_, i) => renderer.render(page(`/page-${i}`))));
    expect(many.filter((one) => one === null).length).toBeGreaterThan(20);
    await rendered('/after', /^ru \/after/);
  });
});

describe('reads of a visitor inside the process', () => {
  const reads = new PublicReads();
  const query = z.strictObject({ size: z.coerce.number().int().max(9).default(3) });
  const params = z.strictObject({ id: z.coerce.number().int().positive() });
  const lot = contract({
    refusals: {},
    name: 'lot',
    method: 'get',
    path: '/api/lot/:id',
    summary: '',
    tag: '',
    access: 'public',
    rateLimit: { perMinute: 1 },
    params,
    query,
    answer: z.any(),
  });
  reads.add(lot, { params, query }, (call) => ({
    id: call.params,
    ...(call.query as object),
    who: call.person,
  }));
  reads.add(
    { ...lot, name: 'own', path: '/api/own', access: 'signed-in' },
    { params: z.strictObject({}), query },
    () => ({ secret: true }),
  );
  reads.add({ ...lot, name: 'bytes', path: '/api/bytes' }, { params: z.strictObject({}), query }, (call) => {
    call.res.set('Cache-Control', 'no-store');
    return new Reply({ body: Buffer.from('[1]') });
  });
  const read = (address: string) => reads.read(address, ['lot', 'own', 'bytes']);

  test('are parsed as over the network, and are no one’s', async () => {
    expect(await read('/api/lot/7?size=2')).toBe('{"id":{"id":7},"size":2,"who":null}');
    expect(await read('/api/bytes')).toBe('[1]');
  });

  test('answer nothing else: wrong, unknown, unnamed, or for people who signed in', async () => {
    for (const address of ['/api/lot/x', '/api/lot/7?size=10', '/api/lot/7?y=1', '/api/lots/7', '/api/own'])
      expect(await read(address), address).toBeNull();
    expect(await reads.read('/api/lot/7', ['bytes'])).toBeNull();
  });
});
