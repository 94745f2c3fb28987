import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNotifications, NOTIFICATION_EVENTS } from '#server/domains/content/notifications/index.ts';
import { SmsNotTaken, SmsRefused, type SmsGateway } from '#server/integrations/sms/index.ts';
import { openEventQueue, startEventWorker } from '#server/jobs/index.ts';
import { inTransaction, startOutboxRelay } from '#server/platform/database/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import type { EventListeners } from '#server/platform/modules/index.ts';
import { HELD, MessagingApp, WON } from '../../fixtures/messaging-app.ts';
import { eventually } from '../../fixtures/services.ts';

let fixture: MessagingApp;
beforeAll(async () => {
  fixture = await MessagingApp.start();
});
beforeEach(() => fixture.clear());
afterAll(() => fixture.close());

describe('a delivery', () => {
  test('is queued once and sent once, however often its event comes and however many workers look', async () => {
    await fixture.tell(fixture.somebody(), WON);
    await Promise.all([fixture.queueAll(), fixture.queueAll()]);
    await fixture.queueAll();
    await Promise.all([fixture.deliver(), fixture.deliver(), fixture.deliver()]);
    await fixture.deliver();
    expect([fixture.texted.length, fixture.written.length]).toEqual([1, 1]);
  });

  test('about an address that was moved goes to the one before, and by the other channel too, whatever was chosen', async () => {
    const { db, pool } = fixture.database;
    const [moved, quiet] = [fixture.somebody({ phone: '+998907770002' }), fixture.somebody()];
    await pool.query(
      `insert into notification_choice (person_id, topic, channel, wanted, chosen_at)
       select $1, 'account', channel, false, now() from unnest(array['email', 'sms']) channel`,
      [moved],
    );
    await inTransaction(db, (tx) =>
      createNotifications(db).notify(tx, {
        personId: moved,
        key: 'moved',
        template: 'phone-confirmed',
        params: { phone: '+998 90 •••-••-02' },
        formerly: { phone: '+998907770001' },
      }),
    );
    await fixture.tell(quiet, { template: 'password-changed', params: {} });
    const { rows } = await pool.query('select payload from outbox order by id');
    // As the worker does with what is in the outbox.
    for (const { payload } of rows)
      await inTransaction(db, (tx) => fixture.office.queue(tx, payload.messageId, payload.formerly));
    await fixture.deliver();
    expect(fixture.texted.map(({ to }) => to).toSorted()).toEqual(['+998901234567', '+998907770001']);
    expect(fixture.written.map(({ to }) => to).toSorted()).toEqual([
      `${moved}@example.uz`,
      `${quiet}@example.uz`,
    ]);
  });

  test('is taken by one of many workers that look at the same moment', async () => {
    for (let i = 0; i < 40; i += 1) await fixture.tell(fixture.somebody({ email: null }), WON);
    await fixture.queueAll();
    await Promise.all(Array.from({ length: 8 }, () => fixture.deliver()));
    expect(new Set(fixture.texted.map(({ id }) => id)).size).toBe(40);
    expect(fixture.texted).toHaveLength(40);
  });

  test('waits while the gateway is away, holds up neither inbox nor letters, and then goes once', async () => {
    const id = fixture.somebody();
    fixture.mood = 'ill';
    await fixture.tell(id, WON);
    await fixture.queueAll();
    await fixture.deliver();
    expect(await fixture.office.inbox.unread(id)).toBe(1);
    expect(fixture.written).toHaveLength(1);
    expect(await fixture.deliveries()).toContainEqual(
      expect.objectContaining({
        channel: 'sms',
        state: 'waiting',
        attempts: 1,
        last_error: 'SMS not taken: away',
      }),
    );
    // Not due yet: the gateway is left alone.
    fixture.mood = 'well';
    await fixture.deliver();
    expect(fixture.texted).toEqual([]);
    await fixture.due();
    await fixture.deliver();
    await fixture.due();
    await fixture.deliver();
    expect(fixture.texted).toHaveLength(1);
  });

  test('is given up after hours of trying, and the row says why', async () => {
    fixture.mood = 'ill';
    await fixture.tell(fixture.somebody({ email: null }), WON);
    await fixture.queueAll();
    for (let i = 0; i < 12; i += 1) {
      await fixture.due();
      await fixture.deliver();
    }
    expect(await fixture.deliveries()).toEqual([
      { channel: 'sms', state: 'given-up', attempts: 9, last_error: 'SMS not taken: away' },
    ]);
  });

  test('that a gateway refuses for good is not offered again', async () => {
    fixture.mood = 'refuses';
    await fixture.tell(fixture.somebody({ email: null }), WON);
    await fixture.queueAll();
    await fixture.deliver();
    expect(await fixture.deliveries()).toMatchObject([{ state: 'given-up', attempts: 1 }]);
  });

  test('of a worker that died while sending is taken up by another, under the same id', async () => {
    await fixture.tell(fixture.somebody({ email: null }), WON);
    await fixture.queueAll();
    await fixture.office.deliveries.claim('sms', 5);
    await fixture.deliver();
    expect(fixture.texted).toEqual([]);
    // Two minutes later.
    await fixture.due();
    await fixture.deliver();
    expect(fixture.texted).toHaveLength(1);
  });

  test('that may have gone all the same waits for its report before it is repeated', async () => {
    await fixture.tell(fixture.somebody({ email: null }), WON);
    await fixture.queueAll();
    const unsure: SmsGateway = {
      ...fixture.sms,
      send: () => Promise.reject(new SmsNotTaken('no answer', { mayArrive: true })),
    };
    await fixture.deliver(unsure);
    const { rows } = await fixture.database.pool.query(
      `select extract(epoch from next_at - now())::int as wait from notification_delivery`,
    );
    expect(rows[0].wait).toBeGreaterThan(110);
  });

  test('that has gone is not tried soon again when that cannot be noted', async () => {
    await fixture.tell(fixture.somebody({ email: null }), WON);
    await fixture.queueAll();
    await fixture.database.pool.query(
      `alter table notification_delivery add constraint no_marks check (state = 'waiting')`,
    );
    try {
      await expect(fixture.deliver()).rejects.toThrow('no_marks');
      await expect(fixture.deliver()).resolves.toBe(0);
    } finally {
      await fixture.database.pool.query('alter table notification_delivery drop constraint no_marks');
    }
    expect(fixture.texted).toHaveLength(1);
    expect(await fixture.deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, last_error: null }]);
  });

  test('to many people is not held up by one bad number', async () => {
    const bad = fixture.somebody({ email: null, phone: '+998900000000' });
    await fixture.tell(bad, WON);
    for (let i = 0; i < 12; i += 1) await fixture.tell(fixture.somebody({ email: null }), WON);
    await fixture.queueAll();
    const picky: SmsGateway = {
      ...fixture.sms,
      send: (message) =>
        message.to === '+998900000000' ? Promise.reject(new SmsRefused('bad')) : fixture.sms.send(message),
    };
    await fixture.deliver(picky);
    expect(fixture.texted).toHaveLength(12);
  });
});

describe('from the outbox to the phone', () => {
  test('a message goes by itself, once, also when its event is delivered twice', async () => {
    const published: string[] = [];
    const listeners: EventListeners = {
      [NOTIFICATION_EVENTS.messageWritten]: [
        {
          name: 'queue-deliveries',
          handle: ({ messageId }, tx) => fixture.office.queue(tx, Number(messageId)),
        },
        { name: 'publish-message', handle: async ({ personId }) => void published.push(String(personId)) },
      ],
    };
    const logger = createLogger({ level: 'silent' });
    const { queue: redis, namespace } = fixture.app.jobs;
    const events = openEventQueue(redis, namespace, listeners);
    const worker = startEventWorker({
      db: fixture.database.db,
      redis,
      namespace,
      listeners,
      logger,
      onFinished: () => undefined,
    });
    const relay = startOutboxRelay({
      db: fixture.database.db,
      pool: fixture.database.pool,
      deliver: (row) => events.deliver(row),
      onError: () => undefined,
    });
    try {
      const id = fixture.somebody({ email: null });
      await fixture.tell(id, WON);
      await eventually(async () => (await fixture.deliveries()).length === 1, 'the delivery to be queued');
      await eventually(() => published.length === 1, 'the news');
      // A relay that died before its mark delivers again.
      await fixture.database.pool.query('update outbox set sent_at = null');
      await relay.drain();
      await fixture.tell(fixture.somebody({ email: null }), HELD, 'a later one');
      await eventually(() => published.length === 2, 'the event after it');
      await fixture.deliver();
      expect(fixture.texted).toHaveLength(1);
      expect(published[0]).toBe(id);
    } finally {
      await relay.stop();
      await worker.close();
      await events.queue.close();
    }
  });
});
