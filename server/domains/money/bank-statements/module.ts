import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
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
import { createAskAboutOldCreditClaims } from './old-credit-claims.ts';
import { indemnityIn } from './indemnity-in.ts';
import { paymentAbsence } from './payment-absence.ts';
import { STATEMENT_INVARIANTS } from './ledger-invariants.ts';
import { bankDaysExport, bankLinesExport, bankStatementsExport } from './statement-exports.ts';
import { BANK_STATEMENTS_PERSONAL_DATA } from './personal-data.ts';

/** A debt is old on a day, not at an instant. */
const FIND_OLD_MS = 60_000;

interface StatementNeeds extends Pick<Base, 'config' | 'database'> {
  actions: Pick<ActionLog, 'record'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  moneyJudge: MoneyJudge;
  tasks: Pick<StaffTasksService, 'open' | 'finishOccasion'>;
  reference: Pick<ReferenceService, 'workingCalendar'>;
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
    tasks,
    reference,
  }: StatementNeeds) {
    debts.keepBook('credit-claim', createCorrectionBook(notifications, tasks));
    return {
      askAboutOldCreditClaims: createAskAboutOldCreditClaims({
        db,
        tasks,
        calendar: () => reference.workingCalendar(),
      }),
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
    creditClaimEnd({ namesOf, notifications, tasks }),
  ],
  jobs: ({ askAboutOldCreditClaims }, log) => [
    {
      name: 'ask about transfers not paid back',
      everyMs: FIND_OLD_MS,
      run: () =>
        askAboutOldCreditClaims((error, lineId) =>
          log.warn({ err: error, lineId }, 'staff not asked about a transfer yet'),
        ),
    },
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
