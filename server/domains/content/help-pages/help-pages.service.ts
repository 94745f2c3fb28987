import { ofFormerStaff, PLATFORM } from '#server/domains/people/accounts/index.ts';
import { badRequest, conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { cached } from '#server/platform/cached-value/index.ts';
import type { ConsoleHelpPage } from '#shared/api/console/console-help-pages.ts';
import { HELP_PAGES, type HelpPageName } from '#shared/api/pages.ts';
import {
  badLinks,
  contentIn,
  hasCyrillic,
  missingTexts,
  namesAccount,
  placeholdersOf,
} from '#shared/content/texts.ts';
import type { ContentTexts } from '#shared/content/texts.ts';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import type { PageText } from '#shared/i18n/pages/blocks.ts';
import { HELP_TEXTS } from '#shared/i18n/pages/help-pages.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import {
  createHelpPagesRepository,
  type HelpPageAction,
  type NewChange,
  type Publication,
  type StaffMember,
} from './help-pages.repository.ts';
import { shippedTexts } from './shipped-texts.ts';

/** What is published shows in every process within this time. */
const CACHE_MS = 3_000;

export interface HelpPagesDeps {
  db: AnyDb;
  /** The log of what people did, in the transaction of the change. */
  actions: {
    record(
      action: { personId: string; type: 'help-page'; action: HelpPageAction; result: 'done' },
      tx: AnyDb,
    ): Promise<void>;
  };
  /** Every figure a page may name, by its placeholder. */
  figures: (language: Language) => Promise<Record<string, string>>;
}

export type HelpPages = ReturnType<typeof createHelpPages>;
interface Version {
  page: HelpPageName;
  version: number;
}

/** 400 for Cyrillic in the text that Cyrillic is made from, and for a link that leads where none may. */
function mustBeWellWritten(texts: ContentTexts, figures: Readonly<Record<string, string>>): void {
  if (hasCyrillic(texts)) throw badRequest('help-pages.not-latin');
  if (namesAccount(texts)) throw badRequest('help-pages.account');
  const links = badLinks(texts);
  if (links.length > 0) throw badRequest('help-pages.bad-link', { details: { links } });
  const placeholders = placeholdersOf(texts).filter((name) => !Object.hasOwn(figures, name));
  if (placeholders.length > 0)
    throw badRequest('help-pages.placeholder', {
      values: { names: placeholders.slice(0, 5).join(', ') },
      details: { placeholders },
    });
}

/** Help pages. Staff write versions and publish them; where none is public, readers have the shipped text. */
export function createHelpPages({ db, actions, figures }: HelpPagesDeps) {
  const pages = createHelpPagesRepository(db);
  const published = cached(() => pages.published(), CACHE_MS);

  async function state() {
    const [open, waiting, newest] = await Promise.all([pages.published(), pages.scheduled(), pages.newest()]);
    const of = (list: readonly Publication[], page: HelpPageName) => {
      const found = list.find((each) => each.page === page);
      return found ? { version: found.version, atMs: found.publishAt.getTime() } : null;
    };
    return (page: HelpPageName) => {
      const last = newest.find((each) => each.page === page);
      const [shown, planned] = [of(open, page), of(waiting, page)];
      return {
        page,
        version: last?.version ?? 0,
        published: shown,
        scheduled: planned,
        unpublished: last !== undefined && ![shown?.version, planned?.version].includes(last.version),
        texts: last?.texts ?? shippedTexts(page),
      };
    };
  }

  async function shown(page: HelpPageName): Promise<ConsoleHelpPage> {
    const [stateOf, changes, ...byLanguage] = await Promise.all([
      state(),
      pages.changes(page),
      ...LANGUAGES.map((language) => figures(language)),
    ]);
    return {
      ...stateOf(page),
      changes: changes.map(({ at, publishAt, ...change }) => ({
        ...change,
        atMs: at.getTime(),
        publishAtMs: publishAt?.getTime() ?? null,
      })),
      figures: Object.fromEntries(LANGUAGES.map((language, i) => [language, byLanguage[i]!])) as Record<
        Language,
        Record<string, string>
      >,
    };
  }

  type Update = Pick<NewChange, 'action' | 'texts' | 'publishAt' | 'restoredFrom'>;

  /** @throws 409 `help-pages.changed` when the version is not the newest */
  async function change(
    { page, version }: Version,
    by: StaffMember,
    update: (now: { texts: ContentTexts; scheduled: unknown }, tx: AnyDb) => Update | Promise<Update>,
  ): Promise<ConsoleHelpPage> {
    await inTransaction(db, async (tx) => {
      const own = createHelpPagesRepository(tx);
      await own.lock(page);
      const last = (await own.newest()).find((each) => each.page === page);
      if ((last?.version ?? 0) !== version) throw conflict('help-pages.changed');
      const scheduled = (await own.scheduled()).find((each) => each.page === page);
      const next = await update({ texts: last?.texts ?? shippedTexts(page), scheduled }, tx);
      await own.add({ page, version: version + 1, by, ...next });
      if (by !== PLATFORM)
        await actions.record(
          { personId: by.personId, type: 'help-page', action: next.action, result: 'done' },
          tx,
        );
    });
    published.forget();
    return shown(page);
  }

  const cancel = (of: Version, by: StaffMember): Promise<ConsoleHelpPage> =>
    change(of, by, ({ texts, scheduled }) => {
      if (!scheduled) throw conflict('help-pages.not-scheduled');
      return { action: 'cancel', texts };
    });

  async function textsOf(page: HelpPageName, version: number, tx: AnyDb = db): Promise<ContentTexts> {
    if (version === 0) return shippedTexts(page);
    const texts = await createHelpPagesRepository(tx).texts(page, version);
    if (!texts) throw notFound();
    return texts;
  }

  return {
    /**
     * What readers see now, with placeholders. A text that names a figure which is not there any more is not shown: the
     * shipped one is.
     */
    async current(
      page: HelpPageName,
      language: Language,
      known: Readonly<Record<string, string>>,
    ): Promise<PageText> {
      const publication = (await published()).find((each) => each.page === page);
      const whole =
        publication && placeholdersOf(publication.texts).every((name) => Object.hasOwn(known, name));
      if (!publication || !whole) return HELP_TEXTS[language][page];
      const { title, summary, blocks } = contentIn(publication.texts, language);
      return { title, summary, blocks, updatedOn: tashkentDay(publication.publishAt) };
    },

    async all() {
      const stateOf = await state();
      return HELP_PAGES.map(stateOf).map(({ texts: _texts, ...rest }) => rest);
    },

    one: shown,

    version: async ({ page, version }: Version) => ({ version, texts: await textsOf(page, version) }),

    /** 400 for an unknown placeholder, a bad link, Cyrillic in the Latin text. Readers do not see it yet. */
    async edit(of: Version, texts: ContentTexts, by: StaffMember): Promise<ConsoleHelpPage> {
      mustBeWellWritten(texts, await figures('uz'));
      return change(of, by, () => ({ action: 'edit', texts }));
    },

    /** @param from an earlier version; 0: the shipped text */
    restore(of: Version, from: number, by: StaffMember): Promise<ConsoleHelpPage> {
      return change(of, by, async (_now, tx) => {
        if (from >= of.version) throw notFound();
        return { action: 'restore', texts: await textsOf(of.page, from, tx), restoredFrom: from };
      });
    },

    /** @param atMs instant; at once when null or past. It takes the place of one that waits for its instant. */
    async publish(of: Version, atMs: number | null, by: StaffMember): Promise<ConsoleHelpPage> {
      const known = await figures('uz');
      return change(of, by, ({ texts }) => {
        mustBeWellWritten(texts, known);
        const missing = missingTexts(texts);
        if (missing.length > 0) throw ruleForbids('help-pages.incomplete', { details: { missing } });
        const publishAt = atMs !== null && atMs > Date.now() ? new Date(atMs) : 'now';
        return { action: 'publish', texts, publishAt };
      });
    },

    cancel,

    /** What waits for its instant, published by somebody who may write reference data no longer. */
    async callOffOfFormer(): Promise<void> {
      const found = await ofFormerStaff(db, await pages.scheduled(), 'writeReference');
      const newest = await pages.newest();
      for (const { page, version } of newest)
        if (found.some((each) => each.page === page)) await cancel({ page, version }, PLATFORM);
    },
  };
}
