import { accountsOfPerson } from '#server/domains/people/accounts/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule } from '#server/platform/modules/index.ts';
import { TWO_APPROVERS_ABOVE_BASE_AMOUNTS } from '#shared/trade/staff-money.ts';
import { STAFF_MONEY_INVARIANTS } from './ledger-invariants.ts';
import { createMoneyJudge } from './money-judge.ts';

interface StaffMoneyNeeds {
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  /** By phone, card and certificate too. */
  accountsOf(on: AnyDb, personId: string): Promise<readonly string[]>;
}

export const staffMoneyModule = defineModule({
  name: 'staff-money',
  create: ({ isSamePerson, accountsOf }: StaffMoneyNeeds) => ({
    moneyJudge: createMoneyJudge({
      isSamePerson,
      accountsOf: async (on, personId) => [
        ...new Set([...(await accountsOf(on, personId)), ...(await accountsOfPerson(on, personId))]),
      ],
      async limitTiyin(on) {
        const reference = createReferenceService(createReferenceRepository(on));
        const { amountTiyin } = await reference.baseAmountAt(new Date());
        return amountTiyin * TWO_APPROVERS_ABOVE_BASE_AMOUNTS;
      },
    }),
  }),
  invariants: STAFF_MONEY_INVARIANTS,
});
