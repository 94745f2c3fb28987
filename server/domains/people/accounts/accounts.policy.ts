import { isStaffRole, STAFF_ROLES, TRADE_ROLES, type Role } from '#shared/api/contract.ts';

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

/** An account that trades is offered a staff role; another one gets it at once. */
export function withRole(
  before: { roles: readonly Role[]; offered: readonly StaffRole[] },
  role: StaffRole,
): { roles: Role[]; offered: StaffRole[]; outcome: 'given' | 'offered' | 'had' } {
  const { roles, offered } = before;
  if (roles.includes(role) || offered.includes(role))
    return { roles: [...roles], offered: [...offered], outcome: 'had' };
  return roles.some((each) => !isStaffRole(each))
    ? { roles: [...roles], offered: staffRoles([...offered, role]), outcome: 'offered' }
    : { roles: staffRoles([...roles, role]), offered: [], outcome: 'given' };
}
