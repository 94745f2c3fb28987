/** Texts of the first paint in one language, one chunk; the list is that of client/i18n/namespaces.ts. */
export const texts = import.meta.glob<Record<string, unknown>>(
  '../../../shared/i18n/locales/ru/{dates,home,layout,lots,ui}.json',
  { import: 'default', eager: true },
);
