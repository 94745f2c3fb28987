import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStaffNotes } from '#server/domains/staff/notes/staff-notes.service.ts';
import { createStaffTasks } from '#server/domains/staff/tasks/staff-tasks.service.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let lotId: number;
beforeAll(async () => {
  database = await testDatabase();
  lotId = await publishTestLot(database);
});
afterAll(() => database.close());

async function staff(name: string, roles = ['operator'], shut = false) {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, language, roles, disabled_at)
     values ('test', $1, 'natural', $2, 'uz', $3, case when $4 then now() end) returning id`,
    [randomUUID(), name, roles, shut],
  );
  return { personId: rows[0]!.id, name };
}

const tasks = () =>
  createStaffTasks({
    db: database.db,
    record: (action, tx) => createActionLog(tx).record({ ...action, address: null }),
  });

async function newTask(): Promise<number> {
  const occasion = randomUUID();
  await tasks().open({ occasion, kind: 'repeat-lot', lotId, dueAt: new Date() });
  const { rows } = await database.pool.query('select id from staff_task where occasion = $1', [occasion]);
  return rows[0].id;
}
const found = async (id: number, asked: { owner?: 'mine' | 'unowned'; lot?: number }, reader: string) =>
  (await tasks().page({ page: 1, size: 100, state: 'open', ...asked }, reader)).items.some(
    (task) => task.id === id,
  );

describe('a task', () => {
  test('is taken by one, handed over to a colleague who may finish it, and left again, each recorded', async () => {
    const [anna, boris] = [await staff('Anna'), await staff('Boris', ['administrator'])];
    const auditor = await staff('Auditor', ['auditor']);
    const shut = await staff('Shut', ['operator'], true);
    const id = await newTask();
    expect(await found(id, { owner: 'unowned', lot: lotId }, anna.personId)).toBe(true);
    const taken = await Promise.allSettled([tasks().take(id, anna), tasks().take(id, boris)]);
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const first = (await tasks().page({ page: 1, size: 100, state: 'open' })).items.find(
      (task) => task.id === id,
    )?.owner;
    const [owner, other] = first?.id === anna.personId ? [anna, boris] : [boris, anna];
    expect(await found(id, { owner: 'mine' }, owner.personId)).toBe(true);
    expect(await found(id, { owner: 'mine' }, other.personId)).toBe(false);
    await expect(tasks().take(id, other)).rejects.toMatchObject({ code: 'staff-tasks.taken' });
    for (const refused of [auditor, shut])
      await expect(tasks().handOver(id, owner, refused.personId)).rejects.toMatchObject({
        code: 'staff-tasks.no-colleague',
      });
    expect((await tasks().handOver(id, owner, other.personId)).owner).toEqual({
      id: other.personId,
      name: other.name,
    });
    expect((await tasks().handOver(id, other, null)).owner).toBeNull();
    const { rows } = await database.pool.query(
      `select action from person_action where person_id = $1 and type = 'staff-task' order by id`,
      [owner.personId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['taken', 'handed-over']);
    await tasks().finish(id, other, 'It was put on trade again');
    for (const late of [() => tasks().take(id, owner), () => tasks().handOver(id, owner, other.personId)])
      await expect(late()).rejects.toMatchObject({ code: 'staff-tasks.done' });
    await expect(tasks().take(987_654_321, owner)).rejects.toMatchObject({ status: 404 });
  });
});

describe('notes', () => {
  test('are read oldest first about one thing, and never changed', async () => {
    const notes = createStaffNotes(database.db);
    const anna = await staff('Anna');
    const task = { kind: 'staff-task', id: await newTask() } as const;
    await notes.add(task, anna, 'Called the seller');
    const both = await notes.add(task, anna, 'The seller agrees');
    expect(both.map(({ by, text }) => [by, text])).toEqual([
      ['Anna', 'Called the seller'],
      ['Anna', 'The seller agrees'],
    ]);
    expect(await notes.of({ kind: 'room', id: task.id })).toEqual([]);
    const room = { kind: 'room', id: lotId } as const;
    await expect(notes.add(room, anna, 'Of a lot without a room')).rejects.toMatchObject({ status: 404 });
    await database.pool.query('update lot set room_opened_at = now() where id = $1', [lotId]);
    expect(await notes.add(room, anna, 'The line to the bank is slow')).toHaveLength(1);
  });
});
