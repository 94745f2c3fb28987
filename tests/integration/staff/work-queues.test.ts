import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSiteRepository } from '#server/domains/content/site/index.ts';
import { createReadWorkQueues } from '#server/domains/staff/work-queues/work-queues.repository.ts';
import type { WorkQueue } from '#server/platform/modules/index.ts';
import { MessagingApp } from '../../fixtures/messaging-app.ts';

let fixture: MessagingApp;
beforeAll(async () => {
  fixture = await MessagingApp.start();
});
afterAll(() => fixture.close());

const MESSAGES: WorkQueue = {
  page: 'contact',
  right: 'readContactMessages',
  table: 'contact_message',
  waits: { empty: 'answered_at' },
  since: 'written_at',
  due: 'written_at',
};
const DECISIONS: WorkQueue = {
  page: 'decisions',
  right: 'readDecisions',
  table: 'decision',
  waits: { column: 'state', values: ['open'] },
  since: 'proposed_at',
};

const write = (requestId: string) =>
  createSiteRepository(fixture.database.db).keepMessage({
    requestId,
    personId: null,
    name: 'Anvar',
    email: 'anvar@example.uz',
    phone: null,
    subject: 'other',
    message: 'When does the room open?',
    language: 'uz',
  });

it('counts what waits, since when and what is overdue, for those alone who may read the list', async () => {
  const read = createReadWorkQueues(fixture.database.db, [MESSAGES, DECISIONS]);
  expect(await read(['operator'])).toEqual([
    { page: 'contact', count: 0, oldestAtMs: null, overdue: 0 },
    { page: 'decisions', count: 0, oldestAtMs: null, overdue: null },
  ]);
  const first = await write('0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d0b1');
  const second = await write('0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d0b2');
  await createSiteRepository(fixture.database.db).markAnswered(
    first,
    { personId: 'x', name: 'Nodira' },
    null,
  );
  const { rows } = await fixture.database.pool.query(
    'select written_at from contact_message where number = $1',
    [second],
  );
  expect(await read(['operator'])).toContainEqual({
    page: 'contact',
    count: 1,
    oldestAtMs: rows[0].written_at.getTime(),
    overdue: 1,
  });
  expect((await read(['moderator'])).map(({ page }) => page)).toEqual(['decisions']);
  expect(await read(['buyer'])).toEqual([]);
});
