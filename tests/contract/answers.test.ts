import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACTS } from '#shared/api/index.ts';
import type { Contract } from '#shared/api/contract.ts';
import { callServer, type CallAnswer } from '../support/app.ts';
import { openContractStage, type ContractStage, type OnStage } from '../support/contract-stage.ts';

// Values under which each call succeeds are in tests/support/contract-inputs.ts.
let stage: ContractStage;

/** Answered by a redirect to the sign-in site, which has tests of its own. */
const REDIRECTS = new Set(['auth.login', 'auth.register', 'auth.callback']);
/** Called by other servers with a secret of theirs; tests/integration/auth-token.test.ts shows what they get. */
const OF_SERVERS = new Set(['auth.exchange-token']);

/** Reads what operators do not. */
let auditor: OnStage;
beforeAll(async () => {
  stage = await openContractStage();
  auditor = await stage.signIn('Auditor', ['auditor']);
});
afterAll(() => stage.close());

const cookieFor = (contract: Contract): string =>
  typeof contract.access === 'object'
    ? (contract.access.roles.includes('operator') ? stage.people.operator : auditor).cookie
    : contract.access === 'public'
      ? ''
      : stage.people.buyer.cookie;

const isError = (answer: CallAnswer) => {
  expect(answer.body.ERROR.code).toBeTypeOf('string');
  expect(answer.body.ERROR.message.length).toBeGreaterThan(5);
};

describe('every call', () => {
  test.each(
    CONTRACTS.filter(({ name }) => !REDIRECTS.has(name) && !OF_SERVERS.has(name)).map(
      (each) => [each.name, each] as const,
    ),
  )('%s answers what its contract says', async (name, contract) => {
    let cookie = cookieFor(contract);
    let path: Contract = contract;
    if (contract.path.includes(':requestId')) {
      // The second person decides what the first one asked for.
      const asked = await callServer(stage.platform.url, 'POST', `/api/console/rooms/${stage.lotId}/extend`, {
        body: { minutes: 1, reason: `for ${name}` },
        cookie: stage.people.operator.cookie,
      });
      path = { ...contract, path: contract.path.replace(':requestId', String(asked.body.requestId)) };
      cookie = stage.people.second.cookie;
    }
    // Signing out ends the session, so it has one of its own.
    if (name === 'auth.logout') cookie = stage.people.leaving.cookie;
    if (name === 'user.change-password' || name === 'refunds.create') cookie = stage.people.renewed.cookie;
    const answer = await stage.call(path, cookie);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    contract.answer.parse(answer.body);
  });

  test.each(CONTRACTS.map((each) => [each.name, each] as const))(
    '%s refuses fields it does not know',
    async (_name, contract) => {
      const answer = await stage.call(contract, cookieFor(contract), { query: { role: 'administrator' } });
      expect(answer.status).toBe(400);
      isError(answer);
      if (contract.method === 'get') return;
      const good = stage.good[contract.name]?.body ?? {};
      const written = await stage.call(contract, cookieFor(contract), { body: { ...good, isAdmin: true } });
      expect(written.status).toBe(400);
      isError(written);
    },
  );

  test.each(CONTRACTS.filter((each) => each.access !== 'public').map((each) => [each.name, each] as const))(
    '%s is closed to visitors and to other roles',
    async (_name, contract) => {
      const visitor = await stage.call(contract, '');
      expect(visitor.status).toBe(401);
      isError(visitor);
      if (typeof contract.access !== 'object') return;
      const buyer = await stage.call(contract, stage.people.buyer.cookie);
      expect(buyer.status).toBe(403);
      isError(buyer);
    },
  );
});
