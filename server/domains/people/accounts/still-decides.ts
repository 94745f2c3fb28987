import { hasRight, type StaffRight } from '#shared/api/console/staff-rights.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { conflict } from '#server/platform/errors/index.ts';
import { createAccountsRepository } from './accounts.repository.ts';
import type { Person } from './person.ts';

/** Somebody who is dismissed at the same instant either was before the decision, or waits until it is made. */
const HELD = { held: true };

/**
 * May who proposed or approved something still decide about it? A colleague whose account is shut, or who lost the role, is
 * not one of two persons any more.
 */
export async function eligibleApprovers(tx: AnyDb, personId: string, right: StaffRight): Promise<boolean> {
  const [person] = await createAccountsRepository(tx).byIds([personId], HELD);
  return person !== undefined && !person.disabled && hasRight(person.roles, right);
}

/**
 * Is this somebody who had the right and has it no longer, or whose account is shut? Accounts are never removed: an id without
 * one is no person who left.
 */
export async function hasLeft(on: AnyDb, personId: string, right: StaffRight): Promise<boolean> {
  const [person] = await createAccountsRepository(on).byIds([personId], HELD);
  return person !== undefined && isGone(person, right);
}

const isGone = ({ disabled, roles }: Pick<Person, 'disabled' | 'roles'>, right: StaffRight): boolean =>
  disabled || !hasRight(roles, right);

/** For a screen: which of these persons have left, as a decision of this moment would see it. */
export async function formerStaff(
  on: AnyDb,
  personIds: readonly string[],
  right: StaffRight,
): Promise<ReadonlySet<string>> {
  const people = await createAccountsRepository(on).byIds([...new Set(personIds)]);
  return new Set(people.filter((person) => isGone(person, right)).map(({ id }) => id));
}

/** In a history where no person changed something: an id that no account has. */
export const PLATFORM = { personId: 'system', name: 'Savdo' } as const;

/** Once their author has left, words that wait for their instant are called off within so long. */
export const CALL_OFF_MS = 15_000;

/** Of words that wait for their instant: those whose author has left, so that no one answers for them who is still here. */
export async function ofFormerStaff<T extends { authorId: string }>(
  on: AnyDb,
  words: readonly T[],
  right: StaffRight,
): Promise<T[]> {
  const left = await formerStaff(
    on,
    words.map(({ authorId }) => authorId),
    right,
  );
  return words.filter(({ authorId }) => left.has(authorId));
}

/**
 * What the first of two persons asked for is not completed by a colleague after they left.
 * @throws 409 `asker-left`
 */
export async function mustStillDecide(tx: AnyDb, personId: string, right: StaffRight): Promise<void> {
  if (await hasLeft(tx, personId, right)) throw conflict('asker-left');
}

/** Approvals that count: without those of people who have left since. */
export async function whoStillDecide<T extends { actor: string }>(
  tx: AnyDb,
  approvals: readonly T[],
  right: StaffRight,
): Promise<T[]> {
  const counted: T[] = [];
  for (const approval of approvals) if (!(await hasLeft(tx, approval.actor, right))) counted.push(approval);
  return counted;
}
