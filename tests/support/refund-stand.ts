import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { keptAuthentication } from '#server/domains/accounts/index.ts';
import { isSamePerson } from '#server/domains/conflicts/index.ts';
import { createRefunding } from '#server/domains/payments/index.ts';
import { createWallet, createWalletView } from '#server/domains/wallet/index.ts';
import { createPretendCardTokens } from '#server/integrations/card-tokens/index.ts';
import { sessionCookieName } from '#server/platform/sessions/index.ts';
import type { Role } from '#shared/api/contract.ts';
import { somebody, startTestApp } from './app.ts';
import { testDatabase } from './services.ts';

export const BACK = '/api/shop/payment-back';
export const DESK = '/api/console/refunds';
export const ACCOUNT = { bankName: 'Namuna bank', mfo: '00444', account: '20208000912345678001' };
export const LIMITS = { minTiyin: 1_000_00, maxTiyin: 1_000_000_00, secondPersonTiyin: 10_000_00 };

export interface Signed {
  cookie: string;
  personId: string;
}

/** The calls of refunds over HTTP, with people who have 100 000 UZS and staff who decide. */
export async function refundStand() {
  const database = await testDatabase('template', 20);
  const refunding = createRefunding({
    db: database.db,
    walletIn: createWallet,
    balanceOf: (personId) => createWallet(database.db).balanceOf(personId),
    requisitesOf: () => Promise.resolve(ACCOUNT),
    namesOf: (ids) => Promise.resolve(new Map(ids.map((id) => [id, `Name of ${id}`]))),
    cardTokens: createPretendCardTokens(),
    isSamePerson,
    limits: LIMITS,
  });
  const app = await startTestApp((http) => refunding.registerRoutes(http));

  const credit = (personId: string, amountTiyin: number) =>
    createWallet(database.db).topUp({
      ...{ personId, amountTiyin, key: randomUUID(), provider: 'cash-desk', reference: 'cash' },
      ...{ reason: 'a test', actor: 'system' },
    });
  /** Somebody whose password was typed this long ago. */
  const signIn = async (
    roles: Role[] = ['buyer'],
    agoMs = 0,
    personId: string = randomUUID(),
  ): Promise<Signed> => {
    const person = somebody({ roles, name: `${roles[0]}`, personId });
    const { secret } = await app.sessions.create(person, keptAuthentication(Date.now() - agoMs));
    return { cookie: `${sessionCookieName(false)}=${secret}`, personId };
  };
  const ask = (who: Pick<Signed, 'cookie'>, body: object = {}) =>
    app.call('POST', BACK, {
      cookie: who.cookie,
      body: {
        ...{ requestId: randomUUID(), amountTiyin: 5_000_00, destination: { kind: 'account', id: 0 } },
        ...body,
      },
    });

  return {
    database,
    app,
    refunding,
    credit,
    signIn,
    ask,
    /** An application that is taken; its number. */
    async asked(who: Signed, body: object = {}): Promise<number> {
      const answer = await ask(who, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.id as number;
    },
    decide: (id: number, what: string, who: Signed, body?: object) =>
      app.call('POST', `${DESK}/${id}/${what}`, { cookie: who.cookie, ...(body ? { body } : {}) }),
    cancel: (id: number, who: Signed) => app.call('POST', `${BACK}/${id}/cancel`, { cookie: who.cookie }),
    read: async (id: number, who: Signed) =>
      (await app.call('GET', `${BACK}/${id}`, { cookie: who.cookie })).body,
    money: ({ personId }: Signed) => createWalletView(database.db).balances(personId),
    async told({ personId }: Signed): Promise<string[]> {
      const { rows } = await database.pool.query(
        'select template from inbox_message where person_id = $1 order by id',
        [personId],
      );
      return rows.map(({ template }) => template);
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}

export type RefundStand = Awaited<ReturnType<typeof refundStand>>;
