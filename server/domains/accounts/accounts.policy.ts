import type { Role } from '#shared/api/contract.ts';

/** Roles people choose for themselves. */
export const OWN_ROLES = ['buyer', 'customer'] as const satisfies readonly Role[];
export type OwnRole = (typeof OWN_ROLES)[number];

/** Roles given by staff only. */
export const STAFF_ROLES = [
  'moderator',
  'operator',
  'auditor',
  'administrator',
] as const satisfies readonly Role[];
export type StaffRole = (typeof STAFF_ROLES)[number];

export const isStaffRole = (text: string): text is StaffRole =>
  (STAFF_ROLES as readonly string[]).includes(text);

/** The roles after a person's own choice: what staff gave stays. */
export const withOwnRoles = (roles: readonly Role[], chosen: readonly OwnRole[]): Role[] => [
  ...OWN_ROLES.filter((role) => chosen.includes(role)),
  ...STAFF_ROLES.filter((role) => roles.includes(role)),
];
