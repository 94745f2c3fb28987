import { STAFF_ROLES, type Access } from '../contract.ts';

type StaffRole = (typeof STAFF_ROLES)[number];

/** Work of the office; auditors read all of it and change nothing. */
const ACT = ['operator', 'administrator'] as const;
const READ = ['operator', 'administrator', 'auditor'] as const;

/** The one list of what staff may do and with which roles. Contracts, checks on the server and the console read it. */
export const STAFF_RIGHTS = {
  watchRooms: READ,
  controlRooms: ACT,
  /** Practice rooms of staff; who watches rooms may bid in one. */
  startRehearsals: ACT,
  readTasks: READ,
  finishTasks: ACT,
  readIncidents: READ,
  /** Deals with incidents, and writes to everybody whom one concerns. */
  writeIncidents: ACT,
  /** What runs, what it depends on, what waits and what failed. */
  readSystem: READ,
  retryJobs: ACT,
  readAnomalyFlags: READ,
  /** Says what comes of a sign that staff should look at an auction; nothing follows from it by itself. */
  judgeAnomalyFlags: ACT,
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
  readConflicts: ['administrator', 'auditor'],
  readReference: STAFF_ROLES,
  /**
   * Categories, lists, places, days, banks and pages alone; rule sets, base amounts and names that lots are shown by with a second
   * person.
   */
  writeReference: ACT,
  /** Says yes, as a second person, to a version of a rule set or a base amount. */
  approveRules: ACT,
  readWebhooks: READ,
  switchWebhooksOff: ACT,
  readContactMessages: READ,
  answerContactMessages: ACT,
  readOrders: STAFF_ROLES,
  /** Whole account numbers of customers; other staff see them masked. */
  seeRequisites: ['moderator', 'operator', 'administrator'],
  moderateOrders: ['moderator', 'administrator'],
  readOrderImports: READ,
  importOrders: ACT,
  readRepeats: STAFF_ROLES,
  decideRepeats: ['moderator', 'operator', 'administrator'],
  seeHiddenPhotos: STAFF_ROLES,
  seeProtocolWords: STAFF_ROLES,
  readProtocols: READ,
  /** Has the document of a protocol made again, with the same content. */
  reissueProtocols: ACT,
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
  readLotQuestions: STAFF_ROLES,
  moderateLotQuestions: ['moderator', 'operator', 'administrator'],
  readBars: READ,
  decideBars: ACT,
  readDebts: READ,
  readStatements: READ,
  decideStatements: ACT,
  readNumberClaims: READ,
  decideNumberClaims: ACT,
  readAccounts: READ,
  shutAccounts: ACT,
  /** Accounts of staff, and who becomes staff. */
  manageStaff: ['administrator'],
  /** The action log: what anybody did, from which address. */
  readStaffActions: ['administrator', 'auditor'],
  /** What a colleague proposed; of which kinds, the right that each kind names says. */
  readDecisions: STAFF_ROLES,
  /** Proposes and decides, by two persons, with the right of the kind. */
  makeDecisions: ['moderator', 'operator', 'administrator'],
  /** What auctions brought, counted over all lots. */
  readFigures: READ,
  readRights: STAFF_ROLES,
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffRight = keyof typeof STAFF_RIGHTS;

interface RightMarks {
  /** Changes ask for a password, and a second factor, shown in the last five minutes: they move money or give rights. */
  fresh?: true;
  /** A second member of staff approves: always, or only what the rules name (a large sum, a sold lot, an account of staff). */
  two?: 'always' | 'sometimes';
}

/** What a right asks for besides a role; of a right without marks, nothing. */
export const RIGHT_MARKS: Partial<Record<StaffRight, RightMarks>> = {
  controlRooms: { two: 'sometimes' },
  revokeApplications: { two: 'always' },
  publishConsents: { two: 'always' },
  decideRepeats: { two: 'sometimes' },
  decideRefunds: { fresh: true, two: 'always' },
  settlePayments: { fresh: true },
  writeReference: { two: 'sometimes' },
  approveRules: { fresh: true, two: 'always' },
  moderateOrders: { two: 'sometimes' },
  extendSettlements: { fresh: true, two: 'always' },
  cancelResults: { fresh: true, two: 'always' },
  decidePayouts: { fresh: true, two: 'always' },
  decideHandOvers: { fresh: true, two: 'always' },
  decideProtests: { fresh: true, two: 'sometimes' },
  decideBars: { fresh: true, two: 'always' },
  decideNumberClaims: { fresh: true, two: 'always' },
  decideStatements: { fresh: true, two: 'sometimes' },
  makeDecisions: { fresh: true, two: 'always' },
  shutAccounts: { two: 'sometimes' },
  manageStaff: { fresh: true, two: 'sometimes' },
};

/** Who may call, by a right and its marks. */
export const accessOf = (right: StaffRight): Extract<Access, object> => ({
  roles: STAFF_RIGHTS[right],
  ...(RIGHT_MARKS[right]?.fresh ? { fresh: true } : {}),
});

/** Does somebody with these roles have the right? */
export const hasRight = (roles: readonly string[], right: StaffRight): boolean =>
  STAFF_RIGHTS[right].some((role) => roles.includes(role));
