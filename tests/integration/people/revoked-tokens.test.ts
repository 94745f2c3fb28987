import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiTokens } from '#server/domains/people/accounts/api-tokens/api-tokens.service.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { createSessionStore, type SessionStore } from '#server/platform/sessions/index.ts';
import { somebody } from '../../fixtures/app.ts';
import { registered } from '../../fixtures/decision-fixtures.ts';
import {
  testDatabase,
  testJobsRedis,
  type TestDatabase,
  type TestJobsRedis,
} from '../../fixtures/services.ts';

let database: TestDatabase;
let jobs: TestJobsRedis;
let sessions: SessionStore;
beforeAll(async () => {
  database = await testDatabase();
  jobs = testJobsRedis();
  sessions = createSessionStore(jobs.redis, jobs.subscriber, jobs.namespace);
});
afterAll(async () => {
  await sessions.close();
  jobs.close();
  await database.close();
});

test('a token is over once it is revoked, though the process dies before its session has ended', async () => {
  const { db } = database;
  const personId = await registered(database);
  const tokens = (end: SessionStore['end']) =>
    createApiTokens({
      db,
      sessions: { ...sessions, end },
      sessionPerson: async () => somebody({ personId }),
      actions: createActionLog(db),
      notify: createNotifications(db).notify,
    });
  const whole = tokens(sessions.end);
  const { token, shown } = await whole.create(
    { person: { personId }, createdAt: new Date().toISOString() },
    { name: 'bot', scope: 'bid', days: 365 },
    '127.0.0.1',
  );
  expect(await whole.sessionOf(token)).not.toBeNull();
  const killed = tokens(() => Promise.reject(new Error('the process was killed')));
  await expect(killed.revoke(personId, shown.id, '127.0.0.1')).rejects.toThrow('killed');
  // Its owner sees it in no list, and does not repeat it.
  expect(await whole.list(personId)).toEqual([]);
  expect(await whole.sessionOf(token)).toBeNull();
});
