import type { Role } from '#shared/api/contract.ts';
import { CANCELLATION_CLOSED_MINUTES } from '#shared/limits/trade-terms.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { OPEN_STATUSES } from '#shared/lifecycles/lot-status.ts';
import {
  APPLICATION_OVER,
  APPLIED,
  LIVING,
  TAKING_PART,
  TRADE_APPLICATION,
  type StoredApplicationStatus,
} from '#shared/lifecycles/trade-application.ts';
import type {
  ApplicantFact,
  ApplyRefusal,
  CancelRefusal,
  RevokeRefusal,
} from '#shared/lifecycles/trade-application-refusals.ts';
import { MINUTE_MS } from '#shared/time/tashkent.ts';
import { isUnderAge } from '#shared/validation/of-age.ts';
import type { LotForApplying, TradeApplication } from './trade-applications.repository.ts';

/** Data of the person that the decision about an application needs. */
export interface Applicant {
  personId: string;
  roles: readonly Role[];
  /** PINFL or STIR, by the kind of person; null while it is missing. */
  nationalId: { kind: 'pinfl' | 'stir'; value: string } | null;
  /** By a document, where the number does not contain the day of birth. */
  shownOfAge: boolean;
  name: string;
  /** Address for codes; null unless confirmed. */
  phone: string | null;
  email: string | null;
}

export interface ApplyFacts {
  lot: LotForApplying;
  applicant: Applicant;
  application: TradeApplication | null;
  /** The public offer in force is signed, or its deadline has not passed. */
  consent: boolean;
  /** Last barred day `YYYY-MM-DD`; null: not barred. */
  barredUntil: string | null;
  availableTiyin: number;
  /** The applicant sells the lot, under this account or another one of the same person. */
  ownLot: boolean;
  /** The applicant has read, as staff, who takes part in the lot. */
  readAsStaff: boolean;
  /** What the person's other accounts have applied for this lot with. */
  ofOtherAccounts: readonly Pick<TradeApplication, 'status'>[];
}

/** Why an application is refused, with what the person needs to fix it. */
export type ApplyObjection =
  | { reason: Exclude<ApplyRefusal, 'profile' | 'barred' | 'short-balance'> }
  | { reason: 'profile'; missingFacts: ApplicantFact[] }
  | { reason: 'barred'; until: string }
  | { reason: 'short-balance'; missingTiyin: number };

const isOneOf = (statuses: readonly StoredApplicationStatus[], status: StoredApplicationStatus): boolean =>
  statuses.includes(status);

/** Has an active application: applying again changes nothing. */
export const applied = (application: TradeApplication | null): application is TradeApplication =>
  application !== null && isOneOf(APPLIED, application.status);

export const missingFacts = ({ nationalId, name, phone }: Applicant): ApplicantFact[] => [
  ...(nationalId === null ? (['national-id'] as const) : []),
  ...(name.trim() === '' ? (['name'] as const) : []),
  ...(phone === null ? (['phone'] as const) : []),
];

/** By the PINFL of a natural person, or the document of somebody whose number contains no day of birth. */
export const isMinor = ({ nationalId, shownOfAge }: Applicant, now: Date): boolean =>
  nationalId?.kind === 'pinfl' && isUnderAge({ pinfl: nationalId.value, shownOfAge }, now.getTime());

/** The first reason against an application, the lot's reasons before the person's. null: none. */
export function applyObjection(facts: ApplyFacts): ApplyObjection | null {
  const { lot, applicant, application } = facts;
  if (lot.practice) return { reason: 'practice' };
  if (lot.tradeType !== 'auction') return { reason: 'not-auction' };
  if (lot.outcome !== null || !OPEN_STATUSES.includes(lot.status)) return { reason: 'lot-closed' };
  // Exclusive: at the deadline itself it is too late, as everywhere.
  if (lot.now >= lot.applicationsUntil) return { reason: 'applications-closed' };
  if (facts.ownLot) return { reason: 'own-lot' };
  if (facts.readAsStaff) return { reason: 'read-as-staff' };
  if (!applicant.roles.includes('buyer')) return { reason: 'not-buyer' };
  const all = application ? [application, ...facts.ofOtherAccounts] : facts.ofOtherAccounts;
  if (all.some(({ status }) => status === 'revoked')) return { reason: 'revoked' };
  if (facts.ofOtherAccounts.some(({ status }) => isOneOf(TAKING_PART, status)))
    return { reason: 'other-account' };
  if (application && isOneOf(APPLICATION_OVER, application.status)) return { reason: 'lot-closed' };
  const missing = missingFacts(applicant);
  if (missing.length > 0) return { reason: 'profile', missingFacts: missing };
  if (isMinor(applicant, lot.now)) return { reason: 'under-age' };
  if (!facts.consent) return { reason: 'consent' };
  if (facts.barredUntil !== null) return { reason: 'barred', until: facts.barredUntil };
  if (application?.status === 'cancelling') return { reason: 'busy' };
  const missingTiyin = lot.depositTiyin - facts.availableTiyin;
  return missingTiyin > 0 ? { reason: 'short-balance', missingTiyin } : null;
}

/** Last instant, exclusive, at which an application of this lot may be cancelled. */
export const cancelUntil = (applicationsUntil: Date): Date =>
  new Date(applicationsUntil.getTime() - CANCELLATION_CLOSED_MINUTES * MINUTE_MS);

/** Why the application cannot be cancelled, before the room is asked; `standing`: the person's committed price and auto-bid. */
export function cancelRefusal(
  lot: LotForApplying,
  application: TradeApplication | null,
  standing: { price: boolean; auto: boolean },
): CancelRefusal | null {
  if (lot.practice) return 'practice';
  if (!application || !isOneOf(LIVING, application.status)) return 'no-application';
  const open = lot.outcome === null && OPEN_STATUSES.includes(lot.status);
  if (!open || lot.now >= lot.applicationsUntil) return 'applications-closed';
  if (lot.now >= cancelUntil(lot.applicationsUntil)) return 'last-minutes';
  if (standing.price) return 'has-price';
  return standing.auto ? 'auto-bid' : null;
}

/** Why staff cannot revoke the right, before the room is asked. */
export function revokeRefusal(
  lot: LotForApplying,
  application: TradeApplication,
  staffId: string,
): RevokeRefusal | null {
  if (application.person_id === staffId) return 'own';
  if (lot.outcome !== null) return 'over';
  return allows(TRADE_APPLICATION, application.status, 'revoke') ? null : 'no-application';
}
