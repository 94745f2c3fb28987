import { STAFF_ROLES, TRADE_ROLES, type Role } from '#shared/api/contract.ts';

export { isStaffRole, STAFF_ROLES } from '#shared/api/contract.ts';

/** Roles people choose for themselves. */
export type OwnRole = (typeof TRADE_ROLES)[number];

/** Roles that only staff assign. */
export type StaffRole = (typeof STAFF_ROLES)[number];

/** A person's own choice, each role once. */
export const ownRoles = (chosen: readonly OwnRole[]): Role[] =>
  TRADE_ROLES.filter((role) => chosen.includes(role));

/** Staff roles, each once and in their order. */
export const staffRoles = (given: readonly Role[]): StaffRole[] =>
  STAFF_ROLES.filter((role) => given.includes(role));
