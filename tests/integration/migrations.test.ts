import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateToLatest, pendingMigrations } from '#server/platform/database/index.ts';
import { testDatabase, type TestDatabase } from '../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('empty');
});
afterAll(() => database.close());

describe('migrations', () => {
  test('bring an empty database to the newest schema once, however many processes start at once', async () => {
    expect((await pendingMigrations(database.db)).length).toBeGreaterThan(0);
    const runs = await Promise.all([
      migrateToLatest(database),
      migrateToLatest(database),
      migrateToLatest(database),
    ]);
    expect(runs.filter((applied) => applied.length > 0)).toHaveLength(1);
    expect(await pendingMigrations(database.db)).toEqual([]);
    expect(await migrateToLatest(database)).toEqual([]);
  });
});
