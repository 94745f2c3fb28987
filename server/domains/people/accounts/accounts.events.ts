/** Outbox topics of this domain. */
export const ACCOUNT_EVENTS = {
  /** A person was disabled. Payload: `personId`, `reason`, and `by`, `byName` of the member of staff; null and empty: a command. */
  disabled: 'accounts.disabled',
  /**
   * Every session of a person is to end. Payload: `personId`, `because` (a `SessionEnd`), `butBidding` (a `BidsOnly`) where one person ends no
   * bidding, `atMs` of the decision: later sign-ins are not ended.
   */
  sessionsOver: 'accounts.sessions-over',
  /** The password was changed or reset: what was opened with the one before ends. Payload: `personId`, `atMs`. */
  passwordReplaced: 'accounts.password-replaced',
  /** Deadlines of a person, which stood still while one member of staff alone had shut the account, run on. Payload: `personId`. */
  standstillEnded: 'accounts.standstill-ended',
  /** Name or number of a person have changed by a decision: sessions show them. Payload: `personId`. */
  identityChanged: 'accounts.identity-changed',
  /** Somebody is to be invited to the staff by a letter. Payload: `invitationId`. */
  invitationApproved: 'accounts.invitation-approved',
} as const;
