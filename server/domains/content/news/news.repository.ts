import {
  sql,
  type ExpressionBuilder,
  type Generated,
  type GeneratedAlways,
  type JSONColumnType,
} from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { NEWS_ACTIONS, NewsTexts } from '#shared/api/site/news.ts';
import { EMPTY_CONTENT } from '#shared/content/texts.ts';
import type { NewsState } from '#shared/lifecycles/news.ts';

export type ChangeAction = (typeof NEWS_ACTIONS)[number];

/** Before Cyrillic could be corrected by hand there were three languages. */
type StoredTexts = Omit<NewsTexts, 'uz-Cyrl'> & Partial<Pick<NewsTexts, 'uz-Cyrl'>>;
const whole = (texts: StoredTexts): NewsTexts => ({ 'uz-Cyrl': EMPTY_CONTENT, ...texts });

interface NewsTables {
  news_item: {
    id: GeneratedAlways<number>;
    request_id: string;
    texts: JSONColumnType<StoredTexts>;
    version: Generated<number>;
    created_at: Generated<Date>;
    corrected_at: Date | null;
    publish_at: Date | null;
    withdrawn_at: Date | null;
  };
  news_change: {
    id: GeneratedAlways<number>;
    news_id: number;
    version: number;
    action: ChangeAction;
    person_id: string;
    person_name: string;
    at: Generated<Date>;
    texts: JSONColumnType<StoredTexts>;
    publish_at: Date | null;
    restored_from: number | null;
  };
}

export interface NewsItem {
  id: number;
  version: number;
  state: NewsState;
  texts: NewsTexts;
  publishAt: Date | null;
  correctedAt: Date | null;
}

export interface NewsChange {
  version: number;
  action: ChangeAction;
  by: string;
  at: Date;
  publishAt: Date | null;
  restoredFrom: number | null;
}

export interface StaffMember {
  personId: string;
  name: string;
}

/** The state at this moment, by the clock of the database. */
const STATE = sql<NewsState>`case
  when news_item.publish_at is null then 'draft'
  when news_item.withdrawn_at is not null then 'withdrawn'
  when news_item.publish_at > now() then 'scheduled'
  else 'published' end`;

const isPublic = (eb: ExpressionBuilder<NewsTables, 'news_item'>) =>
  eb.and([eb('publish_at', '<=', sql<Date>`now()`), eb('withdrawn_at', 'is', null)]);

export function createNewsRepository(db: Db<NewsTables>) {
  const items = db
    .selectFrom('news_item')
    .select(['id', 'version', 'texts', 'publish_at as publishAt', 'corrected_at as correctedAt'])
    .select(STATE.as('state'));
  const changes = db
    .selectFrom('news_change')
    .select(['version', 'action', 'person_name as by', 'at', 'publish_at as publishAt'])
    .select('restored_from as restoredFrom');
  const read = <Row extends { texts: StoredTexts }>(row: Row) => ({ ...row, texts: whole(row.texts) });

  return {
    /** Public ones, the newest first. */
    async published(page: { limit: number; offset: number }): Promise<NewsItem[]> {
      const rows = await items
        .where(isPublic)
        .orderBy('publish_at', 'desc')
        .orderBy('id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return rows.map(read);
    },

    async countPublished(): Promise<number> {
      const row = await db
        .selectFrom('news_item')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(isPublic)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** One that is public now. */
    async publishedOne(id: number): Promise<NewsItem | undefined> {
      const row = await items.where('id', '=', id).where(isPublic).executeTakeFirst();
      return row && read(row);
    },

    async byId(id: number): Promise<NewsItem | undefined> {
      const row = await items.where('id', '=', id).executeTakeFirst();
      return row && read(row);
    },

    /** Drafts first, then by the instant of publication; each with its last change. */
    list: (state: NewsState | undefined, page: { limit: number; offset: number }) =>
      items
        .innerJoin('news_change as last', (join) =>
          join.onRef('last.news_id', '=', 'news_item.id').onRef('last.version', '=', 'news_item.version'),
        )
        .clearSelect()
        .select(['news_item.id', 'news_item.texts', 'news_item.publish_at as publishAt'])
        .select(STATE.as('state'))
        .select(['last.at as changedAt', 'last.person_name as changedBy'])
        .$if(state !== undefined, (query) => query.where(STATE, '=', state as NewsState))
        .orderBy(sql`news_item.publish_at desc nulls first`)
        .orderBy('news_item.id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    /** Those that wait for their instant, each with who wrote its newest version. */
    scheduled: (): Promise<{ id: number; version: number; authorId: string }[]> =>
      db
        .selectFrom('news_item')
        .innerJoin('news_change as last', (join) =>
          join.onRef('last.news_id', '=', 'news_item.id').onRef('last.version', '=', 'news_item.version'),
        )
        .select(['news_item.id', 'news_item.version', 'last.person_id as authorId'])
        .where(STATE, '=', 'scheduled')
        .execute(),

    async count(state: NewsState | undefined): Promise<number> {
      const row = await db
        .selectFrom('news_item')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$if(state !== undefined, (query) => query.where(STATE, '=', state as NewsState))
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** The newest first. */
    changes: (id: number): Promise<NewsChange[]> =>
      changes.where('news_id', '=', id).orderBy('version', 'desc').execute(),

    /** One version with its texts. */
    async versionOf(id: number, version: number): Promise<(NewsChange & { texts: NewsTexts }) | undefined> {
      const row = await changes
        .select('texts')
        .where('news_id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
      return row && read(row);
    },

    /** Creates a draft, once per request; a repeat gets the first draft, `made: false`, with its first texts and author. */
    async create(tx: Db<NewsTables>, requestId: string, texts: NewsTexts) {
      const made = await tx
        .insertInto('news_item')
        .values({ request_id: requestId, texts: JSON.stringify(texts) })
        .onConflict((conflict) => conflict.column('request_id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (made) return { id: made.id, made: true, texts, madeBy: null };
      // As it was made: it may have been changed since.
      const first = await tx
        .selectFrom('news_item')
        .innerJoin('news_change', 'news_change.news_id', 'news_item.id')
        .select(['news_item.id', 'news_change.texts', 'news_change.person_id as madeBy'])
        .where('news_item.request_id', '=', requestId)
        .where('news_change.version', '=', 1)
        .executeTakeFirstOrThrow();
      return { id: first.id, made: false, texts: whole(first.texts), madeBy: first.madeBy };
    },

    /** Locks an item until the transaction ends, which serialises changes. */
    async lock(tx: Db<NewsTables>, id: number): Promise<NewsItem | undefined> {
      await tx.selectFrom('news_item').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
      return createNewsRepository(tx).byId(id);
    },

    /** The next version of an item that is locked. */
    async change(tx: Db<NewsTables>, item: NewsItem, to: NewsUpdate): Promise<void> {
      await tx
        .updateTable('news_item')
        .set({
          version: item.version + 1,
          ...(to.texts ? { texts: JSON.stringify(to.texts) } : {}),
          ...(to.corrected ? { corrected_at: sql<Date>`now()` } : {}),
          ...(to.publishAt === undefined
            ? {}
            : { publish_at: to.publishAt === 'now' ? sql<Date>`now()` : to.publishAt, withdrawn_at: null }),
          ...(to.withdrawn ? { withdrawn_at: sql<Date>`now()` } : {}),
        })
        .where('id', '=', item.id)
        .where('version', '=', item.version)
        .execute();
    },

    /** Copies the current version of an item to its history. */
    async record(
      tx: Db<NewsTables>,
      id: number,
      {
        action,
        by,
        restoredFrom = null,
      }: { action: ChangeAction; by: StaffMember; restoredFrom?: number | null },
    ): Promise<void> {
      await tx
        .insertInto('news_change')
        .columns([
          'news_id',
          'version',
          'action',
          'person_id',
          'person_name',
          'texts',
          'publish_at',
          'restored_from',
        ])
        .expression(
          tx
            .selectFrom('news_item')
            .select((eb) => [
              'id',
              'version',
              eb.val(action).as('action'),
              eb.val(by.personId).as('person_id'),
              eb.val(by.name).as('person_name'),
              'texts',
              'publish_at',
              sql<number | null>`${restoredFrom}::int`.as('restored_from'),
            ])
            .where('id', '=', id),
        )
        .execute();
    },

    /** Public ones for search engines. */
    publicAddresses: (limit: number): Promise<{ id: number; changedAt: Date }[]> =>
      db
        .selectFrom('news_item')
        .select('id')
        .select(sql<Date>`coalesce(corrected_at, publish_at)`.as('changedAt'))
        .where(isPublic)
        .orderBy('publish_at', 'desc')
        .limit(limit)
        .execute(),
  };
}

export interface NewsUpdate {
  texts?: NewsTexts;
  /** The texts were public before. */
  corrected?: boolean;
  publishAt?: Date | 'now';
  withdrawn?: boolean;
}
