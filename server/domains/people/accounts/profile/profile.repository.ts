import { sql, type Generated } from 'kysely';
import type { BankRequisites } from '#shared/api/cabinet/profile.ts';
import type { Db } from '#server/platform/database/index.ts';

interface ProfileTables {
  person_profile: {
    person_id: string;
    region_id: number | null;
    area_id: number | null;
    address: string | null;
    bank_name: string | null;
    bank_account: string | null;
    bank_mfo: string | null;
    updated_at: Generated<Date>;
  };
}

export interface Address {
  regionId: number;
  areaId: number;
  text: string;
}

export interface ProfileDetails {
  address: Address | null;
  requisites: BankRequisites | null;
}

export type ProfileRepository = ReturnType<typeof createProfileRepository>;

/** Profile data beyond the sign-in: where people live and where refunds go. */
export function createProfileRepository(db: Db<ProfileTables>) {
  const write = async (
    personId: string,
    part: Partial<Omit<ProfileTables['person_profile'], 'updated_at'>>,
  ) => {
    await db
      .insertInto('person_profile')
      .values({
        person_id: personId,
        region_id: null,
        area_id: null,
        address: null,
        bank_name: null,
        bank_account: null,
        bank_mfo: null,
        ...part,
      })
      .onConflict((conflict) =>
        conflict.column('person_id').doUpdateSet({ ...part, updated_at: sql<Date>`now()` }),
      )
      .execute();
  };

  /** By the id that was asked for, in one statement. */
  async function ofEach(personIds: readonly string[]): Promise<Map<string, ProfileDetails>> {
    const rows =
      personIds.length === 0
        ? []
        : await db.selectFrom('person_profile').selectAll().where('person_id', 'in', personIds).execute();
    const rowOf = new Map(rows.map((row) => [row.person_id, row]));
    return new Map(
      personIds.map((personId) => {
        const { region_id: regionId, area_id: areaId, address: text } = rowOf.get(personId) ?? {};
        const { bank_name: bankName, bank_account: account, bank_mfo: mfo } = rowOf.get(personId) ?? {};
        return [
          personId,
          {
            address: regionId && areaId && text ? { regionId, areaId, text } : null,
            requisites: bankName && account && mfo ? { bankName, account, mfo } : null,
          },
        ];
      }),
    );
  }

  return {
    of: async (personId: string): Promise<ProfileDetails> => (await ofEach([personId])).get(personId)!,
    ofEach,

    setAddress: (personId: string, { regionId, areaId, text }: Address): Promise<void> =>
      write(personId, { region_id: regionId, area_id: areaId, address: text }),

    setRequisites: (personId: string, { bankName, account, mfo }: BankRequisites): Promise<void> =>
      write(personId, { bank_name: bankName, bank_account: account, bank_mfo: mfo }),
  };
}
