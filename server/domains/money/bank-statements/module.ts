import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { Debts } from '#server/domains/money/wallet/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { WAITING_BANK_LINES } from '#shared/lifecycles/bank-line.ts';
import { createBankLines } from './bank-lines.service.ts';
import { createStatementImport } from './import-statement.ts';
import { confirmStatement } from './confirm-statement.ts';
import { creditClaimEnd } from './credit-claim-end.ts';
import { correctCredit, createCorrectionBook } from './correct-credit.ts';
import { indemnityIn } from './indemnity-in.ts';
import { paymentAbsence } from './payment-absence.ts';
import { STATEMENT_INVARIANTS } from './ledger-invariants.ts';
import { bankDaysExport, bankLinesExport, bankStatementsExport } from './statement-exports.ts';
import { BANK_STATEMENTS_PERSONAL_DATA } from './personal-data.ts';

interface StatementNeeds extends Pick<Base, 'config' | 'database'> {
  actions: Pick<ActionLog, 'record'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  moneyJudge: MoneyJudge;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
  debts: Pick<Debts, 'keepBook'>;
  notifications: Pick<Notifications, 'notify'>;
}

export const bankStatementsModule = defineModule({
  name: 'bank-statements',
  personalData: BANK_STATEMENTS_PERSONAL_DATA,
  create({
    config,
    database: { db },
    actions,
    namesOf,
    moneyJudge: judge,
    debts,
    notifications,
  }: StatementNeeds) {
    debts.keepBook('credit-claim', createCorrectionBook(notifications));
    return {
      bankLines: createBankLines({ db, actions, judge, namesOf }),
      statementImport: createStatementImport({
        db,
        ownAccount: config.operatorAccount?.account ?? null,
        today: () => tashkentDay(Date.now()),
      }),
    };
  },
  decisions: ({ namesOf, tasks, moneyJudge, notifications }) => [
    paymentAbsence({ namesOf, tasks, moneyJudge }),
    indemnityIn,
    confirmStatement,
    correctCredit({ namesOf, notifications }),
    creditClaimEnd({ namesOf, notifications }),
  ],
  invariants: STATEMENT_INVARIANTS,
  queues: [
    {
      page: 'bank-statements',
      right: 'readStatements',
      table: 'bank_statement_line',
      waits: { column: 'state', values: WAITING_BANK_LINES },
      since: 'booked_on',
    },
  ],
  exports: ({ bankLines: lines }) => ({
    'console-bank-lines': bankLinesExport(lines),
    'console-bank-statements': bankStatementsExport(lines),
    'console-bank-days': bankDaysExport(lines),
  }),
});
