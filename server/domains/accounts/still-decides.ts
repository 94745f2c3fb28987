import { hasRight, type StaffRight } from '#shared/api/staff-rights.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { createAccountsRepository } from './accounts.repository.ts';

/**
 * May who proposed or approved something still decide about it? A colleague whose account is shut, or who lost the role, is
 * not one of two persons any more.
 */
export async function stillDecides(tx: AnyDb, personId: string, right: StaffRight): Promise<boolean> {
  const person = await createAccountsRepository(tx).byId(personId);
  return person !== null && !person.disabled && hasRight(person.roles, right);
}
