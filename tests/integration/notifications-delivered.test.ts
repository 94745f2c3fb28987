import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOTIFICATION_EVENTS } from '#server/domains/notifications/index.ts';
import { SmsNotTaken, SmsRefused, type SmsGateway } from '#server/integrations/sms/index.ts';
import { openEventQueue, startEventWorker, type EventListeners } from '#server/jobs/index.ts';
import { startOutboxRelay } from '#server/platform/database/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { HELD, MessageStand, WON } from '../support/message-stand.ts';
import { eventually } from '../support/services.ts';

let stand: MessageStand;
beforeAll(async () => {
  stand = await MessageStand.start();
});
beforeEach(() => stand.clear());
afterAll(() => stand.close());

describe('a delivery', () => {
  test('is queued once and sent once, however often its event comes and however many workers look', async () => {
    await stand.tell(stand.somebody(), WON);
    await Promise.all([stand.queueAll(), stand.queueAll()]);
    await stand.queueAll();
    await Promise.all([stand.deliver(), stand.deliver(), stand.deliver()]);
    await stand.deliver();
    expect([stand.texted.length, stand.written.length]).toEqual([1, 1]);
  });

  test('is taken by one of many workers that look at the same moment', async () => {
    for (let i = 0; i < 40; i += 1) await stand.tell(stand.somebody({ email: null }), WON);
    await stand.queueAll();
    await Promise.all(Array.from({ length: 8 }, () => stand.deliver()));
    expect(new Set(stand.texted.map(({ id }) => id)).size).toBe(40);
    expect(stand.texted).toHaveLength(40);
  });

  test('waits while the gateway is away, holds up neither inbox nor letters, and then goes once', async () => {
    const id = stand.somebody();
    stand.mood = 'ill';
    await stand.tell(id, WON);
    await stand.queueAll();
    await stand.deliver();
    expect(await stand.office.inbox.unread(id)).toBe(1);
    expect(stand.written).toHaveLength(1);
    expect(await stand.deliveries()).toContainEqual(
      expect.objectContaining({
        channel: 'sms',
        state: 'waiting',
        attempts: 1,
        last_error: 'SMS not taken: away',
      }),
    );
    // Not due yet: the gateway is left alone.
    stand.mood = 'well';
    await stand.deliver();
    expect(stand.texted).toEqual([]);
    await stand.due();
    await stand.deliver();
    await stand.due();
    await stand.deliver();
    expect(stand.texted).toHaveLength(1);
  });

  test('is given up after hours of trying, and the row says why', async () => {
    stand.mood = 'ill';
    await stand.tell(stand.somebody({ email: null }), WON);
    await stand.queueAll();
    for (let i = 0; i < 12; i += 1) {
      await stand.due();
      await stand.deliver();
    }
    expect(await stand.deliveries()).toEqual([
      { channel: 'sms', state: 'given-up', attempts: 9, last_error: 'SMS not taken: away' },
    ]);
  });

  test('that a gateway refuses for good is not offered again', async () => {
    stand.mood = 'refuses';
    await stand.tell(stand.somebody({ email: null }), WON);
    await stand.queueAll();
    await stand.deliver();
    expect(await stand.deliveries()).toMatchObject([{ state: 'given-up', attempts: 1 }]);
  });

  test('of a worker that died while sending is taken up by another, under the same id', async () => {
    await stand.tell(stand.somebody({ email: null }), WON);
    await stand.queueAll();
    await stand.office.deliveries.claim('sms', 5);
    await stand.deliver();
    expect(stand.texted).toEqual([]);
    // Two minutes later.
    await stand.due();
    await stand.deliver();
    expect(stand.texted).toHaveLength(1);
  });

  test('that may have gone all the same waits for its report before it is repeated', async () => {
    await stand.tell(stand.somebody({ email: null }), WON);
    await stand.queueAll();
    const unsure: SmsGateway = {
      ...stand.sms,
      send: () => Promise.reject(new SmsNotTaken('no answer', { mayArrive: true })),
    };
    await stand.deliver(unsure);
    const { rows } = await stand.database.pool.query(
      `select extract(epoch from next_at - now())::int as wait from notification_delivery`,
    );
    expect(rows[0].wait).toBeGreaterThan(110);
  });

  test('that has gone is not tried soon again when that cannot be noted', async () => {
    await stand.tell(stand.somebody({ email: null }), WON);
    await stand.queueAll();
    await stand.database.pool.query(
      `alter table notification_delivery add constraint no_marks check (state = 'waiting')`,
    );
    try {
      await expect(stand.deliver()).rejects.toThrow('no_marks');
      await expect(stand.deliver()).resolves.toBe(0);
    } finally {
      await stand.database.pool.query('alter table notification_delivery drop constraint no_marks');
    }
    expect(stand.texted).toHaveLength(1);
    expect(await stand.deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, last_error: null }]);
  });

  test('to many people is not held up by one bad number', async () => {
    const bad = stand.somebody({ email: null, phone: '+998900000000' });
    await stand.tell(bad, WON);
    for (let i = 0; i < 12; i += 1) await stand.tell(stand.somebody({ email: null }), WON);
    await stand.queueAll();
    const picky: SmsGateway = {
      ...stand.sms,
      send: (message) =>
        message.to === '+998900000000' ? Promise.reject(new SmsRefused('bad')) : stand.sms.send(message),
    };
    await stand.deliver(picky);
    expect(stand.texted).toHaveLength(12);
  });
});

describe('from the outbox to the phone', () => {
  test('a message goes by itself, once, also when its event is delivered twice', async () => {
    const published: string[] = [];
    const listeners: EventListeners = {
      [NOTIFICATION_EVENTS.messageWritten]: [
        {
          name: 'queue-deliveries',
          handle: ({ messageId }, tx) => stand.office.queue(tx, Number(messageId)),
        },
        { name: 'publish-message', handle: async ({ personId }) => void published.push(String(personId)) },
      ],
    };
    const logger = createLogger({ level: 'silent' });
    const { queue: redis, namespace } = stand.app.jobs;
    const events = openEventQueue(redis, namespace, listeners);
    const worker = startEventWorker({
      ...{ db: stand.database.db, redis, namespace, listeners, logger },
      onFinished: () => undefined,
    });
    const relay = startOutboxRelay({
      db: stand.database.db,
      pool: stand.database.pool,
      deliver: (row) => events.deliver(row),
      onError: () => undefined,
    });
    try {
      const id = stand.somebody({ email: null });
      await stand.tell(id, WON);
      await eventually(async () => (await stand.deliveries()).length === 1, 'the delivery to be queued');
      await eventually(() => published.length === 1, 'the news');
      // A relay that died before its mark delivers again.
      await stand.database.pool.query('update outbox set sent_at = null');
      await relay.drain();
      await stand.tell(stand.somebody({ email: null }), HELD, 'a later one');
      await eventually(() => published.length === 2, 'the event after it');
      await stand.deliver();
      expect(stand.texted).toHaveLength(1);
      expect(published[0]).toBe(id);
    } finally {
      await relay.stop();
      await worker.close();
      await events.queue.close();
    }
  });
});
