import type { Role } from '#shared/api/contract.ts';

/** Who sees the console; auditors look, the others also act. */
export const CONSOLE_ROLES: readonly Role[] = ['operator', 'administrator', 'auditor'];
