/** Texts of the screens in one language, by namespace file; one chunk. */
export const texts = import.meta.glob<Record<string, unknown>>(
  '../../../shared/i18n/locales/uz/{app-link,card,checks,console,contact,dates,favourites,home,layout,lots,redirecting,room,ui}.json',
  { import: 'default', eager: true },
);
