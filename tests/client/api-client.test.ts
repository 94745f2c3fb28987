import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lotDetails, lotList } from '#shared/api/site/lots.ts';
import { joinPractice } from '#shared/api/cabinet/trade-applications.ts';
import { startI18n } from '#client/i18n/i18n.ts';
import { ApiError, call } from '#client/lib/api-client.ts';
import { dismissSessionExpired, useSessionExpiry } from '#client/lib/session-expired.ts';
import { serve } from './page.tsx';

const JOIN = 'POST /api/shop/user-order/join-practice';

beforeEach(async () => {
  await startI18n();
  dismissSessionExpired();
});

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('a call', () => {
  it('fills the path, leaves out what is not given, and says who asks and in which language', async () => {
    const asked = serve({
      'GET /api/shop/shop-lots/lot-list': { body: { items: [], total: 0, page: 1, size: 12 } },
      'GET /api/shop/lot-card/details/7': { body: { id: 7 } },
    });
    await call(lotList, { query: { i: 4, region: undefined, q: 'oʻrik' } });
    await call(lotDetails, { params: { id: 7 } });
    expect(asked[0]?.search.toString()).toBe(new URLSearchParams({ i: '4', q: 'oʻrik' }).toString());
    expect(asked[0]?.headers.get('x-savdo')).toBe('1');
    expect(asked[0]?.headers.get('accept-language')).toBe('uz');
    expect(asked[1]?.path).toBe('/api/shop/lot-card/details/7');
  });

  it('sends its body as JSON and answers the bare value', async () => {
    const answer = { verdict: 'admitted', lotId: 7, number: 12, already: false };
    const asked = serve({ [JOIN]: { body: answer } });
    await expect(call(joinPractice, { body: { lotId: 7 } })).resolves.toEqual(answer);
    expect(asked[0]?.body).toEqual({ lotId: 7 });
  });

  it('turns the error body into an error with code, message and reference', async () => {
    const ERROR = { code: 'rate-limited', message: 'Birozdan keyin urinib koʻring', requestId: 'r-1' };
    serve({ [JOIN]: { status: 429, body: { ERROR } } });
    const error = await failureOf(call(joinPractice, { body: { lotId: 7 } }));
    expect(error).toMatchObject({ status: 429, ...ERROR });
  });

  it('does not show what is not our error body', async () => {
    serve({ [JOIN]: { status: 502, body: '<html>Bad gateway</html>' } });
    const error = await failureOf(call(joinPractice, { body: { lotId: 7 } }));
    expect(error).toMatchObject({ status: 502, code: 'unreadable', message: '' });
  });

  it('says offline when no answer comes', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const error = await failureOf(call(joinPractice, { body: { lotId: 7 } }));
    expect(error).toMatchObject({ status: 0, code: 'offline' });
  });

  it('opens the session dialog on a 401 and still fails for its caller', async () => {
    serve({
      [JOIN]: { status: 401, body: { ERROR: { code: 'session-expired', message: 'Qaytadan kiring' } } },
    });
    const error = await failureOf(call(joinPractice, { body: { lotId: 7 } }));
    expect(error.status).toBe(401);
    expect(useSessionExpiry.getState().expired).toBe(true);
  });

  it('leaves the session dialog alone on any other failure', async () => {
    serve({ [JOIN]: { status: 403, body: { ERROR: { code: 'forbidden', message: 'no' } } } });
    await failureOf(call(joinPractice, { body: { lotId: 7 } }));
    expect(useSessionExpiry.getState().expired).toBe(false);
  });
});
