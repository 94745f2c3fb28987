import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { registerConsoleReferenceRoutes } from '#server/api/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { ReferenceChanges } from '#server/domains/content/reference-changes/index.ts';
import { addDocument } from '#shared/api/cabinet/files.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { formOf } from '../../fixtures/file-samples.ts';
import { startFilesApp } from '../../fixtures/files-app.ts';
import { pdf } from '../../fixtures/sample-files.ts';
import { eventually } from '../../fixtures/services.ts';

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

test('a photo or a document that arrives slowly is not stored once the session has ended meanwhile', async () => {
  const fixture = await startFilesApp();
  const me = await fixture.owner();
  const form = await new Response(formOf({ name: 'a.pdf', bytes: pdf() })).arrayBuffer();
  async function slowly(meanwhile: () => Promise<unknown>) {
    const query = `owner=order&ownerId=${me.ownerId}&uploadId=${randomUUID()}`;
    const upload = request(`${fixture.app.url}${addDocument.path}?${query}`, {
      method: 'POST',
      headers: {
        'x-savdo': '1',
        cookie: me.cookie,
        'content-type': `multipart/form-data; boundary=${boundaryOf(form)}`,
        'content-length': form.byteLength,
      },
    });
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.write(Buffer.from(form.slice(0, -5)));
    await eventually(async () => (await fixture.onDisk()).length === 1, 'the file to begin to arrive');
    await meanwhile();
    upload.end(Buffer.from(form.slice(-5)));
    const [answer] = await answered;
    const { ERROR } = (await json(answer)) as { ERROR?: { code: string } };
    return [answer.statusCode, ERROR?.code];
  }
  const ends = () => fixture.app.sessions.endAll(me.personId, { because: 'roles-changed' });
  expect(await slowly(ends)).toEqual([401, 'session-over.roles-changed']);
  const { rows } = await fixture.database.pool.query('select from file_blob');
  expect([rows, await fixture.onDisk()]).toEqual([[], []]);
  me.cookie = (await fixture.app.signIn({ personId: me.personId, roles: ['customer'] })).cookie;
  expect(await slowly(async () => undefined)).toEqual([200, undefined]);
  await fixture.close();
});

/** The first line of a body in parts. */
const boundaryOf = (form: ArrayBuffer): string => Buffer.from(form).toString('latin1', 2).split('\r\n')[0]!;
