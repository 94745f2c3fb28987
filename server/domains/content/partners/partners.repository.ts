import { sql, type Generated, type GeneratedAlways, type JSONColumnType, type Selectable } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { ConsolePartner } from '#shared/api/console/console-partners.ts';
import { SHORT_ID_MAX } from '#shared/api/fields.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';

export type PartnerAction = ConsolePartner['changes'][number]['action'];

interface PartnerTables {
  partner: {
    id: GeneratedAlways<number>;
    request_id: string | null;
    name_uz: string;
    name_ru: string;
    name_cyrl: string;
    name_en: string;
    url: string;
    position: number;
    /** `YYYY-MM-DD` in queries. */
    shown_from: string | null;
    shown_until: string | null;
    hidden: Generated<boolean>;
    version: Generated<number>;
  };
  partner_change: {
    id: GeneratedAlways<number>;
    partner_id: number;
    version: number;
    action: PartnerAction;
    person_id: string;
    person_name: string;
    at: Generated<Date>;
    content: JSONColumnType<object>;
  };
}

export interface StaffMember {
  personId: string;
  name: string;
}

export interface PartnerParts {
  name: LocalizedText;
  url: string;
  /** Days of Tashkent, `YYYY-MM-DD`, both included; null: without end. */
  from: string | null;
  until: string | null;
  hidden: boolean;
}
export interface Partner extends PartnerParts {
  id: number;
  version: number;
}

const columnsOf = ({ name, url, from, until, hidden }: PartnerParts) => ({
  name_uz: name.uz,
  name_ru: name.ru,
  name_cyrl: name['uz-Cyrl'],
  name_en: name.en,
  url,
  shown_from: from,
  shown_until: until,
  hidden,
});

export function createPartnersRepository(db: Db<PartnerTables>) {
  const partners = db
    .selectFrom('partner')
    .select(['id', 'version', 'url', 'hidden', 'name_uz', 'name_ru', 'name_cyrl', 'name_en'])
    .select(['partner.shown_from as from', 'partner.shown_until as until']);
  type Row = Pick<
    Selectable<PartnerTables['partner']>,
    'id' | 'version' | 'url' | 'hidden' | 'name_uz' | 'name_ru' | 'name_cyrl' | 'name_en'
  > & { from: string | null; until: string | null };
  const partnerOf = ({
    name_uz: uz,
    name_ru: ru,
    name_cyrl: cyrillic,
    name_en: en,
    ...rest
  }: Row): Partner => ({
    ...rest,
    name: { uz, ru, 'uz-Cyrl': cyrillic, en },
  });

  return {
    /** In the order staff gave them. */
    async all(): Promise<Partner[]> {
      return (await partners.orderBy('position').orderBy('id').execute()).map(partnerOf);
    },

    async byId(id: number): Promise<Partner | null> {
      // Uploads name their owner by any number.
      if (id > SHORT_ID_MAX) return null;
      const row = await partners.where('id', '=', id).executeTakeFirst();
      return row ? partnerOf(row) : null;
    },

    async madeBy(requestId: string): Promise<Partner | null> {
      const row = await partners.where('request_id', '=', requestId).executeTakeFirst();
      return row ? partnerOf(row) : null;
    },

    /** Serialises changes of partners until the transaction ends: they share one order. */
    async lockAll(): Promise<void> {
      await lockNamed(db, 'partner');
    },

    /** The last one. */
    async create(requestId: string, parts: PartnerParts): Promise<number> {
      const { id } = await db
        .insertInto('partner')
        .values({
          request_id: requestId,
          ...columnsOf(parts),
          position: sql<number>`(select coalesce(max(position), -1) + 1 from partner)`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** The next version of one that is locked. */
    async change(id: number, parts: PartnerParts): Promise<void> {
      await db
        .updateTable('partner')
        .set({ version: sql<number>`version + 1`, ...columnsOf(parts) })
        .where('id', '=', id)
        .execute();
    },

    async arrange(ids: readonly number[]): Promise<void> {
      await sql`update partner set position = place - 1
        from unnest(${[...ids]}::int[]) with ordinality as wanted (id, place)
        where partner.id = wanted.id`.execute(db);
    },

    async record(
      { id, version, ...content }: Partner,
      action: PartnerAction,
      by: StaffMember,
    ): Promise<void> {
      await db
        .insertInto('partner_change')
        .values({
          partner_id: id,
          version,
          action,
          person_id: by.personId,
          person_name: by.name,
          content: JSON.stringify(content),
        })
        .execute();
    },

    /** Who wrote the newest version of each, apart from its logo. */
    authors: (): Promise<{ id: number; authorId: string }[]> =>
      db
        .selectFrom('partner_change')
        .distinctOn('partner_id')
        .select(['partner_id as id', 'person_id as authorId'])
        .where('action', '<>', 'logo')
        .orderBy('partner_id')
        .orderBy('id', 'desc')
        .execute(),

    /** The newest first. */
    changes: () =>
      db
        .selectFrom('partner_change')
        .select(['partner_id as partnerId', 'version', 'action', 'person_name as by', 'at'])
        .orderBy('id', 'desc')
        .execute(),
  };
}
