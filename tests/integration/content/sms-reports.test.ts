import { registerSmsReportRoutes } from '#server/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SmsGateway } from '#server/integrations/sms/index.ts';
import type { SmsFate } from '#server/integrations/sms/port.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { MessagingApp, WON } from '../../fixtures/messaging-app.ts';

const PATH = '/sms/eskiz';
let fixture: MessagingApp;
let app: TestApp;
let asked: string[];
let fate: SmsFate | 'away';
/** Our id as the gateway knows it; null: it does not say. */
let named: string | null;
const problems: unknown[] = [];

beforeAll(async () => {
  fixture = await MessagingApp.start();
  const gateway: SmsGateway = {
    ...fixture.sms,
    async fate(id) {
      asked.push(id);
      if (fate === 'away') throw new Error('the gateway is away');
      return { fate, id: named };
    },
  };
  app = await startTestApp((http) =>
    registerSmsReportRoutes(http, {
      gateway,
      deliveries: fixture.office.deliveries,
      onProblem: (error) => problems.push(error),
    }),
  );
});
beforeEach(async () => {
  await fixture.clear();
  [asked, fate, named] = [[], 'delivered', null];
});
afterAll(async () => {
  await app.close();
  await fixture.close();
});

/** One sent SMS; the gateway's number of it. */
async function sentSms(): Promise<string> {
  await fixture.tell(fixture.somebody({ email: null }), WON);
  await fixture.queueAll();
  await fixture.deliver();
  const { rows } = await fixture.database.pool.query('select gateway_id from notification_delivery');
  return rows[0].gateway_id;
}
const reported = async () =>
  (await fixture.database.pool.query('select reported from notification_delivery')).rows[0].reported;
const form = (fields: Record<string, string>) => ({
  rawBody: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  withoutOwnHeader: true,
});

describe('what a gateway reports of an SMS', () => {
  test('is asked of the gateway itself, in whatever form the report came', async () => {
    const id = await sentSms();
    expect((await app.call('POST', PATH, form({ message_id: id, status: 'UNDELIV' }))).status).toBe(204);
    // The report said otherwise: only the gateway's own answer counts.
    expect(await reported()).toBe('delivered');
    fate = 'undelivered';
    await app.call('POST', PATH, { body: { request_id: id, status: 'DELIVRD' }, withoutOwnHeader: true });
    expect(await reported()).toBe('undelivered');
    expect(asked).toEqual([id, id]);
  });

  test('of a message that is not ours makes no one ask', async () => {
    for (const body of [{ message_id: '999' }, { message_id: { $gt: '' } }, {}, { status: 'DELIVRD' }])
      expect((await app.call('POST', PATH, { body })).status).toBe(204);
    expect(asked).toEqual([]);
  });

  test('is asked for again when the gateway does not answer', async () => {
    const id = await sentSms();
    fate = 'away';
    expect((await app.call('POST', PATH, form({ message_id: id }))).status).toBe(503);
    expect(problems).toHaveLength(1);
    expect(await reported()).toBeNull();
  });

  test('is no way in for anything else', async () => {
    expect((await app.call('GET', PATH)).status).toBe(404);
    const huge = await app.call('POST', PATH, form({ message_id: 'x'.repeat(20_000) }));
    expect(huge.status).toBe(413);
    const broken = await app.call('POST', PATH, {
      rawBody: '{"message_id":',
      headers: { 'content-type': 'application/json' },
    });
    expect(broken.status).toBe(400);
  });
});

describe('a message whose sender died after the gateway had taken it', () => {
  /** Handed over, and no one noted how it ended. Our id of it. */
  async function handedOver(): Promise<string> {
    await fixture.tell(fixture.somebody({ email: null }), WON);
    await fixture.queueAll();
    const [delivery] = await fixture.office.deliveries.claim('sms', 1);
    return `notice-${delivery!.id}`;
  }
  const rows = async () =>
    (await fixture.database.pool.query('select state, gateway_id, reported from notification_delivery')).rows;
  const report = (id: string, messageId = '4385062') =>
    app.call('POST', PATH, form({ message_id: messageId, user_sms_id: id, status: 'DELIVRD' }));

  test('is known by our id when its report comes, and is not sent again', async () => {
    named = await handedOver();
    expect((await report(named)).status).toBe(204);
    expect(await rows()).toEqual([{ state: 'sent', gateway_id: '4385062', reported: 'delivered' }]);
    await fixture.due();
    await fixture.deliver();
    expect(fixture.texted).toEqual([]);
  });

  test('is known while it is still on its way, too', async () => {
    named = await handedOver();
    fate = 'on-its-way';
    await report(named);
    expect(await rows()).toEqual([{ state: 'sent', gateway_id: '4385062', reported: null }]);
  });

  test('is sent again when no report comes, under the same id', async () => {
    const id = await handedOver();
    await fixture.due();
    await fixture.deliver();
    expect(fixture.texted.map((sms) => sms.id)).toEqual([id]);
  });

  test('is not taken for sent on anybody’s word but the gateway’s', async () => {
    const id = await handedOver();
    for (const other of [null, 'notice-999999', 'something else']) {
      named = other;
      await report(id);
    }
    expect(await rows()).toMatchObject([{ state: 'waiting' }]);
  });

  test('no one asks about messages that were never handed over, or of which the end is known', async () => {
    await sentSms();
    const { rows: sent } = await fixture.database.pool.query('select id from notification_delivery');
    await fixture.tell(fixture.somebody({ email: null }), WON, 'event-2');
    await fixture.queueAll();
    const { rows: all } = await fixture.database.pool.query('select id from notification_delivery');
    const ids = [...all.map(({ id }) => id), 999_999];
    expect(ids).toContain(sent[0].id);
    for (const id of ids) await report(`notice-${id}`, 'not-ours');
    expect(asked).toEqual([]);
  });
});
