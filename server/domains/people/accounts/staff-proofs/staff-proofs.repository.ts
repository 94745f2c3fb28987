import type { GeneratedAlways } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';

interface AttestationTables {
  staff_attestation: {
    id: GeneratedAlways<number>;
    person_id: string;
    pinfl: string;
    document: string;
    reason: string;
    at: GeneratedAlways<Date>;
  };
}

/** A number that somebody on the server has seen in a document. */
export interface Attestation {
  pinfl: string;
  document: string;
  reason: string;
}

/** The last one of an account counts; all of them say who is the same person. */
export function createAttestationRepository(db: Db<AttestationTables>) {
  return {
    async add(personId: string, { pinfl, document, reason }: Attestation): Promise<number> {
      const { id } = await db
        .insertInto('staff_attestation')
        .values({ person_id: personId, pinfl, document, reason })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async latest(personId: string): Promise<(Attestation & { at: Date }) | null> {
      const row = await db
        .selectFrom('staff_attestation')
        .select(['pinfl', 'document', 'reason', 'at'])
        .where('person_id', '=', personId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },
  };
}
