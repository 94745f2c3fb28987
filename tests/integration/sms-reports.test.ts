import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerSmsReportRoutes } from '#server/domains/notifications/index.ts';
import type { SmsFate, SmsGateway } from '#server/integrations/sms/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { MessageStand, WON } from '../support/message-stand.ts';

const PATH = '/sms/eskiz';
let stand: MessageStand;
let app: TestApp;
let asked: string[];
let fate: SmsFate | 'away';
const problems: unknown[] = [];

beforeAll(async () => {
  stand = await MessageStand.start();
  const gateway: SmsGateway = {
    ...stand.sms,
    async fate(id) {
      asked.push(id);
      if (fate === 'away') throw new Error('the gateway is away');
      return fate;
    },
  };
  app = await startTestApp((http) =>
    registerSmsReportRoutes(http, {
      gateway,
      deliveries: stand.office.deliveries,
      onProblem: (error) => problems.push(error),
    }),
  );
});
beforeEach(async () => {
  await stand.clear();
  [asked, fate] = [[], 'delivered'];
});
afterAll(async () => {
  await app.close();
  await stand.close();
});

/** One sent SMS; the gateway's number of it. */
async function sentSms(): Promise<string> {
  await stand.tell(stand.somebody({ email: null }), WON);
  await stand.queueAll();
  await stand.deliver();
  const { rows } = await stand.database.pool.query('select gateway_id from notification_delivery');
  return rows[0].gateway_id;
}
const reported = async () =>
  (await stand.database.pool.query('select reported from notification_delivery')).rows[0].reported;
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

  test('of a message that is not ours makes nobody ask', async () => {
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
