import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createOneTimeCodes,
  refuseUnlessRight,
  sentOrRefuse,
  watchCodes,
  type OneTimeCodes,
} from '#server/platform/one-time-codes/index.ts';
import type { CodeMessage } from '#server/platform/one-time-codes/code-sender-port.ts';
import type { CodeEvent, IssueRequest } from '#server/platform/one-time-codes/one-time-codes.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const PHONE = '+998901234567';
const EMAIL = 'buyer@example.uz';
const APPLY = { purpose: 'apply', subject: 'lot:17', personId: 'person-1' };

let database: TestDatabase;
let sent: CodeMessage[];
let events: CodeEvent[];
let down: Set<'phone' | 'email'>;
let codes: OneTimeCodes;

beforeAll(async () => {
  // Fifty guesses at once need as many connections to be at once indeed.
  database = await testDatabase('template', 60);
});
beforeEach(async () => {
  await database.pool.query('truncate one_time_code, one_time_code_send');
  sent = [];
  events = [];
  down = new Set();
  codes = open();
});
afterAll(() => database.close());

function open(options: { secret?: string; factor?: number } = {}): OneTimeCodes {
  return createOneTimeCodes({
    db: database.db,
    secret: 'a secret of this test',
    ...options,
    sender: {
      async send(message) {
        if (down.has(message.channel)) throw new Error('the gateway is away');
        sent.push(message);
      },
    },
    onEvent: (event) => events.push(event),
  });
}

const request = (given: Partial<IssueRequest> = {}): IssueRequest => ({
  ...APPLY,
  channels: { phone: PHONE },
  address: '203.0.113.7',
  ...given,
});
/** Moves everything that was sent into the past, and codes with it. */
const later = async (seconds: number) => {
  await database.pool.query(`update one_time_code_send set sent_at = sent_at - make_interval(secs => $1)`, [
    seconds,
  ]);
  await database.pool.query(`update one_time_code set expires_at = expires_at - make_interval(secs => $1)`, [
    seconds,
  ]);
};
const lastCode = () => sent.at(-1)!.code;
const wrongCode = () => (lastCode() === '111111' ? '222222' : '111111');
const enter = (code: string, given: Partial<typeof APPLY> = {}) => codes.verify({ ...APPLY, ...given, code });

describe('a code', () => {
  test('goes to phone and mailbox and tells where, masked, and for how long', async () => {
    const issued = await codes.issue(request({ channels: { phone: PHONE, email: EMAIL } }));
    expect(issued).toEqual({
      outcome: 'sent',
      resendAfterMs: 60_000,
      expiresAt: expect.any(Date),
      to: { phone: '+998 90 •••-••-67', email: 'b•••@example.uz' },
    });
    expect(sent.map(({ channel, to }) => [channel, to])).toEqual([
      ['phone', PHONE],
      ['email', EMAIL],
    ]);
    expect(new Set(sent.map(({ code }) => code)).size).toBe(1);
    expect(lastCode()).toMatch(/^\d{6}$/);
  });

  test('is right once', async () => {
    await codes.issue(request());
    expect(await enter(lastCode())).toBe('right');
    expect(await enter(lastCode())).toBe('expired');
  });

  test('confirms only what it was sent for: not another lot, purpose or person', async () => {
    await codes.issue(request());
    expect(await enter(lastCode(), { subject: 'lot:18' })).toBe('expired');
    expect(await enter(lastCode(), { purpose: 'cancel-application' })).toBe('expired');
    expect(await enter(lastCode(), { personId: 'person-2' })).toBe('expired');
    await later(61);
    await codes.issue(request({ subject: 'lot:18' }));
    const [of17, of18] = sent.map(({ code }) => code) as [string, string];
    // Two codes may be the same by chance.
    expect(await enter(of17, { subject: 'lot:18' })).toBe(of17 === of18 ? 'right' : 'wrong');
    expect(await enter(of17)).toBe('right');
  });

  test('ends after five minutes', async () => {
    await codes.issue(request());
    await later(299);
    expect(await enter(wrongCode())).toBe('wrong');
    await later(2);
    expect(await enter(lastCode())).toBe('expired');
  });

  test('is not taken at the sixth try, even when it is right', async () => {
    await codes.issue(request());
    for (let i = 0; i < 5; i += 1) expect(await enter(wrongCode())).toBe('wrong');
    expect(await enter(lastCode())).toBe('too-many');
  });

  test('meets at most five of fifty guesses made at once', async () => {
    await codes.issue(request());
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => enter(wrongCode())));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'too-many')).toHaveLength(45);
    expect(await enter(lastCode())).toBe('too-many');
  });

  test('is used up by one of two who enter it at the same moment', async () => {
    await codes.issue(request());
    const outcomes = await Promise.all([enter(lastCode()), enter(lastCode())]);
    expect(outcomes.sort()).toEqual(['expired', 'right']);
  });

  test('cannot be read from what is stored, nor can number, mailbox or subject', async () => {
    await codes.issue(request({ channels: { phone: PHONE, email: EMAIL } }));
    const { rows } = await database.pool.query(
      `select (select json_agg(c)::text from one_time_code c) || (select json_agg(s)::text from one_time_code_send s) as all`,
    );
    const stored = String(rows[0].all).replace(/\\\\x([0-9a-f]+)/g, (_, hex: string) =>
      Buffer.from(hex, 'hex').toString('latin1'),
    );
    for (const secret of [lastCode(), '901234567', EMAIL, 'lot:17', 'person-1', '203.0.113.7'])
      expect(stored).not.toContain(secret);
    expect(await open({ secret: 'another key' }).verify({ ...APPLY, code: lastCode() })).toBe('expired');
  });
});

describe('sending again', () => {
  test('waits a minute', async () => {
    await codes.issue(request());
    await later(20);
    const again = await codes.issue(request());
    expect(again).toEqual({ outcome: 'wait', resendAfterMs: expect.closeTo(40_000, -3) });
    await later(41);
    expect(await codes.issue(request())).toMatchObject({ outcome: 'sent' });
    expect(sent).toHaveLength(2);
  });

  test('sends another code and ends the one before', async () => {
    await codes.issue(request());
    const first = lastCode();
    await later(61);
    await codes.issue(request());
    const answers = [await enter(first), await enter(lastCode())];
    // Two codes may be the same by chance.
    expect(answers).toEqual(first === lastCode() ? ['right', 'expired'] : ['wrong', 'right']);
  });

  test('neither extends the life of the code nor gives new tries', async () => {
    await codes.issue(request());
    for (let i = 0; i < 3; i += 1) await enter(wrongCode());
    await later(200);
    const again = await codes.issue(request());
    if (again.outcome !== 'sent') throw new Error('not sent');
    expect(again.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(100_000);
    expect(await enter(wrongCode())).toBe('wrong');
    expect(await enter(wrongCode())).toBe('wrong');
    expect(await enter(lastCode())).toBe('too-many');
    await later(61);
    // Sent again it would only be refused again: the person waits for its end.
    expect(await codes.issue(request())).toMatchObject({ outcome: 'limit' });
    await later(60);
    expect(await codes.issue(request())).toMatchObject({ outcome: 'sent' });
    expect(await enter(lastCode())).toBe('right');
  });

  test('of two at the same moment sends once', async () => {
    const outcomes = await Promise.all([codes.issue(request()), codes.issue(request())]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['sent', 'wait']);
    expect(sent).toHaveLength(1);
  });
});

describe('the limits', () => {
  /** Sends to others than before until it is refused; how often it was sent. */
  async function untilRefused(next: (n: number) => Partial<IssueRequest>, pauseS = 61): Promise<number> {
    for (let n = 0; n < 400; n += 1) {
      const issued = await codes.issue(request(next(n)));
      if (issued.outcome !== 'sent') return n;
      if (pauseS > 0) await later(pauseS);
    }
    throw new Error('never refused');
  }
  const someone = (n: number) => ({ personId: `person-${n}`, address: `10.0.${n >> 8}.${n & 255}` });

  test('allow a number three codes in ten minutes, no matter who asks', async () => {
    expect(await untilRefused(someone)).toBe(3);
    expect(events.at(-1)).toBe('limit-phone');
    await later(600);
    expect(await codes.issue(request(someone(99)))).toMatchObject({ outcome: 'sent' });
  });

  test('allow a number ten codes a day', async () => {
    expect(await untilRefused(someone, 301)).toBe(10);
    const refused = await codes.issue(request(someone(99)));
    if (refused.outcome !== 'limit') throw new Error('not refused');
    expect(refused.until.getTime()).toBeGreaterThan(Date.now() + 80_000_000);
  });

  test('hold for a person who changes the number each time', async () => {
    const count = await untilRefused((n) => ({
      channels: { phone: `+99890${String(1_000_000 + n * 20_000)}` },
      address: `10.1.0.${n}`,
    }));
    expect(count).toBe(6);
    expect(events.at(-1)).toBe('limit-person');
  });

  /** Owners of accounts, each with a number of a block of its own, at one address. */
  const owner = (n: number) => ({
    personId: `owner-${n}`,
    channels: { phone: `+99891${String(1_000_000 + n * 20_000)}` },
  });

  test('leave everybody at one address, as of a mobile network, the codes of their own numbers', async () => {
    for (let n = 0; n < 100; n += 1)
      expect(await codes.issue(request(owner(n)))).toMatchObject({ outcome: 'sent' });
  });

  test('hold for an address that changes account and number each time, far above what one account may', async () => {
    codes = open({ factor: 0.1 });
    expect(await untilRefused(owner, 1)).toBe(150);
    expect(events.at(-1)).toBe('limit-address');
  });

  test('of strangers at the same address, as of a mobile network, leave its people their codes', async () => {
    const asked = (n: number) => ({
      personId: `registration-${n}`,
      channels: { phone: `+99891${String(1_000_000 + n * 20_000)}` },
      unproven: true,
    });
    expect(await untilRefused(asked, 1)).toBe(60);
    expect(events.at(-1)).toBe('limit-address');
    expect(await codes.issue(request())).toMatchObject({ outcome: 'sent' });
  });

  test('count the addresses of one IPv6 household together', async () => {
    const count = await untilRefused(
      (n) => ({
        personId: `person-${n}`,
        channels: { phone: `+99893${String(1_000_000 + n * 20_000)}` },
        address: `2001:db8:1:${n.toString(16)}::1`,
        unproven: true,
      }),
      1,
    );
    expect(count).toBe(60);
  });

  test('of a few accounts in a block of numbers leave its other owners theirs', async () => {
    for (let n = 0; n < 60; n += 1) {
      const own = { ...someone(n), channels: { phone: `+99894222${String(1_000 + n)}` } };
      expect(await codes.issue(request(own))).toMatchObject({ outcome: 'sent' });
    }
  });

  test('cap what strangers ask for in a block of numbers', async () => {
    const asked = (n: number) => ({
      ...someone(n),
      channels: { phone: `+99894333${String(1_000 + n)}` },
      unproven: true,
    });
    expect(await untilRefused(asked, 1)).toBe(30);
    expect(events.at(-1)).toBe('limit-phonePrefix');
  });

  test('cap a block of numbers, and leave its owners their mailboxes', async () => {
    codes = open({ factor: 0.1 });
    const count = await untilRefused(
      (n) => ({
        ...someone(n),
        channels: { phone: `+99894111${String(1_000 + n)}` },
      }),
      1,
    );
    expect(count).toBe(30);
    expect(events.at(-1)).toBe('limit-phonePrefix');
    const byMail = await codes.issue(
      request({ ...someone(999), channels: { phone: '+998941119999', email: EMAIL } }),
    );
    expect(byMail).toMatchObject({ outcome: 'sent', to: { phone: null, email: 'b•••@example.uz' } });
    expect(sent.at(-1)).toMatchObject({ channel: 'email' });
  });

  test('are not passed by requests made at once', async () => {
    const issued = await Promise.all(
      Array.from({ length: 20 }, (_, n) => codes.issue(request({ ...someone(n), subject: `lot:${n}` }))),
    );
    expect(issued.filter(({ outcome }) => outcome === 'sent')).toHaveLength(1);
  });

  test('never text numbers of other countries', async () => {
    for (const phone of ['+79001234567', '+99890123456', '+9989012345678', '+882130000000', '']) {
      expect(await codes.issue(request({ channels: { phone } }))).toEqual({ outcome: 'undelivered' });
    }
    expect(sent).toEqual([]);
  });
});

describe('a gateway that is away', () => {
  test('is said, and the next try is not made to wait', async () => {
    down = new Set(['phone']);
    expect(await codes.issue(request())).toEqual({ outcome: 'undelivered' });
    down.clear();
    expect(await codes.issue(request())).toMatchObject({ outcome: 'sent' });
  });

  test('does not keep the code from the mailbox', async () => {
    down = new Set(['phone']);
    const issued = await codes.issue(request({ channels: { phone: PHONE, email: EMAIL } }));
    expect(issued).toMatchObject({ outcome: 'sent', to: { phone: null, email: 'b•••@example.uz' } });
    expect(await enter(lastCode())).toBe('right');
  });

  test('does not lift the limit of a number', async () => {
    down = new Set(['phone']);
    for (let i = 0; i < 3; i += 1) expect(await codes.issue(request())).toEqual({ outcome: 'undelivered' });
    expect(await codes.issue(request())).toMatchObject({ outcome: 'limit' });
  });
});

describe('answers of calls', () => {
  test('carry the pause as 429 and the missing gateway as 503', async () => {
    expect(sentOrRefuse(await codes.issue(request()))).toMatchObject({
      resendAfterMs: 60_000,
      expiresAfterMs: expect.closeTo(300_000, -4),
    });
    const again = await codes.issue(request());
    expect(() => sentOrRefuse(again)).toThrow(
      expect.objectContaining({ status: 429, code: 'codes.wait', details: { retryAfterSeconds: 60 } }),
    );
    expect(() => sentOrRefuse({ outcome: 'undelivered' })).toThrow(
      expect.objectContaining({ status: 503, code: 'codes.undelivered' }),
    );
    expect(() => refuseUnlessRight('wrong')).toThrow(
      expect.objectContaining({ status: 422, code: 'codes.wrong' }),
    );
    expect(() => refuseUnlessRight('right')).not.toThrow();
  });
});

describe('the watch over codes', () => {
  test('notices codes that are asked for and hardly ever entered', async () => {
    const fill = (entered: number, of: number) =>
      database.pool.query(
        `insert into one_time_code_send (binding, purpose, person, address, sent_at, entered_at)
         select '\\x01', 'apply', '\\x02', '\\x03', now() - interval '20 minutes',
           case when n <= $1 then now() end from generate_series(1, $2::int) n`,
        [entered, of],
      );
    await fill(20, 40);
    expect(await watchCodes(database.db)).toEqual({ sent: 40, entered: 20, suspicious: false });
    await fill(0, 60);
    expect(await watchCodes(database.db)).toEqual({ sent: 100, entered: 20, suspicious: true });
  });

  test('forgets what no limit counts any more', async () => {
    await codes.issue(request());
    await later(3 * 86_400);
    await watchCodes(database.db);
    const { rows } = await database.pool.query(
      `select (select count(*) from one_time_code)::int as codes, (select count(*) from one_time_code_send)::int as sends`,
    );
    expect(rows[0]).toEqual({ codes: 0, sends: 0 });
  });
});
