import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import {
  EXPORT_LISTS,
  EXPORT_ROWS_HEADER,
  STAFF_EXPORT_LISTS,
  type ExportList,
  type StaffExportList,
} from '#shared/api/cabinet/exports.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import type { Contract } from '#shared/api/contract.ts';
import { callServer, type CallAnswer } from '../fixtures/app.ts';
import { startContractFixture, type ContractFixture, type SignedIn } from '../fixtures/contract-fixture.ts';

// Values under which each call succeeds are in tests/fixtures/contract-inputs.ts; access.test.ts shows to whom each is closed.
let fixture: ContractFixture;

/** Answered by a redirect to the sign-in site, which has tests of its own. */
const REDIRECTS = new Set(['auth.login', 'auth.register', 'auth.callback']);
/** Called by other servers with a secret of theirs; tests/integration/people/auth-token.test.ts shows what they get. */
const OF_SERVERS = new Set(['auth.exchange-token']);

/** Asked of somebody who has just typed the password, and has no number. */
const NEEDS_FRESH_SIGN_IN = new Set([
  'profile.data-file',
  'profile.claim-number',
  'api-tokens.create',
  'webhooks.create',
  'webhooks.rotate',
  'telegram.link',
  'profile.set-requisites',
  'user.change-password',
  'refunds.create',
  'gateway.add-account',
  'gateway.add-card',
  'order.send-code-bank-info',
  'order.update-bank-info',
]);

/** Reads what operators do not. */
let auditor: SignedIn;
/** Decides what no one else of the staff does. */
let administrator: SignedIn;
beforeAll(async () => {
  fixture = await startContractFixture();
  auditor = await fixture.signIn('Auditor', ['auditor']);
  administrator = await fixture.signIn('Administrator', ['administrator']);
});
afterAll(() => fixture.close());

/** Asked of somebody who has nothing left to finish, in this order. */
const OF_THE_IDLE = new Set(['profile.ask-erasure', 'profile.take-back-erasure']);

/** Open to visitors where its owner is public, which an order is not. */
const OF_A_DRAFT = new Set(['file.document']);

const cookieFor = (contract: Contract): string =>
  typeof contract.access === 'object'
    ? (contract.access.roles.some((role) => role === 'operator' || role === 'moderator')
        ? fixture.people.operator
        : contract.access.roles.includes('auditor')
          ? auditor
          : administrator
      ).cookie
    : contract.access === 'public' && !OF_A_DRAFT.has(contract.name)
      ? ''
      : fixture.people.buyer.cookie;

const isError = (answer: CallAnswer) => {
  expect(answer.body.ERROR.code).toBeTypeOf('string');
  expect(answer.body.ERROR.message.length).toBeGreaterThan(5);
};

/** Texts to their contracts; the caller here reads every answer of JSON. */
const FILES_OF_JSON = new Set([
  'profile.data-file',
  'auction.log',
  'signed-records.receipt',
  'console.attempt-receipt',
]);

/** With these filters a list holds all that its owner has, or all there is. */
const WHOLE: Partial<Record<ExportList | StaffExportList, string>> = {
  'won-lots': 'state=all',
  'console-consent-people': 'version=1',
  'console-order-imports': 'import=1',
  ...Object.fromEntries(
    [
      'tasks',
      'repeats',
      'protests',
      'lot-questions',
      'debts',
      'bars',
      'bar-proposals',
      'result-cancellations',
      'decisions',
      'incidents',
      'anomaly-flags',
    ].map((list) => [`console-${list}`, 'state=all']),
  ),
  ...Object.fromEntries(
    ['hand-overs', 'settlements', 'payouts', 'refunds', 'mismatches', 'bank-lines', 'contact'].map((list) => [
      `console-${list}`,
      'state=all',
    ]),
  ),
  'console-account-changes': 'state=all',
  'console-number-claims': 'state=all',
  'console-edit-requests': 'status=all',
};
/** What a text that is missing is shown as. */
const KEY = /^[a-z][A-Za-z]*(?:\.[A-Za-z-]+)+$/;
const FILE = /\.(?:pdf|png|jpe?g|webp|csv|txt|docx?|xlsx?)$/;

describe('every list', () => {
  test.each([
    ...EXPORT_LISTS.map((list) => ['shop', list] as const),
    ...STAFF_EXPORT_LISTS.map((list) => ['console', list] as const),
  ])('of the %s, %s, is taken along in words', async (part, list) => {
    const { cookie } = part === 'shop' ? fixture.people.renewed : auditor;
    const whose = list === 'console-person-trail' ? `person=${fixture.people.buyer.id}` : '';
    const asked = `format=csv&language=uz&${WHOLE[list] ?? whose}`;
    const answer = await fetch(`${fixture.platform.url}/api/${part}/export/${list}?${asked}`, {
      headers: { cookie },
    });
    const text = await answer.text();
    expect([answer.status, answer.status === 200 ? '' : text]).toEqual([200, '']);
    const rows = parse(text, { bom: true, delimiter: ';' });
    expect(new Set(rows[0]).size).toBe(rows[0]!.length);
    expect(rows.flat().filter((cell) => KEY.test(cell) && !FILE.test(cell))).toEqual([]);
    expect(rows).toHaveLength(Number(answer.headers.get(EXPORT_ROWS_HEADER)) + 1);
  });
});

describe('every call', () => {
  test.each(
    CONTRACTS.filter(({ name }) => !REDIRECTS.has(name) && !OF_SERVERS.has(name)).map(
      (each) => [each.name, each] as const,
    ),
  )('%s answers what its contract says', async (name, contract) => {
    let cookie = cookieFor(contract);
    let path: Contract = contract;
    if (contract.path.includes(':requestId')) {
      // The second person decides what the first one asked for, who has nothing else waiting.
      const first = await fixture.signIn(`Asks for ${name}`, ['operator']);
      const asked = await callServer(
        fixture.platform.url,
        'POST',
        `/api/console/rooms/${fixture.lotId}/extend`,
        {
          body: { minutes: 1, reason: `for ${name}` },
          cookie: first.cookie,
        },
      );
      path = { ...contract, path: contract.path.replace(':requestId', String(asked.body.requestId)) };
      cookie = fixture.people.second.cookie;
    }
    // Signing out ends the session, so it has one of its own.
    if (name === 'auth.logout') cookie = fixture.people.leaving.cookie;
    if (NEEDS_FRESH_SIGN_IN.has(name)) cookie = fixture.people.renewed.cookie;
    if (OF_THE_IDLE.has(name)) cookie = fixture.people.idle.cookie;
    const answer = await fixture.call(path, cookie);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    contract.answer.parse(FILES_OF_JSON.has(name) ? JSON.stringify(answer.body) : answer.body);
  });

  test.each(CONTRACTS.map((each) => [each.name, each] as const))(
    '%s refuses fields it does not know',
    async (_name, contract) => {
      const answer = await fixture.call(contract, cookieFor(contract), { query: { role: 'administrator' } });
      expect(answer.status).toBe(400);
      isError(answer);
      if (contract.method === 'get') return;
      const good = fixture.good[contract.name]?.body ?? {};
      const written = await fixture.call(contract, cookieFor(contract), { body: { ...good, isAdmin: true } });
      expect(written.status).toBe(400);
      isError(written);
    },
  );
});
