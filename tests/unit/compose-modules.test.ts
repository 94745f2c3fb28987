import { expect, test } from 'vitest';
import type { HttpApp } from '#server/platform/http/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { compose, defineModule, exportSource, type Collected } from '#server/platform/modules/index.ts';

const done = () => Promise.resolve();
const noLog = null as unknown as Logger;

const purse = defineModule({
  name: 'purse',
  create: ({ currency }: { currency: string }) => ({ balance: () => `5 ${currency}` }),
  listeners: () => ({ paid: [{ name: 'count', handle: done }] }),
  jobs: ({ balance }) => [{ name: `check ${balance()}`, everyMs: 1_000, run: done }],
  retention: () => [{ name: 'receipts', days: 30, purge: done }],
  exports: () => ({
    payments: exportSource({ title: 'a:b', filters: {}, columns: [], page: () => Promise.resolve({ total: 0, rows: [] }) }),
  }),
});

const shop = defineModule({
  name: 'shop',
  create: ({ balance, exportSources }: { balance(): string } & Collected) => ({
    window: `with ${balance()}`,
    lists: Object.keys(exportSources),
  }),
  listeners: () => ({
    paid: [{ name: 'send', handle: done }],
    left: [{ name: 'lock', handle: done }],
  }),
  jobs: () => [{ name: 'sweep', everyMs: 1_000, run: done }],
  commands: [
    {
      name: 'open',
      usage: 'open',
      about: 'opens the shop',
      run: ({ open, out }) => {
        out.line(open().window);
        return Promise.resolve(0);
      },
    },
  ],
});

test('a module receives what those before it give, and what the process gives', () => {
  const { parts } = compose<{ currency: string }>().with(purse).with(shop).create({ currency: 'soʻm' });
  expect([parts.window, parts.lists]).toEqual(['with 5 soʻm', ['payments']]);
});

test('a module whose needs nothing gives does not compile', () => {
  const empty = compose<{ currency: string }>();
  // @ts-expect-error -- the shop needs a balance, which only the purse gives
  expect(() => empty.with(shop).create({ currency: 'soʻm' })).toThrow('balance');
  // @ts-expect-error -- a module before the one it needs
  empty.with(shop).with(purse);
  // @ts-expect-error -- the process has to give the currency
  expect(compose<{ currency: string }>().with(purse).create({}).parts.balance()).toBe('5 undefined');
  // @ts-expect-error -- of another type than needed
  compose<{ currency: number }>().with(purse);
  // @ts-expect-error -- routes that use what no module gives
  empty.with(purse, (_app, { window }) => window);
});

test('what is given by two modules is refused at the start', () => {
  const again = compose<{ currency: string }>().with(purse).with(purse);
  expect(() => again.create({ currency: 'soʻm' })).toThrow('purse gives what another module gives: balance');
});

test('listeners, jobs, rules, commands and routes are those of all modules, in their order', async () => {
  const routes: string[] = [];
  const all = compose<{ currency: string }>()
    .with(purse, (_app, { balance }) => routes.push(balance()))
    .with(shop, (_app, { window }) => routes.push(window));
  const composed = all.create({ currency: 'tiyin' });
  const listeners = composed.listeners();
  expect(Object.entries(listeners).map(([topic, each]) => [topic, each.map(({ name }) => name)])).toEqual([
    ['paid', ['count', 'send']],
    ['left', ['lock']],
  ]);
  expect(composed.jobs(noLog).map(({ name }) => name)).toEqual(['check 5 tiyin', 'sweep']);
  expect(composed.retention().map(({ name, days }) => [name, days])).toEqual([['receipts', 30]]);
  composed.registerRoutes(null as unknown as HttpApp);
  expect(routes).toEqual(['5 tiyin', 'with 5 tiyin']);
  const lines: string[] = [];
  const out = { line: (text: string) => void lines.push(text), error: () => undefined };
  await all.commands[0]?.run({ args: [], out, open: () => composed.parts });
  expect([all.modules, lines]).toEqual([['purse', 'shop'], ['with 5 tiyin']]);
});

test('a process may give more to the modules that follow', () => {
  const door = defineModule({
    name: 'door',
    create: ({ key, balance }: { key: string; balance(): string }) => ({ opened: `${key} ${balance()}` }),
  });
  const { parts } = compose<{ currency: string }>()
    .with(purse)
    .andGiven<{ key: string }>()
    .with(door)
    .create({ currency: 'soʻm', key: 'brass' });
  expect(parts.opened).toBe('brass 5 soʻm');
});
