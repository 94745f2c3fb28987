import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reportedMessage, SmsNotTaken, SmsRefused, type SmsGateway } from '#server/integrations/sms/index.ts';
import { createEskiz } from '#server/integrations/sms/eskiz.ts';
import { createPlayMobile } from '#server/integrations/sms/playmobile.ts';
import { createSmsTwin } from '#server/integrations/sms/sms-sandbox.ts';
import { plainSms } from '#shared/notifications/plain-sms.ts';
import { createSandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import {
  ESKIZ_ACCOUNT,
  PLAYMOBILE_ACCOUNT,
  startFakeEskiz,
  startFakePlayMobile,
  type FakeGateway,
  type TakenSms,
} from '../../fixtures/fake-sms-gateways.ts';
import { fired } from '../../fixtures/fault.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const PHONE = '+998901234567';
let database: TestDatabase;
let fake: FakeGateway | null = null;

beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  await fake?.close();
  fake = null;
});
afterAll(() => database.close());

async function eskiz(now?: () => number): Promise<SmsGateway> {
  fake = await startFakeEskiz();
  const settings = { url: fake.url, ...ESKIZ_ACCOUNT, from: '4546', callbackUrl: null };
  return createEskiz(settings, now);
}

async function playMobile(): Promise<SmsGateway> {
  fake = await startFakePlayMobile();
  return createPlayMobile({ url: fake.url, ...PLAYMOBILE_ACCOUNT, originator: '3700' });
}

const GATEWAYS: Record<string, { open: () => Promise<SmsGateway>; taken: () => Promise<TakenSms[]> }> = {
  Eskiz: { open: eskiz, taken: async () => fake!.taken },
  PlayMobile: { open: playMobile, taken: async () => fake!.taken },
  'the stand-in': {
    async open() {
      await database.pool.query('truncate twin_message');
      return createSmsTwin(createSandboxOutbox(database.db));
    },
    async taken() {
      const stored = await createSandboxOutbox(database.db).newest(100);
      return stored.map(({ recipient, body }) => ({ to: recipient.replace('+', ''), text: body, from: '' }));
    },
  },
};

describe.each(Object.entries(GATEWAYS))('every gateway: %s', (_name, { open, taken }) => {
  let gateway: SmsGateway;
  beforeEach(async () => {
    gateway = await open();
  });

  test('takes a message and gives its own number of it, a text', async () => {
    const { gatewayId } = await gateway.send({ id: 'notice-1', to: PHONE, text: 'Kod: 482913' });
    expect(gatewayId).toMatch(/^[\w-]{1,64}$/);
    expect(await taken()).toMatchObject([{ to: '998901234567', text: 'Kod: 482913' }]);
  });

  test('gets plain apostrophes, which leave a message its 160 letters', async () => {
    await gateway.send({ id: 'notice-1', to: PHONE, text: 'Toʻlov “№ 17”: maʼlumot – 1\u00a0000' });
    expect(await taken()).toMatchObject([{ text: `To'lov "N 17": ma'lumot - 1 000` }]);
  });

  test('gets Cyrillic as it is', async () => {
    await gateway.send({ id: 'notice-1', to: PHONE, text: 'Тўлов муддати: қўнғироқ' });
    expect(await taken()).toMatchObject([{ text: 'Тўлов муддати: қўнғироқ' }]);
  });

  test('says what became of a message, or that it cannot be asked', async () => {
    const { gatewayId } = await gateway.send({ id: 'notice-1', to: PHONE, text: 'Salom' });
    expect([null, { fate: 'delivered', id: 'notice-1' }]).toContainEqual(await gateway.fate(gatewayId));
  });
});

describe.each(Object.entries({ Eskiz: eskiz, PlayMobile: playMobile }))(
  'a real gateway: %s',
  (_name, open) => {
    const sms = { id: 'notice-1', to: PHONE, text: 'Salom' };

    test('that refuses a message is not offered it again', async () => {
      const gateway = await open();
      fake!.mood = 'refuses';
      await expect(gateway.send(sms)).rejects.toThrow(SmsRefused);
    });

    test('that is ill may take it later', async () => {
      const gateway = await open();
      fake!.mood = 'ill';
      await expect(gateway.send(sms)).rejects.toThrow(SmsNotTaken);
      fake!.mood = 'well';
      await gateway.send(sms);
      expect(fake!.taken).toHaveLength(1);
    });

    test('that fails while it has the message may have taken it; one that was never reached has not', async () => {
      const gateway = await open();
      const mayArrive = async () => {
        const problem = await gateway.send(sms).catch((error: unknown) => error);
        return problem instanceof SmsNotTaken && problem.mayArrive;
      };
      fake!.mood = 'breaks';
      expect(await mayArrive()).toBe(true);
      fake!.mood = 'hangs up';
      expect(await mayArrive()).toBe(true);
      await fake!.close();
      expect(await mayArrive()).toBe(false);
    });

    test('F27 that is away may take it later, and neither text nor number is in the problem', async (ctx) => {
      const gateway = await open();
      await fake!.close();
      const problem = await gateway.send(sms).catch((error: unknown) => error);
      expect(problem).toBeInstanceOf(SmsNotTaken);
      expect(String(problem)).not.toMatch(/Salom|998901234567/);
      fired(ctx, 'F27', 1);
    });
  },
);

describe('Eskiz', () => {
  const send = (gateway: SmsGateway, n = 1) =>
    gateway.send({ id: `notice-${n}`, to: PHONE, text: `Salom ${n}` });
  const logins = () => fake!.calls.filter((call) => call === 'POST /auth/login').length;

  test('is signed in to once for all messages, also those sent at once', async () => {
    const gateway = await eskiz();
    await Promise.all([1, 2, 3].map((n) => send(gateway, n)));
    await send(gateway, 4);
    expect(fake!.taken).toHaveLength(4);
    expect(logins()).toBe(1);
  });

  test('is signed in to again when the token has ended before its time', async () => {
    const gateway = await eskiz();
    await send(gateway);
    fake!.forgetTokens();
    await Promise.all([2, 3].map((n) => send(gateway, n)));
    expect(fake!.taken).toHaveLength(3);
    expect(logins()).toBe(2);
  });

  test('is not asked for ever by an account it refuses', async () => {
    fake = await startFakeEskiz();
    const wrong = { ...ESKIZ_ACCOUNT, password: 'wrong' };
    const gateway = createEskiz({ url: fake.url, ...wrong, from: '4546', callbackUrl: null });
    await expect(send(gateway)).rejects.toThrow(SmsNotTaken);
    expect(fake.calls).toEqual(['POST /auth/login']);
  });

  test('renews the token before its thirty days are over', async () => {
    let now = Date.now();
    const gateway = await eskiz(() => now);
    await send(gateway);
    now += 26 * 86_400_000;
    await send(gateway, 2);
    expect(fake!.calls).toContain('PATCH /auth/refresh');
    expect(logins()).toBe(1);
  });

  test('is signed in to when the token cannot be renewed', async () => {
    let now = Date.now();
    const gateway = await eskiz(() => now);
    await send(gateway);
    fake!.forgetTokens();
    now += 40 * 86_400_000;
    await send(gateway, 2);
    expect(fake!.taken).toHaveLength(2);
    expect(logins()).toBe(2);
  });

  test('tells the fate of a message in words of several kinds', async () => {
    const gateway = await eskiz();
    const { gatewayId } = await send(gateway);
    const fates: Record<string, string> = {};
    for (const word of [
      'NEW',
      'STORED',
      'WAITING',
      'TRANSMTD',
      'DELIVRD',
      'DELIVERED',
      'UNDELIV',
      'EXPIRED',
    ]) {
      fake!.word = word;
      fates[word] = String((await gateway.fate(gatewayId))?.fate);
    }
    expect(fates).toEqual({
      NEW: 'on-its-way',
      STORED: 'on-its-way',
      WAITING: 'on-its-way',
      TRANSMTD: 'on-its-way',
      DELIVRD: 'delivered',
      DELIVERED: 'delivered',
      UNDELIV: 'undelivered',
      EXPIRED: 'undelivered',
    });
  });

  test('is given the address for reports when it can reach us', async () => {
    fake = await startFakeEskiz();
    const bodies: string[] = [];
    const original = globalThis.fetch;
    globalThis.fetch = (url, init) => {
      if (typeof init?.body === 'string') bodies.push(init.body);
      return original(url, init);
    };
    try {
      const callbackUrl = 'https://savdo.example/sms/eskiz';
      await send(createEskiz({ url: fake.url, ...ESKIZ_ACCOUNT, from: '4546', callbackUrl }));
    } finally {
      globalThis.fetch = original;
    }
    expect(bodies.at(-1)).toContain('"callback_url":"https://savdo.example/sms/eskiz"');
  });
});

describe('PlayMobile', () => {
  test('does not deliver the same message twice', async () => {
    const gateway = await playMobile();
    const sms = { id: 'notice-0190f3c2-aaaa-7bbb-8ccc-0123456789ab', to: PHONE, text: 'Salom' };
    const [first, second] = [await gateway.send(sms), await gateway.send(sms)];
    expect(first).toEqual(second);
    expect(fake!.taken).toHaveLength(1);
  });
});

describe('a report of a gateway', () => {
  test('names a message under any of its names, and nothing else of it is believed', () => {
    expect(reportedMessage({ message_id: 4385062, status: 'DELIVRD' })).toEqual({
      gatewayId: '4385062',
      id: null,
    });
    expect(reportedMessage({ request_id: '0190f3c2-aaaa', user_sms_id: 'notice-17' })).toEqual({
      gatewayId: '0190f3c2-aaaa',
      id: 'notice-17',
    });
    expect(reportedMessage({ id: '1', user_sms_id: { $ne: '' } })).toEqual({ gatewayId: '1', id: null });
    for (const body of [null, 'text', {}, { message_id: { $ne: 1 } }, { message_id: "1' or 1=1" }, [1]])
      expect(reportedMessage(body)).toBeNull();
  });
});

test('a text without signs of its own stays as it is', () => {
  expect(plainSms('Kod: 482913')).toBe('Kod: 482913');
});
