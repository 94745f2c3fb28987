import { createHash } from 'node:crypto';
import { sql, type ColumnType, type Generated, type JSONColumnType } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { Photo } from '#shared/api/site/lots.ts';
import type { LotPart } from '#shared/api/site/lot-tabs.ts';
import type { LotFlow } from '#shared/api/site/lot-tabs.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { LotTable } from '../lot-tables.ts';
import type { DocumentDraft } from './lot-document-pdf.ts';

interface LotDocumentTable {
  id: Generated<number>;
  lot_id: number;
  name: JSONColumnType<LocalizedText>;
  file_name: string;
  media_type: 'application/pdf' | 'image/jpeg' | 'image/png';
  position: Generated<number>;
  draft: ColumnType<DocumentDraft | null, string | null, string | null>;
  body: Buffer | null;
  size_bytes: number | null;
  sha256: string | null;
}

export interface LotCardTables {
  lot: LotTable;
  lot_flow: {
    id: Generated<number>;
    lot_id: number;
    at: Date;
    from_status: LotStatus | null;
    to_status: LotStatus;
    by: LotFlow['by'];
    reason: string | null;
    /** Of a correction; null: the status changed. */
    corrected: Generated<LotPart[] | null>;
  };
  lot_feature: {
    id: Generated<number>;
    lot_id: number;
    shown_from: Date;
    shown_until: Date;
    position: number;
    featured_by: string;
  };
  lot_document: LotDocumentTable;
}

export interface NewLotFeature {
  lotId: number;
  from: Date;
  until: Date;
  /** Lower sorts first. */
  position: number;
  /** Id of the member of staff. */
  by: string;
}

export interface NewLotDocument {
  lotId: number;
  name: LocalizedText;
  /** `a-z`, digits and `-`, ending in `.pdf`. */
  fileName: string;
  position: number;
  draft: DocumentDraft;
}

export interface StoredDocument {
  id: number;
  name: LocalizedText;
  fileName: string;
  mediaType: string;
  sizeBytes: number | null;
}

const documentColumns = [
  'id',
  'name',
  'file_name as fileName',
  'media_type as mediaType',
  'size_bytes as sizeBytes',
] as const;

export type LotCardRepository = ReturnType<typeof createLotCardRepository>;

/** History, documents and featured places of lots. */
export function createLotCardRepository(db: Db<LotCardTables>) {
  return {
    /** Every status the lot has had, oldest first; null: no such lot. */
    async flows(lotId: number): Promise<LotFlow[] | null> {
      const rows = await db
        .selectFrom('lot_flow')
        .selectAll()
        .where('lot_id', '=', lotId)
        // Instants of the core have milliseconds, those of PostgreSQL more: changes of one millisecond stay in their order.
        .orderBy(sql`date_trunc('milliseconds', at)`)
        .orderBy('id')
        .execute();
      if (rows.length === 0) return null;
      return rows.map((row) => ({
        atMs: row.at.getTime(),
        from: row.from_status,
        to: row.to_status,
        by: row.by,
        reason: row.reason,
        ...(row.corrected && { corrected: row.corrected }),
      }));
    },

    /** Fields of a lot that the tabs need beyond its details; null: no such lot. */
    async beside(lotId: number) {
      const row = await db
        .selectFrom('lot')
        .select(['order_id', 'tenure', 'rent_months', 'facts', 'customer_address', 'customer_extra_phone'])
        .select([
          'stay_days',
          'first_part_bp',
          'unit',
          'property_type',
          'category_type',
          'estimated_price_tiyin',
        ])
        .select((eb) =>
          eb
            .selectFrom('lot as sibling')
            .select((inner) => inner.fn.countAll<number>().as('lots'))
            .whereRef('sibling.order_id', '=', 'lot.order_id')
            .where('sibling.status', '!=', LOT_STATUS.archived)
            .as('order_lots'),
        )
        .where('id', '=', lotId)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Ids of the other lots of the same order, in their order; null: no such lot. */
    async siblings(
      lotId: number,
      limit: number,
      offset: number,
    ): Promise<{ ids: number[]; total: number } | null> {
      const lot = await db.selectFrom('lot').select('order_id').where('id', '=', lotId).executeTakeFirst();
      if (!lot) return null;
      if (lot.order_id === null) return { ids: [], total: 0 };
      const others = db
        .selectFrom('lot')
        .where('order_id', '=', lot.order_id)
        .where('id', '!=', lotId)
        .where('status', '!=', LOT_STATUS.archived);
      const [rows, { total }] = await Promise.all([
        others.select('id').orderBy('id').limit(limit).offset(offset).execute(),
        others.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { ids: rows.map(({ id }) => id), total };
    },

    /** Ids of lots featured at the given time whose status is one of these, in their order. */
    async featured(now: Date, statuses: readonly LotStatus[], limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('lot_feature')
        .innerJoin('lot', 'lot.id', 'lot_feature.lot_id')
        .select('lot.id')
        .where('shown_from', '<=', now)
        .where('shown_until', '>', now)
        .where('lot.status', 'in', statuses)
        .groupBy('lot.id')
        .orderBy((eb) => eb.fn.min('lot_feature.position'))
        .orderBy('lot.id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async feature(feature: NewLotFeature): Promise<void> {
      await db
        .insertInto('lot_feature')
        .values({
          lot_id: feature.lotId,
          shown_from: feature.from,
          shown_until: feature.until,
          position: feature.position,
          featured_by: feature.by,
        })
        .execute();
    },

    /** Photos only the owner and staff see, the owner, and what all photos show; null: no such lot. */
    async hiddenPhotos(
      lotId: number,
    ): Promise<{ photos: Photo[]; ownerId: string | null; title: LocalizedText } | null> {
      const row = await db
        .selectFrom('lot')
        .select(['hidden_photos as photos', 'customer_person_id as ownerId', 'title'])
        .where('id', '=', lotId)
        .executeTakeFirst();
      return row ?? null;
    },

    async replacePhotos(
      lotId: number,
      { photos, hidden }: { photos: readonly Photo[]; hidden: readonly Photo[] },
    ): Promise<void> {
      await db
        .updateTable('lot')
        .set({ photos: JSON.stringify(photos), hidden_photos: JSON.stringify(hidden) })
        .where('id', '=', lotId)
        .execute();
    },

    /** Gives all photos of a lot this alternative text. */
    async describePhotos(lotId: number, alt: LocalizedText): Promise<void> {
      const described = (column: 'photos' | 'hidden_photos') =>
        sql<string>`(select coalesce(jsonb_agg(photo || jsonb_build_object('alt', ${JSON.stringify(alt)}::jsonb) order by place), '[]')
          from jsonb_array_elements(${sql.ref(column)}) with ordinality as each (photo, place))`;
      await db
        .updateTable('lot')
        .set({ photos: described('photos'), hidden_photos: described('hidden_photos') })
        .where('id', '=', lotId)
        .execute();
    },

    documents: (lotId: number): Promise<StoredDocument[]> =>
      db
        .selectFrom('lot_document')
        .select(documentColumns)
        .where('lot_id', '=', lotId)
        .orderBy('position')
        .orderBy('id')
        .execute(),

    /** One document with its bytes, or with its draft until it is rendered. */
    async document(id: number) {
      const row = await db
        .selectFrom('lot_document')
        .select(documentColumns)
        .select(['lot_id as lotId', 'draft', 'body', 'sha256'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row ?? null;
    },

    async addDocuments(documents: readonly NewLotDocument[]): Promise<void> {
      if (documents.length === 0) return;
      await db
        .insertInto('lot_document')
        .values(
          documents.map((document) => ({
            lot_id: document.lotId,
            name: JSON.stringify(document.name),
            file_name: document.fileName,
            media_type: 'application/pdf' as const,
            position: document.position,
            draft: JSON.stringify(document.draft),
          })),
        )
        .execute();
    },

    /** Stores the bytes of a rendered document; the first ones written win. */
    async keepBody(id: number, body: Buffer): Promise<void> {
      await db
        .updateTable('lot_document')
        .set({ body, size_bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') })
        .where('id', '=', id)
        .where('body', 'is', null)
        .execute();
    },
  };
}
