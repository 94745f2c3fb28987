import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCardTokens, type CardTokens } from '#server/integrations/card-tokens/index.ts';
import { createClickCardTokens, type ClickAway } from '#server/integrations/card-tokens/click-card-tokens.ts';
import { createPretendCardTokens } from '#server/integrations/card-tokens/sandbox-card-tokens.ts';

const CARD = { number: '8600490000000018', expiry: '1299' };
const SETTINGS = { serviceId: '777', merchantUserId: '4242', secretKey: 'the secret of the merchant' };

/** Click's `card_token/…` as its reference tells it: envelope `error_code`, `error_note`, header `Auth`. */
interface Asked {
  method: string;
  path: string;
  auth: string;
  body: Record<string, unknown>;
}
let asked: Asked[] = [];
let away: ClickAway[] = [];
let answers: 'well' | 'broken' | 'nonsense' | 'refuses' = 'well';
let click: Server;
let apiUrl: string;

beforeAll(async () => {
  click = createServer((req, res) => {
    let text = '';
    req.on('data', (part: Buffer) => (text += part.toString()));
    req.on('end', () => {
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      const path = req.url ?? '';
      asked.push({ method: req.method ?? '', path, auth: req.headers.auth as string, body });
      res.setHeader('content-type', 'application/json');
      if (answers === 'broken') res.writeHead(502).end('{}');
      else if (answers === 'nonsense') res.end('<html>');
      else if (answers === 'refuses')
        res.end(JSON.stringify({ error_code: -5017, error_note: 'Card is blocked' }));
      else if (path.endsWith('/card_token/request'))
        res.end(
          JSON.stringify({
            error_code: 0,
            error_note: '',
            card_token: 'token-of-click',
            phone_number: '99890*****67',
            temporary: 0,
          }),
        );
      else if (path.endsWith('/card_token/verify'))
        res.end(JSON.stringify({ error_code: body.sms_code === '111111' ? 0 : -301, error_note: '' }));
      else res.end(JSON.stringify({ error_code: 0, error_note: '' }));
    });
  });
  await new Promise<void>((resolve) => click.listen(0, '127.0.0.1', resolve));
  apiUrl = `http://127.0.0.1:${(click.address() as AddressInfo).port}/v2/merchant`;
});
afterAll(() => new Promise((resolve) => click.close(resolve)));
beforeEach(() => {
  asked = [];
  away = [];
  answers = 'well';
});

describe.each([
  [
    'Click',
    () =>
      createClickCardTokens(
        { ...SETTINGS, apiUrl },
        (reported) => void away.push(reported),
        () => 1_763_712_345_678,
      ),
  ],
  ['the local stand-in', () => createPretendCardTokens()],
] as const)('a tokeniser: %s', (_name, open) => {
  let tokens: CardTokens;
  beforeEach(() => {
    tokens = open();
  });

  test('gives a token for a card, takes the right code for it and no other, and forgets it', async () => {
    const request = await tokens.request(CARD);
    if (request.outcome !== 'sent') throw new Error(request.outcome);
    expect(request.token).not.toContain(CARD.number);
    expect(await tokens.verify(request.token, '000000')).toBe('wrong');
    expect(await tokens.verify(request.token, '111111')).toBe('verified');
    expect(await tokens.remove(request.token)).toBe('removed');
  });
});

describe('Click', () => {
  const tokens = () =>
    createClickCardTokens(
      { ...SETTINGS, apiUrl },
      (reported) => void away.push(reported),
      () => 1_763_712_345_678,
    );

  test('is asked as its reference says', async () => {
    expect(await tokens().request(CARD)).toEqual({
      outcome: 'sent',
      token: 'token-of-click',
      phone: '99890•••67',
    });
    await tokens().verify('token-of-click', '111111');
    await tokens().remove('token/of click');
    const digest = createHash('sha1').update(`1763712345${SETTINGS.secretKey}`).digest('hex');
    const auth = `4242:${digest}:1763712345`;
    expect(asked).toEqual([
      {
        method: 'POST',
        path: '/v2/merchant/card_token/request',
        auth,
        body: { service_id: '777', card_number: CARD.number, expire_date: '1299', temporary: 0 },
      },
      {
        method: 'POST',
        path: '/v2/merchant/card_token/verify',
        auth,
        body: { service_id: '777', card_token: 'token-of-click', sms_code: '111111' },
      },
      { method: 'DELETE', path: '/v2/merchant/card_token/777/token%2Fof%20click', auth, body: {} },
    ]);
  });

  test('may refuse a card', async () => {
    answers = 'refuses';
    expect(await tokens().request(CARD)).toEqual({ outcome: 'refused' });
  });

  test.each(['broken', 'nonsense'] as const)('that is %s is away, and no one learns more', async (how) => {
    answers = how;
    expect(await tokens().request(CARD)).toEqual({ outcome: 'away' });
    expect(await tokens().verify('t', '111111')).toBe('away');
    expect(await tokens().remove('t')).toBe('away');
    const why = { broken: 'status 502', nonsense: 'SyntaxError' }[how];
    expect(away).toEqual(['request', 'verify', 'remove'].map((call) => ({ call, why })));
  });

  test('that does not listen is away', async () => {
    const settings = { ...SETTINGS, apiUrl: 'http://127.0.0.1:1/v2' };
    const noOne = createClickCardTokens(settings, (reported) => void away.push(reported));
    expect(await noOne.request(CARD)).toEqual({ outcome: 'away' });
    // Readers of the log see why, and nothing of the card or our key.
    expect(away).toEqual([{ call: 'request', why: expect.stringMatching(/^[A-Za-z_]+$/) }]);
  });
});

const onAway = (): void => undefined;

test('the real one comes before the stand-in, which never runs where it may not', () => {
  expect(
    openCardTokens({ click: { ...SETTINGS, apiUrl }, sandboxesAllowed: true, onAway })?.sandboxCode,
  ).toBeNull();
  expect(openCardTokens({ click: null, sandboxesAllowed: true, onAway })?.sandboxCode).toBe('111111');
  expect(openCardTokens({ click: null, sandboxesAllowed: false, onAway })).toBeNull();
});
