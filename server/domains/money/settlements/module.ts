import type { AccountsService } from '#server/domains/people/accounts/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { ProtocolsService } from '#server/domains/trade/protocols/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { Wallet } from '#server/domains/money/wallet/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { statementUntil } from './settlement-terms.ts';
import type { AfterSaleReads } from './followed-sales.ts';
import { createConsoleSettlements } from './console-settlements.service.ts';
import { SETTLEMENT_INVARIANTS } from './ledger-invariants.ts';
import { settlementsExport, winnerPaymentsExport, wonLotsExport } from './settlement-exports.ts';
import { createWinnerPayments } from './winner-payments.service.ts';
import { createWinLots } from './win-lots.service.ts';
import { SETTLEMENTS_PERSONAL_DATA } from './personal-data.ts';

interface SettlementsNeeds extends Pick<Base, 'config' | 'database'>, AfterSaleReads {
  accounts: Pick<AccountsService, 'byId'>;
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  lotsRepository: Pick<LotsRepository, 'get' | 'setPayUntil'>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  notifications: Notifications;
  protocols: Pick<ProtocolsService, 'shownOfEach'>;
  reference: ReferenceService;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
  wallet: Pick<Wallet, 'balanceOf'>;
}

export const settlementsModule = defineModule({
  name: 'settlements',
  personalData: SETTLEMENTS_PERSONAL_DATA,
  create({ config, database: { db }, accounts, namesOf, lotsRepository, ...needs }: SettlementsNeeds) {
    const { conflicts, notifications, payouts, handOvers, protocols, reference, wallet } = needs;
    const afterSale: AfterSaleReads = { payouts, handOvers };
    /** Working days of grace after a deadline, by the version of the rule set that the lot was published under. */
    const graceDaysOf = async (lotId: number): Promise<number> => {
      const lot = await lotsRepository.get(lotId);
      if (!lot) return 0;
      const { figures } = await reference.ruleSetOf(lot);
      return figures.graceWorkingDays ?? 0;
    };
    return {
      graceDaysOf,
      winLots: createWinLots({
        db,
        afterSale,
        operatorAccount: config.operatorAccount,
        balanceOf: (personId) => wallet.balanceOf(personId),
        protocolsOf: (sales, personId) => protocols.shownOfEach(sales, { personId, roles: [] }),
        calendar: () => reference.workingCalendar(),
        statementUntil: async (terms) => statementUntil(await reference.workingCalendar(), terms),
        nameOf: async (personId) => (await accounts.byId(personId))?.name ?? null,
      }),
      winnerPayments: createWinnerPayments({
        db,
        afterSale,
        calendar: () => reference.workingCalendar(),
      }),
      consoleSettlements: createConsoleSettlements({
        db,
        reference,
        graceDaysOf,
        namesOf,
        rivalLots: (personId) => conflicts.lotsOf(personId),
        afterSale,
        notifications,
        isSamePerson: needs.isSamePerson,
        lots: lotsRepository,
        tasks: needs.tasks,
      }),
    };
  },
  exports: ({ database, reference, winnerPayments, consoleSettlements }) => ({
    'won-lots': wonLotsExport(database.db, () => reference.workingCalendar()),
    'winner-payments': winnerPaymentsExport(winnerPayments),
    'console-settlements': settlementsExport(consoleSettlements),
  }),
  invariants: SETTLEMENT_INVARIANTS,
});
