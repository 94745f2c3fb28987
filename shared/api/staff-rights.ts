import { STAFF_ROLES } from './contract.ts';

type StaffRole = (typeof STAFF_ROLES)[number];

/** Work of the office; auditors read all of it and change nothing. */
const ACT = ['operator', 'administrator'] as const;
const READ = ['operator', 'administrator', 'auditor'] as const;

/** The one list of what staff may do and with which roles. Contracts, checks on the server and the console read it. */
export const STAFF_RIGHTS = {
  watchRooms: READ,
  controlRooms: ACT,
  readTasks: READ,
  finishTasks: ACT,
  readApplications: READ,
  revokeApplications: ACT,
  readRefunds: READ,
  decideRefunds: ACT,
  readPayments: READ,
  settlePayments: ACT,
  readEditRequests: ['moderator', 'operator', 'administrator', 'auditor'],
  decideEditRequests: ['moderator', 'operator', 'administrator'],
  readConsents: STAFF_ROLES,
  publishConsents: ACT,
  readNews: READ,
  writeNews: ACT,
  readReference: STAFF_ROLES,
  writeReference: ACT,
  readConflicts: ['administrator', 'auditor'],
  readContactMessages: READ,
  answerContactMessages: ACT,
  readOrders: STAFF_ROLES,
  /** Whole account numbers of customers; other staff see them masked. */
  seeRequisites: ['moderator', 'operator', 'administrator'],
  moderateOrders: ['moderator', 'administrator'],
  readRepeats: STAFF_ROLES,
  decideRepeats: ['moderator', 'operator', 'administrator'],
  seeHiddenPhotos: STAFF_ROLES,
  seeProtocolWords: STAFF_ROLES,
  readSettlements: READ,
  extendSettlements: ACT,
  readResultCancellations: READ,
  cancelResults: ACT,
  readPayouts: READ,
  decidePayouts: ACT,
  readHandOvers: READ,
  decideHandOvers: ACT,
  readProtests: READ,
  decideProtests: ACT,
  readBars: READ,
  decideBars: ACT,
  readDebts: READ,
  readStatements: READ,
  decideStatements: ACT,
  readAccounts: READ,
  shutAccounts: ACT,
  /** Accounts of staff, and who becomes staff. */
  manageStaff: ['administrator'],
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffRight = keyof typeof STAFF_RIGHTS;

/** Does somebody with these roles have the right? */
export const hasRight = (roles: readonly string[], right: StaffRight): boolean =>
  STAFF_RIGHTS[right].some((role) => roles.includes(role));
