import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { registerConsoleReferenceRoutes } from '#server/api/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { ReferenceChanges } from '#server/domains/content/reference-changes/index.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';

const PATH = `/api/console/reference/banks/import?mark=${'0'.repeat(64)}`;

let app: TestApp;
/** The file has begun to arrive; it is here once `arrives` is resolved. */
let begun: PromiseWithResolvers<void>;
let arrives: PromiseWithResolvers<void>;
let taken = 0;

beforeAll(async () => {
  const banks = {
    take: async () => {
      taken += 1;
      return { outcome: 'done', added: 1, renamed: 0, ended: 0, refused: 0 };
    },
  };
  const receive: FilesService['receive'] = async (_upload, _limits, use) => {
    begun.resolve();
    await arrives.promise;
    return use({ file: import.meta.filename, name: 'banks.csv' });
  };
  app = await startTestApp((http) =>
    registerConsoleReferenceRoutes(http, { banks } as unknown as ReferenceChanges, { receive }),
  );
});
afterAll(() => app.close());
beforeEach(() => {
  [begun, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  taken = 0;
});

async function sent(meanwhile: (personId: string) => Promise<unknown>) {
  const { cookie, person } = await app.signIn({ roles: ['operator'] });
  const form = new FormData();
  form.append('file', new Blob(['MFO']), 'banks.csv');
  const answer = app.call('POST', PATH, { cookie, form });
  await begun.promise;
  await meanwhile(person.personId);
  arrives.resolve();
  const { status, body } = await answer;
  return [status, body.ERROR?.code ?? 'done', taken];
}

test('a file of staff that arrives slowly is taken by who still has the right', async () => {
  expect(await sent(async () => undefined)).toEqual([200, 'done', 1]);
});

test('and not by somebody whose role was taken away, or whose session ended, meanwhile', async () => {
  expect(await sent((id) => app.sessions.changePerson(id, { roles: ['moderator'] }))).toEqual([
    403,
    'not-allowed',
    0,
  ]);
  [begun, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  expect(await sent((id) => app.sessions.endAll(id, { because: 'roles-changed' }))).toEqual([
    401,
    'session-over.roles-changed',
    0,
  ]);
});
