import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  applied,
  applyObjection,
  createTradeApplicationsRepository,
  type Applicant,
  type ApplyFacts,
  type ApplyObjection,
  type LotForApplying,
  type TradeApplication,
} from '#server/domains/trade/trade-applications/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { IssueOutcome, OneTimeCodes, VerifyOutcome } from '#server/platform/one-time-codes/index.ts';

export interface ApplyForLotDeps {
  db: AnyDb;
  /** Codes in the given database: within a transaction, a code's use commits with what it confirms. */
  codes: (db: AnyDb) => OneTimeCodes;
  notifications: Notifications;
  /** null: unknown or disabled. */
  applicant: (personId: string) => Promise<Applicant | null>;
  consentInForce: (personId: string) => Promise<boolean>;
  /** Last barred day `YYYY-MM-DD`; null: not barred. */
  barredUntil: (applicant: Applicant) => Promise<string | null>;
  /** Do both accounts belong to one person? Reads on the given connection. */
  isSamePerson: (on: AnyDb, one: string, other: string) => Promise<boolean>;
  /** Has the human, as staff and under any account, read who takes part in the lot? */
  hasReadAsStaff: (on: AnyDb, personId: string, lotId: number) => Promise<boolean>;
  /** Every account, erased ones too, of the human whose account this is, and of firms that this human signs for. */
  accountsOf: (on: AnyDb, personId: string) => Promise<readonly string[]>;
  /** The person's roles, locked until the given transaction ends. */
  holdRoles: (tx: AnyDb, personId: string) => Promise<Applicant['roles']>;
  /** Hands the application to the room; the worker retries pending ones. */
  admit: (applicationId: number) => Promise<unknown>;
  /** The application exists, the room could not be asked now. */
  onNotAdmitted: (error: unknown, applicationId: number) => void;
}

export interface ApplyRefusal {
  outcome: 'refused';
  objection: ApplyObjection;
  depositTiyin: number;
}

export type SendApplyCodeOutcome =
  | IssueOutcome
  | ApplyRefusal
  | { outcome: 'applied'; applicationId: number };

export type ApplyOutcome =
  | { outcome: 'applied'; applicationId: number; already: boolean }
  | ApplyRefusal
  | { outcome: 'code'; problem: Exclude<VerifyOutcome, 'right'> };

export type ApplyForLot = ReturnType<typeof createApplyForLot>;

/** Rolls the transaction back and carries this answer. */
class Undone extends Error {
  readonly answer: ApplyRefusal;
  constructor(answer: ApplyRefusal) {
    super('the application is not made');
    this.answer = answer;
  }
}

type Standing = Pick<ApplyFacts, 'consent' | 'barredUntil'>;

const subjectOf = (lotId: number) => `lot:${lotId}`;

/** Applying for a lot: a code confirms it, the deposit is held and the number drawn in one transaction. */
export function createApplyForLot(deps: ApplyForLotDeps) {
  const { db } = deps;

  /** Facts of other domains: read ahead of the transaction, which must not wait for a second connection. */
  async function standingOf(applicant: Applicant): Promise<Standing> {
    const [consent, barredUntil] = await Promise.all([
      deps.consentInForce(applicant.personId),
      deps.barredUntil(applicant),
    ]);
    return { consent, barredUntil };
  }

  async function factsOf(
    on: AnyDb,
    lot: LotForApplying,
    applicant: Applicant,
    standing: Standing,
  ): Promise<ApplyFacts & { application: TradeApplication | null }> {
    const { personId } = applicant;
    const seller = lot.customerPersonId;
    const applications = createTradeApplicationsRepository(on);
    const others = (await deps.accountsOf(on, personId)).filter((id) => id !== personId);
    return {
      ...standing,
      ownLot: seller !== null && (await deps.isSamePerson(on, personId, seller)),
      readAsStaff: await deps.hasReadAsStaff(on, personId, lot.id),
      lot,
      applicant,
      application: await applications.find(lot.id, personId),
      ofOtherAccounts: await applications.ofAccounts(lot.id, others),
      availableTiyin: await createWallet(on).balanceOf(personId),
    };
  }

  const refusal = (objection: ApplyObjection, lot: LotForApplying): ApplyRefusal => ({
    outcome: 'refused',
    objection,
    depositTiyin: lot.depositTiyin,
  });

  async function known(personId: string): Promise<Applicant> {
    const applicant = await deps.applicant(personId);
    if (!applicant) throw new Error(`person ${personId} is signed in and unknown`);
    return applicant;
  }

  /** Atomic: a crash anywhere leaves neither a hold nor a used code nor a partial application. */
  const applyAtOnce = (
    lotId: number,
    applicant: Applicant,
    standing: Standing,
    code: string,
  ): Promise<(ApplyOutcome & { fresh?: true }) | null> =>
    inTransaction(db, async (tx) => {
      const { personId } = applicant;
      const applications = createTradeApplicationsRepository(tx);
      await applications.lockApplicant(lotId, await deps.accountsOf(tx, personId));
      const lot = await applications.lockLot(lotId);
      if (!lot || lot.rehearsal) return null;
      const roles = await deps.holdRoles(tx, personId);
      const facts = await factsOf(tx, lot, { ...applicant, roles }, standing);
      if (applied(facts.application))
        return { outcome: 'applied', applicationId: facts.application.id, already: true };
      const objection = applyObjection(facts);
      if (objection) return refusal(objection, lot);
      const what = { purpose: 'apply', subject: subjectOf(lotId), personId };
      const verdict = await deps.codes(tx).verify({ ...what, code });
      if (verdict !== 'right') return { outcome: 'code', problem: verdict };

      const application = await applications.apply(lotId, personId, lot.depositTiyin);
      if (lot.depositTiyin > 0) {
        const held = await createWallet(tx).hold({
          key: `application:${application.id}:${application.round}`,
          personId,
          amountTiyin: lot.depositTiyin,
          reference: subjectOf(lotId),
          reason: 'application',
          actor: personId,
        });
        // The money was spent since the check: the rollback restores the code too.
        if (held.outcome === 'short')
          throw new Undone(refusal({ reason: 'short-balance', missingTiyin: held.missingTiyin }, lot));
        if (held.outcome !== 'held') throw new Error(`deposit for lot ${lotId} not held: ${held.outcome}`);
        await applications.deposited(application.id, held.holdId);
        await deps.notifications.notify(tx, {
          personId,
          key: `application:${application.id}:${application.round}:held`,
          template: 'deposit-held',
          params: { lotId, lotTitle: lot.title, amountTiyin: lot.depositTiyin },
        });
      }
      await createActionLog(tx).record({ personId, type: 'application', action: 'sent', result: 'done' });
      return { outcome: 'applied', applicationId: application.id, already: false, fresh: true };
    });

  return {
    /** Sends a code if the person could apply right now; null: no such lot, or a rehearsal, which staff join. */
    async sendCode(lotId: number, personId: string, address: string): Promise<SendApplyCodeOutcome | null> {
      const applicant = await known(personId);
      const lot = await createTradeApplicationsRepository(db).lot(lotId);
      if (!lot || lot.rehearsal) return null;
      const facts = await factsOf(db, lot, applicant, await standingOf(applicant));
      if (applied(facts.application)) return { outcome: 'applied', applicationId: facts.application.id };
      const objection = applyObjection(facts);
      if (objection) return refusal(objection, lot);
      const { phone, email } = applicant;
      const what = { purpose: 'apply', subject: subjectOf(lotId), personId };
      return deps.codes(db).issue({ ...what, channels: { phone, email }, address });
    },

    /** Applies; null: no such lot. A repeat returns the existing application. */
    async apply(lotId: number, personId: string, code: string): Promise<ApplyOutcome | null> {
      const applicant = await known(personId);
      const standing = await standingOf(applicant);
      let answer: (ApplyOutcome & { fresh?: true }) | null;
      try {
        answer = await applyAtOnce(lotId, applicant, standing, code);
      } catch (error) {
        // Not retried: the answer says what is missing.
        if (error instanceof Undone) return error.answer;
        throw error;
      }
      if (answer?.outcome === 'applied' && answer.fresh) {
        const { applicationId } = answer;
        try {
          await deps.admit(applicationId);
        } catch (error) {
          // The application is pending; the worker retries each second.
          deps.onNotAdmitted(error, applicationId);
        }
        return { outcome: 'applied', applicationId, already: false };
      }
      return answer;
    },
  };
}
