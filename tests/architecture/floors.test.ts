import { describe, expect, it } from 'vitest';
import { checkImports, describe as describeViolations, type Rule } from './check-imports.ts';
import { importsOf } from './imports-of.ts';
import { projectFiles } from './project-files.ts';

const PROJECT = ['server', 'client', 'shared', 'migrations', 'loadtest', 'tests', 'scripts'];

describe('the house', () => {
  it('has no import that breaks a rule', () => {
    const files = projectFiles(PROJECT, ['.ts', '.tsx', '.mts', '.mjs']);
    expect(files.size).toBeGreaterThan(50);
    expect(describeViolations(checkImports(files))).toEqual([]);
  });
});

/** What a careless change would write: [what it does, file, source, the rule that must see it]. */
const PLANTED: readonly [string, string, string, Rule][] = [
  [
    'a platform file imports a domain',
    'server/platform/ids/ids.ts',
    `import '#server/domains/trade/lots/index.ts'`,
    'imports point down',
  ],
  [
    'shared imports the server',
    'shared/money/money.ts',
    `export * from '../../server/platform/ids/ids.ts'`,
    'imports point down',
  ],
  [
    'a domain imports a workflow',
    'server/domains/trade/orders/orders.service.ts',
    `import type { W } from '#server/workflows/list-lot.ts'`,
    'imports point down',
  ],
  [
    'a workflow imports a job',
    'server/workflows/buy-now.ts',
    `const job = await import('#server/jobs/buy-now.ts')`,
    'imports point down',
  ],
  [
    'a domain serves requests through the API',
    'server/domains/trade/lots/lots.service.ts',
    `import { registerLotRoutes } from '#server/api/index.ts'`,
    'imports point down',
  ],
  [
    'a workflow imports a route',
    'server/workflows/buy-now.ts',
    `import type { BuyNowDeps } from '#server/api/index.ts'`,
    'imports point down',
  ],
  [
    'a request imports a page',
    'server/api/site/lots.routes.ts',
    `import { lotPage } from '#server/web/index.ts'`,
    'imports point down',
  ],
  [
    'a request imports a job',
    'server/api/site/lots.routes.ts',
    `import { queueNames } from '#server/jobs/index.ts'`,
    'never sideways',
  ],
  [
    'a page imports a process',
    'server/web/render/renderer.ts',
    `import { openPlatform } from '#server/processes/platform.ts'`,
    'imports point down',
  ],
  [
    'a process bypasses the door of the API',
    'server/processes/web.ts',
    `import { registerLotRoutes } from '#server/api/site/lots.routes.ts'`,
    'enter by the door',
  ],
  [
    'a domain declares its own routes',
    'server/domains/trade/lots/lots.routes.ts',
    `import { Router } from 'express'`,
    'package owner',
  ],
  [
    'an integration imports a domain',
    'server/integrations/sms/port.ts',
    `type A = import('#server/domains/people/accounts/index.ts').Account`,
    'imports point down',
  ],
  [
    'a job imports a process',
    'server/jobs/close.ts',
    `import { wiring } from '../processes/wiring.ts'`,
    'imports point down',
  ],
  [
    'a domain imports its neighbour',
    'server/domains/trade/lots/lots.service.ts',
    `import { order } from '../orders/index.ts'`,
    'never sideways',
  ],
  [
    'one integration imports another',
    'server/integrations/sms/sms-sandbox.ts',
    `import { mail } from '../email/port.ts'`,
    'never sideways',
  ],
  [
    'the journal imports the room',
    'server/auction/journal/start-journal.ts',
    `import type { Room } from '../live/room.ts'`,
    'never sideways',
  ],
  [
    'auction state imports the clock',
    'server/auction/state/auction-state.ts',
    `import { now } from '../clock/clock.ts'`,
    'imports point down',
  ],
  [
    'a workflow goes past a door',
    'server/workflows/buy-now.ts',
    `import { lots } from '#server/domains/trade/lots/lots.repository.ts'`,
    'enter by the door',
  ],
  [
    'a process goes past the hot core’s door',
    'server/processes/web.ts',
    `import { keys } from '#server/auction/state/keys.ts'`,
    'enter by the door',
  ],
  [
    'a migration imports a constant of the app',
    'migrations/0009_x.ts',
    `import { n } from '../shared/limits/n.ts'`,
    'sees only',
  ],
  [
    'a load test imports the server',
    'loadtest/bid-storm.ts',
    `import { place } from '#server/auction/index.ts'`,
    'sees only',
  ],
  [
    'a benchmark imports a server instead of starting it',
    'loadtest/benchmarks/engine.ts',
    `import { engine } from '../servers/script-engine.ts'; import { place } from '#server/auction/index.ts'`,
    'sees only',
  ],
  [
    'a server of the load tests imports the client',
    'loadtest/servers/auction-core.ts',
    `import { paths } from '#client/app/routes.ts'`,
    'sees only',
  ],
  [
    'the hot core imports a domain',
    'server/auction/live/board.ts',
    `import type { Lot } from '#server/domains/trade/lots/index.ts'`,
    'sees only',
  ],
  [
    'a rule imports the platform',
    'server/auction/rules/decide.ts',
    `import { log } from '#server/platform/logging/index.ts'`,
    'sees only',
  ],
  [
    'the client imports the server',
    'client/lib/api.ts',
    `import type { App } from '#server/processes/web.ts'`,
    'sees only',
  ],
  [
    'the server imports the client',
    'server/processes/web.ts',
    `import { paths } from '#client/lib/paths.ts'`,
    'sees only',
  ],
  [
    'a rendered page imports a screen, not only their table',
    'server/web/screens.ts',
    `import Home from '#client/app/screens/home.tsx'`,
    'sees only',
  ],
  [
    'a request reads the table of screens',
    'server/api/site/lots.routes.ts',
    `import { ROUTES } from '#client/app/routes.ts'`,
    'sees only',
  ],
  [
    'a feature imports another feature',
    'client/features/site/room/room.tsx',
    `import { star } from '#client/features/cabinet/favourites/star.tsx'`,
    'never sideways',
  ],
  [
    'a feature imports a screen',
    'client/features/site/room/room.tsx',
    `import { Home } from '../../../app/screens/home.tsx'`,
    'imports point down',
  ],
  [
    'the design system imports a badge of payments',
    'client/ui/data-table/data-table.tsx',
    `import { PaymentStatusBadge } from '#client/entities/payment/payment-badge.tsx'`,
    'imports point down',
  ],
  [
    'an entity imports a feature',
    'client/entities/lot/status-badge.tsx',
    `import { Countdown } from '#client/features/site/lots/lot-timer.tsx'`,
    'imports point down',
  ],
  [
    'one entity imports another',
    'client/entities/application/apply-dialog.tsx',
    `import { StatusBadge } from '../lot/status-badge.tsx'`,
    'never sideways',
  ],
  [
    'the design system imports a feature',
    'client/ui/button.tsx',
    `import '../features/site/room/room.tsx'`,
    'imports point down',
  ],
  [
    'product code imports a test tool',
    'server/platform/http/app.ts',
    `import { bidder } from '../../../tests/fixtures/bidder.ts'`,
    'product is not a test',
  ],
  [
    'a service opens Redis',
    'server/domains/trade/lots/lots.service.ts',
    `import { Redis } from 'ioredis'`,
    'package owner',
  ],
  [
    'a service writes SQL',
    'server/domains/trade/lots/lots.service.ts',
    `import { sql } from 'kysely'`,
    'package owner',
  ],
  ['a process takes a pg type', 'server/processes/web.ts', `import type { Pool } from 'pg'`, 'package owner'],
  [
    'a domain opens sockets',
    'server/domains/trade/lots/lots.events.ts',
    `import { Server } from 'socket.io'`,
    'package owner',
  ],
  [
    'a feature opens its own socket',
    'client/features/site/room/room.tsx',
    `import { io } from 'socket.io-client'`,
    'package owner',
  ],
  [
    'a workflow makes a queue',
    'server/workflows/buy-now.ts',
    `import { Queue } from 'bullmq'`,
    'package owner',
  ],
  [
    'a service answers requests',
    'server/domains/trade/lots/lots.service.ts',
    `import type { Request } from 'express'`,
    'package owner',
  ],
  [
    'shared imports express',
    'shared/api/contract.ts',
    `import type { Request } from 'express'`,
    'packages only',
  ],
  [
    'shared imports a Node module',
    'shared/time/clock.ts',
    `import { hrtime } from 'node:process'`,
    'packages only',
  ],
  ['a rule imports a package', 'server/auction/rules/decide.ts', `import { z } from 'zod'`, 'packages only'],
  ['the launcher imports a package', 'scripts/launcher/main.mjs', `import pg from 'pg'`, 'packages only'],
  [
    'the client imports a Node module',
    'client/lib/hash.ts',
    `import { createHash } from 'node:crypto'`,
    'packages never',
  ],
  [
    'the server imports React',
    'server/processes/web.ts',
    `import { createElement } from 'react'`,
    'packages never',
  ],
  [
    'the hot core grows a room nobody planned',
    'server/auction/extras/thing.ts',
    `export const thing = 1`,
    'every file has a floor',
  ],
  [
    'a folder nobody planned appears',
    'server/extras/thing.ts',
    `export const thing = 1`,
    'every file has a floor',
  ],
];

describe('a planted violation is caught', () => {
  it.each(PLANTED)('when %s', (_what, file, source, rule) => {
    const found = checkImports(new Map([[file, source]]));
    expect(found.map((violation) => violation.rule)).toContain(rule);
    expect(found.every((violation) => violation.file === file)).toBe(true);
  });

  it('when two files import each other, types included', () => {
    const files = new Map([
      ['shared/money/a.ts', `import type { B } from './b.ts'; export type A = B`],
      ['shared/money/b.ts', `import { c } from './c.ts'; export type B = typeof c`],
      ['shared/money/c.ts', `export type { A } from './a.ts'; export const c = 1`],
    ]);
    expect(checkImports(files).map((violation) => violation.rule)).toEqual(['no circles']);
  });

  it('for every owned package, in each place that does not own it', () => {
    for (const name of ['ioredis', 'pg', 'kysely', 'socket.io', 'bullmq', 'express']) {
      const found = checkImports(
        new Map([['server/domains/trade/lots/lots.policy.ts', `import type * as x from '${name}'`]]),
      );
      expect(found, name).toHaveLength(1);
    }
  });
});

describe('the same imports are allowed to their owners', () => {
  it.each([
    ['server/platform/redis/connect.ts', `import { Redis } from 'ioredis'`],
    ['server/auction/state/auction-state.ts', `import type { Redis } from 'ioredis'`],
    ['server/domains/trade/lots/lots.repository.ts', `import { sql } from 'kysely'`],
    [
      'server/auction/live/gateway.ts',
      `import { Server } from 'socket.io'; import { place } from '../state/auction-state.ts'`,
    ],
    ['server/api/site/lots.routes.ts', `import { Router } from 'express'`],
    ['server/api/cabinet/user-order.routes.ts', `import type { Apply } from '#server/workflows/index.ts'`],
    ['server/web/head/describe-page.ts', `import type { Lots } from '#server/domains/trade/lots/index.ts'`],
    ['server/web/screens.ts', `import { ROUTES } from '#client/app/routes.ts'`],
    ['server/workflows/buy-now.ts', `import { lots } from '#server/domains/trade/lots/index.ts'`],
    ['server/auction/rules/decide.ts', `import type { Rules } from '#shared/auction/rules.ts'`],
    ['loadtest/servers/auction-core.ts', `import { createRooms } from '#server/auction/index.ts'`],
    ['migrations/0001_x.ts', `import { sql, type Kysely } from 'kysely'`],
    ['tests/realtime/room.test.ts', `import { keys } from '#server/auction/state/keys.ts'`],
  ])('%s', (file, source) => {
    expect(checkImports(new Map([[file, source]]))).toEqual([]);
  });
});

describe('reading imports', () => {
  it('sees each way to write one and nothing in comments or texts', () => {
    const source = `
      import a, { type B } from './a.ts';
      import type { C } from './c.ts';
      export * from './d.ts';
      export type { E } from './e.ts';
      import './f.css';
      const g = await import('./g.ts');
      type H = import('./h.ts').H;
      type I = typeof import('./i.ts');
      // import './never.ts'
      const text = "import './never.ts'";
    `;
    expect(importsOf('server/platform/x.ts', source).map(({ specifier }) => specifier)).toEqual(
      ['a.ts', 'c.ts', 'd.ts', 'e.ts', 'f.css', 'g.ts', 'h.ts', 'i.ts'].map((name) => `./${name}`),
    );
  });

  it('fails on a text that does not parse', () => {
    expect(() => importsOf('server/platform/x.ts', 'import {')).toThrow('does not parse');
  });
});
