/** Outbox topics of this domain. */
export const ACCOUNT_EVENTS = {
  /** A person was disabled. Payload: `personId`, `by`, `byName`, `reason`; see `StaffDecision`. */
  disabled: 'accounts.disabled',
} as const;

/** Decision of a member of staff about a person, with the reason. */
export interface StaffDecision {
  /** null: no member of staff. */
  by: string | null;
  byName: string;
  reason: string;
}

export const UNSTATED: StaffDecision = { by: null, byName: '', reason: '' };
