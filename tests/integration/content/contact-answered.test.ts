import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { createContactAnswers } from '#server/domains/content/contact-answers/contact-answers.service.ts';
import { createSiteRepository, siteModule } from '#server/domains/content/site/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { MessagingApp } from '../../fixtures/messaging-app.ts';

let fixture: MessagingApp;
beforeAll(async () => {
  fixture = await MessagingApp.start();
});
afterAll(() => fixture.close());

const STAFF = { personId: 'operator-1', name: 'Nodira' };
const answers = () =>
  createContactAnswers({
    db: fixture.database.db,
    actions: { record: () => Promise.resolve() },
    gateways: { sms: null, mail: null },
  });
const write = (personId: string | null, requestId: string) =>
  createSiteRepository(fixture.database.db).keepMessage({
    requestId,
    personId,
    name: 'Anvar',
    email: 'anvar@example.uz',
    phone: null,
    subject: 'other',
    message: 'When does the room open?',
    language: 'uz' as const,
  });

/** What the worker does with the events so far. */
async function handleEvents(): Promise<void> {
  const { db, pool } = fixture.database;
  const listeners = siteModule.listeners?.({ notifications: createNotifications(db) } as never) ?? {};
  const { rows } = await pool.query(
    `select id, topic, payload from outbox where topic = 'site.contact-answered'`,
  );
  for (const { id, topic, payload } of rows)
    for (const { handle } of listeners[topic] ?? [])
      await inTransaction(db, (tx) => handle(payload, tx, { id, topic }));
}

describe('an answer to a message to the operator', () => {
  test('reaches its writer once, however often it is marked and its event comes', async () => {
    const id = fixture.somebody();
    const number = await write(id, '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d0a1');
    const site = createSiteRepository(fixture.database.db);
    await answers().mark(number, STAFF);
    await answers().mark(number, { personId: 'operator-2', name: 'Jasur' });
    await handleEvents();
    await handleEvents();
    const { items } = await fixture.office.inbox.page(id, 'ru', { state: 'all', page: 1, size: 5 });
    expect(items.map(({ text }) => text)).toEqual([`На ваше обращение №\u00a0${number} дан ответ.`]);
    expect((await site.message(number))?.answered_by_name).toBe('Nodira');
  });

  test('to somebody without an account is sent to no one', async () => {
    await fixture.clear();
    const number = await write(null, '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d0a2');
    await answers().mark(number, STAFF);
    const { rows } = await fixture.database.pool.query(
      `select 1 from outbox where topic = 'site.contact-answered'`,
    );
    expect(rows).toEqual([]);
  });
});
