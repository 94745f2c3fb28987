/** Texts of the first page in one language, one chunk; the list is that of client/i18n/namespaces.ts. */
export const texts = import.meta.glob<Record<string, unknown>>(
  '../../../shared/i18n/locales/uz/{dates,home,layout,lots,ui}.json',
  { import: 'default', eager: true },
);

/** Every other text of a screen in a chunk of its own; a page knows those of its language alone. */
export const others = import.meta.glob<Record<string, unknown>>(
  [
    '../../../shared/i18n/locales/uz/*.json',
    '!../../../shared/i18n/locales/uz/{dates,home,layout,lots,ui}.json',
    '!../../../shared/i18n/locales/uz/{auth,codes,console-rooms,help-figures,notices,pretend-checkout,seo,server,verify}.json',
    '!../../../shared/i18n/locales/uz/{categories,console,console-*,content,featured,help-pages,lists,partners}.json',
  ],
  { import: 'default' },
);

/** Those of the console: the first page of everyone else does not carry their addresses. */
export const ofConsole = () => import('./console/uz.ts');
