import type { Role } from '#shared/api/contract.ts';

/** Who sees the console; auditors look, the others also act. Its pages may be for fewer of them. */
export const CONSOLE_ROLES: readonly Role[] = ['moderator', 'operator', 'administrator', 'auditor'];
