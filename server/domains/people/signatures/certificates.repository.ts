import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { CertificateFacts } from '#server/integrations/e-signature/index.ts';
import type { SignatureTables } from './signatures-tables.ts';

export interface KnownCertificate extends CertificateFacts {
  addedAt: Date;
  lastUsedAt: Date | null;
}

export type CertificatesRepository = ReturnType<typeof createCertificatesRepository>;

/** Keys people have signed with or added, by the serial number of their certificates. */
export function createCertificatesRepository(db: Db<SignatureTables>) {
  const described = (certificate: CertificateFacts) => ({
    owner_name: certificate.owner,
    kind: certificate.kind,
    pinfl: certificate.pinfl,
    tin: certificate.tin,
    valid_from: certificate.validFrom,
    valid_to: certificate.validTo,
  });
  return {
    /** Those not removed, the newest first. */
    async ofPerson(personId: string): Promise<KnownCertificate[]> {
      const rows = await db
        .selectFrom('person_certificate')
        .selectAll()
        .where('person_id', '=', personId)
        .where('removed_at', 'is', null)
        .orderBy('added_at', 'desc')
        .orderBy('serial')
        .execute();
      return rows.map((row) => ({
        serial: row.serial,
        owner: row.owner_name,
        kind: row.kind,
        pinfl: row.pinfl,
        tin: row.tin,
        validFrom: row.valid_from,
        validTo: row.valid_to,
        addedAt: row.added_at,
        lastUsedAt: row.last_used_at,
      }));
    },

    async isRemoved(personId: string, serial: string): Promise<boolean> {
      const row = await db
        .selectFrom('person_certificate')
        .select('removed_at')
        .where('person_id', '=', personId)
        .where('serial', '=', serial)
        .executeTakeFirst();
      return row !== undefined && row.removed_at !== null;
    },

    /** Adds a key, or restores a removed one. */
    async add(personId: string, certificate: CertificateFacts): Promise<void> {
      await db
        .insertInto('person_certificate')
        .values({ person_id: personId, serial: certificate.serial, ...described(certificate) })
        .onConflict((conflict) =>
          conflict.columns(['person_id', 'serial']).doUpdateSet((row) => ({
            ...described(certificate),
            added_at: sql<Date>`case when person_certificate.removed_at is null
              then person_certificate.added_at else ${row.ref('excluded.added_at')} end`,
            removed_at: null,
          })),
        )
        .execute();
    },

    /** Adds a key that has just signed. In the caller's transaction. */
    async used(tx: Db<SignatureTables>, personId: string, certificate: CertificateFacts): Promise<void> {
      await tx
        .insertInto('person_certificate')
        .values({
          person_id: personId,
          serial: certificate.serial,
          ...described(certificate),
          last_used_at: sql<Date>`now()`,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['person_id', 'serial'])
            .doUpdateSet({ ...described(certificate), last_used_at: sql<Date>`now()` }),
        )
        .execute();
    },

    async removeAll(personId: string): Promise<void> {
      await db
        .updateTable('person_certificate')
        .set({ removed_at: sql<Date>`now()` })
        .where('person_id', '=', personId)
        .where('removed_at', 'is', null)
        .execute();
    },

    async remove(personId: string, serial: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('person_certificate')
        .set({ removed_at: sql<Date>`now()` })
        .where('person_id', '=', personId)
        .where('serial', '=', serial)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
