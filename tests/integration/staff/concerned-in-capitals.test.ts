import { afterAll, beforeAll, expect, test } from 'vitest';
import { shownOfAge } from '#server/domains/people/accounts/account-changes/shown-of-age.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { proposeDecision } from '#shared/api/console/decisions.ts';
import { decidedByTwo } from '../../fixtures/decided-by-two.ts';
import { DECISION_FIXTURES } from '../../fixtures/decision-fixtures.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('who is named by the id in capitals takes no part in the decision about them', async () => {
  const { proposed, concerned, effects } = await DECISION_FIXTURES['of-age'](database);
  if (proposed.kind !== 'of-age' || concerned === null) throw new Error('another kind');
  const inCapitals = { ...proposed, payload: { personId: proposed.payload.personId.toUpperCase() } };
  // As the call reads it.
  const written = proposeDecision.body!.parse({
    ...inCapitals,
    reason: 'seen in the passport',
    document: 'AA 1234567',
  }) as typeof proposed;
  const kind = shownOfAge(createActionLog(database.db));
  expect(await decidedByTwo(database, kind, proposed, { one: concerned })).toEqual({
    outcome: 'own-interest',
  });
  await decidedByTwo(database, kind, written, { one: concerned });
  expect(await effects()).toBe(0);
});
