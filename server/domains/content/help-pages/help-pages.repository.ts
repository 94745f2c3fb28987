import { sql, type Generated, type JSONColumnType } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { HELP_PAGE_ACTIONS } from '#shared/api/console/console-help-pages.ts';
import type { HelpPageName } from '#shared/api/pages.ts';
import type { ContentTexts } from '#shared/content/texts.ts';

export type HelpPageAction = (typeof HELP_PAGE_ACTIONS)[number];

interface HelpPageTables {
  help_page_change: {
    id: Generated<number>;
    page: HelpPageName;
    version: number;
    action: HelpPageAction;
    person_id: string;
    person_name: string;
    at: Generated<Date>;
    texts: JSONColumnType<ContentTexts>;
    publish_at: Date | null;
    restored_from: number | null;
  };
}

export interface StaffMember {
  personId: string;
  name: string;
}

export interface Publication {
  page: HelpPageName;
  version: number;
  publishAt: Date;
  texts: ContentTexts;
  authorId: string;
}

export interface NewChange {
  page: HelpPageName;
  version: number;
  action: HelpPageAction;
  texts: ContentTexts;
  by: StaffMember;
  publishAt?: Date | 'now';
  restoredFrom?: number;
}

export function createHelpPagesRepository(db: Db<HelpPageTables>) {
  /** Publications that were not cancelled before their instant. */
  const publications = db
    .selectFrom('help_page_change as p')
    .distinctOn('p.page')
    .select(['p.page', 'p.version', 'p.texts', 'p.person_id as authorId'])
    .select(sql<Date>`p.publish_at`.as('publishAt'))
    .where('p.action', '=', 'publish')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('help_page_change as c')
            .select('c.id')
            .whereRef('c.page', '=', 'p.page')
            .whereRef('c.version', '>', 'p.version')
            .where('c.action', '=', 'cancel')
            .whereRef('c.at', '<', 'p.publish_at'),
        ),
      ),
    )
    .orderBy('p.page')
    .orderBy('p.version', 'desc');

  return {
    /** Of each page, by the clock of the database; pages without one show the shipped text. */
    published: (): Promise<Publication[]> =>
      publications.where('p.publish_at', '<=', sql<Date>`now()`).execute(),

    /** The newest one of each page that waits for its instant and is not older than what is public. */
    scheduled: (): Promise<Publication[]> =>
      publications
        .where('p.publish_at', '>', sql<Date>`now()`)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('help_page_change as n')
                .select('n.id')
                .whereRef('n.page', '=', 'p.page')
                .whereRef('n.version', '>', 'p.version')
                .where('n.action', '=', 'publish')
                .where('n.publish_at', '<=', sql<Date>`now()`),
            ),
          ),
        )
        .execute(),

    /** The newest version of each page. */
    newest: () =>
      db
        .selectFrom('help_page_change')
        .distinctOn('page')
        .select(['page', 'version', 'action', 'texts'])
        .orderBy('page')
        .orderBy('version', 'desc')
        .execute(),

    changes: (page: HelpPageName) =>
      db
        .selectFrom('help_page_change')
        .select(['version', 'action', 'person_name as by', 'at', 'publish_at as publishAt'])
        .select('restored_from as restoredFrom')
        .where('page', '=', page)
        .orderBy('version', 'desc')
        .execute(),

    async texts(page: HelpPageName, version: number): Promise<ContentTexts | null> {
      const row = await db
        .selectFrom('help_page_change')
        .select('texts')
        .where('page', '=', page)
        .where('version', '=', version)
        .executeTakeFirst();
      return row?.texts ?? null;
    },

    /** Serialises changes of a page until the transaction ends. */
    async lock(page: HelpPageName): Promise<void> {
      await lockNamed(db, `help-page ${page}`);
    },

    async add({ page, version, action, texts, by, publishAt, restoredFrom }: NewChange): Promise<void> {
      await db
        .insertInto('help_page_change')
        .values({
          page,
          version,
          action,
          person_id: by.personId,
          person_name: by.name,
          texts: JSON.stringify(texts),
          publish_at: publishAt === 'now' ? sql<Date>`now()` : (publishAt ?? null),
          restored_from: restoredFrom ?? null,
        })
        .execute();
    },
  };
}
