import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStaffTasks } from '#server/domains/staff/tasks/index.ts';
import type { StaffTaskKind } from '#shared/lifecycles/staff-task.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

// A task that asks for what one person may not decide alone is not ended by the word of one: nobody would be asked again.

let database: TestDatabase;
let lotId: number;
beforeAll(async () => {
  database = await testDatabase();
  lotId = await publishTestLot(database, { ruleSet: 'private' });
});
afterAll(() => database.close());

test.each<StaffTaskKind>(['second-shutting', 'suspended-sale', 'confirm-absence', 'decide-late-parts'])(
  'a task %s ends with what it asks for, not by the word of one person',
  async (kind) => {
    const tasks = createStaffTasks({ db: database.db, record: async () => undefined });
    const occasion = randomUUID();
    await tasks.open({ occasion, kind, lotId, dueAt: new Date() });
    const { rows } = await database.pool.query('select id from staff_task where occasion = $1', [occasion]);
    const alone = { personId: randomUUID(), name: 'Operator' };
    await expect(tasks.finish(rows[0].id, alone, 'all is well')).rejects.toMatchObject({
      code: 'staff-tasks.decided',
    });
  },
);
