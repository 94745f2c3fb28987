import type { AnyDb } from '#server/platform/database/index.ts';
import { createEditRequestsRepository } from './edit-requests.repository.ts';

/** Who of the staff approved the name that an account has now, at its owner's request; null: no one did. */
export const namedBy = (on: AnyDb, personId: string): Promise<string | null> =>
  createEditRequestsRepository(on).namedBy(personId);
