import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { OF_CONSOLE, route, type MenuRoute } from './route.ts';

/** The console's pages on which staff write what people read and choose from. */
export const CONTENT_ROUTES = [
  route({
    ...OF_CONSOLE,
    page: 'news',
    path: '/console/news',
    access: STAFF_RIGHTS.readNews,
    load: async () => (await import('#client/features/site/news/console-news.tsx')).ConsoleNews,
    texts: ['staff', 'console-news', 'content', 'files'],
    source: 'features/site/news/console-news.tsx',
  }),
  route({
    ...OF_CONSOLE,
    page: 'categories',
    path: '/console/categories',
    access: STAFF_RIGHTS.readReference,
    load: async () =>
      (await import('#client/features/console/categories/categories-page.tsx')).CategoriesPage,
    texts: ['categories', 'content', 'orders', 'console-decisions'],
    source: 'features/console/categories/categories-page.tsx',
  }),
  route({
    ...OF_CONSOLE,
    page: 'help-pages',
    path: '/console/help-pages',
    access: STAFF_RIGHTS.readReference,
    load: async () =>
      (await import('#client/features/console/help-pages/console-help-pages.tsx')).ConsoleHelpPages,
    texts: ['staff', 'help-pages', 'content', 'info'],
    source: 'features/console/help-pages/console-help-pages.tsx',
  }),
  route({
    ...OF_CONSOLE,
    page: 'message-texts',
    path: '/console/message-texts',
    access: STAFF_RIGHTS.readReference,
    load: async () =>
      (await import('#client/features/console/message-texts/console-message-texts.tsx')).ConsoleMessageTexts,
    texts: ['console-message-texts', 'content', 'messages'],
    source: 'features/console/message-texts/console-message-texts.tsx',
  }),
  route({
    ...OF_CONSOLE,
    page: 'partners',
    path: '/console/partners',
    access: STAFF_RIGHTS.readReference,
    load: async () => (await import('#client/features/console/partners/partners-page.tsx')).PartnersPage,
    texts: ['partners', 'content', 'files'],
    source: 'features/console/partners/partners-page.tsx',
  }),
  route({
    ...OF_CONSOLE,
    page: 'banners',
    path: '/console/banners',
    access: STAFF_RIGHTS.readReference,
    load: async () => (await import('#client/features/console/banners/banners-table.tsx')).BannersTable,
    texts: ['staff', 'console-banners', 'content'],
    source: 'features/console/banners/banners-table.tsx',
  }),
  route({
    ...OF_CONSOLE,
    page: 'featured-lots',
    path: '/console/featured-lots',
    access: STAFF_RIGHTS.readReference,
    load: async () => (await import('#client/features/console/featured/featured-page.tsx')).FeaturedPage,
    texts: ['featured', 'content'],
    source: 'features/console/featured/featured-page.tsx',
  }),
  route({
    ...OF_CONSOLE,
    page: 'lists',
    path: '/console/lists',
    access: STAFF_RIGHTS.readReference,
    load: async () => (await import('#client/features/console/lists/lists-page.tsx')).ListsPage,
    texts: ['lists', 'content'],
    source: 'features/console/lists/lists-page.tsx',
  }),
] as const satisfies readonly MenuRoute[];
