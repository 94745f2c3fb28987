import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { registerContract, setSessionCookies } from '#server/platform/http/index.ts';
import { pagePersonOf } from '#server/platform/sessions/index.ts';
import { whoAmI } from '#shared/api/site/auth.ts';
import { contract, PAGE_PERSON_HEADER } from '#shared/api/contract.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import { callServer, somebody, startTestApp } from '../../fixtures/app.ts';
import { COMPLETE } from '../../fixtures/complete-run.ts';
import type { ContractFixture } from '../../fixtures/contract-fixture.ts';
import { newestCode } from '../../fixtures/dev-outbox.ts';

/** What is true of the whole product rather than of one call: its headers, its cookies, its log. */
export function securityPlatformTests(started: () => ContractFixture): void {
  const get = (path: string, cookie = '') =>
    callServer(started().platform.url, 'GET', path, cookie ? { cookie } : {});

  describe('the headers of every kind of answer', () => {
    test.each([
      ['a page', '/home'],
      ['a lot', '/lot-view/1'],
      ['an unknown page', '/no/such/page'],
      ['data', '/api/shop/common/date'],
      ['a list from memory', '/api/shop/shop-lots/lot-list'],
      ['a refusal', '/api/shop/user/balance'],
      ['an unknown call', '/api/nowhere'],
      ['the description of the API', '/api/docs'],
      ['health', '/healthz'],
      ['words for robots', '/robots.txt'],
      ['a sitemap', '/sitemap.xml'],
    ])('%s', async (_what, path) => {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ])
        expect(policy).toContain(part);
      expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toMatch(/unsafe|\*|https?:/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    });

    test('a page, and no data, gives the browser of a guest an id that scripts do not read, once', async () => {
      const given = (await get('/home')).headers.get('set-cookie') ?? '';
      expect(given).toMatch(/^savdo_guest=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
      expect((await get('/home', given.split(';')[0])).headers.get('set-cookie')).toBeNull();
      expect((await get('/api/shop/common/date')).headers.get('set-cookie')).toBeNull();
    });

    test('what is public is not cached either while somebody is signed in', async () => {
      const open = CONTRACTS.filter(({ access, method }) => access === 'public' && method === 'get').filter(
        // The first lead elsewhere; the others are the same for everybody: a file of a lot, and what reads no session.
        ({ name, anonymous }) => !name.startsWith('auth.') && name !== 'lots.document-file' && !anonymous,
      );
      for (const each of open) {
        const answer = await started().call(each, started().people.buyer.cookie);
        expect(answer.headers.get('cache-control'), `${each.name} ${answer.status}`).toContain('no-store');
      }
    });
  });

  describe('a page of another site', () => {
    const FOREIGN: Record<string, string>[] = [
      { origin: 'https://evil.example', 'content-type': 'application/json' },
      { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      { origin: 'null', 'content-type': 'text/plain' },
      { 'sec-fetch-site': 'cross-site' },
      {},
    ];
    const writing = CONTRACTS.filter(
      // The language is anybody's to choose.
      ({ method, name }) => method !== 'get' && name !== 'site.set-language',
    );

    test.each(writing.map((each) => [each.name, each] as const))(
      'cannot make %s in the name of its visitor',
      async (_name, { method, path, access }) => {
        const { cookie } = typeof access === 'object' ? started().people.operator : started().people.buyer;
        for (const headers of FOREIGN) {
          const answer = await callServer(
            started().platform.url,
            method.toUpperCase(),
            path.replace(/:\w+/g, String(started().lotId)),
            {
              cookie,
              headers,
              withoutOwnHeader: true,
              ...(headers['content-type'] ? { rawBody: '{}' } : {}),
            },
          );
          expect([answer.status, answer.body.ERROR.code]).toEqual([403, 'foreign-origin']);
        }
      },
    );
  });

  describe('a page that was made for another person', () => {
    // What reads no session answers every page alike.
    const ofPersons = CONTRACTS.filter(({ anonymous }) => !anonymous);

    test.each(ofPersons.map((each) => [each.name, each] as const))('cannot make %s', async (_name, each) => {
      const { access } = each;
      const { cookie } = typeof access === 'object' ? started().people.operator : started().people.buyer;
      const headers = { [PAGE_PERSON_HEADER]: pagePersonOf(started().people.idle.id) };
      const path = each.path.replace(/:\w+/g, String(started().lotId));
      const answer = await callServer(started().platform.url, each.method.toUpperCase(), path, {
        cookie,
        headers,
      });
      expect([answer.status, answer.body.ERROR?.code]).toEqual([409, 'other-person']);
      // What the reloaded page reads is the session's.
      const made = answer.headers.getSetCookie().map((line) => /^savdo_person=([^;]+)/.exec(line)?.[1]);
      expect(made).not.toContain(pagePersonOf(started().people.idle.id));
      expect(made.some(Boolean)).toBe(true);
    });

    test('is a page without a session once the session has ended, and its own person calls as before', async () => {
      const { buyer, idle } = started().people;
      const me = (cookie: string, mark: string) =>
        callServer(started().platform.url, 'GET', whoAmI.path, {
          cookie,
          headers: { [PAGE_PERSON_HEADER]: mark },
        });
      expect((await me(buyer.cookie, pagePersonOf(buyer.id))).status).toBe(200);
      expect((await me('', pagePersonOf(idle.id))).status).toBe(401);
      expect((await me(buyer.cookie, '')).body.ERROR.code).toBe('other-person');
    });
  });

  describe('cookies', () => {
    test('what the page may read grants nothing, whatever somebody writes into it', async () => {
      const written = encodeURIComponent(
        JSON.stringify({ name: 'Boss', user_name: 'boss', percentage: 100, roles: ['administrator'] }),
      );
      const cookie = `${started().people.leaving.cookie}; savdo_user=${written}; roles=administrator; percentage=100`;
      const before = await get('/api/shop/auth/me', started().people.leaving.cookie);
      const answer = await get('/api/shop/auth/me', cookie);
      expect(answer.body).toEqual(before.body);
      expect(answer.body.roles).toEqual(['buyer']);
      expect((await get('/api/console/rooms', cookie)).status).toBe(403);
      expect((await get('/api/shop/auth/me', `savdo_user=${written}`)).status).toBe(401);
    });

    test('over https the secret one is bound to the host, secure, and hidden from scripts', async () => {
      const enter = contract({
        refusals: {},
        name: 'test.enter',
        method: 'post',
        path: '/api/test/enter',
        summary: 'test',
        tag: 'test',
        access: 'public',
        rateLimit: { perMinute: 60 },
        answer: z.string(),
      } as const);
      const app = await startTestApp(
        (http) =>
          registerContract(http, enter, ({ res }) => {
            setSessionCookies(res, 'secret', somebody(), http.secure);
            return 'in';
          }),
        { publicUrl: 'https://savdo.example' },
      );
      try {
        const { headers } = await app.call('POST', '/api/test/enter');
        const [secret = '', shown = ''] = headers.getSetCookie();
        expect(secret).toMatch(/^__Host-savdo=secret; Path=\//);
        for (const line of [secret, shown]) {
          expect(line).toContain('; Secure');
          expect(line).toContain('; SameSite=Lax');
          expect(line).not.toContain('Domain');
        }
        expect(secret).toContain('; HttpOnly');
        expect(shown).not.toContain('HttpOnly');
      } finally {
        await app.close();
      }
    });
  });

  test.runIf(COMPLETE)('no line of the log tells a secret after every call has been made', async () => {
    const { buyer, operator, renewed } = started().people;
    const email = 'quiet@example.uz';
    const phone = '+998935554433';
    for (const each of CONTRACTS) {
      if (each.name === 'auth.logout') continue;
      const cookie = typeof each.access === 'object' ? operator.cookie : buyer.cookie;
      await started().call(each, cookie);
    }
    const codes: string[] = [];
    for (const [channel, value] of [
      ['email', email],
      ['phone', phone],
    ] as const) {
      const asked = await callServer(started().platform.url, 'POST', '/api/shop/profile/send-code', {
        cookie: renewed.cookie,
        body: { channel, value },
      });
      expect(asked.status).toBe(200);
      codes.push(await newestCode(started().platform.url, value));
    }
    // A made-up line must not become one of ours.
    await get(`/api/${encodeURIComponent('\r\n{"level":60,"msg":"forged"}')}`);
    const log = started().platform.output();
    const secrets = {
      sessions: [buyer.cookie, operator.cookie].map((cookie) => cookie.split('=')[1] ?? ''),
      codes,
      cards: ['8600490000000018', '9860490000000011'],
      accounts: ['20208000900123456001', '20208000900000000003'],
      'personal numbers': ['30101900000105', '30101990000015', '301234567'],
      passwords: ['tulip-river-42', 'ab'.repeat(32)],
      contacts: [email, phone.slice(1), 'contract@example.uz', 'anvar@example.uz'],
      keys: ['session-secret-of-tests', 'client-secret-of-tests'],
    };
    for (const [kind, values] of Object.entries(secrets)) {
      for (const value of values) {
        expect(value.length, kind).toBeGreaterThan(5);
        const at = log.split('\n').find((line) => line.includes(value));
        expect(at, `${kind}: ${value}`).toBeUndefined();
      }
    }
    for (const line of log.split('\n').filter((each) => each.startsWith('{')))
      expect((JSON.parse(line) as { msg?: string }).msg).not.toBe('forged');
  });
}
