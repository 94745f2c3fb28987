import { accountsOfPersons } from '#server/domains/people/accounts/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { defineModule } from '#server/platform/modules/index.ts';
import { TWO_APPROVERS_ABOVE_BASE_AMOUNTS } from '#shared/trade/staff-money.ts';
import { STAFF_MONEY_INVARIANTS } from './ledger-invariants.ts';
import { createMoneyJudge, type MoneyJudgeDeps } from './money-judge.ts';

interface StaffMoneyNeeds {
  /** By phone, card and certificate too. */
  accountsOfEach: MoneyJudgeDeps['samePersonsOf'];
}

export const staffMoneyModule = defineModule({
  name: 'staff-money',
  create: ({ accountsOfEach }: StaffMoneyNeeds) => ({
    moneyJudge: createMoneyJudge({
      samePersonsOf: accountsOfEach,
      async accountsOf(on, personIds) {
        const same = await accountsOfEach(on, personIds);
        const ofNumber = await accountsOfPersons(on, personIds);
        return new Map(personIds.map((id) => [id, [...new Set([...same.get(id)!, ...ofNumber.get(id)!])]]));
      },
      async limitTiyin(on) {
        const reference = createReferenceService(createReferenceRepository(on));
        const { amountTiyin } = await reference.baseAmountAt(new Date());
        return amountTiyin * TWO_APPROVERS_ABOVE_BASE_AMOUNTS;
      },
    }),
  }),
  invariants: STAFF_MONEY_INVARIANTS,
});
