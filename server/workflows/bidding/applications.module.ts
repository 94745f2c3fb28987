import {
  ACCOUNT_EVENTS,
  accountsOfParticipant,
  holdRoles,
  type AccountsService,
} from '#server/domains/people/accounts/index.ts';
import { hasReadAsStaff, isSameTrader } from '#server/domains/people/conflicts-of-interest/index.ts';
import type { LotsRepository, LotsService } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { SANCTION_EVENTS, type SanctionsService } from '#server/domains/people/debarments/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import {
  type Applicant,
  type RoomAdmission,
  type RoomBans,
  type RoomParticipation,
} from '#server/domains/trade/trade-applications/index.ts';
import { WALLET_EVENTS } from '#server/domains/money/wallet/index.ts';
import { crashPoint } from '#server/platform/crash-points/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import { createApplyForLot } from './apply-for-lot.ts';
import { createApproveApplication } from './approve-application.ts';
import { createCancelApplication } from './cancel-application.ts';
import type { WorkflowStep } from '../crash-steps.ts';
import { createEndParticipation } from './end-participation.ts';
import { createJoinPractice } from './join-practice.ts';
import { createNotifyParticipants } from './notify-participants.ts';
import { createRecomputeLimits } from './recompute-limits.ts';
import { createReleaseDeposits } from '../settling/release-deposits.ts';
import type { BuyerFacts } from '../settling/reserve-units.ts';
import { createRevokeApplication } from './revoke-application.ts';

const APPROVE_MS = 1_000;
const SEND_LIMITS_MS = 400;
const PARTICIPANTS_MS = 60_000;
/** What events do at once, a look at the tables does in case they were lost. */
const FINISH_LOST_MS = 5_000;

interface ApplicationsNeeds extends Pick<Base, 'config' | 'database' | 'logger' | 'metrics'> {
  accounts: Pick<AccountsService, 'byId'>;
  sanctions: Pick<SanctionsService, 'personBarredUntil' | 'barQuestion'>;
  notifications: Notifications;
  tasks: Pick<StaffTasksService, 'open'>;
  lots: Pick<LotsService, 'cards'>;
  lotsRepository: Pick<LotsRepository, 'get'>;
  /** Codes stored in the given database. */
  codesIn: (db: AnyDb) => OneTimeCodes;
  offerConsent: { mayAct(personId: string): Promise<boolean> };
  roomCommands: RoomAdmission & RoomBans & RoomParticipation;
  openRoom: (lotId: number) => Promise<void>;
}

/** The life of an application: applied for, admitted, limited by the balance, cancelled, revoked, settled. */
export const applicationsModule = defineModule({
  name: 'applications',
  create(needs: ApplicationsNeeds) {
    const { accounts, sanctions, notifications, tasks, lotsRepository, openRoom, logger, metrics } = needs;
    const { db } = needs.database;
    const { codesIn: codes, roomCommands: rooms } = needs;
    const atStep = crashPoint<WorkflowStep>(needs.config.crashAt);

    async function applicant(personId: string): Promise<Applicant | null> {
      const person = await accounts.byId(personId);
      if (!person || person.disabled) return null;
      const { roles, name, stir, pinfl, shownOfAge, phone, email, phoneConfirmed, emailConfirmed } = person;
      const [kind, value] = person.kind === 'legal' ? (['stir', stir] as const) : (['pinfl', pinfl] as const);
      return {
        personId,
        roles,
        name,
        shownOfAge,
        nationalId: value === null ? null : { kind, value },
        phone: phoneConfirmed ? phone : null,
        email: emailConfirmed ? email : null,
      };
    }

    const buyerFacts: BuyerFacts = {
      applicant,
      consentInForce: (personId) => needs.offerConsent.mayAct(personId),
      barredUntil: ({ personId }) => sanctions.personBarredUntil(personId),
      barQuestion: (personId) => sanctions.barQuestion(personId),
      holdRoles: async (tx, personId) => [...(await holdRoles(tx, personId))],
    };
    const limits = createRecomputeLimits({ db, rooms });
    const admission = createApproveApplication({
      db,
      rooms,
      openRoom,
      notifications,
      isSamePerson: isSameTrader,
      barredUntil: (personId) => sanctions.personBarredUntil(personId),
      recomputeLimit: (applicationId) => limits.one(applicationId),
    });
    const revoking = createRevokeApplication({ db, notifications, rooms, tasks });
    return {
      /** Tests end the process between two steps of a workflow. */
      atStep,
      buyerFacts,
      limits,
      admission,
      revoking,
      deposits: createReleaseDeposits({
        db,
        notifications,
        crashAt: atStep,
        payUntil: async (lotId) => (await lotsRepository.get(lotId))?.pay_until ?? null,
        onSettled: (result) => metrics.depositsSettled.inc({ result }),
      }),
      applying: createApplyForLot({
        ...buyerFacts,
        db,
        codes,
        notifications,
        isSamePerson: isSameTrader,
        hasReadAsStaff,
        accountsOf: accountsOfParticipant,
        admit: (applicationId) => admission.admit(applicationId),
        onNotAdmitted: (error, application) =>
          logger.warn({ err: error, application }, 'application not admitted at once'),
      }),
      cancelling: createCancelApplication({ db, codes, notifications, applicant, rooms }),
      endParticipation: createEndParticipation({
        db,
        revoking,
        isExcluded: async (personId, cause) =>
          cause === 'barred'
            ? (await sanctions.personBarredUntil(personId)) !== null
            : (await accounts.byId(personId))?.disabled !== false,
      }),
      joinPractice: createJoinPractice({ db, lots: needs.lots, lotsRepository, admission }),
    };
  },
  listeners({ endParticipation, limits }) {
    const exclude =
      (cause: 'disabled' | 'barred') =>
      ({ personId, by, byName, reason }: Record<string, unknown>): Promise<void> =>
        endParticipation({
          personId: String(personId),
          cause,
          reason: String(reason),
          by: by === null ? null : { personId: String(by), name: String(byName) },
        });
    return {
      [ACCOUNT_EVENTS.disabled]: [{ name: 'end-participation', handle: exclude('disabled') }],
      [SANCTION_EVENTS.barred]: [{ name: 'end-participation-of-barred', handle: exclude('barred') }],
      [WALLET_EVENTS.moved]: [
        { name: 'recompute-limits', handle: ({ personId }) => limits.due(String(personId)) },
      ],
    };
  },
  jobs: ({ database, notifications, admission, limits, cancelling, deposits }, log) => [
    {
      name: 'approve applications',
      everyMs: APPROVE_MS,
      run: () =>
        admission.admitWaiting((error, id) =>
          log.warn({ err: error, application: id }, 'application not admitted yet'),
        ),
    },
    {
      name: 'send limits to rooms',
      everyMs: SEND_LIMITS_MS,
      run: () =>
        limits.sendDueLimits((error, id) => log.warn({ err: error, application: id }, 'limit not sent yet')),
    },
    {
      name: 'finish cancellations',
      everyMs: FINISH_LOST_MS,
      run: () =>
        cancelling.finishStuck((error, id) =>
          log.warn({ err: error, application: id }, 'application not cancelled yet'),
        ),
    },
    {
      name: 'release deposits',
      everyMs: FINISH_LOST_MS,
      run: () =>
        deposits.sweep((error, lotId) => log.warn({ err: error, lotId }, 'deposits not released yet')),
    },
    {
      name: 'notify participants',
      everyMs: PARTICIPANTS_MS,
      run: createNotifyParticipants({ db: database.db, notifications }),
    },
  ],
});
