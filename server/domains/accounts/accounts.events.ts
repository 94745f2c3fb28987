/** Facts of this domain, as the outbox names them. */
export const ACCOUNT_EVENTS = {
  /** A person was disabled. Payload: `personId`, `by`, `byName`, `reason`; see `StaffDecision`. */
  disabled: 'accounts.disabled',
} as const;

/** Who of the staff decided about a person, and why. */
export interface StaffDecision {
  /** null: nobody of the staff. */
  by: string | null;
  byName: string;
  reason: string;
}

export const UNSTATED: StaffDecision = { by: null, byName: '', reason: '' };
