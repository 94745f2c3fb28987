import { holdRoles, type AccountsService } from '#server/domains/accounts/index.ts';
import { isSamePerson } from '#server/domains/conflicts/index.ts';
import type { LotsRepository } from '#server/domains/lots/index.ts';
import type { StaffTasksService } from '#server/domains/staff-tasks/index.ts';
import type { Notifications } from '#server/domains/notifications/index.ts';
import type { SanctionsService } from '#server/domains/sanctions/index.ts';
import type {
  Applicant,
  RoomAdmission,
  RoomBans,
  RoomSeats,
} from '#server/domains/trade-applications/index.ts';
import { crashPoint } from '#server/platform/crash-points/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import {
  createApplyForLot,
  createApproveApplication,
  createCancelApplication,
  createEndParticipation,
  createRecomputeLimits,
  createReleaseDeposits,
  createRevokeApplication,
  type ApproveApplication,
  type WorkflowStep,
} from '#server/workflows/index.ts';

export interface ApplicationParts {
  db: AnyDb;
  lots: Pick<LotsRepository, 'get'>;
  notifications: Notifications;
  rooms: RoomAdmission & RoomSeats;
  openRoom: (lotId: number) => Promise<void>;
  /** See the setting of tests. */
  crashAt: string | null;
}

/** What happens to applications by themselves: admitted, limited by the balance, settled with their auction. */
export function createApplications({ db, lots, notifications, rooms, openRoom, crashAt }: ApplicationParts) {
  const limits = createRecomputeLimits({ db, rooms });
  const atStep = crashPoint<WorkflowStep>(crashAt);
  return {
    /** Between two steps of a workflow. */
    crashAt: atStep,
    limits,
    admission: createApproveApplication({
      ...{ db, rooms, openRoom, notifications, isSamePerson },
      recomputeLimit: (applicationId) => limits.one(applicationId),
    }),
    deposits: createReleaseDeposits({
      ...{ db, notifications, crashAt: atStep },
      payUntil: async (lotId) => (await lots.get(lotId))?.pay_until ?? null,
    }),
  };
}

export interface ApplyingParts {
  db: AnyDb;
  accounts: Pick<AccountsService, 'byId'>;
  sanctions: Pick<SanctionsService, 'barredUntil'>;
  notifications: Notifications;
  /** Codes kept in the given database. */
  codes: (db: AnyDb) => OneTimeCodes;
  consentInForce: (personId: string) => Promise<boolean>;
  rooms: RoomAdmission & RoomBans & RoomSeats;
  admission: Pick<ApproveApplication, 'admit'>;
  tasks: Pick<StaffTasksService, 'open'>;
  logger: Logger;
}

/** What people do with applications: apply and cancel; and staff: revoke. */
export function createApplying(parts: ApplyingParts) {
  const { db, accounts, sanctions, notifications, codes, consentInForce, rooms, admission, logger } = parts;
  const revoking = createRevokeApplication({ db, notifications, rooms, tasks: parts.tasks });

  async function applicant(personId: string): Promise<Applicant | null> {
    const person = await accounts.byId(personId);
    if (!person || person.disabled) return null;
    const { roles, name, stir, pinfl, phone, email, phoneConfirmed, emailConfirmed } = person;
    const [kind, value] = person.kind === 'legal' ? (['stir', stir] as const) : (['pinfl', pinfl] as const);
    return {
      ...{ personId, roles, name },
      nationalId: value === null ? null : { kind, value },
      phone: phoneConfirmed ? phone : null,
      email: emailConfirmed ? email : null,
    };
  }

  async function barredUntil({ nationalId }: Applicant): Promise<string | null> {
    return nationalId && sanctions.barredUntil(nationalId.kind, nationalId.value);
  }

  return {
    applying: createApplyForLot({
      ...{ db, codes, notifications, applicant, consentInForce, barredUntil, isSamePerson },
      holdRoles: async (tx, personId) => [...(await holdRoles(tx, personId))],
      admit: (applicationId) => admission.admit(applicationId),
      onNotAdmitted: (error, application) =>
        logger.warn({ err: error, application }, 'application not admitted at once'),
    }),
    cancelling: createCancelApplication({ db, codes, notifications, applicant, rooms }),
    revoking,
    endParticipation: createEndParticipation({ db, revoking }),
  };
}
